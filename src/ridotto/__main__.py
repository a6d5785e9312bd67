"""python -m ridotto"""

from ridotto.cli import main

raise SystemExit(main())
