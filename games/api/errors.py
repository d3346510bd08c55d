"""One form of error for the API, the same as on the socket: a stable code and a sentence."""

import logging
from typing import Any

from django.db import DatabaseError
from rest_framework.exceptions import APIException
from rest_framework.response import Response
from rest_framework.views import exception_handler

_log = logging.getLogger(__name__)


class Unavailable(APIException):
    """The database is away or busy."""

    status_code = 503
    default_code = "unavailable"
    default_detail = "The server cannot answer right now; please try again."


def as_code_and_message(error: Exception, context: dict[str, Any]) -> Response | None:
    """``{"code": "not_found", "message": "…"}`` for everything that DRF refuses."""
    if isinstance(error, DatabaseError):
        _log.error("the API cannot reach the database (%s)", error)
        error = Unavailable()
    response = exception_handler(error, context)
    if response is None:
        return None
    detail = response.data.get("detail") if isinstance(response.data, dict) else None
    code = getattr(detail, "code", None) or getattr(error, "default_code", "error")
    response.data = {"code": code, "message": str(detail or error)}
    return response
