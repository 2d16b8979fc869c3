"""Change who holds a seat: resign, take back from the caretaker, hand over to somebody new; store standing orders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from games.decisions.kit.context import THENS
from games.errors import BadStandingOrder, GameClosed, GameError, NotAllowed
from games.families.parts import parts_of
from games.models import Entry, Game, Player, StandingOrder, StandingText, StandingUse, Waiting
from games.play import ask_offer, stand_in, standing_orders
from games.play.autoplay import resume_deserted
from games.play.session import Session
from games.play.standing_language import canonical
from games.selectors.seen import knows_hidden
from games.services.commit import commit_session
from games.services.first_ratings import keep_ratings
from games.services.locks import db_now, game_lock, person_lock
from games.services.notifications import NewMail, mail_enqueue
from games.services.table_settings import check_bot

if TYPE_CHECKING:
    from accounts.models import User

LONGEST_STANDING = 2000


def _load_seat(game_id: int, user_id: int) -> tuple[Session, Player]:
    """Load the locked game and the person's seat in it. Raises GameClosed, NotAllowed."""
    game = game_lock(game_id)
    if game.status not in (Game.Status.RUNNING, Game.Status.PAUSED):
        raise GameClosed
    session = Session.load(game, db_now())
    player = next((player for player in session.players.values() if player.user_id == user_id), None)
    if player is None or player.state in (Player.State.OUT, Player.State.RESIGNED):
        raise NotAllowed
    return session, player


def store_move_in_choice(player_id: int, then: str) -> None:
    """Store how many a player wants to move in after a capture. Writes only what changes."""
    if then in THENS:
        Player.objects.filter(pk=player_id).exclude(then=then).update(then=then)


def resign(*, game_id: int, user_id: int, source: str = Entry.Source.WEB) -> None:
    """Leave a running game for good: the caretaker holds the seat to the end. Raises GameClosed, NotAllowed,
    OtherEdition."""
    with transaction.atomic():
        session, player = _load_seat(game_id, user_id)
        player.state, player.left_at = Player.State.RESIGNED, session.now
        session.touch(player)
        session.log_host_event("resigned", source=source, seat=player.seat)
        commit_session(session, source=source, seat=player.seat)


def resign_unread(*, game: Game, user_id: int) -> None:
    """Resign from a locked game whose board this site cannot read. No note is written, for the journal belongs to rules
    that are not here; the caretaker plays on at the first sweep that can read them."""
    player = game.players.get(user_id=user_id)
    player.state, player.left_at = Player.State.RESIGNED, db_now()
    player.save(update_fields=["state", "left_at"])
    Waiting.objects.filter(player=player).update(due_at=db_now(), remind_at=None)


def take_back(*, game_id: int, user_id: int, source: str = Entry.Source.WEB) -> None:
    """Return to a seat that the caretaker holds, or in which somebody stands in; its next question is the player's
    again.

    Does nothing if the player holds it already. Raises GameClosed, NotAllowed.
    """
    with transaction.atomic(durable=True):
        session, player = _load_seat(game_id, user_id)
        if player.user is None or not player.user.is_active:
            raise NotAllowed
        if player.state == Player.State.PLAYING and not player.stand_in:
            return
        if player.state != Player.State.PLAYING:
            player.state, player.missed, player.offered_at = Player.State.PLAYING, 0, None
            session.touch(player)
            session.log_host_event("returned", source=source, seat=player.seat)
        stand_in.end(session, player, stand_in.BACK, source)
        if session.game.waits_until is not None:
            renew_question(session, player)
        resume_deserted(session, player)
        commit_session(session, source=source, seat=player.seat)


