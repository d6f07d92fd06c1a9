//! Source names for users' server names.

use std::collections::{HashMap, HashSet};

use candor_model::SourceName;
use candor_model::name::{EXPOSED_MAX, MANAGEMENT_SOURCE};

/// Assigns unique names.
#[derive(Debug, Default)]
pub(crate) struct NameGiver {
    taken: HashSet<String>,
    /// The last number used for each name, so that many equal names do not cost quadratic time.
    counters: HashMap<String, usize>,
}

// === impl NameGiver ===

impl NameGiver {
    /// Creates a giver that never assigns these names or Candor's own.
    pub(crate) fn without(taken: impl IntoIterator<Item = String>) -> Self {
        let own = [MANAGEMENT_SOURCE.to_owned()];
        Self {
            taken: taken.into_iter().chain(own).collect(),
            counters: HashMap::new(),
        }
    }

    /// The name nearest to a text that is still free.
    pub(crate) fn give(&mut self, text: &str) -> String {
        let base = cleaned(text);
        let counter = self.counters.entry(base.clone()).or_insert(0);
        loop {
            *counter += 1;
            let candidate = match *counter {
                1 => base.clone(),
                number => {
                    let ending = format!("-{number}");
                    let room = base.len().min(EXPOSED_MAX - ending.len());
                    format!("{}{ending}", base.get(..room).unwrap_or_default())
                }
            };
            if self.taken.insert(candidate.clone()) {
                return candidate;
            }
        }
    }
}

/// Every character that a name cannot have becomes `-`; `source` where nothing is left.
fn cleaned(text: &str) -> String {
    if SourceName::parse(text).is_ok() {
        return text.to_owned();
    }
    let dashed: String = text
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || c == '_' {
                c
            } else {
                '-'
            }
        })
        .take(EXPOSED_MAX)
        .collect();
    match dashed.trim_matches('-') {
        "" => "source".to_owned(),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_valid_and_given_once() {
        let mut names = NameGiver::without(["files".to_owned()]);
        for (text, expect) in [
            ("files", "files-2"),
            ("My Server", "My-Server"),
            ("../../etc", "etc"),
            ("\u{202e}evil\n", "evil"),
            ("candor", "candor-2"),
            ("日本", "source"),
            ("", "source-2"),
        ] {
            assert_eq!(names.give(text), expect);
        }
        for _ in 0..3 {
            let name = names.give(&"x".repeat(300));
            assert!(SourceName::parse(&name).is_ok(), "{name}");
        }
    }

    #[test]
    fn many_equal_names_are_numbered() {
        let mut names = NameGiver::default();
        let given: HashSet<String> = (0..10_000).map(|_| names.give("a b")).collect();
        assert_eq!(given.len(), 10_000);
    }
}
