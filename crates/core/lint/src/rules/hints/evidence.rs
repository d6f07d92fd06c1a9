//! Evidence used by several rules about hints.

use crate::head_verb::VerbClass;
use crate::parameter::parameters;
use crate::rules::prelude::*;
use crate::words::{first_phrase, sentence_with};

/// A tool declared read-only although its name has such a verb. If the combined evidence says that
/// it reads, the word has another meaning.
pub(super) fn read_only_verb(subject: &LintSubject, classes: &[VerbClass]) -> Vec<LintProblem> {
    let verb = subject
        .verb
        .as_ref()
        .filter(|verb| classes.contains(&verb.class));
    let Some(verb) = verb.filter(|_| subject.is_read_only()) else {
        return Vec::new();
    };
    if subject.inferred(Hint::ReadOnly) == Some(true) || pretends(subject) {
        return Vec::new();
    }
    let quoted = quoted_sentence(subject, &format!("`{}s`", verb.word));
    let message = format!(
        "it is declared read-only, but the name says `{}`{quoted}",
        verb.word
    );
    LintProblem::new(message)
        .at("/annotations/readOnlyHint")
        .fixed_by(LintFix::suggested_hint(Hint::ReadOnly, false))
        .into()
}

/// Whether the description begins by saying that the action is only shown or tried.
fn pretends(subject: &LintSubject) -> bool {
    const VERBS: [&str; 6] = [
        "demonstrate",
        "demonstrates",
        "simulate",
        "simulates",
        "preview",
        "previews",
    ];
    let first = crate::words::words(subject.description().unwrap_or_default());
    first
        .first()
        .is_some_and(|word| VERBS.contains(&word.as_str()))
}

/// The sentence of the description with a word that the evidence quotes.
pub(super) fn quoted_sentence(subject: &LintSubject, evidence: &str) -> String {
    let Some(text) = subject.description() else {
        return String::new();
    };
    let quoted = evidence.split('`').skip(1).step_by(2);
    let mut sentences = quoted.filter_map(|word| sentence_with(text, &word.to_lowercase()));
    sentences.next().map_or_else(String::new, |sentence| {
        let line = candor_text::collapse_whitespace(sentence);
        format!(": \"{}\"", candor_text::clip(&line, 120))
    })
}

/// The required parameter that must match the present version, and its pointer.
pub(super) fn version_parameter(subject: &LintSubject) -> Option<(String, String)> {
    const VERSIONS: [&str; 6] = [
        "etag",
        "if_match",
        "expected_version",
        "resource_version",
        "current_version",
        "revision_id",
    ];
    let parameters = parameters(subject);
    let mut required = parameters.into_iter().filter(|one| one.is_required);
    let found = required.find(|one| VERSIONS.contains(&one.plain_name().as_str()))?;
    Some((found.name, found.pointer))
}

/// Why a tool seems to reach any address or the web, if it does.
pub(super) fn reaches_outside(subject: &LintSubject) -> Option<String> {
    const WEB: [&str; 9] = [
        "search the web",
        "searches the web",
        "web search",
        "web page",
        "web pages",
        "from the web",
        "from the internet",
        "any url",
        "any website",
    ];
    let lower = subject.lower_description();
    if let Some(phrase) = first_phrase(&lower, &WEB) {
        return Some(format!("the description says `{phrase}`"));
    }
    let goes = [
        "fetch", "crawl", "scrape", "browse", "navigate", "download", "goto", "visit",
    ];
    let name = crate::words::words(&subject.own);
    let is_going = name.iter().any(|word| goes.contains(&word.as_str()));
    let parameters = parameters(subject);
    let mut addresses = parameters.iter();
    let address =
        addresses.find(|one| matches!(one.plain_name().as_str(), "url" | "uri" | "domain"))?;
    is_going.then(|| format!("the parameter `{}` takes an address", address.name))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_action_that_is_only_shown_is_no_action() {
        for (description, is_found) in [
            ("Triggers a build of the shop.", true),
            ("Demonstrates a long operation with progress.", false),
            ("Simulates a payment and returns the fees.", false),
            ("", true),
        ] {
            let tool = json!({
                "name": "trigger_build",
                "description": description,
                "annotations": {"readOnlyHint": true},
            });
            let input = crate::LintInput::from_example(tool).expect("a tool");
            let found = read_only_verb(&input.tools[0], &[VerbClass::Running]);
            assert_eq!(!found.is_empty(), is_found, "{description}");
        }
    }
}
