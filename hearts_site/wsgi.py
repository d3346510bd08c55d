"""WSGI entry, for tools that ask for one; the product itself runs under daphne (asgi.py)."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hearts_site.settings")
application = get_wsgi_application()
