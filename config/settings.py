"""All settings of the site, read from the environment; docs/hosting.md lists the variables of production.

There are two ways to run it. *Embedded* (EMBEDDED=true, what `./run` does) is one process on SQLite with a local
mail inbox; DEBUG=true shows its faults in the browser. Everything else is *production*: it refuses to start without
keys, hosts, database and https, and heeds no DEBUG.
"""

from __future__ import annotations

from datetime import timedelta
from email.utils import parseaddr
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import urlsplit

import django
import environ
import jinja2
from django.utils.translation import gettext_lazy as _

from config import environment, logs

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

EMBEDDED = env.bool("EMBEDDED", default=False)
DEBUG = environment.debug(env, EMBEDDED)
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "var"))).resolve()

# ---- Who and where
SECRET_KEY = environment.secret_key(env, EMBEDDED, DATA_DIR)
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
SITE_URL = environment.site_url(env, EMBEDDED)
ALLOWED_HOSTS = environment.allowed_hosts(env, EMBEDDED)
HTTPS = SITE_URL.startswith("https://")
CSRF_TRUSTED_ORIGINS = [SITE_URL]
PROXIES = env.int("PROXIES", default=0 if EMBEDDED else 1)  # of the host's own, in front of the web server
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# ---- Parts
INSTALLED_APPS = [
    "accounts.apps.AccountsConfig",
    "games.apps.GamesConfig",
    "calendars.apps.CalendarsConfig",
    "inbound.apps.InboundConfig",
    "chances.apps.ChancesConfig",
    "coaching.apps.CoachingConfig",
    "replay.apps.ReplayConfig",
    "figures.apps.FiguresConfig",
    "following.apps.FollowingConfig",
    "substitutes.apps.SubstitutesConfig",
    "tournaments.apps.TournamentsConfig",
    "press.apps.PressConfig",
    "votes.apps.VotesConfig",
    "webhooks.apps.WebhooksConfig",
    "hosting",
    "accounts.apps.GuardedAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "django_prometheus",
    "django_structlog",
]
MIDDLEWARE = [
    "config.middleware.ClientAddressMiddleware",
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.SafeHeadersMiddleware",
    "config.middleware.QuickGZipMiddleware",  # before the files too: embedded they lie uncompressed
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "config.overload.BusyMiddleware",
    "config.middleware.NoNulMiddleware",
    "config.middleware.SizeMiddleware",
    "config.middleware.IdlePollMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.middleware.SessionAgeMiddleware",
    "accounts.middleware.PersonMiddleware",
    "accounts.middleware.AnonymousReadsMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.RefusalMiddleware",
    "django_prometheus.middleware.PrometheusAfterMiddleware",
]
CONTEXT_PROCESSORS = [
    "django.template.context_processors.request",
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
    "config.templates.site",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": CONTEXT_PROCESSORS},
    },
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates" / "jinja2"],
        "APP_DIRS": True,  # a folder `jinja2` of an app, such as that of a kind of mail of its own
        "OPTIONS": {
            "environment": "config.templates.environment",
            "context_processors": [*CONTEXT_PROCESSORS, "config.templates.csrf_input"],
            "undefined": jinja2.Undefined,
            "auto_reload": DEBUG,
            "cache_size": -1,  # every template stays compiled
        },
    },
]
if django.VERSION < (6, 0):  # partials are part of Django from 6.0 on, with the same syntax
    INSTALLED_APPS.insert(0, "template_partials")
    TEMPLATES[0]["OPTIONS"]["builtins"] = ["template_partials.templatetags.partials"]  # type: ignore[index]  # a dict

# ---- Data
DATABASES = {"default": environment.database(env, EMBEDDED, DATA_DIR)}
REDIS_URL = env.str("REDIS_URL", default="")
CACHES = {"default": environment.cache(REDIS_URL)}

