"""Acts of organizers for a person who lost access to their account. Those on games are in `acts.py`."""

from __future__ import annotations

from functools import partial

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from common.registry import Registry
from games.organize.acts import ActContext, Arguments, OrganizerAct
from games.organize.forms import ReasonForm
from games.services import account_help

PERSON_ACTS: Registry[OrganizerAct[User]] = Registry()
"""Acts for a person, open to whoever has the right to help them (`account_help.may_help`)."""


class HelpForm(ReasonForm):
    """The reason of an act on an account."""

    def prepare(self) -> None:
        self.fields["reason"].help_text = _("Kept in the audit log, and sent to the player by email.")


class AddressForm(HelpForm):
    """The new address of an account, with the reason."""

    address = forms.EmailField(label=gettext_lazy("New address"))


help_act = partial(
    OrganizerAct[User],
    about=gettext_lazy("If they lost access. They are told by email."),
    icon="user",
    done=gettext_lazy("Done. The player was told by email."),
    form=HelpForm,
)
ENDS = gettext_lazy("Every login ends, and API tokens stop working.")


def change_address(context: ActContext[User], arguments: Arguments) -> list[str | Promise]:
    return [
        _("Codes and mail go to the new address. Check that it belongs to the player."),
        ENDS,
        _("Both addresses get an email with your reason. The former one can undo it for a week."),
    ]


PERSON_ACTS.add(
    help_act(
        name="address",
        title=gettext_lazy("Change the address"),
        preview=change_address,
        do=account_help.help_address,
        form=AddressForm,
    )
)


def remove_second_step(context: ActContext[User], arguments: Arguments) -> list[str | Promise]:
    return [
        _("All passkeys, the authenticator app and the recovery codes are removed."),
        ENDS,
        _("The player gets an email with your reason."),
    ]


PERSON_ACTS.add(
    help_act(
        name="second-step",
        title=gettext_lazy("Remove the second step"),
        preview=remove_second_step,
        do=account_help.help_second_step,
    )
)


def end_sessions(context: ActContext[User], arguments: Arguments) -> list[str | Promise]:
    return [ENDS, _("The player gets an email with your reason.")]


PERSON_ACTS.add(
    help_act(
        name="sessions",
        title=gettext_lazy("End all logins"),
        preview=end_sessions,
        do=account_help.help_sessions,
    )
)
