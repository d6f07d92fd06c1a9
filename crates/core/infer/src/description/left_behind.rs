//! Sentences about what a call leaves behind: "Returns a job ID", "Saved under the output folder".

use super::text::{TextWord, WordBreak};

/// How it is said that something comes back.
const RETURNING: [&str; 4] = ["return", "returns", "returning", "yields"];

/// What goes on when the call is over, and by what it is found again.
#[rustfmt::skip]
const GOING_ON: [&str; 7] = [
    "job", "task", "run", "execution", "operation", "batch", "generation",
];
const FOUND_BY: [&str; 4] = ["id", "ids", "identifier", "handle"];

/// How it is said that something stays.
const STAYING: [&str; 3] = ["saved", "written", "stored"];

/// Words before a place, and places of the machine.
const LEADING: [&str; 6] = ["to", "under", "in", "into", "at", "as"];
#[rustfmt::skip]
const PLACES: [&str; 12] = [
    "disk", "file", "files", "directory", "dir", "folder", "locally", "workspace", "filesystem", "html", "png",
    "handle",
];

/// Within how many words it is named what comes back, and where something stays.
const NEAR: usize = 7;

/// Whether words begin that tell what a call leaves behind: a job that goes on, a file.
pub(super) fn leaves_behind(here: &[TextWord<'_>]) -> bool {
    let near = &here[..here.len().min(NEAR)];
    let ends = |token: &TextWord<'_>| token.before >= WordBreak::Label;
    let end = near.iter().skip(1).position(ends);
    let near = &near[..end.map_or(near.len(), |at| at + 1)];
    returns_job(near) || stays(near)
}

/// "Returns a job ID", "returns an opaque handle": with it the caller comes back.
fn returns_job(near: &[TextWord<'_>]) -> bool {
    let one = near
        .iter()
        .position(|token| matches!(token.word, "a" | "an" | "the"));
    let Some(one) = one.filter(|_| RETURNING.contains(&near[0].word)) else {
        return false;
    };
    let behind = &near[one + 1..];
    let end = behind
        .iter()
        .position(|token| token.before > WordBreak::Space);
    let thing = &behind[..end.unwrap_or(behind.len())];
    let job = thing
        .windows(2)
        .any(|pair| GOING_ON.contains(&pair[0].word) && FOUND_BY.contains(&pair[1].word));
    let handle = thing.iter().take(2).any(|token| token.word == "handle");
    job || handle && near[one].word != "the"
}

/// "Saved under the output folder", "Written to a file": a clause of its own.
fn stays(near: &[TextWord<'_>]) -> bool {
    let [first, way, rest @ ..] = near else {
        return false;
    };
    STAYING.contains(&first.word)
        && first.before >= WordBreak::Comma
        && LEADING.contains(&way.word)
        && rest.iter().any(|token| PLACES.contains(&token.word))
}
