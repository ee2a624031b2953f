"""``python -m polyvet``."""

import sys

from ._command import main

sys.exit(main())