def hand_over(
    session: Session, player: Player, *, source: str, by: User | None = None, bot: str = "", reason: str = ""
) -> None:
    """Give a seat to another person (`by`) or to a bot, with the full time for its turn and its open decision, and a
    time bank as at the start. Nothing of what the former player left is inherited, and they are told."""
    player.first_holder = player.first_holder or holder_of(player)
    was, left = player.label, player.user_id if player.state != Player.State.RESIGNED else None
    player.user, player.bot, player.state, player.held_by = by, bot, Player.State.PLAYING, ""
    player.missed, player.began, player.lapse, player.offered_at = 0, False, "", None
    player.taken_at, player.left_at = session.now, None
    keep_ratings(session.game, [player])
    session.touch(player)
    forget_choices(player)
    if session.clock.rules.bank is not None:
        session.clock.set_bank(player, session.clock.rules.bank.start)
    renew_question(session, player)
    session.standing.forget(player)
    forget_standing_orders(player)
    why = {"reason": reason.strip()} if reason else {}
    session.log_host_event("replaced", source=source, seat=player.seat, was=was, by=player.label, **why)
    if left is not None:
        tell_unseated(session, player, left, reason, by_organizer=source == Entry.Source.ORGANIZER)


def seat_hand_over(*, game_id: int, seat: int, by: User | None = None, bot: str = "", reason: str = "") -> None:
    """Give a seat to another person (`by`) or to a bot without an organizer, as the rules of an event say, with the
    full time for its turn and its open decision. Who had it reads the reason.

    Raises GameError if the newcomer plays here already, or has seen what is hidden here, GameClosed for a game that is
    not being played, NotAllowed if the newcomer's account is gone.
    """
    check_taker(by, bot)
    with transaction.atomic():
        if by is not None:
            person_lock(by)
        game = game_lock(game_id)
        if game.status not in (Game.Status.RUNNING, Game.Status.PAUSED) or not game.has_board:
            raise GameClosed
        session = Session.load(game, db_now())
        reassign_seat(session, seat, source=Entry.Source.SYSTEM, by=by, bot=bot, reason=reason)
        commit_session(session, source=Entry.Source.SYSTEM)


def check_taker(by: User | None, bot: str) -> None:
    """Refuse a seat for both or neither of a person and a bot, and an unknown bot. Raises GameError."""
    if (by is None) == (not bot):
        raise GameError(_("Choose either a person or a bot."))
    if bot:
        check_bot(bot)


def reassign_seat(session: Session, seat: int, *, source: str, by: User | None, bot: str, reason: str) -> None:
    """Give a living seat to another person or to a bot. Raises GameError for any other seat, and as
    `require_newcomer`."""
    player = session.players.get(seat)
    if player is None or session.view(None).seats[seat].out:
        raise GameError(_("There is no such seat in the game."))
    if by is not None:
        require_newcomer(session.game, by, seat)
    hand_over(session, player, source=source, by=by, bot=bot, reason=reason)


def require_newcomer(game: Game, newcomer: User, seat: int) -> None:
    """Refuse a new player who has a seat already or has seen what is hidden from this one. Raises GameError."""
    if game.players.filter(user=newcomer).exists():
        raise GameError(_("%(name)s already plays in this game.") % {"name": newcomer.username})
    if knows_hidden(game, newcomer, seat):
        text = _("%(name)s has seen hidden information in this game, so the seat must go to somebody else.")
        raise GameError(text % {"name": newcomer.username})


def holder_of(player: Player) -> str:
    """Return who holds a seat in the words of ratings: `person:NUMBER`, the number of the account, or `bot:NAME`."""
    return f"person:{player.user_id}" if player.user_id else f"bot:{player.bot}"


def renew_question(session: Session, player: Player) -> None:
    """Give a seat the full time for its turn and for its open decision."""
    assert player.seat is not None
    asked = session.waiting.before.pop(player.seat, None)
    if session.view(None).active == player.seat or (asked and asked.pace == Waiting.Pace.TURN):
        session.clock.start_turn(session.turn)


def forget_choices(player: Player) -> None:
    """Clear what the former player has chosen for this game: how mail comes, how many move in, whether to be asked."""
    player.mail_ways, player.then, player.ask_offer, player.window_pass = None, "", "", ""
    Player.objects.filter(pk=player.pk).update(mail_ways=None, then="", ask_offer="", window_pass="")


def forget_standing_orders(player: Player) -> None:
    """Clear the seat's standing orders, with all their texts and uses, which a new holder does not inherit."""
    player.game.standing_orders.filter(player=player).delete()
    player.standing_texts.all().delete()
    StandingUse.objects.filter(entry__game_id=player.game_id, entry__seat=player.seat).delete()


