"""All settings, from the environment only; works on a bare checkout, fails loudly.

Every variable is listed with its meaning in ``.env.example``.
"""

from pathlib import Path

import django_stubs_ext
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from redis.backoff import NoBackoff
from redis.retry import Retry

from games import engine
from hearts_site import environment as env
from hearts_site.environment import read

django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = read("VAR_DIR", BASE_DIR / "var", Path)

# -- where it runs -----------------------------------------------------------------------------
DEBUG = read("DEBUG", False, env.flag)
HTTPS = read("HTTPS", False, env.flag)
HOST = read("HOST", "127.0.0.1", str)
PORT = read("PORT", 8000, env.whole(1, 65535))
# This machine's addresses as others on the network type them, when it listens on all of them.
LAN_ADDRESSES = env.lan_addresses() if HOST in env.EVERY_ADDRESS else []
SECRET_KEY = read("SECRET_KEY", "", str) or env.secret_key(VAR_DIR)
ALLOWED_HOSTS = read("ALLOWED_HOSTS", env.allowed_hosts(HOST), env.host_names)
CSRF_TRUSTED_ORIGINS = read("CSRF_TRUSTED_ORIGINS", list[str](), env.origins)
# How many proxies of ours stand in front; the client's address is read behind exactly so many.
TRUSTED_PROXY_COUNT = read("TRUSTED_PROXY_COUNT", 0, env.whole(0, 10))

# -- database and Redis ------------------------------------------------------------------------
DATABASES = {"default": read("DATABASE_URL", env.sqlite_in(VAR_DIR), env.database)}
if str(DATABASES["default"]["ENGINE"]).endswith("sqlite3"):
    # IMMEDIATE takes the write lock at BEGIN; DEFERRED fails with "database is locked" when two
    # transactions that began as readers both want to write.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 5,  # seconds; all database work of a process waits meanwhile
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
    # A file in tests, too: threads that share a database in memory meet "table is locked" at
    # once, where a file waits; and child processes see it.
    DATABASES["default"]["TEST"] = {"NAME": VAR_DIR / "test.sqlite3"}
else:
    # A connection of the pool may have died with a restart of PostgreSQL.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {
        "min_size": 1,
        "max_size": read("DATABASE_POOL", 8, env.whole(1, 200)),
        "timeout": 5,  # seconds a request waits for a connection before it is refused
    }
EMBEDDED_REDIS_SOCKET = env.embedded_redis_socket(VAR_DIR)
REDIS_URL = read("REDIS_URL", f"unix://{EMBEDDED_REDIS_SOCKET}", env.redis_url)
REDIS_PREFIX = read("REDIS_PREFIX", "open-hearts", str)
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": REDIS_PREFIX},
    }
}
CACHES = {
    "default": {
        # Fails open: without Redis a throttle lets through and a cached value is a miss.
        "BACKEND": "hearts_site.fail_open_cache.FailOpenCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": REDIS_PREFIX,
        "OPTIONS": {
            "IGNORE_EXCEPTIONS": True,
            "SOCKET_CONNECT_TIMEOUT": 1,
            "SOCKET_TIMEOUT": 1,
            # redis-py would try ten times; whoever waits for the answer has waited enough.
            "CONNECTION_POOL_KWARGS": {"retry": Retry(NoBackoff(), 0)},
        },
    }
}