# ---- Files that browsers fetch
STATIC_URL = "/static/"
STATIC_ROOT = None if EMBEDDED else Path(env.str("STATIC_ROOT", default=str(BASE_DIR / "static-build")))
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "config.styles.JoiningFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
WHITENOISE_USE_FINDERS = EMBEDDED  # the embedded site serves its files as they lie, without a collecting step
WHITENOISE_KEEP_ONLY_HASHED_FILES = True  # no page names a file without the digest of what is in it
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if EMBEDDED
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# ---- Language and time
LANGUAGE_CODE = "en-gb"
LANGUAGES = [("en-gb", _("English, British dates")), ("en", _("English, American dates"))]
LOCALE_PATHS = [BASE_DIR / "locale"]  # docs/contributing.md says how a language is added
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# ---- People
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_FORMS = {
    "signup": "accounts.forms.SignupForm",
    "login": "accounts.forms.LoginForm",
    "request_login_code": "accounts.forms.RequestLoginCodeForm",
    "confirm_login_code": "accounts.forms.ConfirmLoginCodeForm",
    "confirm_email_verification_code": "accounts.forms.ConfirmEmailCodeForm",
    "confirm_password_reset_code": "accounts.forms.ConfirmResetCodeForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "add_email": "accounts.forms.AddEmailForm",
}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*", "password1"]
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # within five minutes, before an account is changed; accounts.reauthentication
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 600
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_MAX_ATTEMPTS = 5
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 600
ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS = 5
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 600
ACCOUNT_PASSWORD_RESET_BY_CODE_MAX_ATTEMPTS = 5
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_USERNAME_VALIDATORS = "accounts.validators.username_validators"
# What could keep somebody else out is counted by accounts.tries instead, for account and network together.
ACCOUNT_RATE_LIMITS: dict[str, str | None] = {
    "login": None,
    "login_failed": None,
    "request_login_code": None,
    "reset_password": None,
    "confirm_email": None,
    "reauthenticate": "30/m/ip",
    "signup": "30/h/ip",  # tries; new accounts are limited by SIGNUPS_PER_HOUR
}
CHANCES = env.bool("CHANCES", default=True)  # whether ended games are played on by bots, for their turning points
PRESS = env.bool("PRESS", default=True)  # whether players of a game can write to each other
SIGNUPS_PER_HOUR = env.int("SIGNUPS_PER_HOUR", default=60 if EMBEDDED else 5)  # from one address
ANONYMOUS_READS_A_MINUTE = env.int("ANONYMOUS_READS_A_MINUTE", default=240)  # pages of games, from one address
STAFF_SECOND_STEP = env.bool("STAFF_SECOND_STEP", default=not EMBEDDED)  # the admin asks for a passkey or an app
MFA_ADAPTER = "accounts.adapter.SecondFactorAdapter"
MFA_FORMS = {"authenticate": "accounts.forms.FactorForm", "reauthenticate": "accounts.forms.FactorProofForm"}
USERSESSIONS_ADAPTER = "accounts.adapter.SessionsAdapter"
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Fieldpost"
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS

# ---- Sessions; config.middleware ends those of the staff sooner
SESSION_ENGINE = "config.sessions"
SESSION_COOKIE_AGE = int(timedelta(days=30).total_seconds())
SESSION_LONGEST = timedelta(days=90)
SESSION_STAFF_IDLE = timedelta(hours=8)
SESSION_STAFF_LONGEST = timedelta(hours=24)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
BROWSER_COOKIE_NAME = "browser"  # by which an account knows where it has logged in before
if HTTPS:  # a cookie named so is refused by browsers unless it is secure and of this very host
    SESSION_COOKIE_NAME = "__Host-session"
    CSRF_COOKIE_NAME = "__Host-csrf"
    BROWSER_COOKIE_NAME = "__Host-browser"

# ---- What browsers are told
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^livez$", r"^readyz$"]  # asked by the machine itself, behind the proxy
SECURE_HSTS_SECONDS = int(timedelta(days=365).total_seconds()) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if HTTPS and PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# Scripts, styles, fonts and pictures come from this site alone, and nothing inline runs or paints.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
PERMISSIONS_POLICY: dict[str, list[str]] = {
    feature: []
    for feature in (
        "accelerometer",
        "camera",
        "display-capture",
        "geolocation",
        "gyroscope",
        "microphone",
        "payment",
        "usb",
    )
}
LARGEST_BODY = 1_000_000  # of a request; SizeMiddleware refuses more before anything is read
LARGEST_POSTED_MAIL = 50_000_000  # of a provider's: mails that are too large are answered, so they come in
DATA_UPLOAD_MAX_MEMORY_SIZE = LARGEST_POSTED_MAIL
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500

# ---- Mail
EMAIL_TIMEOUT = 10  # of a page that sends a mail by itself
# Seconds that the senders of the outbox wait for each step: RFC 5321, 4.5.3.2, and less where nothing is at stake.
SMTP_WAITS = {
    "connect": 30,
    "greeting": 300,
    "mail": 300,
    "rcpt": 300,
    "data": 120,
    "block": 180,
    "end": 600,
    "other": 300,
    "quit": 10,
}
if EMBEDDED and not env.str("EMAIL_URL", default=""):
    EMAIL_BACKEND = "games.mail.inbox.InboxBackend"
