//! Beginnings of a description that tell the caller when to use the tool: "Call this first to …",
//! "START HERE for pages: …".

use super::text::{TextWord, WordBreak};

/// Words for the tool itself: "call this tool first".
const ITSELF: [&str; 6] = [
    "tool", "function", "endpoint", "command", "action", "method",
];

/// Words after which "call" or "start" speaks to the caller: "call this first", "start here".
#[rustfmt::skip]
const TO_CALLER: [&str; 13] = [
    "this", "here", "first", "it", "with", "when", "whenever", "before", "after", "me", "at", "by",
    "only",
];

/// Within how many words an instruction to the caller says what the tool is for.
const INSTRUCTION: usize = 9;

/// Whether a sentence begins by telling the caller when to use the tool: "Call this first",
/// "START HERE for pages".
pub(super) fn instructs(sentence: &[TextWord<'_>]) -> bool {
    let [verb, next, ..] = sentence else {
        return false;
    };
    let urges = matches!(
        verb.word,
        "call" | "run" | "invoke" | "execute" | "start" | "begin"
    );
    urges
        && TO_CALLER.contains(&next.word)
        && next.before == WordBreak::Space
        && !(verb.word == "run" && next.word == "this" && !calls_itself(sentence))
}

/// What an instruction says that the tool is for: behind its label, or behind "to".
pub(super) fn behind_instruction<'s, 't>(sentence: &'s [TextWord<'t>]) -> &'s [TextWord<'t>] {
    let near = &sentence[..sentence.len().min(INSTRUCTION)];
    let label = |token: &TextWord<'_>| token.before == WordBreak::Label;
    let behind = near.iter().position(label);
    let aim = || {
        near.iter()
            .position(|token| token.word == "to")
            .map(|at| at + 1)
    };
    &sentence[behind.or_else(aim).unwrap_or(sentence.len())..]
}

/// Whether a word stands for the tool itself: "Triage tool: find …".
pub(super) fn names_itself(word: &str) -> bool {
    ITSELF.contains(&word)
}

/// "Call this tool before …" says nothing yet.
pub(super) fn calls_itself(tokens: &[TextWord<'_>]) -> bool {
    let [verb, this, tool, ..] = tokens else {
        return false;
    };
    matches!(verb.word, "call" | "run" | "invoke" | "execute")
        && matches!(this.word, "this" | "the")
        && ITSELF.contains(&tool.word)
}
