"""The form of the card that is chosen, with what must be named with it.

One control for each field of the card's offer. What depends on a place is asked for the place that stands in the
address: `src` where something goes from, or the first of two; `dst` where it goes, or all that is named.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from engine import ChoiceField, Field, NumberField, PieceMovesField, SeatField, TerritoriesField, TerritoryField
from games.decisions.cards.choice import PLAY, playable, price_now
from games.decisions.kit.amount import Amount, PieceChoice, sign_of
from games.decisions.kit.context import Choices, PageContext
from games.decisions.kit.panel import advice
from games.decisions.kit.posted import PIECES_AT_MOST, IncompleteForm, PostedForm, parse_by_fields
from games.families.cards import Aim, LostLand
from games.families.parts import parts_of
from games.wording.amounts import armies_noun, capitalized, count_funds
from games.wording.narration.sentences import names_for

FEW = 9
"""Up to so many places stand as rows; more of them as a list to pull down, and on the map."""
ARMIES = "f-armies"
"""The input of how many armies go; those of the pieces beside them are named after it."""
LABELS = {
    "at": gettext_lazy("Where"),
    "on": gettext_lazy("Against"),
    "target": gettext_lazy("Whom"),
    "src": gettext_lazy("Where from"),
    "dst": gettext_lazy("Where to"),
    "moves": gettext_lazy("Who moves where"),
    "what": gettext_lazy("Which one"),
}
"""What may be named with a card, as a form asks for it."""


@dataclass(frozen=True)
class CardOption:
    """One thing that may be named with a card. `colour` and `figure` are those of the badge beside it, or it has a
    `sign`; one that the rest of the form depends on has a `url` that chooses it. `means` is what it writes into
    the action, empty where the form shows no advice on it."""

    value: str
    name: str
    note: str
    chosen: bool
    colour: str = ""
    figure: str = ""
    sign: str = ""
    url: str = ""
    means: engine.Facts = field(default_factory=dict)


@dataclass(frozen=True)
class CardField:
    """What must be named with a card: a `kind` of control with its `name` and its options. `others` are more places to
    choose by their addresses, `amount` is how many armies go."""

    kind: str
    name: str
    label: str
    options: tuple[CardOption, ...] = ()
    count: str = ""
    pieces: tuple[CardOption, ...] = ()
    others: Choices = ()
    amount: Amount | None = None

    @property
    def chosen(self) -> CardOption:
        return next(option for option in self.options if option.chosen)


@dataclass(frozen=True)
class PreviewRow:
    """A territory that the chosen card would destroy: the colour of its badge and the figure on it, whose it is, and
    what is lost there."""

    name: str
    whose: str
    colour: str
    figure: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Preview:
    """What the chosen card would destroy, with its price and the sum of the losses for the button."""

    heading: str
    columns: tuple[str, ...]
    rows: tuple[PreviewRow, ...]
    notes: tuple[str, ...]
    total: str


@dataclass(frozen=True)
class CardAdvice:
    """What a friend would say while the option of this `name` and `value` is chosen in a `field`; without a field,
    whatever is chosen."""

    sentences: tuple[str, ...]
    field: str = ""
    value: str = ""
    name: str = ""
    chosen: bool = True


@dataclass(frozen=True)
class CardForm:
    """The card that is chosen, as it is sent. `links` are the territories that the map can choose for it, `src` and
    `dst` those that the form names as it stands; `preview` tells what it would destroy, `advice` what a friend would
    say of it."""

    number: int
    name: str
    text: str
    sent: str
    fields: tuple[CardField, ...]
    links: dict[int, str]
    src: int | None
    dst: int | None
    action: engine.Facts | None
    preview: Preview | None = None
    advice: tuple[CardAdvice, ...] = ()


def card_form(context: PageContext, number: int) -> CardForm:
    """Build the form of a card, with something chosen for all that must be named with it."""
    cards = engine.catalogue_of(context.view.rules, context.view.options)
    maker = _FormMaker(context, number)
    fields = maker.fields()
    name, text = cards.names[number], cards.kinds[number].text
    action = {"type": PLAY, "seat": context.me, "card": name, **maker.chosen} if maker.is_whole else None
    sent, seen = json.dumps(name), preview_of(context, number)
    said = advice_on(context, fields, action) if action else ()
    return CardForm(number, name, text, sent, fields, maker.links, maker.src, maker.dst, action, seen, said)


def advice_on(context: PageContext, fields: Iterable[CardField], action: engine.Facts) -> tuple[CardAdvice, ...]:
    """Collect what a friend would say of a card, for each option of what is chosen on the page itself."""
    asked = next((field for field in fields if any(option.means for option in field.options)), None)
    if asked is None:
        said = advice(context, action)
        return (CardAdvice(said),) if said else ()
    told = ((each, advice(context, {**action, **each.means})) for each in asked.options if each.means)
    return tuple(CardAdvice(said, asked.name, each.value, each.name, each.chosen) for each, said in told if said)


def preview_of(context: PageContext, number: int) -> Preview | None:
    """Show what a card would destroy; None for one that destroys nothing for certain."""
    kind = engine.catalogue_of(context.view.rules, context.view.options).kinds[number]
    told = parts_of(context.view.rules).cards.card_preview(context.view, kind)
    if told is None:
        return None
    rows = tuple(preview_row(context, land) for land in told.rows)
    price = count_funds(price_now(context.view, kind.cost), context.view.rules)
    total = _("%(price)s. You destroy %(lost)s.") % {"price": price, "lost": told.total}
    return Preview(told.heading, told.columns, rows, told.notes, total)


def preview_row(context: PageContext, land: LostLand) -> PreviewRow:
    whose = _("yours") if land.seat == context.me else context.title(land.seat)
    figure = str(context.view.units(land.at))
    return PreviewRow(context.name(land.at), whose, context.colour(land.seat), figure, land.cells)


@dataclass
class _FormMaker:
    """Makes the fields of one card; `chosen` collects what they say as they stand, `links` the territories that the
    map can choose."""

    context: PageContext
    number: int
    chosen: dict[str, engine.Value] = field(default_factory=dict)
    links: dict[int, str] = field(default_factory=dict)
    src: int | None = None
    dst: int | None = None
    is_whole: bool = True
    named: dict[str, Field] = field(default_factory=dict)

    def fields(self) -> tuple[CardField, ...]:
        offered = playable(self.context.view)[self.number].fields[1:]
        self.named = {each.name: each for each in offered}
        return tuple(made for each in offered for made in self.controls(each))

    def controls(self, field: Field) -> Iterable[CardField]:
        """Make the controls of a field; none for one that is a part of another's."""
        match field:
            case TerritoriesField(by=str(by)) if by:
                return self.two_of_a_seat(field)
            case TerritoriesField() if field.values == (self.context.view.about.get("dst"),):
                return (self.fixed(field),)
            case TerritoriesField() if field.most > 1:
                return (self.several(field),)
            case TerritoryField(name="src"):
                return (self.source(field.name, field.values),)
            case TerritoriesField() | TerritoryField():
                return (self.one(field),)
            case SeatField():
                return () if isinstance(self.named.get("on"), TerritoriesField) else (self.seats(field),)
            case ChoiceField():
                return self.choice(field)
            case NumberField():
                return (self.amount(field),)
            case PieceMovesField():
                return (self.moves(field),)
        raise TypeError(f"no control for {field!r}")

    def choice(self, field: ChoiceField) -> Iterable[CardField]:
        """Choose a thing by its name, or two ends of a way; pieces are chosen with their player or their armies."""
        if field.by:
            return ()
        return self.ends(field) if field.name == "on" else (self.things(field),)

    # ---- territories

    def fixed(self, field: TerritoriesField) -> CardField:
        """Name the territory that is invaded, which needs no choice."""
        self.chosen[field.name] = list(field.values)
        return CardField("fixed", f"t-{field.name}", "", self.options(field.values, field.values, self.context.code))

    def several(self, field: TerritoriesField) -> CardField:
        """Choose several territories: the reader's, then those that need it most."""
        values = self.ranked(field.values)
        picked = tuple(values[: field.most])
        self.chosen[field.name] = sorted(picked)
        said = {"count": field.most, "all": len(values)}
        own = all(self.context.view.owner[at] == self.context.me for at in values)
        text = _("%(count)s of your %(all)s") if own else _("%(count)s of %(all)s")
        count = text % said if field.least == field.most else _("up to %(count)s") % said
        options = self.options(values, picked, self.context.code)
        return CardField("several", f"t-{field.name}", self.label(field.name), options, count)

    def one(self, field: TerritoriesField | TerritoryField) -> CardField:
        """Choose one territory, by a row, a list or the map."""
        values = self.ranked(field.values_for(self.chosen))
        listed = isinstance(field, TerritoriesField)
        self.chosen[field.name] = [values[0]] if listed else values[0]
        name = f"t-{field.name}" if listed else f"f-{field.name}"
        made = self.target(name, self.label(field.name), values, self.context.code if listed else json.dumps)
        options = tuple(
            replace(option, means={field.name: [at] if listed else at}) if self.is_near(at) or option.chosen else option
            for option, at in zip(made.options, values, strict=True)
        )
        return replace(made, options=options)

    def is_near(self, at: int) -> bool:
        """Check whether what happens to a territory happens to the reader."""
        return self.context.view.owner[at] == self.context.me

    def target(self, name: str, label: str, values: Sequence[int], value: Callable[[int], str]) -> CardField:
        """Choose the territory on which a card falls or to which something goes, out of ranked ones."""
        self.dst = values[0]
        for at in values:
            if self.src is None or self.is_source_chosen or at not in self.links:
                self.links[at] = self.link(src=self.src, dst=at)
        options = self.options(values, values[:1], value)
        return CardField("one" if len(values) <= FEW else "list", name, label, options)

    def source(self, name: str, values: Sequence[int], value: Callable[[int], str] = json.dumps) -> CardField:
        """Choose the territory on which the rest of the form depends: each is a link."""
        ranked = self.ranked_sources(values)
        self.src = self.chosen[name] = ranked[0]
        self.links |= {at: self.link(src=at) for at in ranked}
        options = self.options(ranked[:FEW], ranked[:1], value)
        linked = tuple(replace(each, url=self.links[at]) for each, at in zip(options, ranked, strict=False))
        rest = tuple((self.context.name(at), self.links[at]) for at in ranked[FEW:])
        return CardField("source", f"f-{name}", self.label(name), linked, others=((_("Others"), rest),) if rest else ())

    @property
    def is_source_chosen(self) -> bool:
        return self.src is not None and self.context.selection.src == self.src

    def two_of_a_seat(self, field: TerritoriesField) -> Iterable[CardField]:
        """Choose two territories of one player; whose they are follows from the first."""
        every = [at for row in field.table.values() for at in row]
        first = replace(self.source("on", every, self.context.code), name="t-on", label=_("The first territory"))
        assert self.src is not None
        owner = self.context.view.owner[self.src]
        others = self.ranked([at for at in field.table[str(owner)] if at != self.src])
        second = self.target("t-on", _("The second territory"), others, self.context.code)
        self.chosen |= {"target": owner, "on": [self.src, self.dst]}
        return (self.sent("f-target", owner), first, second)

    def ends(self, field: ChoiceField) -> Iterable[CardField]:
        """Choose a way by one of its ends and then the other."""
        ways = [tuple(pair) for pair in field.values]
        first = replace(self.source("on", sorted({at for pair in ways for at in pair})), label=_("One end"), name="")
        here = self.src
        assert here is not None
        over = self.ranked([pair[0] if pair[1] == here else pair[1] for pair in ways if here in pair])
        second = self.target("f-on", _("The other end"), over, lambda at: json.dumps(sorted((here, at))))
        self.chosen["on"] = sorted((here, over[0]))
        return (first, second)

    # ---- all else

    def things(self, field: ChoiceField) -> CardField:
        """Choose a card, a deck or a piece by its name."""
        self.chosen[field.name] = field.values[0]
        options = tuple(self.thing(field.name, value, value == field.values[0]) for value in field.values)
        return CardField("one", f"f-{field.name}", self.label(field.name), options)

    def thing(self, name: str, value: str, chosen: bool) -> CardOption:
        aim = self.aim(value)
        return CardOption(
            json.dumps(value),
            aim.name,
            aim.note,
            chosen,
            self.context.colour(aim.seat),
            sign=aim.sign,
            means={name: value},
        )

    def aim(self, value: str) -> Aim:
        view = self.context.view
        kind = engine.catalogue_of(view.rules, view.options).kinds[self.number]
        return parts_of(view.rules).cards.aim(view, kind, value)

    def seats(self, field: SeatField) -> CardField:
        """Choose a player, together with a piece where one must be named: each pair is an option."""
        what = self.named.get("what")
        options: list[CardOption] = []
        for seat in field.values:
            colour, title = self.context.colour(seat), self.context.title(seat)
            for kind in what.values_for({field.name: seat}) if isinstance(what, ChoiceField) else ("",):
                sent = json.dumps([seat, kind] if what else seat)
                note = self.aim(kind).name if kind else self.context.person(seat).name
                means = {field.name: seat, **({what.name: kind} if what else {})}
                options.append(CardOption(sent, title, note, not options, colour, means=means))
                self.chosen.setdefault(field.name, seat)
                if what:
                    self.chosen.setdefault(what.name, kind)
        return CardField("one", "pair" if what else f"f-{field.name}", self.label(field.name), tuple(options))

    def amount(self, field: NumberField) -> CardField:
        """Choose how many armies go, and which pieces beside them."""
        least, most = field.bounds_for(self.chosen)
        self.chosen["armies"] = most
        beside = self.named.get("pieces")
        kinds = max(beside.values_for(self.chosen), key=len) if isinstance(beside, ChoiceField) else ()
        amount = Amount(least, most, most, pieces=tuple(map(self.companion, kinds)))
        return CardField("amount", ARMIES, self.force_words(bool(kinds)), amount=amount, count=self.armies)

    def companion(self, kind: str) -> PieceChoice:
        """Offer a piece to go along; it stays unless the reader says otherwise."""
        aim = self.aim(kind)
        name = f"{aim.name}, {aim.note}" if aim.note else aim.name
        return PieceChoice(kind, name, False, False, sign_of(self.context.view, kind))

    @property
    def armies(self) -> str:
        return capitalized(armies_noun(self.context.view.rules))

    def force_words(self, has_companions: bool) -> str:
        """Name what goes: "Armies", "Gods and armies"."""
        if not has_companions:
            return self.armies
        rules = engine.ruleset(self.context.view.rules)
        said = {"pieces": rules.words.companion_words[1], "armies": rules.armies_noun}
        return capitalized(_("%(pieces)s and %(armies)s") % said)

    def moves(self, field: PieceMovesField) -> CardField:
        """Choose a new place for each piece, or none."""
        names = names_for(self.context.view, html=False)
        places = tuple(CardOption(self.context.code(at), self.context.name(at), "", False) for at in field.places)
        pieces = tuple(CardOption(kind, names.piece(kind), "", False) for kind in field.values)
        self.is_whole = False  # nobody moves until the reader says so
        return CardField("moves", f"m-{field.name}", self.label(field.name), places, pieces=pieces)

    def sent(self, name: str, value: object) -> CardField:
        """Send a value that follows from the rest of the form."""
        return CardField("fixed", name, "", (CardOption(json.dumps(value), "", "", True),))

    def label(self, name: str) -> str:
        return str(LABELS.get(name, name))

    def link(self, **chosen: int | None) -> str:
        return self.context.link(cards=self.number, **chosen)

    def ranked(self, values: Iterable[int]) -> list[int]:
        """Rank territories: the one that the reader chose on the map, then own ones by need, those that are blighted
        last, others by strength."""
        view, chosen = self.context.view, self.context.selection.dst
        blights = parts_of(view.rules).board.blights(view)

        def rank(at: int) -> tuple[bool, bool, int, int]:
            own = view.owner[at] == self.context.me
            needs = view.borders.exposure(at, view.owner[at]) if own else view.units(at)
            return at != chosen, own and at in blights, -needs, at

        return sorted(values, key=rank)

    def ranked_sources(self, values: Iterable[int]) -> list[int]:
        """Rank territories to begin at: the one that the reader chose, then those that need least, the strongest
        first."""
        view, chosen = self.context.view, self.context.selection.src

        def rank(at: int) -> tuple[bool, int, int, int]:
            own = view.owner[at] == self.context.me
            return at != chosen, view.borders.exposure(at, view.owner[at]) if own else 0, -view.units(at), at

        return sorted(values, key=rank)

    def options(
        self, values: Sequence[int], picked: Sequence[int], value: Callable[[int], str]
    ) -> tuple[CardOption, ...]:
        context, owner = self.context, self.context.view.owner
        own = "" if all(owner[at] == context.me for at in values) else _("yours")
        return tuple(
            CardOption(
                value(at),
                context.name(at),
                own if owner[at] == context.me else context.title(owner[at]),
                at in picked,
                context.colour_at(at),
                str(context.view.units(at)),
            )
            for at in values
        )


# ---- how it is read


def parse_card(form: PostedForm) -> engine.Facts:
    """Read the fields of a card as the general form writes them; a player and a piece of theirs come as one `pair`,
    pieces that go with armies as boxes."""
    post = form.post.copy()
    if pair := form.text("pair"):
        _unpair(post, pair)
    if "f-pieces" not in post:
        post["f-pieces"] = json.dumps(post.getlist(f"p-{ARMIES}")[:PIECES_AT_MOST])
    return parse_by_fields(replace(form, post=post), PLAY)


def _unpair(post: QueryDict, pair: str) -> None:
    """Write both halves of a pair as fields of their own. Raises IncompleteForm."""
    try:
        seat, kind = json.loads(pair)
    except (ValueError, TypeError, RecursionError):
        raise IncompleteForm(_("Choose a player and one of their pieces.")) from None
    post["f-target"], post["f-what"] = json.dumps(seat), json.dumps(kind)
