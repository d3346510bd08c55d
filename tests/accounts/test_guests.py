"""Guests are real users that cannot sign in by password."""

import pytest

from accounts.guests import create_guest
from accounts.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_a_guest_is_a_user_with_a_name_to_show_and_no_password() -> None:
    guest = create_guest()
    assert User.objects.get() == guest
    assert guest.is_guest
    assert guest.shown_name.startswith("Guest ")
    assert not guest.has_usable_password()
    assert not guest.is_staff


def test_guests_never_collide() -> None:
    assert len({create_guest().username for _index in range(50)}) == 50


def test_a_registered_person_without_a_name_to_show_goes_by_the_user_name() -> None:
    assert User(username="nora").shown_name == "nora"
    assert User(username="nora", display_name="Nora B").shown_name == "Nora B"
