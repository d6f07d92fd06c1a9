// The command palette: search over tools, toolsets and pages by keyboard. The results are those of
// the search page, which is fetched and read.

const PAUSE = 120;

const dialog = make("dialog", { className: "palette", ariaLabel: "Search" });
const field = make("input", { type: "text", autocomplete: "off", spellcheck: false, maxLength: 200, dir: "auto" });
const list = make("ul", { id: "palette-list", role: "listbox", ariaLabel: "Results" });
const count = make("p", { className: "small", role: "status" });

field.role = "combobox";
field.ariaLabel = "Search tools, toolsets and pages";
field.placeholder = "Search tools, toolsets and pages";
field.ariaAutoComplete = "list";
field.setAttribute("aria-controls", list.id);
dialog.append(field, list, count);
document.body.append(dialog);

let link = null;
let read = null;
// What had the focus, and how it is found in a newer page.
let before = null;
let again = null;
let chosen = -1;
let typing = 0;
let asking = null;
// What the shown results are for; another text in the field has no results yet.
let shownFor = null;

function make(name, properties) {
  return Object.assign(document.createElement(name), properties);
}

/**
 * Opens it. `reads` turns a response into a page, or null if this script is outdated; `finder` finds
 * an element again after its page was replaced.
 */
export function open(from, reads, finder) {
  if (dialog.open) return;
  link = from;
  read = reads;
  before = document.activeElement;
  again = finder(before);
  field.value = "";
  show([], "");
  dialog.showModal();
  ask();
}

/** Fetches the results for what is typed. */
async function ask() {
  asking?.abort();
  const mine = (asking = new AbortController());
  const words = field.value;
  const to = new URL(link.href);
  to.searchParams.set("q", words);
  try {
    const response = await fetch(to, { signal: mine.signal });
    const page = response.ok && !response.redirected && (await read(response));
    if (mine !== asking || !dialog.open) return;
    // Signed out, or a page of another version: the browser shows what there is to see.
    if (!page) return location.assign(to);
    shownFor = words;
    show([...page.querySelectorAll("#found > li")], page.getElementById("count").textContent);
  } catch (error) {
    if (error.name !== "AbortError" && mine === asking) show([], "No response. Try again.");
  }
}

function show(results, text) {
  list.replaceChildren(...results.map((result, at) => {
    const from = result.querySelector("a");
    const option = make("li", { id: `palette-${at}`, role: "option" });
    option.dataset.to = from.getAttribute("href");
    option.append(
      make("bdi", { textContent: from.textContent }),
      make("span", { className: "small", textContent: ` ${result.querySelector("p").textContent}` }),
    );
    return option;
  }));
  count.textContent = text;
  field.ariaExpanded = String(results.length > 0);
  choose(results.length ? 0 : -1);
}

function choose(at) {
  chosen = at;
  [...list.children].forEach((option, place) => (option.ariaSelected = String(place === at)));
  const option = list.children[at];
  if (option) {
    field.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  } else field.removeAttribute("aria-activedescendant");
}

function go(option) {
  if (!option) return;
  before = null;
  dialog.close();
  location.assign(option.dataset.to);
}

field.addEventListener("input", (event) => {
  if (event.isComposing) return;
  clearTimeout(typing);
  typing = setTimeout(ask, PAUSE);
});
field.addEventListener("compositionend", ask);

field.addEventListener("keydown", async (event) => {
  if (event.isComposing) return;
  const last = list.children.length - 1;
  const moves = {
    ArrowDown: () => choose(chosen < last ? chosen + 1 : Math.min(last, 0)),
    ArrowUp: () => choose(chosen > 0 ? chosen - 1 : last),
    PageDown: () => choose(Math.min(chosen + 5, last)),
    PageUp: () => choose(Math.max(chosen - 5, Math.min(last, 0))),
  };
  if (moves[event.key]) {
    event.preventDefault();
    moves[event.key]();
  } else if (event.key === "Enter") {
    event.preventDefault();
    // Typed quickly, the results may still be those of the beginning of a word.
    if (shownFor !== field.value) {
      clearTimeout(typing);
      await ask();
    }
    if (shownFor === field.value) go(list.children[chosen]);
  }
});

list.addEventListener("click", (event) => go(event.target.closest("[role='option']")));

// A click beside the palette closes it.
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());

dialog.addEventListener("close", () => {
  clearTimeout(typing);
  asking?.abort();
  if (!before) return;
  // A newer part of the page may have replaced it meanwhile.
  const same = before.isConnected && before !== document.body ? before : again?.(document);
  (same ?? link).focus({ preventScroll: true });
});
