/* Conveniences on top of pages that work without any script: map clicks without a page load, keys, completion, panning.
   Everything is delegated from the document, because htmx swaps the main element as a whole. */
(() => {
  "use strict";
  const one = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const typing = (target) => target.closest(
    "input:not([type=range]):not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]");
  const say = (text) => { const live = one("#live"); if (live) live.textContent = text; };
  /* What went wrong on the way stands at the foot of the window until something arrives. */
  const complain = (text) => {
    const trouble = one("#trouble");
    if (trouble) { trouble.firstElementChild.textContent = text; trouble.hidden = !text; }
  };

  /* Fetch a page of ours and put its main element in the place of this one. */
  const go = (address) => {
    if (!window.htmx || !one("main[hx-target]")) { location.href = address; return; }
    const keep = document.activeElement && document.activeElement.id;
    window.htmx.ajax("GET", address, { source: "#main", target: "#main", select: "#main", swap: "outerHTML show:none" })
      .then(() => {
        history.pushState({ htmx: true }, "", address);
        const again = keep && document.getElementById(keep);
        if (again) again.focus({ preventScroll: true });
      });
  };

  /* The territories of the stage that is shown, not those of a lens on it. */
  const LANDS = ".view .board .t a";

  /* ---- the map: links of territories, arrows walk to neighbours, Enter chooses */
  document.addEventListener("click", (event) => {
    const land = event.target.closest(".view .board .t a[href], a.inset[href]");
    if (!land || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    if (pan.moved) return;
    choose(land);
  });
  /* The chosen land pressed once more gives the answer, where the card says so. */
  const choose = (land) => {
    const button = one("button[data-again]");
    if (button && land.matches(".target, .src")) button.form.requestSubmit(button); else go(land.getAttribute("href"));
  };
  const middle = (land) => { const box = land.getBBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const walk = (from, [dx, dy]) => {
    const [x, y] = middle(from);
    let best = null, least = Infinity;
    for (const land of all(LANDS)) {
      const [a, b] = middle(land), along = (a - x) * dx + (b - y) * dy, across = Math.abs((a - x) * dy - (b - y) * dx);
      if (land === from || along <= 4 || across > along * 1.6) continue;
      const far = along + across * 1.5;
      if (far < least) { least = far; best = land; }
    }
    return best;
  };
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  /* One stop of the tab key on the map; arrows go on from there. */
  const rove = () => {
    const lands = all(LANDS);
    if (!lands.length) return;
    const first = [".target", ".src", "[href]", "a"].map((kind) => lands.find((land) => land.matches(kind))).find(Boolean);
    for (const land of lands) land.setAttribute("tabindex", land === first ? "0" : "-1");
  };

  /* ---- keys */
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const land = event.target.closest && event.target.closest(LANDS);
    if (land && ways[event.key]) {
      const next = walk(land, ways[event.key]);
      if (next) {
        next.setAttribute("tabindex", "0"); land.setAttribute("tabindex", "-1");
        next.focus({ preventScroll: true });
        say(next.getAttribute("aria-label"));
      }
      event.preventDefault(); return;
    }
    if (land && event.key === "Enter" && land.hasAttribute("href")) { event.preventDefault(); choose(land); return; }
    if (event.target.id === "order") { orderKey(event); return; }
    if (typing(event.target)) return;
    if (event.key.length === 1 && document.documentElement.dataset.letterKeys === "off") return;
    if (event.key === "/") {
      const line = one("#order");
      if (line) { event.preventDefault(); line.focus(); line.select(); line.dataset.meant = "1"; }
      return;
    }
    if ((event.key === "+" || event.key === "-") && one(".stage .board")) {
      event.preventDefault();
      zoom(event.key === "+" ? 1 / 1.4 : 1.4);
      return;
    }
    if (event.key === "Escape") {
      const inset = one(".zoom [data-zoom=all]");
      if (land && inset) go(inset.getAttribute("href"));
      return;
    }
    if (event.key === "Enter" && !event.target.matches("body, #ask")) return;
    if (one("#moment") && ways[event.key] && ways[event.key][0] && event.target.type !== "range") {
      event.preventDefault();
      moveMoment(ways[event.key][0]);
      return;
    }
    const keyed = all("[data-key]").find((each) => each.dataset.key === event.key && each.offsetParent !== null);
    if (keyed && event.target.type !== "range") { event.preventDefault(); keyed.click(); }
  });

  /* ---- order line: Tab completes, arrows choose, Enter sends. Who only comes by with Tab goes on with it. */
  const options = () => all("#complete li:not([hidden])");
  const orderKey = (event) => {
    const list = options(), chosen = list.findIndex((li) => li.getAttribute("aria-selected") === "true");
    const { meant, done } = event.target.dataset;
    if (event.key === "Tab" && !event.shiftKey && list.length && meant && done !== event.target.value) {
      event.preventDefault();
      complete(list[Math.max(0, chosen)]);
      return;
    }
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && list.length) {
      event.preventDefault();
      event.target.dataset.meant = "1";
      const next = (chosen + (event.key === "ArrowDown" ? 1 : list.length - 1)) % list.length;
      list.forEach((li, index) => li.setAttribute("aria-selected", index === next ? "true" : "false"));
      return;
    }
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      event.target.form.requestSubmit(one(".send", event.target.form));
    }
    if (event.key === "Escape") event.target.blur();
  };
  const ending = /,?\s*\b(then advance|until|while odds|for \d+ throws)\b[^,]*$/i;
  const complete = (li) => {
    const line = one("#order"), text = li.dataset.text;
    if (/^(then|until|while|for)\b/.test(text)) {
      const kept = /^then/.test(text)
        ? line.value.replace(/,?\s*then advance\b.*$/i, "")
        : line.value.replace(ending, "").replace(ending, "");
      line.value = kept.trimEnd() + (/^then/.test(text) ? ", " : " ") + text;
    } else line.value = text;
    line.dataset.done = line.value;
    line.focus();
  };
  /* What the page suggests stays as far as it begins like the last order of the line, with the number typed there; a
     name of a territory that is begun is completed, those first that can be chosen. */
  const suggest = (value) => {
    const list = one("#complete");
    if (!list) return;
    const before = value.slice(0, 1 + Math.max(value.lastIndexOf("\n"), value.lastIndexOf(";")));
    const typed = value.slice(before.length).trimStart(), number = typed.match(/^[a-z]+ (\d+)/i);
    for (const li of all("li", list)) if (li.dataset.land) li.remove();
    for (const li of all("li", list)) {
      li.dataset.way = li.dataset.way || li.dataset.text;
      const way = number ? li.dataset.way.replace(/\d+/, number[1]) : li.dataset.way;
      const goesOn = /^(then|until|while|for)\b/.test(way);
      li.dataset.text = goesOn ? way : before + way;
      one("b", li).textContent = way;
      li.hidden = !goesOn && typed !== "" && !way.toLowerCase().startsWith(typed.toLowerCase());
    }
    if (!options().some((li) => !/^(then|until|while|for)\b/.test(li.dataset.text))) nameLands(list, before, typed);
    options().forEach((li, place) => li.setAttribute("aria-selected", place ? "false" : "true"));
  };
  const NAMED = 5;
  const nameLands = (list, before, typed) => {
    const lands = all(LANDS).map((land) => land.getAttribute("aria-label"));
    const first = all(`${LANDS}[href]`).map((land) => land.getAttribute("aria-label"));
    const others = all(".words li b").map((name) => name.textContent);
    const names = [...new Set([...first, ...lands, ...others].map((label) => label.split(",")[0]))];
    const words = typed.split(" ");
    for (let start = 1; start < words.length; start++) {
      const begun = words.slice(start).join(" ").toLowerCase();
      const found = begun ? names.filter((name) => name.toLowerCase().startsWith(begun)) : [];
      if (!found.length || found.some((name) => name.toLowerCase() === begun)) continue;
      for (const name of found.slice(0, NAMED).reverse()) {
        const li = document.createElement("li"), text = document.createElement("b");
        text.textContent = [...words.slice(0, start), name].join(" ");
        Object.assign(li.dataset, { land: name, text: before + text.textContent });
        li.setAttribute("role", "option");
        li.append(text, document.createElement("span"));
        list.prepend(li);
      }
      return;
    }
  };
  /* An order that the page has built is replaced by what is typed; a second press puts the cursor into it. */
  const takeAll = (line) => { if (line.hasAttribute("data-built") && line.value === line.defaultValue) line.select(); };
  let focused = false;
  document.addEventListener("focusin", (event) => {
    focused = event.target.id === "order";
    if (focused) takeAll(event.target);
  });
  document.addEventListener("click", (event) => {
    if (event.target.id === "order" && focused) takeAll(event.target);
    focused = false;
  });
  /* What may have been meant goes into the line; it is sent from there. */
  document.addEventListener("click", (event) => {
    const meant = event.target.closest("[data-order]"), line = one("#order");
    if (!meant || !line || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    line.value = meant.dataset.order;
    line.focus();
    line.scrollIntoView({ block: "center" });
  });
  document.addEventListener("focusout", (event) => {
    if (event.target.id === "order") delete event.target.dataset.meant;
  });
  document.addEventListener("pointerdown", (event) => {
    if (event.target.id === "order") event.target.dataset.meant = "1";
    const li = event.target.closest("#complete li");
    if (li) { event.preventDefault(); complete(li); }
  });
  document.addEventListener("input", (event) => {
    const target = event.target;
    if (target.id === "order") {
      target.dataset.meant = "1";
      suggest(target.value);
      return;
    }
    if (target.type === "range") {
      const share = Math.round(100 * (target.value - target.min) / Math.max(1, target.max - target.min));
      target.style.setProperty("--at", share + "%");
      const out = target.parentElement.querySelector("output");
      if (out) out.textContent = target.value;
      preview(target);
      reword(target);
      for (const said of all("[data-force]", target.form)) said.textContent = target.value;
      for (const said of all(".advice[data-most]", target.form)) said.hidden = said.dataset.most !== target.value;
    }
    for (const said of target.form ? all(".advice[data-field]", target.form) : [])
      if (said.dataset.field === target.name) said.classList.toggle("without-script", said.dataset.value !== target.value);
    if (target.name === "left" && /^\d+$/.test(target.value)) {
      for (const said of all("[data-left]", target.form)) said.textContent = target.value;
    }
    if (target.closest("form .allocation-rows")) recount(target.form);
  });
  /* The board shows how both territories will stand when so many have moved. */
  const preview = ({ value, dataset: { src, dst, srcArmies, dstArmies } }) => {
    if (!src) return;
    for (const [code, armies] of [[src, srcArmies - value], [dst, +dstArmies + +value]]) {
      const figure = one(`#armies-${code} text`);
      if (figure) figure.textContent = armies;
    }
  };
  /* The order that the page has built says the number that is chosen; one that the reader has typed stays. */
  const reword = (slider) => {
    const line = one("#order[data-built]"), said = slider.dataset.said ?? slider.defaultValue;
    if (!line) return;
    line.defaultValue = line.defaultValue.replace(new RegExp(`(?<!\\S)${said}(?![^\\s,;])`), slider.value);
    slider.dataset.said = slider.value;
  };
  /* A number to type becomes a slider; what depends on scripts is told apart by a class of the whole page. */
  const upgrade = () => {
    for (const field of all("[data-amount] input[type=number]")) {
      field.type = "range";
      field.classList.remove("input", "few");
      field.parentElement.querySelector("output").hidden = false;
    }
  };
  document.documentElement.classList.add("scripted");
  document.addEventListener("DOMContentLoaded", upgrade);
  document.addEventListener("htmx:afterSwap", upgrade);

  /* Buttons beside a number count it up and down; what a form costs is summed as it is filled in. */
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    if (!button) return;
    const field = one("input", button.parentElement), next = (parseInt(field.value, 10) || 0) + +button.dataset.step;
    field.value = Math.max(+field.min || 0, Math.min(next, field.max === "" ? next : +field.max));
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const costOf = (field) => (field.type === "checkbox" ? +field.checked : parseInt(field.value, 10) || 0) * field.dataset.cost;
  document.addEventListener("input", ({ target }) => {
    const form = target.closest("form[data-spend]"), said = form && one("[data-spent]", form);
    if (!said) return;
    const cost = all("[data-cost]", form).reduce((sum, field) => sum + costOf(field), 0);
    said.textContent = cost;
    said.closest(".tot").classList.toggle("over", cost > +form.dataset.spend);
  });

  /* Numbers typed into the fields of land: the button says them at once, or that they are what counts. */
  const recount = (form) => {
    const sum = one("[data-sum]", form), said = one("[data-laid]", form);
    if (!sum) { if (said) said.textContent = one("[data-as-fields]", form).textContent; return; }
    const fields = all(".allocation-rows .stepper input", form).filter((field) => parseInt(field.value, 10) > 0);
    const laid = (start) => fields.filter((field) => field.name.startsWith(start));
    const count = (start) => laid(start).reduce((total, field) => total + parseInt(field.value, 10), 0);
    const words = (field) => `${parseInt(field.value, 10)} in ${one("b", field.closest("li")).textContent}`;
    const list = (start) => laid(start).map(words).join(", ");
    const own = count("n-"), neutral = count("neutral-"), two = one("[name^=neutral-]", form);
    const every = own === +sum.dataset.sum && own > 1 && !two ? "all " : "";
    const armies = `${every}${own} ${own === 1 ? sum.dataset.one : sum.dataset.many}${neutral ? ` and ${neutral} neutral` : ""}`;
    sum.textContent = own ? armies : sum.dataset.many;
    said.textContent = list("n-") + (neutral ? `; neutral: ${list("neutral-")}` : "");
  };
  const moveMoment = (by) => {
    const slider = one("#moment");
    slider.value = +slider.value + by;
    for (const name of ["input", "change"]) slider.dispatchEvent(new Event(name, { bubbles: true }));
  };
  /* Moments pressed through quickly are one step: the page comes when the slider rests, and not under a hand at it.
     A page that comes in between shows where the hand already is, so that no press is lost. */
  let resting = 0, wanted = null;
  document.addEventListener("change", (event) => {
    if (!event.target.matches("input[data-go]")) return;
    wanted = event.target.value;
    clearTimeout(resting);
    resting = setTimeout(showWanted, 300);
  });
  const takeUpWanted = () => {
    const slider = one("input[data-go]");
    if (slider && wanted !== null) slider.value = wanted;
    return slider;
  };
  const showWanted = () => {
    const slider = takeUpWanted();
    wanted = null;
    if (slider) slider.form.requestSubmit();
  };
  document.addEventListener("htmx:afterSwap", takeUpWanted);
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.elt.matches("a")) { clearTimeout(resting); wanted = null; }
  });

  /* ---- fights and moments */
  document.addEventListener("click", (event) => {
    const [replay, play, copy] = ["replay", "play", "copy"].map((name) => event.target.closest(`[data-${name}]`));
    const thrownBefore = replay && one(".fight[aria-live]", replay.closest(".decision"));
    if (thrownBefore) {
      const again = thrownBefore.cloneNode(true);
      again.removeAttribute("data-skip");
      thrownBefore.replaceWith(again);
    }
    if (play) { event.preventDefault(); playing = !playing; if (playing) step(); label(); }
    if (copy && navigator.clipboard) {
      event.preventDefault();
      navigator.clipboard.writeText(copy.href).then(() => {
        const word = one("span", copy);
        if (word) word.textContent = copy.dataset.copy;
        say(copy.dataset.copy);
      });
    }
    const fight = event.target.closest(".fight"); if (fight) fight.setAttribute("data-skip", "");
  });
  let playing = false;
  const step = () => {
    const next = one("[data-next]");
    if (playing && next) { go(next.href); setTimeout(step, 1400); } else { playing = false; label(); }
  };
  const label = () => {
    const word = one("[data-play] [data-word]");
    const said = one("[data-play]");
    if (word) word.textContent = playing ? said.dataset.wordStop : said.dataset.wordPlay;
  };

  /* ---- pan and zoom: the part of the map that is shown lies in four custom properties of the stage */
  const pan = { points: new Map(), moved: false, start: null };
  const stageOf = (target) => target && target.closest && target.closest(".stage[data-width]");
  const VIEW = ["--vx", "--vy", "--vw", "--vh"];
  const whole = (stage) => [0, 0, +stage.dataset.width, +stage.dataset.height];
  const read = (stage) => {
    const style = getComputedStyle(stage), most = whole(stage);
    return VIEW.map((name, index) => parseFloat(style.getPropertyValue(name)) || most[index]);
  };
  const write = (stage, [x, y, w, h]) => {
    const W = +stage.dataset.width, H = +stage.dataset.height;
    w = Math.min(W, Math.max(240, w)); h = Math.min(H, Math.max(200, h));
    x = Math.min(W - w, Math.max(0, x)); y = Math.min(H - h, Math.max(0, y));
    VIEW.forEach((name, index) => stage.style.setProperty(name, [x, y, w, h][index].toFixed(1)));
    stage.classList.toggle("near", w < W || h < H);
    const frame = one(".frame", stage), scale = 286 / W;
    const box = { x, y, width: w, height: h };
    if (frame) for (const name in box) frame.setAttribute(name, (box[name] * scale).toFixed(1));
  };
  const begin = (stage) => {
    if (stage.classList.contains("near") || stage.clientWidth <= 640) return read(stage);
    return whole(stage);
  };
  const zoomAt = (stage, factor, px, py) => {
    const view = one(".view", stage), box = view.getBoundingClientRect(), [x, y, w, h] = begin(stage);
    view.classList.remove("whole");
    const u = (px - box.left) / box.width, v = (py - box.top) / box.height;
    const nw = Math.min(+stage.dataset.width, Math.max(240, w * factor));
    const nh = Math.min(+stage.dataset.height, h * nw / w);
    write(stage, [x + u * (w - nw), y + v * (h - nh), nw, nh]);
  };
  const zoom = (factor) => {
    const stage = one(".stage[data-width]"), box = stage.getBoundingClientRect();
    zoomAt(stage, factor, box.left + box.width / 2, box.top + box.height / 2);
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".zoom a[data-zoom]");
    if (!button || button.dataset.zoom === "all") return;
    event.preventDefault(); event.stopPropagation();
    zoom(button.dataset.zoom === "in" ? 1 / 1.5 : 1.5);
  }, true);
  /* A wheel over the map scrolls the page until somebody is at work on the map; how it zooms is said for a moment. */
  let telling = 0;
  const tell = (stage) => {
    const hint = one("[data-wheel]", stage);
    if (!hint) return;
    hint.hidden = false;
    clearTimeout(telling);
    telling = setTimeout(() => { hint.hidden = true; }, 1800);
  };
  document.addEventListener("wheel", (event) => {
    const stage = stageOf(event.target);
    if (!stage) return;
    if (!event.ctrlKey && !stage.contains(document.activeElement) && !stage.classList.contains("near")) return tell(stage);
    event.preventDefault();
    zoomAt(stage, event.deltaY > 0 ? 1.15 : 1 / 1.15, event.clientX, event.clientY);
  }, { passive: false });
  document.addEventListener("pointerdown", (event) => {
    const stage = stageOf(event.target);
    if (!stage || event.target.closest(".zoom, .cartouche, .inset, .lens, .board-switch")) return;
    pan.start = [event.clientX, event.clientY];
    pan.points.set(event.pointerId, pan.start);
    pan.moved = false;
    pan.stage = stage;
  });
  document.addEventListener("pointermove", (event) => {
    const last = pan.points.get(event.pointerId), stage = pan.stage;
    if (!last || !stage) return;
    const near = stage.classList.contains("near") || stage.clientWidth <= 640, now = [event.clientX, event.clientY];
    if (pan.points.size === 2) {
      const other = [...pan.points].find(([id]) => id !== event.pointerId)[1];
      const before = Math.hypot(last[0] - other[0], last[1] - other[1]);
      const after = Math.hypot(now[0] - other[0], now[1] - other[1]);
      if (before > 8 && after > 8) zoomAt(stage, before / after, (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
      const box = one(".view", stage).getBoundingClientRect(), [x, y, w, h] = read(stage);
      write(stage, [x - (now[0] - last[0]) / 2 * w / box.width, y - (now[1] - last[1]) / 2 * w / box.width, w, h]);
      pan.moved = true;
    } else if (near && (event.pointerType === "touch" ? pan.moved : event.buttons)) {
      if (Math.hypot(now[0] - pan.start[0], now[1] - pan.start[1]) > 6) pan.moved = true;
      if (pan.moved) {
        const box = one(".view", stage).getBoundingClientRect(), [x, y, w, h] = read(stage);
        write(stage, [x - (now[0] - last[0]) * w / box.width, y - (now[1] - last[1]) * w / box.width, w, h]);
      }
    }
    pan.points.set(event.pointerId, now);
  });
  const lift = (event) => {
    pan.points.delete(event.pointerId);
    if (!pan.points.size) setTimeout(() => { pan.moved = false; }, 0);
  };
  document.addEventListener("pointerup", lift); document.addEventListener("pointercancel", lift);
  document.addEventListener("dragstart", (event) => { if (stageOf(event.target)) event.preventDefault(); });

  /* ---- the sheet of a phone: its grip drags it down to show the map, a tap brings it back */
  let sheet = null;
  document.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest(".grip");
    if (!grip) return;
    sheet = { panel: grip.parentElement, from: event.clientY, to: 0 };
    grip.setPointerCapture(event.pointerId);
  });
  document.addEventListener("pointermove", (event) => {
    if (!sheet) return;
    sheet.to = Math.max(0, event.clientY - sheet.from);
    sheet.panel.style.setProperty("translate", `0 ${sheet.to}px`);
  });
  document.addEventListener("pointerup", () => {
    if (!sheet) return;
    const low = sheet.to > 90 && !sheet.panel.classList.contains("low");
    sheet.panel.classList.toggle("low", low); sheet.panel.style.removeProperty("translate"); sheet = null;
  });

  /* ---- after every page and swap */
  /* A long list of moments shows the present one; on a wide screen it scrolls by itself beside the map. */
  const findMoment = () => {
    const here = one(".events .moment.here"), list = here && here.closest(".events");
    if (list && list.scrollHeight > list.clientHeight + 4) list.scrollTop = here.offsetTop - list.clientHeight / 2;
  };
  /* Tabs that do not fit beside each other show the present one. */
  const findTab = () => {
    const here = one(".tabs > [aria-current]"), tabs = here && here.parentElement;
    if (tabs && tabs.scrollWidth > tabs.clientWidth)
      tabs.scrollLeft += here.getBoundingClientRect().left - tabs.getBoundingClientRect().left
        - (tabs.clientWidth - here.offsetWidth) / 2;
  };
  const ready = () => {
    rove(); label(); findMoment(); findTab();
    for (const each of all("[data-replay], [data-scripted]")) each.hidden = false;
  };
  /* A fight is thrown slowly once; where the same fight is shown again it is simply there. */
  let thrown = "";
  const once = () => {
    const fight = one(".decision .fight[aria-live]");
    if (!fight) return;
    const dice = all(".dice", fight).map((each) => each.getAttribute("aria-label")).join();
    if (dice === thrown) fight.setAttribute("data-skip", "");
    thrown = dice;
  };
  document.addEventListener("DOMContentLoaded", once);
  document.addEventListener("htmx:afterSwap", once);
  document.addEventListener("DOMContentLoaded", ready);
  /* Cards that scroll by themselves stay where they are while the same is asked. */
  let left = null;
  document.addEventListener("htmx:beforeSwap", () => {
    const cards = one(".at-hand");
    left = cards && { asked: one("#ask", cards)?.textContent, at: cards.scrollTop };
  });
  const comeBack = () => {
    const cards = one(".at-hand");
    if (cards && left && one("#ask", cards)?.textContent === left.asked) cards.scrollTop = left.at;
    left = null;
  };
  document.addEventListener("htmx:afterSettle", (event) => {
    ready();
    const heading = one("#ask");
    if (!heading || event.detail.requestConfig?.elt?.hasAttribute("data-aside")) return;
    if ((event.detail.requestConfig || {}).verb === "get") comeBack();
    if (!event.target.closest("#refusal")) say(heading.textContent);
    const { elt, verb } = event.detail.requestConfig || {};
    if (elt && elt.hasAttribute("data-poll")) return;
    const { top, bottom } = heading.getBoundingClientRect(), stage = one(".stage");
    const aside = matchMedia("(min-width: 53.76em)").matches && stage && stage.getBoundingClientRect().bottom < innerHeight / 3;
    if (bottom < 0 || top > innerHeight || aside || verb === "post") scrollTo(0, 0);
    if (document.activeElement === document.body) heading.focus({ preventScroll: true });
  });
  const MOST_TRIES = 5;
  /* A site that is too busy says when to ask again. An order then goes out with the same key, so it is played once. */
  const again = ({ elt, xhr, requestConfig }) => {
    const seconds = Number(xhr.getResponseHeader("Retry-After")), tries = Number(elt.dataset.tries || 0);
    const cause = requestConfig.triggeringEvent;
    if (!seconds || !cause || tries >= MOST_TRIES) { complain("The site is very busy. Try again in a moment."); return; }
    elt.dataset.tries = tries + 1;
    complain(`The site is very busy. Trying again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`);
    setTimeout(() => {
      if (!elt.isConnected || elt.matches(".htmx-request")) return;
      if (elt.tagName === "FORM") elt.requestSubmit(cause.submitter);
      else window.htmx.trigger(elt, cause.type);
    }, 1000 * seconds);
  };
  document.addEventListener("htmx:responseError", (event) => {
    const { status } = event.detail.xhr;
    if ([403, 404].includes(status)) location.reload();
    else if (status === 503) { if (!event.detail.elt.hasAttribute("data-poll")) again(event.detail); }
    else if (status === 413) complain("That is too long to send at once. Shorten it, then try again.");
    else if (status === 429) complain("That was too often in a short time. Wait a minute, then try again.");
    else complain("That could not be fetched. Try again.");
  });
  document.addEventListener("htmx:sendError", () => complain("No connection at the moment. Try again."));
  document.addEventListener("htmx:beforeSwap", () => complain(""));
  /* Whoever adds no word of their own to the dice adds a random one of their browser. */
  document.addEventListener("submit", (event) => {
    for (const word of all("input[data-word]", event.target)) {
      if (word.value.trim() || !window.crypto) continue;
      const bytes = crypto.getRandomValues(new Uint8Array(16));
      word.value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    }
  }, true);
  /* One press is one order: the buttons of a form rest while it is on its way. */
  const rest = (form, tired) => {
    if (form.tagName === "FORM") for (const button of all("button", form)) button.disabled = tired;
  };
  document.addEventListener("htmx:beforeRequest", (event) => rest(event.detail.elt, true));
  document.addEventListener("htmx:afterRequest", (event) => rest(event.detail.elt, false));
  /* Nothing is taken from under a finger: what a choice brings is asked for again when the press is over, with what the
     press has changed; a poll waits for its next turn. */
  let pressed = false, late = null;
  document.addEventListener("pointerdown", () => { pressed = true; }, true);
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => {
    pressed = false;
    setTimeout(() => {
      if (late && late.isConnected && !late.matches(".htmx-request")) window.htmx.trigger(late, "change");
      late = null;
    }, 0);
  }, true);
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { elt } = event.detail.requestConfig;
    if (!pressed || !elt.matches("[data-poll], [hx-trigger^=change]")) return;
    event.detail.shouldSwap = false;
    if (!elt.matches("[data-poll]")) late = elt;
  });
  /* A poll says whether somebody is there: no email tells what they have before their eyes. */
  const AWAY_AFTER = 5 * 60_000;
  let touched = Date.now();
  for (const name of ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"])
    document.addEventListener(name, () => { touched = Date.now(); }, { capture: true, passive: true });
  document.addEventListener("htmx:configRequest", (event) => {
    if (!event.detail.elt.hasAttribute("data-poll")) return;
    if (Date.now() - touched < AWAY_AFTER) event.detail.parameters.here = 1;
  });
  /* A poll that comes while somebody is at work on an order waits for its next turn. */
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!event.detail.elt.hasAttribute("data-poll")) return;
    const busy = document.activeElement && typing(document.activeElement);
    if (document.hidden || busy || pan.points.size) event.preventDefault();
  });
})();
