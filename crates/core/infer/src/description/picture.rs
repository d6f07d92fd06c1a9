//! Sentences about a picture of what is shown: "Take a screenshot", "Capture a snapshot of the page".

use super::joined::also;
use super::text::TextWord;
use super::{SentenceReading, SentenceVerb};

/// Verbs with which a picture is taken.
const TAKING: [&str; 6] = ["take", "takes", "capture", "captures", "grab", "grabs"];

/// What is shown. A snapshot of anything else is a copy that is kept.
#[rustfmt::skip]
const SHOWN: [&str; 10] = [
    "page", "screen", "ui", "accessibility", "view", "window", "dom", "display", "element", "viewport",
];

/// Within how many words the picture is named, and what it shows.
const NEAR: usize = 9;

/// What a sentence says that takes a picture of what is shown: it looks.
pub(super) fn pictured(sentence: &[TextWord<'_>]) -> Option<SentenceReading> {
    let first = sentence
        .first()
        .filter(|first| TAKING.contains(&first.word))?;
    let near = &sentence[1..sentence.len().min(NEAR)];
    let names = |words: &[&str]| near.iter().any(|token| words.contains(&token.word));
    let picture = names(&["screenshot", "screenshots"]) || names(&["snapshot"]) && names(&SHOWN);
    let looks = SentenceVerb::of("view").filter(|_| picture)?;
    let mut said = SentenceReading {
        lead: Some(SentenceVerb {
            word: first.word.to_owned(),
            ..looks
        }),
        pictured: true,
        ..SentenceReading::default()
    };
    also(sentence, 1, &mut said);
    Some(said)
}
