"""The settings of the tests: the embedded site in a folder of its own, with cheap passwords."""

import atexit
import os
import shutil
import tempfile

os.environ.setdefault("EMBEDDED", "true")
os.environ.setdefault("SECRET_KEY", "only-for-tests")
if "DATA_DIR" not in os.environ:
    os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="fieldpost-tests-")
    atexit.register(shutil.rmtree, os.environ["DATA_DIR"], ignore_errors=True)
if "REDIS_URL" in os.environ:  # each process of the tests empties the cache as it likes, so each has one of its own
    database = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) + 1
    os.environ["REDIS_URL"] = f"{os.environ['REDIS_URL'].rpartition('/')[0]}/{database}"

from config.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "tests.kit.static_files.KnownFilesStorage"}}  # noqa: F405
WHITENOISE_AUTOREFRESH = True  # look for a file when it is asked for: each new client would walk through all of them
LOGGING = {"version": 1, "disable_existing_loggers": False}
CHANCES = False  # the mail about the end of a game would wait; tests of chances turn it on
