"""``manage.py serve``: the whole product with one command."""

import os
import sys
import time
from contextlib import ExitStack
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db.utils import OperationalError

from games.management.embedded_valkey import EmbeddedValkey, ValkeyError
from games.management.listening import CannotListenError, addresses, answers, check_free
from games.management.serve_lock import AlreadyServedError, ServeLock
from games.management.static_files import collect_static
from games.management.stop_signals import StopSignals
from games.management.supervision import GaveUpError, Program, Service, Supervised

WRONG_SETTING = 2
LEFT_OVER_SECONDS = 10.0  # a web process whose serve was killed has ended by then


class Command(BaseCommand):
    """Prepare the database and the static files, run Valkey, web and house until told to stop."""

    help = "Run Open Hearts on this machine: database, Valkey, web and house."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Run; exit status 2 for a wrong setting, 1 when a part does not stay up, else 0."""
        signals = StopSignals()
        try:
            with ServeLock(settings.VAR_DIR) as lock:
                _check_port(patience=LEFT_OVER_SECONDS if lock.left_over else 0.0)
                self._prepare()
                self._run(signals)
        except (AlreadyServedError, CannotListenError) as error:
            self._fail(str(error), WRONG_SETTING)
        except OperationalError as error:
            self._fail(f"DATABASE_URL: the database does not answer: {_one_line(error)}", 1)
        except (ValkeyError, GaveUpError) as error:
            self._fail(str(error), 1)

    def _prepare(self) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        if not settings.DEBUG:  # with DEBUG pages show the files as they lie
            collect_static(settings.VAR_DIR)

    def _run(self, signals: StopSignals) -> None:
        """Start everything, stay until told to stop, stop in order: web, house, Valkey."""
        with ExitStack() as running:
            services = [Supervised(service, self._say) for service in _services()]
            for supervised in services:
                running.callback(supervised.service.stop)
            signals.hold()
            for supervised in services:
                supervised.start()
            self._stay(services, signals)
            self._say("stopping")

    def _stay(self, services: list[Supervised], signals: StopSignals) -> None:
        announced = False
        while signals.asked is None:
            for supervised in services:
                supervised.look()
            if not announced and answers(settings.HOST, settings.PORT):
                announced = True
                self._announce()
            most = 60.0 if announced else 0.05
            signals.wait(min(supervised.seconds_to_wait(most) for supervised in services))

    def _announce(self) -> None:
        first, *others = addresses(settings.HOST, settings.PORT, settings.LAN_ADDRESSES)
        lines = [f"Open Hearts is ready: {first}"]
        lines += [f"  on your network:    {address}" for address in others]
        lines += [
            f"  create an operator: {_python()} manage.py create_operator, then {first}admin/",
            "  stop:               Ctrl-C",
        ]
        self.stdout.write("\n".join(lines))
        self.stdout.flush()

    def _say(self, line: str) -> None:
        self.stderr.write(f"open-hearts: {line}")

    def _fail(self, line: str, status: int) -> None:
        self._say(line)
        sys.exit(status)


def _services() -> list[Service]:
    """In the order of their start; they are stopped in the opposite one."""
    environment = {**os.environ, "REDIS_URL": settings.REDIS_URL}
    services: list[Service] = [
        Program(name, [sys.executable, str(settings.BASE_DIR / "manage.py"), command], environment)
        for name, command in (("house", "run_house"), ("web", "run_web"))
    ]
    if not os.environ.get("REDIS_URL"):
        socket = settings.EMBEDDED_REDIS_SOCKET
        services.insert(0, EmbeddedValkey(folder=settings.VAR_DIR, socket=socket))
    return services


def _check_port(patience: float) -> None:
    """Raise CannotListenError when the port stays taken for so many seconds."""
    deadline = time.monotonic() + patience
    while True:
        try:
            return check_free(settings.HOST, settings.PORT)
        except CannotListenError:
            if time.monotonic() >= deadline:
                raise
            time.sleep(0.1)


def _python() -> str:
    """The interpreter as people type it in the folder of the product."""
    path = os.path.relpath(sys.executable, settings.BASE_DIR)
    return sys.executable if path.startswith("..") else path


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())
