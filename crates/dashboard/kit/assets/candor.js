// Live updates and form submissions without a reload. Every page works without it.
//
// The server sends whole pages only: one is fetched, parsed, and parts of it replace those of this
// page. What the user has typed is never lost; where a page cannot be replaced, the browser loads it.

const main = document.getElementById("main");
const FIELDS = "input, textarea, select";
const KINDS = ["approvals", "sources", "said", "calls", "trials"];

/** Milliseconds between reloads, at least, and for one, at most. */
const PAUSE = 1000;
const LOOK = 20_000;

const byId = (id) => document.getElementById(id);
const all = (root, selector) => [...root.querySelectorAll(selector)];
const version = (page) => page.querySelector("script[src]")?.getAttribute("src");
const only = (list) => (list.length === 1 ? list[0] : null);
const place = () => location.pathname + location.search;
const on = (kind, act, first) => document.addEventListener(kind, act, first);

// === Pages ===

/** The page in a response, or null if it cannot replace this one. */
async function read(response) {
  const kind = response.headers.get("content-type") ?? "";
  if (!kind.startsWith("text/html")) return null;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  // Pages of another gateway version need its script.
  return version(page) === version(document) && page.getElementById("main") ? page : null;
}

/** Shows a status message, which screen readers announce. */
function announce(...content) {
  const status = byId("status");
  status.replaceChildren();
  // Screen readers announce changes only.
  setTimeout(() => status.replaceChildren(...content), 60);
}

function say(text, look = "done") {
  const span = document.createElement("span");
  span.className = look;
  span.textContent = text;
  announce(span);
}

/** What replacing an element would lose: focus, open details, scroll positions. */
function remember(root) {
  const active = document.activeElement;
  return {
    again: active !== root && root.contains(active) ? finder(active) : null,
    value: active.value,
    // Other fields throw.
    caret: active.matches("textarea, [type='text'], [type='search']") ? active.selectionEnd : null,
    open: all(root, "details").map((one) => [label(one), one.open]),
    places: all(root, ".scroll, pre").map((one) => [one.scrollLeft, one.scrollTop]),
  };
}

function restore(root, kept, typed) {
  for (const one of all(root, "details")) {
    const was = only(kept.open.filter(([name]) => name === label(one)));
    if (was) one.open = was[1];
  }
  all(root, ".scroll, pre").forEach((one, at) => {
    if (kept.places[at]) [one.scrollLeft, one.scrollTop] = kept.places[at];
  });
  const again = kept.again?.(root);
  if (!again) return false;
  if (again.localName === "h1") again.tabIndex = -1;
  again.focus({ preventScroll: true });
  if (typed && again.matches("input, textarea")) again.value = kept.value;
  if (kept.caret != null) again.setSelectionRange(kept.caret, kept.caret);
  return document.activeElement === again;
}

/** Identifies a <details> element: where it is, and its summary. */
function label(details) {
  return details.id || `${details.closest("[id]")?.id} ${details.firstElementChild?.textContent.trim()}`;
}

/** Finds an element again after its page was replaced. */
function finder(element) {
  if (element.id) return (root) => root.querySelector(`#${CSS.escape(element.id)}`);
  // After a submission the heading has the focus, and keeps it.
  if (element.localName === "h1") return (root) => root.querySelector("h1");
  if (element.localName === "summary") {
    const name = label(element.parentElement);
    return (root) => only(all(root, "details").filter((one) => label(one) === name))?.firstElementChild;
  }
  // A submit button could be mistaken for that of another row.
  const named = ["href", "name", "value", "popovertarget"].filter((name) => element.hasAttribute(name));
  if (!named.length || element.type === "submit") return null;
  const parts = named.map((name) => `[${name}="${CSS.escape(element.getAttribute(name))}"]`);
  return (root) => only(all(root, element.localName + parts.join("")));
}

/** Replaces the contents of this page. */
function show(page, looks, typed) {
  const kept = remember(main);
  const next = page.getElementById("main");
  const status = byId("status");
  const fresh = page.getElementById("status");
  // The status element must stay the same, or it is not announced.
  for (const node of [...main.childNodes]) if (node !== status) node.remove();
  let before = true;
  for (const node of [...next.childNodes]) {
    if (node === fresh) before = false;
    else if (before) status.before(node);
    else main.append(node);
  }
  main.className = next.className;
  document.title = page.title;
  const parts = page.getElementById("parts");
  if (parts) byId("parts")?.replaceWith(parts);
  announce(...fresh.childNodes);
  enhance(main);
  const wrong = looks ? null : main.querySelector("[aria-invalid='true'], [autofocus]");
  if (wrong) return wrong.focus();
  if (restore(main, kept, typed)) return;
  const focus = main.querySelector("[role='alert']") ?? main.querySelector("h1") ?? main;
  focus.tabIndex = -1;
  focus.focus();
}

// === Forms ===

let sending = null;
let here = place();
// Whether this page shows a refused form, which a reload would lose.
let refused = performance.getEntriesByType("navigation")[0]?.responseStatus >= 400;

