"""What every test run has: its own services, the right database, no silent skips."""

pytest_plugins = [
    "tests.plugins.services",
    "tests.plugins.database_vendor",
    "tests.plugins.forbid_skips",
    "tests.plugins.browser_last",
]
