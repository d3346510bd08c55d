"""Static files under hashed names, so that browsers may keep them for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # no types
    """Rewrites the imports between our ES modules to their hashed names, too."""

    support_js_module_import_aggregation = True
