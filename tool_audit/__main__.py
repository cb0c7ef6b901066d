"""`python -m tool_audit`."""

import sys

from tool_audit.cli import main

if __name__ == "__main__":
    sys.exit(main())
