//! The operating system's user that runs this process.

use std::fs;

/// Where users are listed.
const PASSWD: &str = "/etc/passwd";

/// The name of the effective user, as the system's own list says it; never what the environment
/// says. A user that is not listed is `uid 1000`.
pub fn os_user() -> String {
    let uid = effective_uid();
    let listed = fs::read(PASSWD).unwrap_or_default();
    listed_name(&String::from_utf8_lossy(&listed), uid).unwrap_or_else(|| format!("uid {uid}"))
}

#[cfg(unix)]
fn effective_uid() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// Elsewhere there are no such numbers, and one user owns the process.
#[cfg(not(unix))]
fn effective_uid() -> u32 {
    0
}

/// The name of a user in lines such as `ann:x:1000:1000:Ann:/home/ann:/bin/sh`.
fn listed_name(passwd: &str, uid: u32) -> Option<String> {
    let mut lines = passwd.lines().map(|line| line.split(':'));
    lines.find_map(|mut fields| {
        let name = fields.next().filter(|name| is_plain(name))?;
        let number = fields.nth(1)?;
        (number.parse() == Ok(uid)).then(|| name.to_owned())
    })
}

/// A name that can be shown as it is.
fn is_plain(name: &str) -> bool {
    let visible = |c: char| c.is_ascii_graphic();
    (1..=64).contains(&name.len()) && name.chars().all(visible)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str = "# users\nroot:x:0:0:root:/root:/bin/sh\nbroken\n:x:7:7::/:/bin/sh\n\
                         \u{202e}x:x:8:8::/:\nann:x:1000:1000:Ann,,,:/home/ann:/bin/sh\n\
                         twin:x:1000:1000::/:\n";

    #[test]
    fn a_name_is_found_by_its_number() {
        let name = |uid| listed_name(LINES, uid);
        assert_eq!(name(0).as_deref(), Some("root"));
        assert_eq!(name(1000).as_deref(), Some("ann"), "the first one counts");
        for uid in [7, 8, 100, u32::MAX] {
            assert_eq!(name(uid), None, "{uid}");
        }
    }

    #[test]
    fn the_environment_is_not_asked() {
        let name = os_user();
        assert!(!name.is_empty());
        assert_eq!(name, os_user());
    }
}
