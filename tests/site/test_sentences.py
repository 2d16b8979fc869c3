"""Every sentence that people read is marked for translation, so that a catalogue can hold it in their language."""

from __future__ import annotations

import pytest

from tests.kit.certain import some
from tests.kit.sentences import ROOT, files, of_python, of_template, unmarked

pytestmark = [pytest.mark.once, pytest.mark.no_cover]

NOT_YET = {
    "accounts/adapter.py",
    "accounts/dates.py",
    "accounts/game_mail.py",
    "accounts/mailing.py",
    "accounts/models.py",
    "accounts/ratelimit.py",
    "accounts/sessions.py",
    "config/caches.py",
    "config/sessions.py",
    "config/settings.py",
    "engine/board_text.py",
    "engine/bots/caretaker.py",
    "engine/bots/recruit.py",
    "engine/bots/veteran.py",
    "engine/bots/wanderer.py",
    "engine/core/chance.py",
    "engine/core/codec.py",
    "engine/core/conditions.py",
    "engine/core/errors.py",
    "engine/core/kernel.py",
    "engine/core/mapgraph.py",
    "engine/core/messages.py",
    "engine/core/notation.py",
    "engine/core/variants.py",
    "engine/journal.py",
    "engine/mechanics/battle/__init__.py",
    "engine/mechanics/battle/losses.py",
    "engine/mechanics/battle/orders.py",
    "engine/mechanics/battle/terms.py",
    "engine/mechanics/card_sets.py",
    "engine/mechanics/deploy.py",
    "engine/mechanics/fortify.py",
    "engine/mechanics/occupy.py",
    "engine/mechanics/reaction.py",
    "engine/mechanics/setup.py",
    "engine/mechanics/setup_plan.py",
    "engine/mechanics/turns.py",
    "engine/position.py",
    "engine/rules/classic/capitals.py",
    "engine/rules/classic/improve.py",
    "engine/rules/classic/missions.py",
    "engine/rules/classic/options.py",
    "engine/rules/classic/overlays.py",
    "engine/rules/classic/presets.py",
    "engine/rules/classic/switches.py",
    "engine/rules/classic/traits.py",
    "games/api/door.py",
    "games/api/views/account.py",
    "games/api/views/catalogue.py",
    "games/api/views/play.py",
    "games/api/views/tables.py",
    "games/boards/capitals.py",
    "games/boards/drawing.py",
    "games/boards/flat.py",
    "games/boards/fonts/README.txt",
    "games/lateness.py",
    "games/likely.py",
    "games/likely_kinds.py",
    "games/links.py",
    "games/mail/news.py",
    "games/mail/reader.py",
    "games/mail/tables.py",
    "games/models/game.py",
    "games/models/journal.py",
    "games/models/tokens.py",
    "games/models/waiting.py",
    "games/pages/attacking.py",
    "games/pages/facts.py",
    "games/pages/moving.py",
    "games/pages/planning.py",
    "games/pages/regroup.py",
    "games/pages/throwing.py",
    "games/pages/trading.py",
    "games/seats.py",
    "games/selectors/minis.py",
    "games/services/demo.py",
    "games/services/disputes.py",
    "games/services/forgetting.py",
    "games/services/invitations.py",
    "games/services/outage.py",
    "games/services/outbox_wishes.py",
    "games/services/tokens.py",
    "games/settling.py",
    "games/templatetags/fieldpost.py",
    "games/views/links.py",
    "games/views/play.py",
    "templates/accounts/entrance.html",
    "templates/admin/base_site.html",
    "templates/admin/games/change_form_object_tools.html",
    "templates/admin/pagination.html",
    "templates/games/game_words.html",
    "templates/games/history.html",
    "templates/games/home.html",
    "templates/games/home_invited.html",
    "templates/games/home_open.html",
    "templates/games/home_other.html",
    "templates/games/home_turn.html",
    "templates/games/invite.html",
    "templates/games/lobby.html",
    "templates/games/new.html",
    "templates/games/over.html",
    "templates/games/played.html",
    "templates/games/rules_choice.html",
    "templates/games/rules_more.html",
    "templates/games/seat_rows.html",
    "templates/games/turn.html",
    "templates/inbox/list.html",
    "templates/inbox/mail.html",
    "templates/organize/act.html",
    "templates/organize/ask.html",
    "templates/organize/audit.html",
    "templates/organize/audit_rows.html",
    "templates/organize/base.html",
    "templates/organize/game.html",
    "templates/organize/game_base.html",
    "templates/organize/games.html",
    "templates/organize/hidden.html",
    "templates/organize/journal.html",
    "templates/organize/mail_rows.html",
    "templates/organize/mails.html",
    "templates/organize/older.html",
    "templates/organize/outbox.html",
    "templates/organize/people.html",
    "templates/organize/reason.html",
    "templates/organize/shows.html",
}
"""Files with sentences that are still to be marked. Only ever shorter: take a file out once all of it is."""


def test_every_sentence_is_marked() -> None:
    """One that is not says where it stands."""
    open_ones = {
        f"{name}:{line}: {said}"
        for path in some(files())
        if (name := str(path.relative_to(ROOT))) not in NOT_YET
        for line, said in unmarked(path)
    }
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
