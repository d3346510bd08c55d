"""With FORBID_SKIPS=1 (in CI) a skipped test fails the run: a missing program hides nothing."""

import os

import pytest

_skipped: list[str] = []


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Remember a test that was skipped (an expected failure is no skip)."""
    if report.skipped and not hasattr(report, "wasxfail"):
        _skipped.append(report.nodeid)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """Remember a module that was skipped as a whole."""
    if report.skipped:
        _skipped.append(report.nodeid)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Turn success into failure when skips are forbidden."""
    if _forbidden() and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say why the run fails."""
    if _forbidden():
        names = ", ".join(_skipped)
        terminalreporter.write_line(f"FORBID_SKIPS: {len(_skipped)} skipped: {names}", red=True)


def _forbidden() -> bool:
    return bool(_skipped) and os.environ.get("FORBID_SKIPS", "") not in {"", "0"}