/** Submits a form in the background and shows the resulting page. */
async function send(form, button) {
  const fields = new FormData(form, button);
  const to = new URL(button?.getAttribute("formaction") ?? form.getAttribute("action") ?? "", location);
  const looks = form.method === "get";
  const auto = form.matches("[data-auto]");
  const options = {};
  if (looks) {
    to.search = new URLSearchParams([...fields].filter(([, value]) => value !== ""));
    if (auto && to.href === location.href) return;
  } else {
    options.method = "post";
    options.body = form.enctype === "multipart/form-data" ? fields : new URLSearchParams(fields);
  }
  // A pending search is aborted; a pending change is not sent twice.
  if (sending && !sending.looks) return say("The previous request is still running.");
  sending?.control.abort();
  const mine = (sending = { looks, control: new AbortController() });
  main.ariaBusy = "true";
  try {
    const response = await fetch(to, { ...options, signal: mine.control.signal });
    const page = await read(response);
    if (mine !== sending) return;
    const moved = looks || response.redirected;
    if (!page) return location.assign(moved ? response.url : location.href);
    refused = !response.ok;
    if (moved) {
      const same = auto || response.url === location.href;
      history[same ? "replaceState" : "pushState"](null, "", response.url);
      here = place();
    }
    show(page, looks, auto);
  } catch (error) {
    if (error.name === "AbortError") return;
    if (looks) return location.assign(to);
    say("No response. Reload the page to see whether the change was made.");
  } finally {
    if (mine === sending) {
      sending = null;
      main.ariaBusy = null;
    }
  }
}

on("submit", (event) => {
  if (event.defaultPrevented || !event.target.matches("[data-swap], [data-auto]")) return;
  event.preventDefault();
  clearTimeout(typing);
  send(event.target, event.submitter);
});

let typing = 0;

/** Submits filters once typing has stopped. */
function later(field, wait) {
  // An incomplete name from a list is not a filter.
  if ((wait && field.list) || !field.form?.matches("[data-auto]")) return;
  clearTimeout(typing);
  typing = setTimeout(() => {
    const form = (field.isConnected ? field : byId(field.id))?.form;
    if (form?.checkValidity()) send(form, null);
  }, wait);
}

on("input", (event) => event.isComposing || later(event.target, 300));
on("compositionend", (event) => later(event.target, 300));
on("change", ({ target }) => {
  if (target.matches("[data-check-all]")) for (const box of boxes(target)) box.checked = target.checked;
  if (target.type === "checkbox") count();
  later(target, 0);
});

addEventListener("popstate", () => {
  // An anchor on the same page is not another page.
  if (place() !== here) location.reload();
});

// === Checkboxes, copying, shortcuts, help texts ===

/** The checkboxes that a "select all" checkbox controls. */
function boxes(one) {
  const within = one.form?.elements ?? all(document, "input");
  return [...within].filter((box) => box.name === one.dataset.checkAll && !box.disabled);
}

function count() {
  for (const one of all(document, "[data-check-all]")) {
    const those = boxes(one);
    const ticked = those.filter((box) => box.checked).length;
    one.checked = ticked > 0 && ticked === those.length;
    one.indeterminate = ticked > 0 && !one.checked;
  }
}

/** Shows controls that need this script. */
function enhance(root) {
  for (const one of all(root, "[data-copy], [data-check-all], kbd")) {
    one.hidden = false;
    for (const label of one.labels ?? []) label.hidden = false;
  }
  const button = byId("notify");
  if (button && isSecureContext && "Notification" in window) notify().then((module) => module.label(button));
  count();
}

async function copy(button) {
  const from = byId(button.dataset.copy);
  const field = from.matches(FIELDS);
  try {
    await navigator.clipboard.writeText(field ? from.value : from.textContent);
    button.dataset.done = "";
    setTimeout(() => delete button.dataset.done, 2000);
    say("Copied.", "unseen");
  } catch {
    // Not available without TLS; then the user copies by hand.
    if (field) from.select();
    else getSelection().selectAllChildren(from);
    say("Selected. Press Ctrl+C to copy.");
  }
}

/** Opens the command palette; where that cannot be loaded, the search page. */
function search(event) {
  const link = byId("search");
  if (!link) return;
  event.preventDefault();
  import(link.dataset.palette).then((palette) => palette.open(link, read, finder), () => location.assign(link.href));
}

on("keydown", (event) => {
  const held = event.ctrlKey || event.metaKey;
  if (event.altKey || (held && event.shiftKey)) return;
  if (held && event.key?.toLowerCase() === "k") return search(event);
  if (held || event.key !== "/" || event.target.matches(FIELDS)) return;
  const field = document.querySelector("[data-find]");
  if (!field) return search(event);
  event.preventDefault();
  field.focus();
  field.select();
});

// Notifications are for those who have asked for them in this browser.
const notify = () => import(document.querySelector("[data-notify]").dataset.notify);

// Help texts open on click; with this script also on hover, and then a click keeps them open.
let tip = null;
let hovering = null;
let opening = 0;

