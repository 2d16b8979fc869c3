"""The lines of a text in HTML: blocks, list items, table cells and line breaks each begin one.

How deep elements lie inside each other is counted before the text is parsed, for a parser can be held, or filled, by
text that is made for it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

from inbound.reading.lines import Line, mark_line

DEEPEST = 400
"""So many elements may lie inside each other."""
MOST_TAGS = 20_000
MOST_REOPENED = 50_000
"""So many elements may the parser open anew because they were never closed."""
TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]*)")
VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())  # noqa: SIM905
IMPLIED = frozenset("p li td th tr dt dd option thead tbody tfoot html head body".split())  # noqa: SIM905
"""Elements that end by themselves where the next begins."""
FORMATS = frozenset("a b big code em font i nobr s small strike strong tt u".split())  # noqa: SIM905
"""Elements that the parser opens anew in each block until they are closed."""
BLOCKS = frozenset(
    """
    address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form
    h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody td tfoot th thead tr ul
    """.split()  # noqa: SIM905
)
UNREAD = frozenset("head script style title template noscript iframe object textarea select svg math".split())  # noqa: SIM905
QUOTATION = re.compile(r"<(/?)blockquote\b[^>]{0,500}>", re.IGNORECASE)
BEGINS, ENDS = "fieldpost-quotation-begins", "fieldpost-quotation-ends"
HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all", re.IGNORECASE)
STRUCK = frozenset(("del", "s", "strike"))
STRUCK_STYLE = re.compile(r"text-decoration[^;:]*:[^;]*line-through", re.IGNORECASE)
STRIKE = "~~"
"""What stands around words that are struck out, as people write it in plain text."""
RAISED = frozenset(("sub", "sup"))
RAISED_DIGITS = str.maketrans("0123456789", "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079")
"""Digits above or below a line, as plain text has them: they are no part of the number before them."""
SIGNATURE = re.compile(r"signature", re.IGNORECASE)
SIGNATURE_BEGINS = "lineBreakAtBeginningOfSignature"
SPACES = re.compile(r"[^\S\u00a0\u2002-\u200a\u202f\u205f\u3000]+")
"""White space that HTML shows as one space; others, such as no-break spaces, stay."""


class TooDeep(ValueError):
    """Elements lie too deep inside each other, or are too many."""


def check_nesting(html: str) -> None:
    """Count how deep elements lie inside each other. Raises TooDeep."""
    depth = formats = reopened = 0
    tags = TAG.findall(html)
    if len(tags) > MOST_TAGS:
        raise TooDeep
    for end, name in tags:
        tag = name.lower()
        if tag in IMPLIED:
            reopened += formats
        elif tag not in VOID:
            depth = max(0, depth + (-1 if end else 1))
            formats = max(0, formats + (-1 if end else 1)) if tag in FORMATS else formats
            reopened += formats if tag in BLOCKS else 0
        if depth > DEEPEST or reopened > MOST_REOPENED:
            raise TooDeep


def html_lines(html: str, *, with_hidden: bool = False) -> list[Line]:
    """Split a text in HTML into lines. With `with_hidden` hidden elements and the words in place of pictures are read
    too. Raises TooDeep."""
    check_nesting(html)
    tree = LexborHTMLParser(mark_quotations(html))
    return LineWriter(with_hidden).write(tree.body or tree.root)


def mark_quotations(html: str) -> str:
    """Write a comment for each begin and end of a quotation: a parser passes over an end that stands inside a cell, as
    programs write it that break a quotation open."""
    written, at = [], 0
    while at < len(html):
        begin = html.find("<!--", at)
        end = html.find("-->", begin) + 3 if begin >= 0 else 0
        upto = begin if begin >= 0 else len(html)
        written.append(QUOTATION.sub(lambda found: f"<!--{ENDS if found[1] else BEGINS}-->", html[at:upto]))
        at = max(end, upto + 4) if begin >= 0 and end > 2 else len(html)
        written.append(html[upto:at])
    return "".join(written)


@dataclass
class LineWriter:
    """Writes the elements of a tree as lines, one after another and never by recursion."""

    with_hidden: bool = False
    lines: list[Line] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    quotes: int = 0
    signatures: int = 0
    preformatted: int = 0
    raised: int = 0
    is_signed: bool = False

    def write(self, root: LexborNode | None) -> list[Line]:
        """Go through a tree in order and return its lines."""
        node = root
        while node is not None:
            if self._open(node):
                if node.first_child is not None:
                    node = node.first_child
                    continue
                self._close(node)
            node = self._go_on(node, root)
        self._end_line()
        return self.lines

    def _go_on(self, node: LexborNode, root: LexborNode | None) -> LexborNode | None:
        """Return the node behind one that is done; elements that end with it are closed."""
        at: LexborNode | None = node
        while at is not None and root is not None and at.mem_id != root.mem_id:
            if at.next is not None:
                return at.next
            at = at.parent
            if at is not None:
                self._close(at)
        return None

    def _open(self, node: LexborNode) -> bool:
        """Begin an element and return whether its contents are read."""
        tag = node.tag or ""
        if tag == "-text":
            self._write_text(node.text_content or "")
            return False
        if tag == "-comment":
            self._turn_quotation(node.comment_content or "")
            return False
        if tag.startswith(("-", "!")) or tag in UNREAD:
            return False
        attributes = node.attributes
        if not self.with_hidden and is_hidden(attributes):
            return False
        if tag == "br":
            self._break(attributes)
        elif tag == "img" and self.with_hidden:
            self.words.append(f" {attributes.get('alt') or ''} ")
        if tag in BLOCKS:
            self._end_block()
        self._count(node, tag, 1)
        self._strike(tag, attributes)
        return True

    def _close(self, node: LexborNode) -> None:
        """End an element that was begun."""
        tag = node.tag or ""
        self._strike(tag, node.attributes)
        if tag in BLOCKS:
            self._end_block()
        self._count(node, tag, -1)

    def _count(self, node: LexborNode, tag: str, step: int) -> None:
        self.preformatted += step * (tag == "pre")
        self.raised += step * (tag in RAISED)
        self.signatures += step * is_signature(node.attributes)

    def _strike(self, tag: str, attributes: dict[str, str | None]) -> None:
        """Write a mark where words that are struck out begin or end."""
        if tag in STRUCK or STRUCK_STYLE.search(attributes.get("style") or ""):
            self.words.append(STRIKE)

    def _turn_quotation(self, comment: str) -> None:
        """Begin or end a quotation."""
        if comment not in (BEGINS, ENDS):
            return
        self._end_block()
        self.quotes = max(0, self.quotes + (1 if comment == BEGINS else -1))
        self.is_signed = False

    def _write_text(self, text: str) -> None:
        text = text.translate(RAISED_DIGITS) if self.raised else text
        if not self.preformatted:
            self.words.append(text)
            return
        first, *others = text.split("\n")
        self.words.append(first)
        for other in others:
            self._end_line()
            self.words.append(other)

    def _break(self, attributes: dict[str, str | None]) -> None:
        self._end_line()
        self.is_signed = self.is_signed or attributes.get("id") == SIGNATURE_BEGINS

    def _end_block(self) -> None:
        """End the line if it has any words, be it a no-break space."""
        if any(word.strip(" \t\n\r\f") for word in self.words):
            self._end_line()
        else:
            self.words.clear()

    def _end_line(self) -> None:
        text = "".join(self.words)
        text = text if self.preformatted else SPACES.sub(" ", text).strip(" ")
        self.words.clear()
        signed = self.signatures > 0 or self.is_signed
        line = Line(text, True, signed) if self.quotes > 0 else mark_line(text, is_signature=signed)
        self.lines.append(line)


def is_hidden(attributes: dict[str, str | None]) -> bool:
    """Return whether an element is not shown."""
    return "hidden" in attributes or HIDDEN.search(attributes.get("style") or "") is not None


def is_signature(attributes: dict[str, str | None]) -> bool:
    """Return whether a program marked an element as a signature."""
    names = (attributes.get("class"), attributes.get("id"), attributes.get("data-smartmail"))
    return any(name and SIGNATURE.search(name) and name != SIGNATURE_BEGINS for name in names)
