/* Checks the log of a finished game in the reader's browser: key, seats, every draw, the chain, and heads noted earlier.
   The same arithmetic as engine/journal.py; only whether each move is legal is left to the command. */
(() => {
  "use strict";
  const form = document.getElementById("dice-check");
  if (!form) return;
  const bar = form.querySelector("progress"), button = form.querySelector("button");
  const result = document.getElementById("dice-result"), words = document.getElementById("dice-words");
  const EACH = 100; /* entries between two looks at the page */
  form.hidden = false;
  document.getElementById("dice-unscripted").hidden = true;

  /* ---- bytes */
  const utf8 = (text) => new TextEncoder().encode(text);
  const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const unhex = (text) => new Uint8Array((text.match(/../g) || []).map((pair) => parseInt(pair, 16)));
  const join = (...parts) => {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    parts.reduce((at, part) => { all.set(part, at); return at + part.length; }, 0);
    return all;
  };
  const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", join(...parts)));
  const hmacWith = async (secret) => {
    const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return async (...parts) => new Uint8Array(await crypto.subtle.sign("HMAC", key, join(...parts)));
  };

  /* ---- chance: 32-bit words of HMAC(key, "dice", head, counter), unbiased by rejection */
  class Chance {
    constructor(hmac, head) { this.hmac = hmac; this.head = head; this.counter = 0; this.left = []; }
    async word() {
      if (!this.left.length) {
        const counter = new Uint8Array(8);
        new DataView(counter.buffer).setUint32(4, this.counter++);
        const block = new DataView((await this.hmac(utf8("dice"), this.head, counter)).buffer);
        for (let at = 0; at < 32; at += 4) this.left.push(block.getUint32(at));
      }
      return this.left.shift();
    }
    async below(bound) {
      const limit = 2 ** 32 - 2 ** 32 % bound;
      for (;;) { const word = await this.word(); if (word < limit) return word % bound; }
    }
    /* `of` is the number of sides of a die, or the values to choose one of. */
    async draw(of) { return Array.isArray(of) ? of[await this.below(of.length)] : await this.below(of) + 1; }
  }

  /* ---- the log */
  class Wrong extends Error {
    constructor(what, facts = {}) { super(what); this.what = what; this.facts = facts; }
  }
  const read = (text) => {
    try {
      const lines = text.replace(/\n$/, "").split("\n");
      const header = JSON.parse(lines[0]), last = JSON.parse(lines[lines.length - 1]);
      const entries = lines.slice(1, -1).map((line) => ({ line, ...JSON.parse(line) }));
      if (![1, 2, 3].includes(header.fieldpost) || !/^[0-9a-f]{64}$/.test(last.key)) throw new Wrong("no-log");
      return { header, line: lines[0], entries, head: last.head, key: unhex(last.key) };
    } catch (error) { throw new Wrong("no-log"); }
  };
  /* The seats are the last field of the header; where they are drawn from the first head they are no part of it. In
     format 3 a pairing gave them, so they are. */
  const firstHead = (log) => {
    const seats = `"seats":${JSON.stringify(log.header.seats)}}`;
    if (log.header.fieldpost === 2 && !log.line.endsWith(seats)) throw new Wrong("no-log");
    return sha256(utf8("fieldpost game"), utf8(log.header.fieldpost === 2 ? `${log.line.slice(0, -seats.length)}"seats":[]}` : log.line));
  };
  const checkKey = async (log, say) => {
    if (hex(await sha256(utf8("fieldpost key"), log.key)) !== log.header.digest) throw new Wrong("key-bad");
    say("key-good");
  };
  const checkSeats = async (log, chance, say) => {
    if (log.header.fieldpost === 1) { say("seats-old", {}, "open"); return; }
    const left = log.header.joined.map((joined) => joined.colour), right = [];
    if (log.header.fieldpost === 3) {
      if (String([...left].sort()) !== String([...log.header.seats].sort())) throw new Wrong("seats-bad", { right: left.join(", ") });
      say("seats-given", { pairing: log.header.pairing });
      return;
    }
    while (left.length) right.push(left.splice(await chance.below(left.length), 1)[0]);
    if (String(right) !== String(log.header.seats)) throw new Wrong("seats-bad", { right: right.join(", ") });
    say("seats-good");
  };
  const checkDraws = async (entry, asked, chance, counts) => {
    const found = entry.draws || [], right = [];
    for (const of of asked) {
      right.push(await chance.draw(of));
      if (Array.isArray(of)) counts.cards += 1; else counts.dice += 1;
    }
    if (String(found) !== String(right)) {
      throw new Wrong("draws-bad", { entry: entry.seq, found: found.join(" ") || "–", right: right.join(" ") || "–" });
    }
  };
  const nextHead = async (hmac, head, line) => sha256(head, await hmac(utf8("salt"), head), utf8(line));

  /* Check everything but the reader's heads; all heads of the chain, the first one before the first entry. */
  const check = async (log, asked, say, progress) => {
    await checkKey(log, say);
    const hmac = await hmacWith(log.key), counts = { dice: 0, cards: 0 };
    let head = await firstHead(log);
    const heads = [hex(head)];
    for (const [index, entry] of log.entries.entries()) {
      if (entry.seq !== index + 1) throw new Wrong("order-bad", { entry: index + 1 });
      const chance = new Chance(hmac, head);
      if (!index) await checkSeats(log, chance, say);
      await checkDraws(entry, asked[index] || [], chance, counts);
      head = await nextHead(hmac, head, entry.line);
      heads.push(hex(head));
      if (index % EACH === 0) await progress(index / log.entries.length);
    }
    say("draws-good", { dice: counts.dice.toLocaleString("en"), cards: counts.cards.toLocaleString("en") });
    if (hex(head) !== log.head) throw new Wrong("chain-bad");
    say("chain-good", { entries: log.entries.length, head: log.head.slice(0, 16) });
    return heads;
  };

  /* ---- heads that the reader noted: one a line, or several with blanks between them */
  const isHead = (text) => /^[0-9a-f]{8,64}$/.test(text);
  const noted = (text) => text.toLowerCase().split(/[\n,;]/).flatMap((line) => {
    const whole = line.replace(/\s+/g, "");
    return isHead(whole) && whole.length <= 16 ? [whole] : line.split(/\s+/).filter(Boolean);
  });
  const checkHeads = (wanted, heads, say) => wanted.map((head) => {
    if (!isHead(head)) { say("head-none", { head: head.slice(0, 80) }, "bad"); return false; }
    const place = heads.findIndex((full) => full.startsWith(head));
    if (place < 0) say("head-bad", { head }, "bad");
    else say(place ? "head-good" : "head-first", { head, entry: place });
    return place >= 0;
  }).every(Boolean);

  /* ---- the page */
  const fill = (what, facts) => {
    const text = words.querySelector(`[data-say="${what}"]`).textContent.trim();
    return text.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
  };
  const say = (what, facts = {}, mark = "good") => {
    const item = document.createElement("li"), text = document.createElement("span");
    item.className = mark;
    text.textContent = fill(what, facts);
    item.append(document.getElementById(`is-${mark}`).content.cloneNode(true), text);
    result.querySelector("ol").append(item);
  };
  const conclude = (sentence) => {
    result.hidden = false;
    result.querySelector("[role=status]").textContent = sentence;
    result.focus();
  };
  const progress = (share) => { bar.value = share; return new Promise((done) => { setTimeout(done); }); };
  const get = async (address) => {
    const answer = await fetch(address, { credentials: "same-origin", cache: "no-store" });
    if (!answer.ok) throw new Error(answer.status);
    return answer.text();
  };
  const fetchGame = async () => {
    const [text, asked] = await Promise.all([get(form.dataset.log), get(form.dataset.draws)]);
    return [text, JSON.parse(asked)];
  };

  const run = async () => {
    if (!(window.crypto && crypto.subtle)) { conclude(form.dataset.insecure); return; }
    let fetched;
    try { fetched = await fetchGame(); } catch (error) { conclude(form.dataset.unreachable); return; }
    try {
      const heads = await check(read(fetched[0]), fetched[1], say, progress);
      const wanted = noted(form.elements.heads?.value ?? "");
      const theirs = checkHeads(wanted, heads, say);
      conclude(result.dataset[!theirs ? "false" : wanted.length ? "true" : "unproved"]);
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      if (error.what === "no-log") { conclude(form.dataset.noLog); return; }
      say(error.what, error.facts, "bad");
      conclude(result.dataset.false);
    }
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    result.hidden = true;
    result.querySelector("ol").replaceChildren();
    bar.hidden = false; bar.value = 0; button.disabled = true;
    try { await run(); } finally { bar.hidden = true; button.disabled = false; }
  });
})();
