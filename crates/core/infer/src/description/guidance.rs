//! Sentences about how something is done: "Provides instructions for installing the client".

use super::SentenceVerb;
use super::text::{TextWord, WordBreak};

/// What is given by whoever only explains.
#[rustfmt::skip]
const EXPLANATIONS: [&str; 10] = [
    "instructions", "guidance", "guidelines", "tutorial", "documentation", "docs", "recommendations",
    "advice", "walkthrough", "tips",
];

/// Within how many words the explanation is named, and "how to" do it.
const NEAR: usize = 5;
const HOW_TO: usize = 8;

/// Whether a sentence gives an explanation and nothing else. `rest` is what follows its verb.
pub(super) fn explains(spoken: &SentenceVerb, rest: &[TextWord<'_>]) -> bool {
    let gives = matches!(
        spoken.base,
        "provide" | "get" | "return" | "retrieve" | "fetch" | "show" | "explain"
    );
    let object = rest.iter().take(NEAR);
    let mut object = object.take_while(|token| {
        token.before < WordBreak::Label
            && !matches!(token.word, "for" | "of" | "from" | "to" | "by")
    });
    let near = &rest[..rest.len().min(HOW_TO)];
    let mut pairs = near.windows(2);
    let how_to = pairs.any(|pair| pair[0].word == "how" && pair[1].word == "to");
    gives && (how_to || object.any(|token| EXPLANATIONS.contains(&token.word)))
}
