"""Replies as mail programs write them, from descriptions of what was typed (`mails/*.json`).

A description names the program and its language, where the answer stands (`posting`: top, bottom, inline or none), what
was typed (`body`, or `inline`, lines below words of the quoted mail), and how the mail is made of it: `parts`,
`charset`, `label`, `encoding`, `flowed`, `wrap`, `signature`, `footer`, `break_quote`, `quote_lines`, `prefix`,
`attribution`, `headers`, `attachments`. With `raw` the mail is written out. `expect` says how it reads.
"""

from __future__ import annotations

import base64
import email
import email.utils
import html as htmllib
import json
import quopri
import re
from dataclasses import dataclass
from email import policy
from email.header import Header
from functools import cache
from pathlib import Path
from typing import Any

MAILS = Path(__file__).with_name("mails")
Spec = dict[str, Any]
MARKED = ("gmail_web", "gmail_android", "gmail_ios", "apple_mail", "ios_mail", "thunderbird", "yahoo", "proton")
MARKS = frozenset((*MARKED, "k9", "mutt", "evolution", "fastmail"))
"""Programs that quote with a mark before each line."""
QUOTES_TEXT = ("thunderbird", "mutt", "k9", "evolution", "ios_mail", "apple_mail")
"""Programs that quote the text of a mail and not its HTML."""
TEXT_ALONE = ("mutt", "evolution", "k9")
OUTLOOK = ("outlook", "outlook_old")
OUTLOOK_WEB = ("outlook_web", "outlook_mobile")


@cache
def words() -> Any:
    """What programs write around a reply, in several languages."""
    return json.loads((MAILS / "programs.json").read_text(encoding="utf-8"))


def descriptions(name: str) -> list[Spec]:
    return list(json.loads((MAILS / f"{name}.json").read_text(encoding="utf-8")))


@dataclass(frozen=True)
class Answered:
    """The mail that is answered, and the addresses of ours that a reply may go to."""

    text: str
    html: str
    subject: str
    sender: str
    message_id: str
    addresses: dict[str, str]
    player: str = "tessel@example.net"

    @classmethod
    def of(cls, raw: bytes) -> Answered:
        mail = email.message_from_bytes(raw, policy=policy.default)
        text, html = mail.get_body(("plain",)), mail.get_body(("html",))
        assert text is not None
        reply = email.utils.parseaddr(str(mail["Reply-To"]))[1]
        host = reply.rpartition("@")[2]
        sender = email.utils.parseaddr(str(mail["From"]))[1]
        return cls(
            text.get_content().replace("\r\n", "\n").rstrip("\n"),
            html.get_content().replace("\r\n", "\n") if html else "",
            str(mail["Subject"]),
            sender,
            str(mail["Message-ID"]),
            {
                "reply": reply,
                "stale": f"game+1-1-4b-2-7hcz5q2w3x4mnb6vkd2s@{host}",
                "forged": f"game+1-1-52-2-aaaaaaaaaaaaaaaaaaaa@{host}",
                "press": f"press+7-2-w2e4r6t2y4u6i2o4p6a2@{host}",
                "plain": sender,
            },
        )

    @property
    def inner(self) -> str:
        """The HTML without its outermost tags, as programs quote it."""
        found = re.sub(r"(?is)^.*?<body[^>]*>|</body>.*$", "", self.html).strip()
        return found or f"<pre>{esc(self.text)}</pre>"

    @property
    def example(self) -> str:
        """The first order of the mail's own example."""
        found = re.search(r"(?m)^  ((?:attack|place|bid|summon|hire) .*)$", self.text)
        assert found
        return found[1]


@cache
def answered(name: str) -> Answered:
    """Read a mail that was sent."""
    return Answered.of((MAILS / f"{name}.eml").read_bytes())


def esc(text: str) -> str:
    return htmllib.escape(text, quote=False)


# ---- text


