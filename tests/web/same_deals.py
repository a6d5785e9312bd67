"""`ridotto` as everybody runs it, but with the deals of the tests: `python -m tests.web.same_deals serve ...`."""

import sys

from ridotto.cli import main
from ridotto.house import entropy
from tests import seeds

if __name__ == "__main__":
    entropy.fresh = seeds.bits
    sys.exit(main())
