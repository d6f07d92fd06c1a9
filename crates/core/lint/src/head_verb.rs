//! The verb in a tool's name, and its kind of action.
//!
//! Inference weighs all evidence; a rule needs the one misleading word. The position of the verb is
//! a habit of the whole source, so all names of a source are considered together: a common first
//! word is not a verb.

use std::collections::HashMap;

use crate::LintSubject;
use crate::words::words;

/// The verb of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeadVerb {
    pub(crate) word: String,
    pub(crate) class: VerbClass,
}

/// The kind of action of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VerbClass {
    Reading,
    Creating,
    Updating,
    Removing,
    Sending,
    Running,
}

const READING: &[&str] = &[
    "get",
    "list",
    "search",
    "find",
    "read",
    "fetch",
    "show",
    "view",
    "describe",
    "lookup",
    "query",
    "count",
    "browse",
    "inspect",
    "retrieve",
    "preview",
    "validate",
    "summarize",
    "summarise",
    "explain",
    "analyze",
    "analyse",
    "compare",
];
const CREATING: &[&str] = &[
    "create",
    "add",
    "insert",
    "append",
    "register",
    "upload",
    "import",
    "clone",
    "fork",
    "duplicate",
    "increment",
    "new",
];
const UPDATING: &[&str] = &[
    "update",
    "edit",
    "modify",
    "patch",
    "rename",
    "replace",
    "overwrite",
    "write",
    "set",
    "put",
    "move",
    "change",
    "rewrite",
    "upsert",
    "configure",
];
const REMOVING: &[&str] = &[
    "delete",
    "remove",
    "drop",
    "purge",
    "destroy",
    "revoke",
    "uninstall",
    "truncate",
    "erase",
    "wipe",
    "unlink",
];
const SENDING: &[&str] = &[
    "send",
    "post",
    "publish",
    "email",
    "sms",
    "pay",
    "charge",
    "refund",
    "transfer",
    "reply",
    "forward",
    "broadcast",
    "tweet",
];
const RUNNING: &[&str] = &[
    "deploy", "run", "execute", "exec", "trigger", "invoke", "restart", "shutdown", "reboot",
];

/// Verbs that are nouns at the end of a name: `workflow_run`, `get_post`.
const NOUNS: &[&str] = &[
    "post",
    "email",
    "sms",
    "charge",
    "refund",
    "transfer",
    "run",
    "trigger",
    "reply",
    "forward",
    "list",
    "view",
    "query",
    "count",
    "set",
    "patch",
    "change",
    "fork",
    "clone",
    "import",
    "upload",
    "move",
    "new",
    "write",
    "preview",
    "lookup",
    "search",
    "deploy",
    "tweet",
    "read",
    "register",
    "broadcast",
    "put",
    "drop",
    "show",
    "find",
    "exec",
];

/// The percentage of a source's names that must share a word for it to count as a prefix.
const SHARED: usize = 60;

/// Finds the verb of every tool. The tools of a source must be next to each other.
pub(crate) fn assign(tools: &mut [LintSubject]) {
    for tools in tools.chunk_by_mut(|one, next| one.source == next.source) {
        let names: Vec<Vec<String>> = tools.iter().map(|tool| words(&tool.own)).collect();
        let prefix = prefix(&names);
        for (tool, name) in tools.iter_mut().zip(&names) {
            let name = match &prefix {
                Some(prefix) if name.first() == Some(prefix) => &name[1..],
                _ => name,
            };
            tool.verb = find(name);
        }
    }
}

/// The first word of most names, unless it is a verb.
fn prefix(names: &[Vec<String>]) -> Option<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for first in names.iter().filter_map(|name| name.first()) {
        *counts.entry(first).or_default() += 1;
    }
    let (word, count) = counts
        .into_iter()
        .max_by_key(|(word, count)| (*count, *word))?;
    let is_shared = names.len() >= 3 && count * 100 >= names.len() * SHARED;
    (is_shared && class(word).is_none()).then(|| word.to_owned())
}

/// The first word if it is a verb, else the last, else an unambiguous verb in between.
fn find(name: &[String]) -> Option<HeadVerb> {
    let first = name.first().and_then(|word| verb(word));
    let certain = |word: &String| verb(word).filter(|_| !NOUNS.contains(&word.as_str()));
    first
        .or_else(|| name.last().and_then(certain))
        .or_else(|| name.iter().find_map(certain))
}

fn verb(word: &str) -> Option<HeadVerb> {
    Some(HeadVerb {
        word: word.to_owned(),
        class: class(word)?,
    })
}

/// The kind of action of a word, if it is a verb in its base form.
pub(crate) fn class(word: &str) -> Option<VerbClass> {
    [
        (READING, VerbClass::Reading),
        (CREATING, VerbClass::Creating),
        (UPDATING, VerbClass::Updating),
        (REMOVING, VerbClass::Removing),
        (SENDING, VerbClass::Sending),
        (RUNNING, VerbClass::Running),
    ]
    .into_iter()
    .find_map(|(words, class)| words.contains(&word).then_some(class))
}

// === impl VerbClass ===

impl VerbClass {
    /// Whether something is different afterwards.
    pub(crate) const fn writes(self) -> bool {
        !matches!(self, Self::Reading)
    }
}

// === impl LintSubject ===

impl LintSubject {
    /// The verb of the name, if it is of this class.
    pub(crate) fn verb_of(&self, class: VerbClass) -> Option<&str> {
        let verb = self.verb.as_ref().filter(|verb| verb.class == class)?;
        Some(&verb.word)
    }

    /// Whether the verb of the name is of this class.
    pub(crate) fn has_verb(&self, class: VerbClass) -> bool {
        self.verb_of(class).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, expect: Option<(&str, VerbClass)>) {
        let found = find(&words(name));
        let found = found.as_ref().map(|verb| (verb.word.as_str(), verb.class));
        assert_eq!(found, expect, "{name}");
    }

    #[test]
    fn the_verb_is_found_wherever_it_stands() {
        check("delete_page", Some(("delete", VerbClass::Removing)));
        check("get_create_fields", Some(("get", VerbClass::Reading)));
        check("get_post", Some(("get", VerbClass::Reading)));
        check(
            "data-store-records_create",
            Some(("create", VerbClass::Creating)),
        );
        check(
            "communication_email_send",
            Some(("send", VerbClass::Sending)),
        );
        check(
            "nc_notes_create_note",
            Some(("create", VerbClass::Creating)),
        );
        check("workflow_run", None);
        check("ping", None);
        check("", None);
    }

    #[test]
    fn a_shared_first_word_is_no_verb() {
        let names = ["git_log", "git_show_all", "git_status"].map(words);
        assert_eq!(prefix(&names), Some("git".to_owned()));
        let names = ["get_a", "get_b", "get_c"].map(words);
        assert_eq!(prefix(&names), None);
    }
}
