//! A description has no word that the name does not have.

use candor_model::Severity;

use crate::{LintRule, LintSubject, RuleCheck};

pub(super) const RULE: LintRule = LintRule {
    code: "lint::empty-description",
    severity: Severity::Warning,
    hint: "add what a model cannot guess: when to use it, what it needs and what it returns",
    check: RuleCheck::Tool(check),
};

/// Words without a meaning of their own.
const FILLERS: [&str; 16] = [
    "a", "all", "an", "and", "by", "endpoint", "for", "from", "in", "of", "or", "the", "this",
    "to", "tool", "with",
];

fn check(subject: &LintSubject) -> Option<String> {
    let text = subject.description()?;
    let name = words(&subject.own);
    let repeats = words(text)
        .iter()
        .filter(|word| !FILLERS.contains(&word.as_str()))
        .all(|word| name.contains(word));
    let shown: String = text.trim().chars().take(60).collect();
    repeats.then(|| format!("the description only repeats the name: `{shown}`"))
}

/// The words of a name or a sentence, in lowercase and without the `s` of a plural.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in text.chars() {
        let begins = !c.is_alphanumeric() || (c.is_uppercase() && before.is_lowercase());
        if begins {
            words.push(String::new());
        }
        if let (true, Some(word)) = (c.is_alphanumeric(), words.last_mut()) {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    for word in &mut words {
        if word.len() > 2 && word.ends_with('s') {
            word.pop();
        }
    }
    words
}