def tell_unseated(session: Session, player: Player, left: int, reason: str, *, by_organizer: bool) -> None:
    """Queue the mail to the person who `left` a seat that now is another's."""
    mail_enqueue(
        NewMail(
            key=f"unseated:{session.game.pk}:{session.game.seq}:{left}",
            template="unseated",
            not_before=session.now,
            game=session.game,
            user_id=left,
            context={"by": player.label, "reason": reason.strip(), "by_organizer": by_organizer},
        )
    )


def standing_set(*, game_id: int, user_id: int, text: str, source: str = Entry.Source.WEB) -> StandingOrder:
    """Store a player's standing orders, in their canonical form. Raises BadStandingOrder with the lines, NotAllowed,
    GameClosed.

    They apply from the next decision on: a decision that is open to the player stays open.
    """
    with transaction.atomic(durable=True):
        game, player = _lock_seat(game_id, user_id)
        return _store_standing(game, player, text, source)


def standing_restore(*, game_id: int, user_id: int, source: str = Entry.Source.WEB) -> StandingOrder:
    """Bring back the text that a player had before the present one, as a new version. Raises GameError if there is
    none, else as `standing_set`."""
    with transaction.atomic(durable=True):
        game, player = _lock_seat(game_id, user_id)
        before = last_text(player)
        if before is None:
            raise GameError(_("There are no earlier standing orders to bring back."))
        return _store_standing(game, player, before.text, source)


def last_text(player: Player) -> StandingText | None:
    """Return the latest text of a player that is not the present one; None if there is none."""
    texts = list(player.standing_texts.order_by("-version")[:2])
    return texts[1] if len(texts) > 1 else None


def _lock_seat(game_id: int, user_id: int) -> tuple[Game, Player]:
    """Lock a game and find the person's seat in it. Raises GameClosed, NotAllowed."""
    game = game_lock(game_id)
    player = game.players.filter(user_id=user_id).first()
    if player is None or player.state == Player.State.RESIGNED:
        raise NotAllowed
    if game.has_ended:
        raise GameClosed
    return game, player


def _store_standing(game: Game, player: Player, text: str, source: str) -> StandingOrder:
    view = Session.load(game, db_now()).view(player.seat) if game.has_board and player.seat is not None else None
    cases = parts_of(game.rules).orders.standing_cases
    standing_orders.check(text, game.map, view, cases, game.reaction_hours)
    text = canonical(text, game.map, cases)
    if len(text) > LONGEST_STANDING:
        raise BadStandingOrder(_("Standing orders can have at most 2,000 characters."))
    if ask_offer.settles(text, game):
        _close_offer(player)
    order = StandingOrder.objects.filter(player=player).first() or StandingOrder(game=game, player=player)
    if order.pk and order.text == text:
        return order
    order.text, order.version = text, 1 + (player.standing_texts.aggregate(Max("version"))["version__max"] or 0)
    order.spent = [line for line in order.spent if line in standing_orders.bare_lines(text)]
    order.save()
    StandingText.objects.create(player=player, version=order.version, text=text, source=source, made_at=db_now())
    return order


def _close_offer(player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(ask_offer=Player.Offer.ANSWERED)


def ask_offer_take(*, game_id: int, user_id: int, hours: int) -> None:
    """Have a player asked when they are invaded, and about what else their cards answer, within some hours: their
    standing orders get lines that say so, unless they speak of it already. Raises as `standing_set`."""
    with transaction.atomic(durable=True):
        game, player = _lock_seat(game_id, user_id)
        order = StandingOrder.objects.filter(player=player).first()
        text = order.text if order else ""
        if not ask_offer.settles(text, game):
            _store_standing(game, player, ask_offer.with_question(text, hours, game.rules), Entry.Source.WEB)


def ask_offer_decline(*, game_id: int, user_id: int) -> None:
    """Keep that a player does not want to be asked about invasions. Raises GameClosed, NotAllowed."""
    with transaction.atomic(durable=True):
        _close_offer(_lock_seat(game_id, user_id)[1])
