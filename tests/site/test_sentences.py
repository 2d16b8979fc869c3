"""Every sentence that people read is marked for translation, so that a catalogue can hold it in their language."""

from __future__ import annotations

from pathlib import Path
from shutil import which

import pytest
from django.core.management import call_command

from tests.kit.certain import some
from tests.kit.packages import ROOT
from tests.kit.sentences import ENGLISH, files, of_jinja, of_python, of_template, unmarked

pytestmark = [pytest.mark.once, pytest.mark.no_cover]


def test_every_sentence_is_marked() -> None:
    """One that is not says where it stands."""
    open_ones = {f"{path.relative_to(ROOT)}:{line}: {said}" for path in some(files()) for line, said in unmarked(path)}
    assert not open_ones, "mark these for translation (docs/contributing.md):\n" + "\n".join(sorted(open_ones))


@pytest.mark.parametrize("name", ENGLISH)
def test_what_stays_english_is_there(name: str) -> None:
    assert (ROOT / name).exists()


@pytest.mark.parametrize(
    "template",
    [
        "<p>Your turn</p>",
        '<a href="/x" aria-label="Your games">{% icon "x" %}</a>',
        '<meta name="description" content="A war game in no hurry">',
        '{% include "x.html" with title="No mails yet" %}',
        '{{ name|default:"nobody at all" }}',
        "{% blocktrans %}Marked{% endblocktrans %}<b>and this is not</b>",
    ],
)
def test_finder_sees_words_of_templates(template: str) -> None:
    assert some(of_template(template))


@pytest.mark.parametrize(
    "template",
    [
        '<p class="fine print">{% trans "Your turn" %}</p>',
        "{% blocktrans %}You have {{ count }} armies{% plural %}and more{% endblocktrans %}",
        "{% comment %}Why this is so{% endcomment %}{# and this #}",
        '{% include "x.html" with title=_("No mails yet") %}',
        "<code>attack Brazil from Peru</code>",
        "Fieldpost &middot; {{ name }}",
    ],
)
def test_finder_passes_marked_templates(template: str) -> None:
    assert not list(of_template(template))


@pytest.mark.parametrize(
    "template",
    [
        "<p>Your turn</p>",
        '<a href="/x" aria-label="Your games">{{ icon("x") }}</a>',
        '{% with title="No mails yet" %}{% include "x.html" %}{% endwith %}',
        '{{ seat(colour, label="nobody at all") }}',
        "{% trans %}Marked{% endtrans %}<b>and this is not</b>",
        "{% if done %}{{ name }}{% else %}Nobody yet{% endif %}",
    ],
)
def test_finder_sees_words_of_jinja(template: str) -> None:
    assert some(of_jinja(template))


@pytest.mark.parametrize(
    "template",
    [
        '<p class="fine print">{{ _("Your turn") }}</p>',
        "{% trans count=armies %}You have {{ count }} armies{% pluralize %}and more{% endtrans %}",
        '{# Why this is so #}<p{% if now %} aria-current="true"{% endif %}></p>',
        '{% set title = _("No mails yet") %}{% include "x.html" %}',
        "{% block body_class %}table wide{% endblock %}<code>attack Brazil from Peru</code>",
    ],
)
def test_finder_passes_marked_jinja(template: str) -> None:
    assert not list(of_jinja(template))


@pytest.mark.skipif(not which("xgettext"), reason="makemessages needs GNU gettext")
def test_makemessages_collects_sentences_of_both_engines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jinja, django = tmp_path / "templates" / "jinja2" / "turn.html", tmp_path / "templates" / "home.html"
    jinja.parent.mkdir(parents=True)
    (tmp_path / "locale").mkdir()
    jinja.write_text(
        '{{ _("Your turn") }}\n{% trans trimmed count=most %}{{ count }} army\n  left{% pluralize %}{{ count }} armies'
        "\n  left{% endtrans %}"
    )
    django.write_text('{% load i18n %}{% trans "Your games" %}')
    monkeypatch.chdir(tmp_path)
    call_command("makemessages", locale=["de"], verbosity=0)
    catalogue = (tmp_path / "locale" / "de" / "LC_MESSAGES" / "django.po").read_text()
    assert 'templates/jinja2/turn.html:1\nmsgid "Your turn"' in catalogue
    assert 'msgid "%(count)s army left"\nmsgid_plural "%(count)s armies left"' in catalogue
    assert 'msgid "Your games"' in catalogue


@pytest.mark.parametrize(
    "code",
    [
        'title = "Your games"',
        'say(f"You have {count} armies")',
        'def say(what="an army of yours"): ...',
        'say(_(f"You have {count} armies"))',
        'say({"empty": "No games yet."})',
        'zone = f"{city} time"',
        'NUMBERS = ("one", "two")',
    ],
)
def test_finder_sees_sentences_of_code(code: str) -> None:
    assert some(of_python(code))


@pytest.mark.parametrize(
    "code",
    [
        '"""What a module is for."""',
        'title = _("Your games")',
        'say(ngettext("%(count)s army", "%(count)s armies", 2))',
        'raise ValueError("a seat is missing")',
        'log.info("mail %s was sent", 3)',
        'order = "end turn"  # as typed',
        'kind = "text/plain; charset=utf-8"',
        'names = f"{first} {second} fy-{style}"',
    ],
)
def test_finder_passes_marked_code(code: str) -> None:
    assert not list(of_python(code))
