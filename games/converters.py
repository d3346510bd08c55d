"""What may stand in an address."""

from django.urls import register_converter

from games.models import ID_ALPHABET, ID_LENGTH


class PublicIdConverter:
    """The public id of a match; anything else is not found before a database is asked."""

    regex = f"[{ID_ALPHABET}]{{{ID_LENGTH}}}"

    def to_python(self, value: str) -> str:
        """As it stands."""
        return value

    def to_url(self, value: str) -> str:
        """As it stands."""
        return value


register_converter(PublicIdConverter, "public_id")
