"""Where the web process listens: the address behind HOST, and whether the port is free."""

import errno
import http.client
import os
import socket
from collections.abc import Sequence

_HIGHEST_PORT = 65535
# Every address is listened on, but only a certain one can be connected to.
_REACHABLE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # compared with, never bound here


class CannotListenError(Exception):
    """HOST and PORT cannot be listened on; the text is one line for people."""


def address_of(host: str) -> str:
    """The numeric address of a HOST that may be a name; IPv4 where a name has both.

    Raises CannotListenError for an unknown name.
    """
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        message = f"HOST: {host!r} is not an address of this machine ({error})"
        raise CannotListenError(message) from error
    found.sort(key=lambda entry: entry[0] != socket.AF_INET)
    return str(found[0][4][0])


def check_free(host: str, port: int) -> None:
    """Raise CannotListenError unless a server could listen there now."""
    address = address_of(host)
    if not 1 <= port <= _HIGHEST_PORT:
        message = f"port {port} is none; say a whole number from 1 to {_HIGHEST_PORT}"
        raise CannotListenError(message)
    with socket.socket(_family(address), socket.SOCK_STREAM) as probe:
        # As the server itself does: connections of an earlier start that linger are no obstacle.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
            probe.listen(1)
        except OSError as error:
            raise CannotListenError(_reason(error, host, port)) from error


def answers(host: str, port: int, seconds: float = 5.0) -> bool:
    """Whether a web server answers there within so many seconds, whatever it says."""
    address = address_of(host)
    reachable = _REACHABLE.get(address, address)
    connection = http.client.HTTPConnection(reachable, port, timeout=seconds)
    try:
        connection.request("GET", "/", headers={"Host": "localhost"})
        connection.getresponse().read()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return True


def addresses(host: str, port: int, lan: Sequence[str]) -> list[str]:
    """The URLs to type into a browser; the one for this machine comes first.

    ``lan`` are this machine's addresses on its networks when it listens on all of them.
    """
    if host in _REACHABLE:
        names = ["localhost", *(address for address in lan if not address.startswith("127."))]
    elif host == "127.0.0.1":
        names = ["localhost"]
    else:
        names = [f"[{host}]" if ":" in host else host]
    return [f"http://{name}:{port}/" for name in names]


def _family(address: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in address else socket.AF_INET


def _reason(error: OSError, host: str, port: int) -> str:
    other = port + 1 if port < 65535 else 8001
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is taken; choose another one: PORT={other} make run"
    if error.errno == errno.EACCES:
        return f"port {port} needs more rights; choose one from 1024: PORT=8001 make run"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"HOST: {host!r} is not an address of this machine"
    return f"cannot listen on {host} port {port}: {os.strerror(error.errno or 0)}"
