//! Texts that may be anything, turned into names that are all different.

use std::collections::{HashMap, HashSet};

/// What a kind of name allows.
pub struct NameRules<'a> {
    /// The longest name, in bytes. Names are ASCII.
    pub longest: usize,
    /// Whether a text is such a name.
    pub accepts: &'a dyn Fn(&str) -> bool,
    /// The nearest name to a text that is none.
    pub nearest: &'a dyn Fn(&str) -> String,
}

/// One name for each text, in order and all different. Texts that are names already keep
/// theirs, wherever they stand; the others get the nearest free one.
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

/// The nearest name, with the first number that makes it free. The counters remember how far each
/// name has come, so that many equal names do not cost the square of their number.
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