else:
    vars().update(env.email_url("EMAIL_URL"))
LOCAL_INBOX = EMBEDDED and EMAIL_BACKEND == "games.mail.inbox.InboxBackend"  # shown at /inbox/
DEFAULT_FROM_EMAIL = env.str("MAIL_FROM", default=f"Fieldpost <post@{urlsplit(SITE_URL).hostname}>")
SERVER_EMAIL = parseaddr(DEFAULT_FROM_EMAIL)[1]
MAIL_IN = env.bool("MAIL_IN", default=EMBEDDED)  # whether mails ask for replies, and one of the doors reads them
IMAP_URL = env.str("IMAP_URL", default="")  # of the mailbox that `manage.py mail_fetch` reads
POSTMARK_SECRET = env.str("POSTMARK_SECRET", default="")  # name:password in the address that Postmark posts mail to
ANYMAIL = {"MAILGUN_WEBHOOK_SIGNING_KEY": env.str("MAILGUN_SIGNING_KEY", default="")}  # by which it signs what it posts
MAIL_PORT = env.int("MAIL_PORT", default=8025)  # of the door of the local site
MAIL_SERVER_NAME = env.str("MAIL_SERVER_NAME", default="")  # as its Authentication-Results name it
REPLY_ADDRESS = environment.reply_address(env.str("REPLY_ADDRESS", default=""), SERVER_EMAIL)
CONTACT = env.str("CONTACT", default="")  # whom people may write to: an address or a page
ADMINS = [("Host", address) for address in env.list("ADMIN_MAILS", default=[])]

OUTAGE_CREDIT_MOST = timedelta(hours=env.int("OUTAGE_CREDIT_HOURS", default=72))  # longer: held until somebody decides
MAILS_UNQUESTIONED = env.int("MAILS_UNQUESTIONED", default=5000)  # a day; beyond it five times the usual day stops all

# Networks of the host's own into which webhooks of people may post, such as that of a chat in the same house.
WEBHOOK_NETWORKS = [ip_network(each) for each in env.list("WEBHOOK_NETWORKS", default=[])]

# ---- Work in the background
TASK_APP = "config.celery.app"  # loaded when a worker is first woken: it takes long, and pages need it not
CELERY_BROKER_URL = REDIS_URL or "memory://"
# Messages are wake-ups, so reading one takes it off the broker ("ack_emulation" below): a worker that is lost is made
# good by the next sweep, and none has to tell a broker that has gone away what it has begun or finished.
CELERY_TASK_ACKS_LATE = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = 60
CELERY_TASK_SOFT_TIME_LIMIT = 45
CELERY_TASK_SERIALIZER = CELERY_RESULT_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a broker may be away for days
CELERY_WORKER_CONSUMER = "config.consumer:ReconnectingConsumer"
# Nobody commands workers from afar, and the connection on which they would listen for commands can hold up a worker for
# ever: when redis-py joins a restarted broker by itself and waits there for the first command.
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
if REDIS_URL:
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "ack_emulation": False,
        "socket_timeout": 5,
        "socket_connect_timeout": 5,
        "retry_on_timeout": True,
        # Whoever sends a wake-up after a move tries twice and gives up; kombu would try for six seconds.
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0,
    }
CELERY_BEAT_SCHEDULER = "config.beat:SteadyScheduler"
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "games.tasks.sweep", "schedule": 10.0, "options": {"expires": 30}},
    "outbox": {"task": "games.tasks.outbox", "schedule": 10.0, "options": {"expires": 30}},
    "background": {"task": "games.tasks.background", "schedule": 30.0, "options": {"expires": 30}},
    "weekly": {"task": "games.tasks.weekly", "schedule": 60.0, "options": {"expires": 30}},
}

# ---- API
REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Fieldpost",
    "DESCRIPTION": "Games, views, orders and history, as the pages have them.",  # as typed
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/",
    "POSTPROCESSING_HOOKS": ["games.api.describe.add_schemas"],
    "SERVE_INCLUDE_SCHEMA": False,
}

# ---- Watching it run
environment.metrics_folder(env)
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
PROMETHEUS_EXPORT_MIGRATIONS = False
logs.configure_structlog()
LOG_FILE = DATA_DIR / "fieldpost.log" if EMBEDDED else None
LOGGING = logs.logging_settings(env.str("LOG_LEVEL", default="INFO"), LOG_FILE)
