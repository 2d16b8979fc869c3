"""The admin behind the site's own door: no login form of its own, and a second step for the staff."""

from __future__ import annotations

from allauth.account.decorators import secure_admin_login
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.second_step import lacks_second_step

NEEDS_STEP = "The admin needs a second step at login. Add a passkey or an authenticator app, then open it again."


class GuardedAdminSite(AdminSite):
    """Staff enter with the login of the site; without a second step they are shown how to add one."""

    site_header = site_title = "Fieldpost"
    index_title = "Everything kept"
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and not lacks_second_step(request.user)

    def login(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        if super().has_permission(request) and lacks_second_step(request.user):
            messages.warning(request, NEEDS_STEP)
            return redirect("mfa_index")
        response: HttpResponse = secure_admin_login(super().login)(request, extra_context)
        return response
