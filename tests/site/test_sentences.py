"""Every sentence that people read is marked for translation, so that a catalogue can hold it in their language."""

from __future__ import annotations

import pytest

from tests.kit.certain import some
from tests.kit.sentences import ROOT, files, of_python, of_template, unmarked

pytestmark = [pytest.mark.once, pytest.mark.no_cover]


def test_every_sentence_is_marked() -> None:
    """One that is not says where it stands."""
    open_ones = {f"{path.relative_to(ROOT)}:{line}: {said}" for path in some(files()) for line, said in unmarked(path)}
    assert not open_ones, "mark these for translation (docs/contributing.md):\n" + "\n".join(sorted(open_ones))


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
    "code",
    [
        'title = "Your games"',
        'say(f"You have {count} armies")',
        'def say(what="an army of yours"): ...',
        'say(_(f"You have {count} armies"))',
        'say({"empty": "No games yet."})',
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
    ],
)
def test_finder_passes_marked_code(code: str) -> None:
    assert not list(of_python(code))