# -- the game ----------------------------------------------------------------------------------
# How long a house player seems to think, in milliseconds; and how long it leaves a full trick,
# and the score of a round, to be looked at before it goes on.
HOUSE_THINK_MS = read("HOUSE_THINK_MS", (600, 1300), env.span)
HOUSE_TRICK_PAUSE_MS = read("HOUSE_TRICK_PAUSE_MS", 1100, env.whole(0, 60_000))
HOUSE_ROUND_PAUSE_MS = read("HOUSE_ROUND_PAUSE_MS", 4000, env.whole(0, 60_000))
# A worker that took an act and fell silent loses it after so many seconds.
HOUSE_LEASE_SECONDS = read("HOUSE_LEASE_SECONDS", 10.0, env.number(0.1, 600))
# How long a worker sleeps at most between two looks at the deadlines.
HOUSE_POLL_SECONDS = read("HOUSE_POLL_SECONDS", 0.1, env.number(0.005, 10))
# Once a beat each web process compares its tables with the database.
RELAY_BEAT_SECONDS = read("RELAY_BEAT_SECONDS", 2.0, env.number(0.05, 60))
# Presets that people can queue for.
QUEUE_PRESETS = read("QUEUE_PRESETS", [engine.CLASSIC], env.some_of(*engine.PRESETS))
# Who agreed to it plays with house players in the empty seats after so many seconds of waiting.
QUEUE_FILL_SECONDS = read("QUEUE_FILL_SECONDS", 20.0, env.number(0, 3600))
# How long a person has for one card where several people play; twice that for a pass.
TURN_SECONDS = read("TURN_SECONDS", 45, env.whole(5, 3600))
PLAY_NOW_RATE = read("PLAY_NOW_RATE", "10/minute", env.rate)

# -- accounts and mail -------------------------------------------------------------------------
# Whether an account needs an e-mail address.
EMAIL_REQUIRED = read("EMAIL_REQUIRED", False, env.flag)
# Whom people ask for help, as they read it: a name, an address, a room.
CONTACT = read("CONTACT", "", str)
MAIL = read("EMAIL_URL", env.NO_MAIL, env.mail)
EMAIL_BACKEND = MAIL.backend
EMAIL_HOST, EMAIL_PORT = MAIL.host, MAIL.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL.user, MAIL.password
EMAIL_USE_TLS, EMAIL_USE_SSL = MAIL.starttls, MAIL.ssl
EMAIL_TIMEOUT = 10  # seconds a page waits for the mail server
DEFAULT_FROM_EMAIL = SERVER_EMAIL = MAIL.sender

# -- Django ------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "channels",
    "rest_framework",
    "csp",
    "allauth",
    "allauth.account",
    "accounts",
    "games",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]
ROOT_URLCONF = "hearts_site.urls"
ASGI_APPLICATION = "hearts_site.asgi.application"
WSGI_APPLICATION = "hearts_site.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context.accounts",
            ],
        },
    }
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:home"

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = [
    "username*",
    "password1*",
    "password2*",
    "email*" if EMAIL_REQUIRED else "email",
]
ACCOUNT_FORMS = {
    "signup": "accounts.forms.SignupForm",
    "login": "accounts.forms.LoginForm",
    "add_email": "accounts.forms.EmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.NewPasswordForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
}
ACCOUNT_USERNAME_VALIDATORS = "accounts.usernames.VALIDATORS"
# Names that would pass for somebody else: staff, the house.
ACCOUNT_USERNAME_BLACKLIST = [
    *("admin", "administrator", "moderator", "operator", "root", "staff", "support", "system"),
    *("anonymous", "deleted", "house", "nobody", "open-hearts", "openhearts", "player"),
    *("ada", "bo", "cleo", "dag", "edda"),  # house players
]
# An address may be named by several until one of them confirms it: whether somebody has an
# account here is nobody's business, and nobody can block another person's address.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_VERIFICATION = "optional" if MAIL.is_sent else "none"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Open Hearts: "
ACCOUNT_CHANGE_EMAIL = True  # one address an account; a new one counts once it is confirmed
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password"]
# A guest is signed in and still may register or sign in; accounts.views sends the others away.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_LOGOUT_REDIRECT_URL = "games:home"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "hearts_site.static_storage.HashedStaticFilesStorage"
    },
}

# -- safety ------------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 365 * 24 * 3600  # a guest keeps the seat and the history on this device
ACCOUNT_SESSION_COOKIE_AGE = SESSION_COOKIE_AGE
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = 3600 * 24 * 30

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "EXCEPTION_HANDLER": "games.api.errors.as_code_and_message",
    "DEFAULT_THROTTLE_RATES": {"play_now": PLAY_NOW_RATE},
}

LOG_LEVEL = read("LOG_LEVEL", "INFO", env.one_of("DEBUG", "INFO", "WARNING", "ERROR"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        name: {"handlers": ["stderr"], "level": LOG_LEVEL, "propagate": False}
        for name in ("games", "accounts", "hearts_site", "django_redis")
    },
}
