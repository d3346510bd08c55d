"""A run that was meant for PostgreSQL never passes on SQLite, nor the other way round."""

import os

import pytest


def expected_vendor() -> str:
    """EXPECT_VENDOR, else what DATABASE_URL asks for: ``sqlite`` or ``postgresql``."""
    asked = os.environ.get("DATABASE_URL", "").startswith("postgres")
    return os.environ.get("EXPECT_VENDOR") or ("postgresql" if asked else "sqlite")


def pytest_sessionstart() -> None:
    """Stop at once when the connection is not to the expected kind of database."""
    from django.db import connection

    if connection.vendor != expected_vendor():
        pytest.exit(
            f"expected {expected_vendor()}, but the tests would run on {connection.vendor}",
            returncode=pytest.ExitCode.USAGE_ERROR,
        )


def pytest_report_header() -> str:
    """One line at the head of the report."""
    from django.db import connection

    return f"database: {connection.vendor}"
