"""Play players' orders, take them back, try them without playing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

import engine
from games.decisions.typed import read_orders
from games.errors import KeyReused, NotAllowed, NothingToUndo, refuse_closed
from games.models import Entry, Game, Player
from games.models.journal import actor_of
from games.play import stand_in
from games.play.clock import deadline_restored, is_past
from games.play.journal_reader import last_actions
from games.play.messages import Receipt, applicable_orders, play_in_turn, try_first
from games.play.session import Session, tag_of
from games.services.adjudication import refuse_past_end
from games.services.commit import commit_session
from games.services.locks import db_now, game_lock
from games.services.table_orders import find_table_order

ADVANCE = "occupy.advance"


def body_digest(ref: int, action: engine.Action | None, text: str) -> str:
    """Hash an order, to tell two under one idempotency key apart."""
    plain = engine.action_to_json(action) if action is not None else {"text": _collapse_spaces(text)}
    return hashlib.sha256(msgspec.json.encode([ref, plain], order="sorted")).hexdigest()


def _collapse_spaces(text: str) -> str:
    """Collapse spaces, keep line breaks."""
    return "\n".join(" ".join(line.split()) for line in text.splitlines() if line.strip())


def order_submit(
    *,
    game_id: int,
    seat: int,
    ref: int,
    source: str,
    user_id: int,
    key: str = "",
    action: engine.Action | None = None,
    text: str = "",
) -> Receipt:
    """Play one action, or the orders of a text, as the answer of `seat` to decision `ref`, for the person `user_id`.

    A text that is an order to the table goes to the app that brings it (`games.services.table_orders`), whatever `seat`
    and `ref` are.

    All is done under the game's lock: the same `key` again is answered without a second move. A text is read as
    a whole before its first order runs. An order that comes after its deadline but before the sweep has passed the
    seat still counts: whoever gets the lock first decides, and a real move is better than a default one.

    Raises GameClosed, StaleDecision, NotAllowed, KeyReused, UnreadableOrder, and IllegalAction if the first order is
    refused or no condition of the text holds; then nothing is written.
    """
    if action is None and (order := find_table_order(text)):
        replayed = order.give(game_id=game_id, user_id=user_id, text=text, source=source, key=key)
        return Receipt(Game.objects.get(pk=game_id), replayed=replayed)
    actor = actor_of(user_id)
    with transaction.atomic(durable=True):
        game = game_lock(game_id)
        body = body_digest(ref, action, text)
        if previous := _previous_receipt(game, actor, key, body):
            return previous
        session = Session.load(game, db_now())
        refuse_past_end(game, session.now)
        session.require_pending(seat, ref)
        require_seat_holder(session, seat, user_id, action)
        end_for_owner(session, seat, user_id, source)
        lines = [engine.ScriptLine("", (action,))] if action is not None else read_orders(text, session.view(seat))
        orders = applicable_orders(session, seat, with_usual_advance(lines) if source == Entry.Source.MAIL else lines)
        receipt = play_in_turn(session, seat, orders, source, {"actor": actor, "key": key, "body": body})
        _store_refusal(session.entries, key, receipt.refusal)
        commit_session(session, source=source, seat=seat)
    return receipt


def with_usual_advance(lines: Sequence[engine.ScriptLine]) -> list[engine.ScriptLine]:
    """Let attacks of a mail that say nothing of an advance move in as usual: nobody is there to be asked. One before an
    `advance` of its own is left as it is."""
    follows = [*lines[1:], engine.ScriptLine("")]
    return [
        line if is_advance(after) else replace(line, actions=tuple(map(engine.with_usual_advance, line.actions)))
        for line, after in zip(lines, follows, strict=True)
    ]


def is_advance(line: engine.ScriptLine) -> bool:
    return any(tag_of(action) == ADVANCE for action in line.actions)


def require_seat_holder(session: Session, seat: int, user_id: int, action: engine.Action | None = None) -> None:
    """Require that the person holds `seat`, that the account is open, and that an action is the seat's own.
    Raises NotAllowed.

    Asked under the lock: while an order was on its way an organizer may have given the seat to somebody else, or the
    caretaker may have taken it.
    """
    player = session.players.get(seat)
    if player is None or player.state == Player.State.RESIGNED or (action is not None and action.seat != seat):
        raise NotAllowed
    if user_id not in (player.user_id, friend_of(player, session)):
        raise NotAllowed(_("Somebody else plays this seat now."))
    if player.user is not None and not player.user.is_active:
        raise NotAllowed(_("This account is closed, so it cannot give orders."))
    if player.answers_by_itself:
        raise NotAllowed(_("The caretaker holds your seat now. Take it back first."))


def friend_of(player: Player, session: Session) -> int | None:
    """Return the friend who stands in where the open question is theirs to answer."""
    found = player.substitute_for(session.asked.pace) if session.asked else None
    return found.by if found else None


def stood_in(session: Session, seat: int, user_id: int) -> dict[str, str] | None:
    """Return who gives an order that the owner of a seat does not give, as its entry keeps it."""
    player, asked = session.players[seat], session.asked
    found = player.stood_in(asked.pace, by_person=True) if asked and player.user_id != user_id else None
    return found._asdict() if found else None


def end_for_owner(session: Session, seat: int, user_id: int, source: str) -> None:
    """End what stands in for a seat whose owner orders: they are back."""
    player = session.players[seat]
    if player.user_id == user_id:
        stand_in.end(session, player, stand_in.ORDERED, source)


def _previous_receipt(game: Game, actor: str, key: str, body: str) -> Receipt | None:
    if not key:
        return None
    before = Entry.objects.filter(game=game, actor=actor, key=key).first()
    if before is None:
        return None
    if before.body != body:
        raise KeyReused
    stopped = before.refused
    refusal = engine.IllegalAction(stopped["code"], **stopped["params"]) if stopped else None
    return Receipt(game, [before.seq], refusal, replayed=True)


def _store_refusal(entries: Iterable[Entry], key: str, refusal: engine.IllegalAction | None) -> None:
    """Store the refusal beside the key, so that a repeated message gets the same answer."""
    for entry in entries:
        if refusal is not None and key and entry.key == key:
            entry.refused = {"code": refusal.code, "params": refusal.params}


def order_check(*, game: Game, seat: int, action: engine.Action | None = None, text: str = "") -> list[engine.Action]:
    """Parse and dry-run orders: the actions, as far as they are legal now.

    The first that counts now is tried. Later orders of a text are only read, those behind conditions too, for what
    comes before them may hang on dice. Raises UnreadableOrder, IllegalAction.
    """
    if action is None and (order := find_table_order(text)):
        order.check(game, text)
        return []
    session = Session.load(game, db_now())
    if action is not None:
        session.dry_run(action)
        return [action]
    lines = read_orders(text, session.view(seat))
    course = engine.ConditionEvaluator(look_up=session.captured)
    first = next((at for at, line in enumerate(lines) if course.applies(line.clause, lambda: session.view(seat))), None)
    if first is None:
        raise engine.IllegalAction("order.no_condition")
    orders = [order for line in lines[first:] for order in line.actions]
    try_first(session, orders)
    return orders


def order_undo(
    *, game_id: int, seat: int, ref: int, user_id: int, source: str = Entry.Source.WEB, key: str = ""
) -> Receipt:
    """Undo the last order of `seat`, with the steps that it ended on its way.

    `ref` is the decision that is open on the player's page. Possible until a die, a card or somebody else's move
    has made the outcome known, and while the turn has time left. Raises NothingToUndo, NotAllowed, KeyReused,
    GameClosed.
    """
    actor = actor_of(user_id)
    with transaction.atomic(durable=True):
        game = game_lock(game_id)
        if replayed := _previous_receipt(game, actor, key, f"undo {ref}"):
            return replayed
        session = Session.load(game, db_now())
        refuse_past_end(game, session.now)
        refuse_closed(game)
        if session.asked is None or session.asked.ref != ref:
            raise NothingToUndo
        require_seat_holder(session, seat, user_id)
        first = undo_target(game, seat)
        if first is None:
            raise NothingToUndo
        if is_past(first, game, session.now):
            raise NothingToUndo(_("There is nothing to undo: the time for that turn is over."))
        entry = session.rewind_to(
            first.seq - 1,
            Entry.Kind.UNDO,
            source,
            deadline=deadline_restored(first, game, session.clock),
            seat=seat,
            actor=actor,
            stand_in=stood_in(session, seat, user_id),
            key=key,
            body=f"undo {ref}" if key else "",
        )
        commit_session(session, source=source, seat=seat)
    return Receipt(game, [entry.seq])


def undo_target(game: Game, seat: int) -> Entry | None:
    """Find the first entry of the last order of `seat` if it may still be taken back."""
    first: Entry | None = None
    for entry in last_actions(game.pk):
        is_of_an_earlier_order = first is not None and not entry.implied
        if is_of_an_earlier_order or entry.seat != seat or not entry.undoable:
            break
        first = entry
    return first