on("pointerover", (event) => {
  const now = event.pointerType === "mouse" ? event.target.closest(".tip") : null;
  if (now === tip) return;
  tip = now;
  clearTimeout(opening);
  if (hovering?.matches(":popover-open")) hovering.hidePopover();
  hovering = null;
  const text = tip?.querySelector("[popover]:not(:popover-open)");
  if (!text) return;
  opening = setTimeout(() => {
    if (!text.isConnected || text.matches(":popover-open")) return;
    hovering = text;
    text.showPopover({ source: text.previousElementSibling });
  }, 300);
});

on("click", (event) => {
  const button = event.target.closest("[data-copy], .ask, #search, #notify");
  if (button?.dataset.copy) copy(button);
  else if (button?.id === "notify") notify().then((module) => module.toggle(button, say));
  else if (button?.dataset.palette) {
    // With a key held, a link opens elsewhere.
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) search(event);
  }
  else if (button && hovering && button.parentElement.contains(hovering)) {
    hovering = null;
    event.preventDefault();
  }
});

// A click meant for what was there a moment ago is ignored.
let drawn = 0;

on("click", (event) => {
  const soon = Date.now() - drawn < 500 && event.detail > 0;
  if (!soon || !event.target.closest("[data-steady] button")) return;
  event.preventDefault();
  event.stopPropagation();
  say("This just changed. Check it and try again.");
}, true);

// === Live ===

let events = null;
const heard = new Set();
let looking = 0;
let looked = 0;
let patience = PAUSE;

/** Whether the user is working in an element, so that it must not be replaced. */
function busy(element) {
  const active = document.activeElement;
  if (active !== element && element.contains(active) && !finder(active)?.(element)) return true;
  const fields = all(element, FIELDS).filter((one) => one.type !== "hidden" && !one.dataset.checkAll);
  if (element.querySelector(":popover-open") || (refused && fields.length)) return true;
  return fields.some((one) => {
    if (one.type === "checkbox" || one.type === "radio") return one.checked !== one.defaultChecked;
    if (one.localName !== "select") return one.value !== one.defaultValue;
    const first = [...one.options].findIndex((option) => option.defaultSelected);
    return one.selectedIndex !== Math.max(first, 0);
  });
}

function hear(...kinds) {
  for (const kind of kinds) heard.add(kind);
  looking ||= setTimeout(look, Math.max(100, looked + PAUSE - Date.now()));
}

/** Reloads this page and replaces outdated parts that the user is not working in. */
async function look() {
  try {
    // A page that is being loaded may be older than the event, so it is awaited.
    if (document.hidden || sending) return;
    for (const kind of heard) for (const one of all(document, `[data-live~=${kind}]`)) one.dataset.old = "";
    heard.clear();
    const due = all(document, "[data-old]").filter((one) => !busy(one));
    if (!due.length) return;
    for (const one of due) delete one.dataset.old;
    const at = place();
    const response = await fetch(at, { signal: AbortSignal.timeout(LOOK) });
    // After a sign-out, loading the page leads to the sign-in form.
    if (response.redirected) return location.reload();
    const page = response.ok && (await read(response));
    if (page && at === place()) for (const one of due) swap(one, page.getElementById(one.id));
  } catch (error) {
    // The stream reports a restarted gateway, but not a lost response.
    if (error.name === "TimeoutError") hear(...KINDS);
  } finally {
    looked = Date.now();
    looking = 0;
    if (!document.hidden && (heard.size || document.querySelector("[data-old]"))) hear();
  }
}

function swap(old, next) {
  if (sending || busy(old)) return (old.dataset.old = "");
  if (!next || !old.isConnected) return;
  const kept = remember(old);
  const held = old === document.activeElement;
  enhance(next);
  old.replaceWith(next);
  if (next.matches("[data-steady]")) drawn = Date.now();
  restore(next, kept, false);
  if (held) {
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
  }
  count();
  if (next.dataset.says && next.dataset.says !== old.dataset.says) say(next.dataset.says);
}

function listen() {
  if (events || document.hidden || !document.querySelector("[data-live]")) return;
  events = new EventSource("/live");
  for (const kind of KINDS) events.addEventListener(kind, () => hear(kind));
  events.onopen = () => {
    patience = PAUSE;
    // The gateway repeats what a page missed in its first second.
    if (performance.now() > 1000) hear(...KINDS);
  };
  events.onerror = () => {
    // It reconnects by itself unless refused: then with backoff.
    if (events.readyState !== EventSource.CLOSED) return;
    hush();
    patience = Math.min(patience * 2, 60_000);
    setTimeout(listen, patience);
  };
}

function hush() {
  events?.close();
  events = null;
}

function wake() {
  if (document.hidden) hush();
  listen();
}

on("visibilitychange", wake);
addEventListener("pagehide", hush);
addEventListener("pageshow", (event) => event.persisted && wake());

enhance(document);
listen();
// Storage can be forbidden; then nobody has asked.
try {
  if (localStorage.getItem("notify") && document.querySelector("[data-notify]")) notify().then((module) => module.start());
} catch {}
