/* Plays a game on its page: the moments come once, as what changes from each to the next, and go into the parts of the
   page by their names. Without a script each moment is a page of its own. */
(() => {
  "use strict";
  const main = document.querySelector("main[data-track]");
  if (!main) return;
  const one = (selector) => main.querySelector(selector);
  const all = (selector) => [...main.querySelectorAll(selector)];
  const slider = one("form input[type=range]"), button = one(".play"), board = new URLSearchParams(location.search).get("board");
  const [PLAY, PAUSE] = button.dataset.words.split("|");
  const BEAT = 1400, REST = 250;
  let track = null, place = 0, playing = 0, resting = 0;

  /* What each step replaces is noted once, so that steps can be taken back. */
  const read = (found) => {
    const now = [];
    found.back = found.steps.map((step) => {
      const before = [];
      for (let at = 0; at < step.length; at += 2) {
        before.push(step[at], now[step[at]]);
        now[step[at]] = step[at + 1];
      }
      return before;
    });
    return found;
  };
  const put = (name, text) => {
    if (name.startsWith("at-")) {
      const land = document.getElementById(name), href = land && land.firstElementChild.getAttribute("href");
      if (!land || !href) return;
      land.innerHTML = `<use href="${href}" ${text}</use>`;
      land.setAttribute("aria-label", land.textContent);
    } else if (name.startsWith("seat-")) {
      const row = all(".cartouche tbody tr")[name.slice(5)], [lands, armies, state] = text.split(" ");
      if (!row) return;
      row.className = state;
      row.cells[1].textContent = lands;
      row.cells[2].textContent = armies;
    } else if (name === "key" || name === "said") {
      one(`[data-part=${name}]`).textContent = text;
    } else {
      const group = document.getElementById(`part-${name}`);
      if (group) group.innerHTML = text;
    }
  };
  /* Go from the moment that is shown to another one: of each part only the last text is written. */
  const go = (wanted) => {
    if (!track) return;
    const to = Math.max(0, Math.min(wanted, track.moments.length - 1)), changed = new Map();
    for (; place < to; place++) note(changed, track.steps[place + 1]);
    for (; place > to; place--) note(changed, track.back[place]);
    for (const [name, text] of changed) put(track.names[name], track.texts[text] ?? "");
    tell();
  };
  const note = (changed, pairs) => { for (let at = 0; at < pairs.length; at += 2) changed.set(pairs[at], pairs[at + 1]); };
  const address = (seq) => `${main.dataset.base}${seq}/${board ? `?board=${board}` : ""}`;

  const tell = (moved = true) => {
    const seq = track.moments[place], stop = track.stops[place], x = 1000 * stop / Math.max(1, slider.max);
    if (+slider.value !== stop || document.activeElement !== slider) slider.value = stop;
    slider.style.setProperty("--at", `${x / 10}%`);
    slider.setAttribute("aria-valuetext", `${one("[data-part=key]").textContent}. ${one("[data-part=said]").textContent}`);
    const later = one(".territory-chart .later"), count = one("[data-count]");
    if (later) later.setAttribute("d", `M${x.toFixed(0)} 0H1000V96H${x.toFixed(0)}z`);
    count.textContent = count.dataset.count.replace("%(number)s", seq).replace("%(count)s", track.moments.at(-1));
    mark(".points a", (link) => +link.dataset.seq === seq);
    const turns = all(".turns a"), now = turns.findLastIndex((link) => +link.dataset.first <= seq);
    mark(".turns a", (link) => link === turns[Math.max(0, now)]);
    for (const link of all("a[data-moment]")) link.href = new URL(link.dataset.moment || address(seq), location.href).href.replace("SEQ", seq);
    for (const way of all("[data-way]")) way.classList.toggle("spent", way.dataset.way.endsWith("left") ? !place : place === track.moments.length - 1);
    clearTimeout(resting);
    if (moved) resting = setTimeout(() => history.replaceState(null, "", address(seq)), REST);
  };
  const mark = (links, isHere) => {
    for (const link of all(links)) {
      const item = link.closest("li"), here = isHere(link);
      item.classList.toggle("here", here);
      if (!here) { item.removeAttribute("aria-current"); continue; }
      item.setAttribute("aria-current", "true");
      const list = [item.parentElement, item.closest(".course")].find((each) => each.scrollHeight > each.clientHeight + 1);
      if (!list) continue;
      const shown = list.clientHeight;
      const top = item.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
      if (top < list.scrollTop || top + item.offsetHeight > list.scrollTop + shown) list.scrollTop = top - shown / 3;
    }
  };

  /* ---- where to go from here */
  const at = (seq) => Math.max(0, track.moments.findLastIndex((moment) => moment <= seq));
  const turnOf = (by) => {
    const ends = all(".turns a").map((link) => at(+link.dataset.seq));
    const next = by > 0 ? ends.find((end) => end > place) : ends.findLast((end) => end < place);
    return next ?? (by > 0 ? track.moments.length - 1 : 0);
  };
  const ways = {
    "chevrons-left": () => turnOf(-1), "chevron-left": () => place - 1,
    "chevron-right": () => place + 1, "chevrons-right": () => turnOf(1),
  };
  const pick = (how) => { stop(); go(how()); };

  /* ---- playing */
  const speed = () => { const found = one("[name=speed]:checked"); return found ? found.value : "1"; };
  const step = () => {
    go(speed() === "turn" ? turnOf(1) : place + 1);
    if (place >= track.moments.length - 1) stop(); else wait();
  };
  const wait = () => { clearTimeout(playing); playing = setTimeout(step, speed() === "turn" ? BEAT : BEAT / +speed()); };
  const stop = () => { clearTimeout(playing); playing = 0; label(); };
  const play = () => {
    if (playing) { stop(); return; }
    if (place >= track.moments.length - 1) go(at(+main.dataset.begin));
    wait();
    label();
  };
  const label = () => {
    one(".play span").textContent = playing ? PAUSE : PLAY;
    const sign = one(".play use");
    sign.setAttribute("href", sign.getAttribute("href").replace(/#.*/, playing ? "#i-pause" : "#i-play"));
  };

  const listen = () => {
    label();
    one("form").addEventListener("submit", (event) => { event.preventDefault(); });
    button.addEventListener("click", (event) => { event.preventDefault(); play(); });
    slider.addEventListener("input", () => {
      stop();
      go(track.stops.findLastIndex((found) => found <= +slider.value));
    });
    main.addEventListener("change", (event) => { if (event.target.name === "speed" && playing) wait(); });
    main.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      const way = event.target.closest("[data-way]"), moment = event.target.closest("a[data-seq]");
      if (!way && !moment) return;
      event.preventDefault();
      pick(way ? ways[way.dataset.way] : () => at(+moment.dataset.seq));
    });
    const keys = {
      ArrowLeft: ways["chevron-left"], ArrowRight: ways["chevron-right"], PageUp: ways["chevrons-left"],
      PageDown: ways["chevrons-right"], Home: () => 0, End: () => track.moments.length - 1,
    };
    document.addEventListener("keydown", (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.closest("input:not([type=range]), textarea, select, .turns, .panel:focus") && event.key !== " ") return;
      if (keys[event.key]) { event.preventDefault(); pick(keys[event.key]); }
      if (event.key === " " && !event.target.closest("a, button, summary, input:not([type=range])")) { event.preventDefault(); play(); }
    });
  };

  fetch(main.dataset.track).then((response) => (response.ok ? response.json() : Promise.reject(response.status))).then((found) => {
    track = read(found);
    place = at(+main.dataset.at);
    listen();
    tell(false);
    main.dataset.ready = "";
  }).catch(() => {});  /* the page without a script stays: its links lead to every moment */
})();
