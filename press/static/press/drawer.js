/* Messages beside the board: where there is room their tab opens a drawer, and every page of a turn asks four times a
   minute how many wait. Without scripts the tab is a link to a page of its own. */
(() => {
  "use strict";
  const ROOM = matchMedia("(min-width: 75em)");
  const EVERY = 15_000;
  const one = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const tab = () => one("[data-poll-url]");
  const say = (text) => { const live = one("#live"); if (live) live.textContent = text; };
  let drawer = null, address = "";

  const isOurs = (url) => url.origin === location.origin && /\/messages\/(new\/|mute\/|\d+\/)?$/.test(url.pathname);

  /* ---- what stands in it: the conversations, and one of them with the field to write in */
  const fetchPage = async (url, options = {}) => {
    const answer = await fetch(url, options);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!one("#messages", page)) { location.href = answer.url; return null; }
    address = answer.url;
    return page;
  };
  const lowerHeading = (part) => {
    const high = one("h1", part);
    if (!high) return;
    const low = document.createElement("h2");
    for (const { name, value } of high.attributes) low.setAttribute(name, value);
    low.append(...high.childNodes);
    high.replaceWith(low);
  };
  const partsOf = (page) => {
    const shown = one("#messages", page), threads = one("#threads .threads", page);
    one(".panel-tabs", shown)?.remove();
    lowerHeading(shown);
    return [...(threads ? [threads] : []), ...shown.childNodes];
  };
  const show = async (url, options) => {
    const page = await fetchPage(url, options).catch(() => null);
    if (!page || !drawer) return;
    one(".inside", drawer).replaceChildren(...partsOf(page));
    (one(".refusal", drawer) || one("textarea", drawer) || one(".threads a", drawer))?.focus({ preventScroll: true });
    ask();
  };
  /* What has come replaces what is shown, and leaves alone what is being written. */
  const refresh = async () => {
    const page = await fetchPage(address).catch(() => null);
    if (!page || !drawer) return;
    for (const part of [".threads", ".msgs-scroll"]) {
      const old = one(part, drawer), fresh = part === ".threads" && one("#threads .threads", page) || one(part, page);
      if (old && fresh && !old.contains(document.activeElement)) old.replaceWith(fresh);
    }
  };

  /* ---- open and close */
  const open = (link) => {
    if (drawer) { one("textarea, .threads a", drawer)?.focus(); return; }
    drawer = document.createElement("aside");
    drawer.className = "press-drawer panel press";
    drawer.setAttribute("aria-label", link.firstChild.textContent.trim());
    const shut = document.createElement("button"), inside = document.createElement("div");
    shut.className = "shut";
    shut.textContent = "×";
    shut.setAttribute("aria-label", link.dataset.close);
    shut.addEventListener("click", close);
    inside.className = "inside";
    drawer.append(shut, inside);
    document.body.append(drawer);
    shut.focus();
    show(link.href);
  };
  const close = () => {
    drawer.remove();
    drawer = null;
    tab()?.focus();
  };
  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const link = event.target.closest("a[href]");
    if (!link) return;
    if (link.matches("[data-poll-url]") && ROOM.matches) { event.preventDefault(); open(link); return; }
    if (drawer?.contains(link) && isOurs(new URL(link.href)) && link.href.split("?")[0] !== location.href) {
      event.preventDefault();
      show(link.href);
    }
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!drawer?.contains(form) || !isOurs(new URL(form.action))) return;
    event.preventDefault();
    const body = new FormData(form, event.submitter);
    for (const button of all("button", form)) button.disabled = true;
    show(form.action, { method: "POST", body });
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drawer || event.defaultPrevented) return;
    const menu = one("details.msg-menu[open]", drawer);
    if (menu) { menu.open = false; one("summary", menu).focus(); return; }
    close();
  });

  /* ---- how many wait */
  const ask = async () => {
    const link = tab();
    if (!link || document.hidden) return;
    const answer = await fetch(link.dataset.pollUrl).catch(() => null);
    if (!answer || answer.status !== 200 || tab() !== link) return;
    const fresh = one("[data-poll-url]", new DOMParser().parseFromString(await answer.text(), "text/html"));
    const count = +fresh.dataset.count, grown = count > +link.dataset.count;
    const focused = document.activeElement === link;
    link.replaceWith(fresh);
    if (focused) fresh.focus({ preventScroll: true });
    if (grown) say(count === 1 ? "1 new message" : `${count} new messages`);
    if (grown && drawer) { await refresh(); ask(); }
  };
  setInterval(ask, EVERY);
})();
