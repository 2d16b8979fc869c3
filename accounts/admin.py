"""People in the admin: to find them, see whether mail reaches them, close an account, make somebody staff."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.forms import Field, ModelForm, SplitDateTimeField
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin_columns import SiteColumns
from accounts.models import User
from accounts.views import proved_to_post


class MailFailsFilter(admin.SimpleListFilter):
    """People whose mail came back."""

    title = _("Mail")
    parameter_name = "mail"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [("bounced", gettext("Bounces"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        return queryset.filter(bounced_at__isnull=False) if self.value() == "bounced" else queryset


class Proved(admin.ModelAdmin):
    """Mixed into tables that give people power: who writes there has proved who they are within five minutes, or a
    borrowed session could make its thief an administrator."""

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        change = super().changeform_view
        may_write = self.has_change_permission(request) or self.has_add_permission(request)
        return (proved_to_post(change) if may_write else change)(request, *args, **kwargs)


admin.site.unregister(Group)


@admin.register(Group)
class PowersAdmin(Proved, GroupAdmin):
    """Groups and their permissions."""


@admin.register(User)
class PersonAdmin(Proved, SiteColumns, UserAdmin):
    """Passwords, addresses and second steps are the person's own; the admin does not show or change them."""

    list_display = ["username", "email", "date_joined", "last_login", "bounced_at", "is_staff", "is_active"]
    list_filter = [MailFailsFilter, "is_staff", "is_active", "turn_mail"]
    headings = {
        "username": _("Name"),
        "email": _("Email address"),
        "date_joined": _("Joined"),
        "last_login": _("Last login"),
        "bounced_at": _("Mail bounced"),
        "is_staff": _("Staff"),
        "is_active": _("Active"),
        "turn_mail": _("Turn emails"),
        "deleted_at": _("Deleted"),
    }
    search_fields = ["username", "email"]
    search_help_text = _("Part of a name or address")
    ordering = ["-date_joined"]
    readonly_fields = ["email", "last_login", "date_joined", "deleted_at", "bounced_at"]
    fieldsets = [
        (None, {"fields": ["username", "email", "date_joined", "last_login", "deleted_at"]}),
        (_("Settings"), {"fields": ["timezone", "language", "theme"]}),
        (
            _("Mail"),
            {
                "fields": [
                    "turn_mail",
                    "reminder_mail",
                    "news_mail",
                    "press_mail",
                    "staff_mail",
                    "mail_muted_until",
                    "bounced_at",
                ]
            },
        ),
        (_("Permissions"), {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]}),
    ]

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Keep deleted accounts read-only."""
        return (obj is None or obj.deleted_at is None) and super().has_change_permission(request, obj)

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: object) -> Field | None:
        """Label the two boxes of a field for a moment, which the stock page gives no name that is read aloud."""
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if isinstance(field, SplitDateTimeField):
            date, time = field.widget.widgets
            date.attrs["aria-label"] = gettext("%(field)s, date") % {"field": field.label}
            time.attrs["aria-label"] = gettext("%(field)s, time") % {"field": field.label}
        return field

    def save_model(self, request: HttpRequest, obj: User, form: ModelForm, change: bool) -> None:
        """Write the changed fields alone: the person may have changed the rest meanwhile."""
        columns = {field.name for field in obj._meta.concrete_fields}
        obj.save(update_fields=sorted(columns & set(form.changed_data)) if change else None)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        """Refuse to set a password for somebody else: a code by mail lets everybody set their own."""
        raise PermissionDenied

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Refuse to remove rows: games and the audit log refer to them. Deleting an account is its person's own act."""
        return False
