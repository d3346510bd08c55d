"""``manage.py run_web``: pages and live tables over HTTP and WebSocket."""

from argparse import ArgumentParser
from typing import Any

from channels.routing import get_default_application
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.management.listening import CannotListenError, address_of, check_free
from games.management.parent import end_with_parent
from games.management.web_server import WebServer


class Command(BaseCommand):
    """Serve the web until SIGTERM or SIGINT; open sockets are closed with 4012, "reconnect now"."""

    help = "Serve the pages and the live tables; any number may run beside each other."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen; HOST and PORT of the environment when not given."""
        parser.add_argument("--host", default=settings.HOST, help="address or name to listen on")
        parser.add_argument("--port", type=int, default=settings.PORT)

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        """Serve; ends with status 2 and one line when it cannot listen."""
        end_with_parent()
        try:
            check_free(host, port)
            server = WebServer(get_default_application(), address=address_of(host), port=port)
        except CannotListenError as error:
            raise CommandError(str(error), returncode=2) from error
        server.run()
        if server.failure:
            raise CommandError(server.failure, returncode=2)
