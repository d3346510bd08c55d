"""What every page may say about accounts on this server."""

from django.conf import settings
from django.http import HttpRequest


def accounts(request: HttpRequest) -> dict[str, object]:
    """Whether mail is sent, whether an account needs an address, whom to ask."""
    return {
        "sends_mail": settings.MAIL.is_sent,
        "email_required": settings.EMAIL_REQUIRED,
        "contact": settings.CONTACT,
    }
