#!/usr/bin/env python3
"""Entry to every command of Open Hearts: ``./manage.py help``."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> int:
    """Run one command; a wrong setting is one line on stderr and exit status 2."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hearts_site.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.stderr.write(f"open-hearts: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
