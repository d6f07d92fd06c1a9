//! Opens pages in the user's browser.

use std::process::{Command, Stdio};
use std::thread;

use url::Url;

/// Opens a page and returns whether a browser was started. Whether it loads is only visible on the
/// screen.
pub(crate) fn open(link: &str) -> bool {
    // The link may come from another machine, and openers start other programs for other schemes.
    let is_page = |url: Url| matches!(url.scheme(), "http" | "https");
    if !Url::parse(link).is_ok_and(is_page) {
        return false;
    }
    let Some(mut command) = opener(link) else {
        return false;
    };
    let command = command.stdin(Stdio::null()).stdout(Stdio::null());
    let Ok(mut child) = command.stderr(Stdio::null()).spawn() else {
        return false;
    };
    // A gateway runs for long, and an ended child would stay in its list of processes.
    thread::spawn(move || child.wait());
    true
}

#[cfg(target_os = "macos")]
fn opener(link: &str) -> Option<Command> {
    let mut command = Command::new("open");
    command.arg(link);
    Some(command)
}

#[cfg(windows)]
fn opener(link: &str) -> Option<Command> {
    let mut command = Command::new("cmd");
    // The empty text is the title of a window, which would otherwise be the link.
    command.args(["/c", "start", "", link]);
    Some(command)
}

/// Without a desktop, `xdg-open` would start a browser in this terminal.
#[cfg(not(any(target_os = "macos", windows)))]
fn opener(link: &str) -> Option<Command> {
    let shows = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if !shows("DISPLAY") && !shows("WAYLAND_DISPLAY") {
        return None;
    }
    let mut command = Command::new("xdg-open");
    command.arg(link);
    Some(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_are_opened() {
        for link in [
            "file:///etc/passwd",
            "--help",
            "mailto:a@b.example",
            "",
            "javascript:1",
        ] {
            assert!(!open(link), "{link}");
        }
    }
}
