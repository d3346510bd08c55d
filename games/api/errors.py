"""One form of error for the API, the same as on the socket: a stable code and a sentence."""

from typing import Any

from rest_framework.response import Response
from rest_framework.views import exception_handler


def as_code_and_message(error: Exception, context: dict[str, Any]) -> Response | None:
    """``{"code": "not_found", "message": "…"}`` for everything that DRF refuses."""
    response = exception_handler(error, context)
    if response is None:
        return None
    detail = response.data.get("detail") if isinstance(response.data, dict) else None
    code = getattr(detail, "code", None) or getattr(error, "default_code", "error")
    response.data = {"code": code, "message": str(detail or error)}
    return response
