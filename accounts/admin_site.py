"""The admin behind the site's own door: no login form of its own, and a second step for the staff."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.db.models.base import ModelBase
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from accounts.mfa import lacks_second_step
from common.version import VERSION

NEEDS_STEP = _("You need a second step to open the admin. Add a passkey or an authenticator app, then open it again.")

PERSONAL = {"account", "mfa", "usersessions"}
"""Apps whose tables belong to the people in them."""


class GuardedAdminSite(AdminSite):
    """Staff enter with the login of the site; without a second step they are shown how to add one."""

    site_header = f"Fieldpost {VERSION}"  # as typed
    site_title = "Fieldpost"
    index_title = _("All data")
    enable_nav_sidebar = False

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: object) -> None:
        """Register a model as Django does, but none of addresses, second steps and logins: whoever writes there owns
        every account. The organizers' pages have an act for helping somebody, which tells the owner."""
        models: list[Any] = [model_or_iterable] if isinstance(model_or_iterable, ModelBase) else list(model_or_iterable)
        shown = [model for model in models if model._meta.app_label not in PERSONAL]
        super().register(shown, admin_class, **options)

    def password_change(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> Any:
        """Redirect staff to where everybody changes their password."""
        return redirect("account_change_password")

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and not lacks_second_step(request.user)

    def login(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        if super().has_permission(request) and lacks_second_step(request.user):
            messages.warning(request, NEEDS_STEP)
            return redirect("mfa_index")
        response: HttpResponse = secure_admin_login(super().login)(request, extra_context)
        return response
