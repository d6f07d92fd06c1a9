//! Conversion of arbitrary texts to unique names.

use std::collections::{HashMap, HashSet};

/// The rules for a kind of name.
pub struct NameRules<'a> {
    /// The maximum length, in bytes. Names are ASCII.
    pub longest: usize,
    /// Whether a text is already a valid name.
    pub accepts: &'a dyn Fn(&str) -> bool,
    /// The closest valid name for an invalid text.
    pub nearest: &'a dyn Fn(&str) -> String,
}

/// One name for each text, in order and all distinct. Texts that are valid names are kept, wherever
/// they occur; the others get the closest free one.
pub fn unique_names(texts: &[&str], rules: &NameRules<'_>) -> Vec<String> {
    let mut taken: HashSet<String> = HashSet::new();
    let mut keep = |text: &str| (rules.accepts)(text) && taken.insert(text.to_owned());
    let kept: Vec<bool> = texts.iter().map(|text| keep(text)).collect();
    let mut counters = HashMap::new();
    kept.into_iter()
        .zip(texts)
        .map(|(kept, text)| {
            if kept {
                (*text).to_owned()
            } else {
                free_name(text, rules, &mut taken, &mut counters)
            }
        })
        .collect()
}

/// The closest name, with the first number that makes it unique. The counters remember the last
/// number used for each name, so that many equal names do not cost quadratic time.
fn free_name(
    text: &str,
    rules: &NameRules<'_>,
    taken: &mut HashSet<String>,
    counters: &mut HashMap<String, usize>,
) -> String {
    let base = (rules.nearest)(text);
    let counter = counters.entry(base.clone()).or_insert(0);
    loop {
        *counter += 1;
        let candidate = match *counter {
            1 => base.clone(),
            number => {
                let ending = format!("-{number}");
                let room = base.len().min(rules.longest - ending.len());
                format!("{}{ending}", base[..room].trim_end_matches('-'))
            }
        };
        if (rules.accepts)(&candidate) && taken.insert(candidate.clone()) {
            return candidate;
        }
    }
}