def as_text(html: str) -> str:
    """HTML as programs turn it into text: links behind their words, bold between stars."""
    text = re.sub(r"\s+", " ", re.sub(r"(?is)<(style|head).*?</\1>", "", html))
    text = re.sub(r'(?is)<a [^>]*href="([^"]*)"[^>]*>(.*?)</a>', r"\2\n<\1>\n", text)
    text = re.sub(r"(?is)<b\b[^>]*>(.*?)</b>", r"*\1*", text)
    text = re.sub(r"(?i)<(br|/p|/div|/tr|/h\d|/td|/li)[^>]*>", "\n", text)
    lines = (line.strip() for line in htmllib.unescape(re.sub(r"<[^>]*>", "", text)).split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def wrapped(lines: list[str], width: int) -> list[str]:
    """Lines broken at spaces, as a program does that knows no quotations."""
    out: list[str] = []
    for whole in lines:
        line = whole
        while len(line) > width and " " in line[: width + 1]:
            cut = line.rindex(" ", 0, width + 1)
            out.append(line[:cut])
            line = line[cut + 1 :]
        out.append(line)
    return out


def quoted(text: str, prefix: str) -> str:
    return "\n".join((prefix + line).rstrip() if line[:1] != ">" else ">" + line for line in text.split("\n"))


def with_answers(text: str, inline: list[Any], prefix: str) -> str:
    """A quoted text with lines of the player's below some of its own."""
    left = [(words_above, [*lines]) for words_above, lines in inline]
    out = []
    for line in text.split("\n"):
        out.append((prefix + line).rstrip() if prefix else line)
        if left and left[0][0] in line:
            out += ["", *left.pop(0)[1], ""]
    return "\n".join(out)


def header_block(spec: Spec, sent: Answered, *, bold: bool = False) -> list[str]:
    """From, Sent, To, Subject, as programs write them above what they quote."""
    names = words()["headers"][spec["lang"]]
    values = (f"Fieldpost <{sent.sender}>", names[4], sent.player, sent.subject)
    space = " " if spec["lang"] == "fr" else ""
    if bold:
        return [f"<b>{name}{space}:</b> {esc(value)}" for name, value in zip(names, values, strict=False)]
    return [f"{name}{space}: {value}" for name, value in zip(names, values, strict=False)]


def attribution(spec: Spec, sent: Answered) -> str:
    styles = {"gmail_web": "gmail", "gmail_android": "gmail", "gmail_ios": "gmail", "apple_mail": "apple"}
    known = words()["attributions"]
    style = known.get(styles.get(spec["client"], spec["client"]), known["apple"])
    said: str = spec.get("attribution") or style.get(spec["lang"], style["en"])
    return said.format(a=sent.sender)


def typed_lines(spec: Spec, sent: Answered) -> list[str]:
    lines = [line.replace("{EXAMPLE}", sent.example) for line in spec.get("body", [])]
    return wrapped(lines, spec["wrap"]) if spec.get("wrap") else lines


def source_text(spec: Spec, sent: Answered) -> str:
    """What is quoted, as text."""
    source = sent.text if spec.get("quote_text", spec["client"] in QUOTES_TEXT) else as_text(sent.inner)
    if spec.get("quote_lines"):
        source = "\n".join(source.split("\n")[: spec["quote_lines"]])
    if spec.get("requote_wrap"):
        source = "\n".join(wrapped(source.split("\n"), spec["requote_wrap"]))
    return source


def text_of(spec: Spec, sent: Answered) -> str:
    signature = spec.get("signature", [])
    if signature and spec["client"].startswith("gmail") and signature[0] != "-- ":
        signature = ["-- ", *signature]
    own = [*typed_lines(spec, sent), *(["", *signature] if signature else [])]
    if spec.get("posting") == "none":
        return "\n".join(own)
    return "\n".join(marked_text(spec, sent, own) if spec["client"] in MARKS else bare_text(spec, sent, own))


def marked_text(spec: Spec, sent: Answered, own: list[str]) -> list[str]:
    """A reply above, below or in a quotation with marks."""
    head, prefix, source = attribution(spec, sent), spec.get("prefix", "> "), source_text(spec, sent)
    if spec.get("posting") == "inline":
        return [*own, *([""] if own else []), head, with_answers(source, spec["inline"], prefix)]
    quote = quoted(source, prefix)
    if spec.get("break_quote"):
        quote = "\n".join(wrapped(quote.split("\n"), spec["break_quote"]))
    if spec["client"] == "ios_mail":
        head, quote = f"> {head}", quoted("\n\ufeff" + source, prefix)
    return [head, quote, "", *own] if spec.get("posting") == "bottom" else [*own, "", head, quote]


def bare_text(spec: Spec, sent: Answered, own: list[str]) -> list[str]:
    """A reply above, below or in a quotation without marks."""
    head, source = bare_head(spec, sent), source_text(spec, sent)
    if spec.get("posting") == "inline":
        return [*own, "", *head, with_answers(source, spec["inline"], "")]
    return [*head, source, "", *own] if spec.get("posting") == "bottom" else [*own, "", *head, source]


def bare_head(spec: Spec, sent: Answered) -> list[str]:
    client, block = spec["client"], header_block(spec, sent)
    title = words()["original"].get(spec["lang"], "Original message")
    if client == "samsung":
        return [f"-------- {title} --------", *block]
    if client == "emclient":
        return [f"------ {title} ------", *block]
    if client == "outlook_old":
        return [f"-----{title}-----", *block, ""]
    if client in OUTLOOK_WEB:
        return ["_" * 32, *block, ""]
    return [" ", *block, ""] if client == "gmx" else [*block, ""]


# ---- HTML


def html_of(spec: Spec, sent: Answered) -> str:
    typed, inner, posting = typed_html(spec, sent), sent.inner, spec.get("posting", "top")
    if posting == "none":
        return page(typed)
    for above, lines in spec.get("inline", []) if posting == "inline" else []:
        inner = with_html_answer(spec, inner, above, lines)
    quote = quoted_html(spec, sent, inner)
    return page(quote + typed if posting == "bottom" else typed + quote)


def with_html_answer(spec: Spec, inner: str, above: str, lines: list[str]) -> str:
    at = inner.find(esc(above))
    end = inner.find("</p>", at) + 4 if at >= 0 else len(inner)
    own = "".join(f"<div>{esc(line) or '<br>'}</div>" for line in lines)
    own = f'</blockquote>{own}<blockquote type="cite">' if spec["client"] in MARKS else own
    return inner[:end] + own + inner[end:]


def typed_html(spec: Spec, sent: Answered) -> str:
    """The player's own words as the program writes them."""
    if "html_body" in spec:
        return str(spec["html_body"])
    client, signature = spec["client"], "<br>".join(map(esc, spec.get("signature", [])))
    lines = [esc(line).replace("  ", "&nbsp; ") or "<br>" for line in typed_lines(spec, sent)]
    if client.startswith("gmail"):
        made = f'<div dir="ltr">{"".join(lines[:1])}{"".join(f"<div>{line}</div>" for line in lines[1:])}</div>'
        mark = '<br><span class="gmail_signature_prefix">-- </span><br><div class="gmail_signature">'
        return made + (f"{mark}{signature}</div>" if signature else "")
    if client in ("apple_mail", "ios_mail"):
        sign = f'<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">{signature}</div>'
        return "<br>".join(lines) + (sign if signature else "")
    if client in OUTLOOK:
        added = ["&nbsp;", *map(esc, spec["signature"])] if signature else []
        return "".join(f'<p class="MsoNormal"><span>{line}<o:p></o:p></span></p>' for line in [*lines, *added])
    if client == "thunderbird":
        sign = f'<pre class="moz-signature" cols="72">{signature}</pre>' if signature else ""
        return "<p>" + "<br>\n".join(lines) + "</p>" + sign
    ids = {"outlook_mobile": "ms-outlook-mobile-signature", "samsung": "composer_signature"}
    sign = f'<div id="{ids.get(client, "signature")}">{signature}</div>' if signature else ""
    return "".join(f'<div dir="auto">{line}</div>' for line in lines) + sign


def quoted_html(spec: Spec, sent: Answered, inner: str) -> str:
    """The mail that is answered, as the program quotes it."""
    client, head = spec["client"], esc(attribution(spec, sent)).replace("\n", " ")
    if client.startswith("gmail"):
        quote = f'<blockquote class="gmail_quote" style="margin:0px">{inner}</blockquote>'
        return f'<br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">{head}<br></div>{quote}</div>'
    if client == "apple_mail":
        return f'<div><br><blockquote type="cite"><div>{head}</div><br><div>{inner}</div></blockquote></div><br>'
    if client == "ios_mail":
        quote = f'<blockquote type="cite"><div dir="ltr">\ufeff{inner}</div></blockquote>'
        return f'<div dir="ltr"><br><blockquote type="cite">{head}<br><br></blockquote></div>{quote}'
    if client == "yahoo":
        return f'<div class="yahoo_quoted"><div><div>{head}</div><div><br></div><div>{inner}</div></div></div>'
    if client in MARKS:
        return f'<div class="moz-cite-prefix">{head}<br></div><blockquote type="cite">{inner}</blockquote>'
    bold = "<br>".join(header_block(spec, sent, bold=True))
    if client in OUTLOOK:
        return f'<div style="border-top:solid"><p class="MsoNormal">{bold}<o:p></o:p></p></div><p>&nbsp;</p>{inner}'
    if client in OUTLOOK_WEB:
        return f'<hr><div id="divRplyFwdMsg" dir="ltr"><font>{bold}</font><div>&nbsp;</div></div><div>{inner}</div>'
    title = words()["original"].get(spec["lang"], "Original message")
    return f"<div>-------- {title} --------</div><div>{bold}</div><div><br></div>{inner}"


def page(content: str) -> str:
    return f"<html><head><title>x</title></head><body>{content}</body></html>"


# ---- the message


def encoded(text: str, charset: str, encoding: str) -> bytes:
    errors = "xmlcharrefreplace" if "<html" in text else "replace"
    data = text.replace("\n", "\r\n").encode(charset, errors)
    if encoding == "base64":
        return base64.encodebytes(data).replace(b"\n", b"\r\n")
    if encoding == "qp":
        return re.sub(rb"\r?\n", b"\r\n", quopri.encodestring(data.replace(b"\r\n", b"\n")))
    return data


def flowed(text: str, width: int = 72) -> str:
    """A text as `format=flowed`."""
    out = []
    for whole in text.split("\n"):
        line = whole if whole.startswith(">") or whole == "-- " else whole.rstrip()
        line = " " + line if line.startswith((" ", "From ")) else line
        while not line.startswith(">") and len(line) > width and " " in line[:width]:
            cut = line.rindex(" ", 0, width)
            out.append(line[: cut + 1])
            line = line[cut + 1 :]
        out.append(line)
    return "\n".join(out)


def leaf(kind: str, content: bytes, encoding: str, *more: str) -> bytes:
    name = {"qp": "quoted-printable"}.get(encoding, encoding)
    head = [f"Content-Type: {kind}", f"Content-Transfer-Encoding: {name}", *more]
    return "\r\n".join(head).encode() + b"\r\n\r\n" + content


def multi(kind: str, parts: list[bytes], boundary: str) -> bytes:
    head = f'Content-Type: multipart/{kind}; boundary="{boundary}"\r\n\r\n'.encode()
    inside = b"".join(b"--" + boundary.encode() + b"\r\n" + part + b"\r\n" for part in parts)
    return head + inside + f"--{boundary}--\r\n".encode()


def header(name: str, value: str) -> str:
    coded = value if value.isascii() else Header(value, "utf-8", maxlinelen=60).encode(linesep="\r\n")
    return f"{name}: {coded}"


def content_of(spec: Spec, sent: Answered) -> bytes:
    charset, encoding = spec.get("charset", "utf-8"), spec.get("encoding", "qp")
    label = spec.get("label", charset)
    kinds = spec.get("parts") or ("text" if spec["client"] in TEXT_ALONE else "both")
    footer = spec.get("footer", [])
    parts = []
    if kinds in ("text", "both"):
        text = fill(spec["text"], spec, sent) if "text" in spec else text_of(spec, sent)
        text = "\n".join([flowed(text) if spec.get("flowed") else text, *footer])
        kind = f"text/plain; charset={label}" + ("; format=flowed" if spec.get("flowed") else "")
        parts.append(leaf(kind, encoded(text + "\n", charset, encoding), encoding))
    if kinds in ("html", "both"):
        coding = "qp" if encoding == "7bit" else encoding
        added = "".join(f"<p>{esc(line)}</p>" for line in footer)
        html = html_of(spec, sent).replace("</body>", f"{added}</body>")
        parts.append(leaf(f"text/html; charset={label}", encoded(html, charset, coding), coding))
    made = parts[0] if len(parts) == 1 else multi("alternative", parts, "a1b2" + spec["id"][:4])
    files = [attachment(*each) for each in spec.get("attachments", [])]
    return multi("mixed", [*([made] if parts else []), *files], "c3d4" + spec["id"][:4]) if files else made


def attachment(kind: str, name: str, data: str) -> bytes:
    content = base64.encodebytes(data.encode()).replace(b"\n", b"\r\n")
    return leaf(f'{kind}; name="{name}"', content, "base64", f'Content-Disposition: attachment; filename="{name}"')


def render(spec: Spec, sent: Answered) -> bytes:
    """Make the raw mail of a description, with CRLF line ends."""
    if "raw" in spec:
        return fill(spec["raw"], spec, sent).replace("\r\n", "\n").replace("\n", "\r\n").encode("utf-8")
    spec = {"client": "gmail_web", "lang": "en", **spec}
    writers = {"stranger": "someone@elsewhere.example", "second": "t.private@example.com", "self": sent.sender}
    writer = writers.get(spec.get("from", ""), sent.player)
    subject = spec.get("subject") or words()["replies"].get(spec["lang"], "Re: ") + sent.subject
    lines = [
        f"Return-Path: <{writer}>",
        header("From", f"{spec.get('name', 'Tessel')} <{writer}>"),
        header("To", f"Fieldpost <{sent.addresses[spec.get('to', 'reply')]}>"),
        header("Subject", subject),
        "Date: Tue, 24 Nov 2026 17:21:40 +0100",
        f"Message-ID: <{spec['id']}@mail.example.net>",
        f"In-Reply-To: {sent.message_id}",
        "MIME-Version: 1.0",
        *(header(name, value) for name, value in spec.get("headers", {}).items()),
    ]
    return "\r\n".join(lines).encode() + b"\r\n" + content_of(spec, sent)


def fill(raw: str, spec: Spec, sent: Answered) -> str:
    """Fill in what a mail that is written out names: {player}, {text}, {repeat:N:TEXT} and so on."""
    known = {"player": sent.player, "id": spec["id"], "subject": sent.subject, "text": sent.text, **sent.addresses}
    known["sent_id"] = sent.message_id
    out = re.sub(r"\{(\w+)\}", lambda found: known.get(found[1], found[0]), raw)
    out = re.sub(r"(?s)\{repeat:(\d+):(.*?)\}", lambda found: found[2].replace("\\n", "\n") * int(found[1]), out)
    return re.sub(r"(?s)\{nest:(\d+):(.*?)\}", lambda found: nested(int(found[1]), found[2]), out)


def nested(depth: int, text: str) -> str:
    """Multiparts inside each other, the text in the innermost."""
    made = f"Content-Type: text/plain\n\n{text}\n"
    for level in range(depth):
        made = f'Content-Type: multipart/mixed; boundary="b{level}"\n\n--b{level}\n{made}\n--b{level}--\n'
    return made
