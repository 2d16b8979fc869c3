"""Acts of organizers for a person who lost access to their account. Those on games are in `acts.py`."""

from __future__ import annotations

from collections.abc import Callable
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
TOLD = gettext_lazy("The player gets an email with your reason.")
ENDS = gettext_lazy("Every login ends, and API tokens stop working.")


def make_preview(*sentences: Promise) -> Callable[[ActContext[User], Arguments], tuple[Promise, ...]]:
    """Make the preview of an act that has the same effects on every account."""
    return lambda context, arguments: sentences


PERSON_ACTS.add(
    help_act(
        name="address",
        title=gettext_lazy("Change the address"),
        preview=make_preview(
            gettext_lazy("Codes and mail go to the new address. Check that it belongs to the player."),
            ENDS,
            gettext_lazy("Both addresses get an email with your reason. The former one can undo it for a week."),
        ),
        do=account_help.help_address,
        form=AddressForm,
    )
)


PERSON_ACTS.add(
    help_act(
        name="second-step",
        title=gettext_lazy("Remove the second step"),
        preview=make_preview(
            gettext_lazy("All passkeys, the authenticator app and the recovery codes are removed."), ENDS, TOLD
        ),
        do=account_help.help_second_step,
    )
)


PERSON_ACTS.add(
    help_act(
        name="sessions",
        title=gettext_lazy("End all logins"),
        preview=make_preview(ENDS, TOLD),
        do=account_help.help_sessions,
    )
)
