// Notifications about calls that wait for approval, while a page is open in this browser. They are
// asked for with a button, and say which tool waits, but none of its arguments.

const KEY = "notify";
const INBOX = "/approvals";

let events = null;
let known = null;
let reading = false;
let again = false;
let release = null;

const wanted = () => localStorage.getItem(KEY) === "on" && Notification.permission === "granted";

/** Shows the button, and whether notifications are on. */
export function label(button) {
  const on = wanted();
  button.hidden = false;
  button.textContent = on ? "Stop notifying me in this browser" : "Notify me in this browser";
}

/** Turns notifications on or off; the browser asks for permission first. */
export async function toggle(button, say) {
  if (wanted()) {
    localStorage.removeItem(KEY);
    stop();
    label(button);
    return say("Notifications are off in this browser.");
  }
  const allowed = await Notification.requestPermission();
  if (allowed !== "granted") {
    return say("The browser does not allow notifications. Change that in its settings for this site.", "note warn");
  }
  localStorage.setItem(KEY, "on");
  label(button);
  say("You get a notification when a call needs approval, while a page of this dashboard is open.");
  start();
}

/** Listens. Of several open pages, only one does. */
export function start() {
  if (!wanted() || release) return;
  let done;
  const held = new Promise((resolve) => (done = resolve));
  release = done;
  navigator.locks.request("candor-notify", async () => {
    if (!release) return;
    listen();
    await held;
  });
}

function stop() {
  events?.close();
  events = known = null;
  release?.();
  release = null;
}

function listen() {
  events = new EventSource("/live");
  events.addEventListener("approvals", look);
  // What came while nobody listened is told as well.
  events.onopen = look;
}

/** Reads the inbox and tells what is new in it. What waits at the first look is known. */
async function look() {
  if (reading) return (again = true);
  reading = true;
  try {
    const response = await fetch(INBOX);
    // Signed out: nothing more to tell.
    if (response.redirected) return stop();
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const links = [...page.querySelectorAll("#inbox [id^='open-']")];
    const before = known;
    known = new Set(links.map((link) => link.id));
    if (before) for (const link of links) if (!before.has(link.id)) tell(link);
  } catch {
    // The stream reconnects by itself, and then there is another look.
  } finally {
    reading = false;
    if (again && events) {
      again = false;
      look();
    }
  }
}

function tell(link) {
  if (!wanted()) return stop();
  const to = link.getAttribute("href");
  const about = link.closest("li").querySelector(".small code")?.textContent ?? "";
  const note = new Notification("Approval needed", {
    body: `${link.textContent.trim()} (${about.trim()})`,
    tag: link.id,
    requireInteraction: true,
  });
  note.onclick = () => {
    note.close();
    focus();
    location.assign(to);
  };
}

// Turned off in another tab.
addEventListener("storage", (event) => event.key === KEY && (wanted() ? start() : stop()));
