"""`ridotto` as it is, except that deals never change: `python -m tests.web.fixed_deals serve ...`."""

import sys

from ridotto.cli import main
from ridotto.house import entropy
from tests import seeds

if __name__ == "__main__":
    entropy.random_bits = seeds.bits
    sys.exit(main())
