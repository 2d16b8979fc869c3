"""The form of a webhook."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from webhooks.outside import NotOutside, checked_address, split_address


class WebhookForm(forms.Form):
    """Where to post, and what."""

    url = forms.CharField(
        label=_("Address of the webhook"),
        max_length=500,
        widget=forms.TextInput(attrs={"type": "url", "autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": _("Paste the address that your chat gives you.")},
    )
    with_news = forms.BooleanField(label=_("News as well"), required=False)

    def clean_url(self) -> str:
        """Refuse what cannot be posted to at once; it is looked up again each time something is posted."""
        url: str = self.cleaned_data["url"]
        try:
            checked_address(split_address(url))
        except NotOutside as exc:
            raise forms.ValidationError(str(exc)) from None
        except (OSError, UnicodeError):
            raise forms.ValidationError(gettext("No server of this name was found. Check the address.")) from None
        return url
