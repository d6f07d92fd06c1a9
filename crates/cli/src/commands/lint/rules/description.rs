//! Whether a tool says what it does.

use crate::commands::lint::Subject;

/// Words that say nothing by themselves.
const FILLERS: [&str; 16] = [
    "a", "all", "an", "and", "by", "endpoint", "for", "from", "in", "of", "or", "the", "this",
    "to", "tool", "with",
];

/// There is none. What stands in for one, made of method and path, is none either.
pub(super) fn missing(subject: &Subject) -> Option<String> {
    match text(subject) {
        Some(_) => None,
        None => Some("there is no description".to_owned()),
    }
}

/// It has no word that the name does not have.
pub(super) fn repeats_name(subject: &Subject) -> Option<String> {
    let text = text(subject)?;
    let name = words(&subject.own);
    let said = words(text);
    let repeats = said
        .iter()
        .filter(|word| !FILLERS.contains(&word.as_str()))
        .all(|word| name.contains(word));
    let shown: String = text.trim().chars().take(60).collect();
    repeats.then(|| format!("the description says no more than the name: `{shown}`"))
}

fn text(subject: &Subject) -> Option<&str> {
    let text = subject.text("description")?;
    let request = subject.request.as_ref();
    let is_made = request.is_some_and(|one| text == format!("{} {}", one.method, one.path));
    (!is_made).then_some(text)
}

/// The words of a name or a sentence, small and without a plural's `s`.
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
