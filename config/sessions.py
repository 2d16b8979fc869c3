"""Sessions in the database (SESSION_ENGINE), read by a prepared query; `config.middleware` says how long they last."""

from __future__ import annotations

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.base_session import AbstractBaseSession
from django.utils import timezone

from common.outages import is_outage
from common.prepared import Prepared

STORED: Prepared[AbstractBaseSession] = Prepared(
    lambda key: SessionStore.get_model_class().objects.filter(session_key=key), key=str
)


class SessionStore(db.SessionStore):
    """Django's in the database. An outage is told as one: Django takes it for a session that was deleted meanwhile."""

    def _get_session_from_db(self) -> AbstractBaseSession | None:
        stored = next(iter(STORED(key=self.session_key or "")), None)
        if stored is not None and stored.expire_date > timezone.now():
            return stored
        self._session_key = None
        return None

    def save(self, must_create: bool = False) -> None:
        """Store the session. Raises the database's own error in an outage."""
        try:
            super().save(must_create)
        except UpdateError as error:
            outage = error.__context__
            if outage is None or not is_outage(outage):
                raise
            raise outage from outage.__cause__
