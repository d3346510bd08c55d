"""The address behind HOST, and which URLs to type."""

import socket

import pytest

from games.management import listening


def test_a_free_port_is_no_error_and_a_taken_one_names_itself_and_another() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with pytest.raises(listening.CannotListenError, match=rf"^port {port} .*PORT={port + 1} "):
            listening.check_free("127.0.0.1", port)
    listening.check_free("127.0.0.1", port)


@pytest.mark.parametrize("port", [-1, 0, 65536, 99999])
def test_a_number_that_is_no_port_is_refused(port: int) -> None:
    with pytest.raises(listening.CannotListenError, match="from 1 to 65535"):
        listening.check_free("127.0.0.1", port)


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(listening.CannotListenError, match="not an address of this machine"):
        listening.check_free("192.0.2.250", 8000)


def test_a_name_is_resolved() -> None:
    assert listening.address_of("localhost") == "127.0.0.1"
    assert listening.address_of("::1") == "::1"


def test_the_urls_are_those_to_type() -> None:
    assert listening.addresses("127.0.0.1", 8000, []) == ["http://localhost:8000/"]
    assert listening.addresses("::1", 8000, []) == ["http://[::1]:8000/"]
    assert listening.addresses("hearts.lan", 80, []) == ["http://hearts.lan:80/"]
    assert listening.addresses("0.0.0.0", 8000, ["192.168.1.7", "127.0.1.1"]) == [
        "http://localhost:8000/",
        "http://192.168.1.7:8000/",
    ]
