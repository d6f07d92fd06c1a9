//! The name of the operating system user that runs this process.
//!
//! Based on the effective user id, because variables such as `USER` can be set to anything.

use std::process::{Command, Stdio};

/// The user database file.
const PASSWD: &str = "/etc/passwd";
/// The `id` program, which also knows users from directory services and on macOS.
const ID: &str = "/usr/bin/id";
/// The maximum length of a name, in characters.
const LONGEST: usize = 100;

/// The name of the current user, or `uid 1234` if it is unknown.
#[must_use]
pub fn os_user() -> String {
    let uid = rustix::process::geteuid().as_raw();
    let listed = std::fs::read_to_string(PASSWD).unwrap_or_default();
    name_in(&listed, uid)
        .or_else(ask_the_system)
        .unwrap_or_else(|| format!("uid {uid}"))
}

/// Finds the name of a user in the text of a passwd file.
fn name_in(listed: &str, uid: u32) -> Option<String> {
    let of_line = |line: &str| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        let number = fields.nth(1)?;
        (number.parse() == Ok(uid)).then(|| proper(name))?
    };
    listed.lines().find_map(of_line)
}

/// Runs `id`, which consults all user databases. It runs with the same effective user id and an
/// empty environment.
fn ask_the_system() -> Option<String> {
    let mut command = Command::new(ID);
    command.arg("-un").env_clear().stdin(Stdio::null());
    let said = command.stderr(Stdio::null()).output().ok()?;
    let name = String::from_utf8(said.stdout).ok()?;
    said.status.success().then(|| proper(name.trim()))?
}

/// The name, if it can be displayed and stored unchanged.
fn proper(name: &str) -> Option<String> {
    let plain = name.chars().all(|c| !c.is_control() && !c.is_whitespace());
    let fits = (1..=LONGEST).contains(&name.chars().count());
    (plain && fits).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTED: &str = "\
root:x:0:0:root:/root:/bin/bash
# no entry
broken
ann:x:1000:1000:Ann,,,:/home/ann:/bin/sh
again:x:1000:1000::/:/bin/sh
odd\u{1b}[1m:x:1001:1001::/:/bin/sh
:x:1002:1002::/:/bin/sh
";

    #[test]
    fn a_name_belongs_to_a_number() {
        let name = |uid| name_in(LISTED, uid);
        assert_eq!(name(0).as_deref(), Some("root"));
        assert_eq!(name(1000).as_deref(), Some("ann"), "the first counts");
        assert_eq!(name(100), None);
        assert_eq!(name(1001), None, "a name that cannot be shown is none");
        assert_eq!(name(1002), None, "nor is an empty one");
    }

    #[test]
    fn this_process_has_a_user() {
        let uid = rustix::process::geteuid().as_raw();
        let listed = std::fs::read_to_string(PASSWD).unwrap_or_default();
        let expect = name_in(&listed, uid).or_else(ask_the_system);
        assert_eq!(os_user(), expect.unwrap_or_else(|| format!("uid {uid}")));
    }
}
