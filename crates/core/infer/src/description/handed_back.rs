//! Descriptions of what is made only to be handed back: "Generate a checklist. Returns it as a list of
//! steps."

use super::SentenceReading;
use super::text::TextWord;
use crate::head_verb;

/// Words that tell of something that stays where it is made, is sent, or is paid for.
#[rustfmt::skip]
const STAYING: [&str; 53] = [
    "save", "saves", "saved", "store", "stores", "stored", "create", "creates", "created", "persist", "persists",
    "upload", "uploads", "uploaded", "job", "jobs", "credit", "credits", "image", "images", "video", "videos", "audio",
    "file", "files", "disk", "folder", "directory", "write", "writes", "written", "database", "send", "sends", "sent",
    "queue", "queued", "async", "asynchronous", "asynchronously", "link", "links", "shareable", "token", "key",
    "secret", "publish", "publishes", "deploy", "apply", "invoice", "invoices", "payment",
];

/// Words that tell that something is handed back.
const BACK: [&str; 3] = ["return", "returns", "returning"];

/// The same reading, with an answer in the place of what is made, where it is handed back and nothing is
/// said of a place where it stays.
pub(super) fn handed_back(said: SentenceReading, tokens: &[TextWord<'_>]) -> SentenceReading {
    let makes = said
        .lead
        .as_ref()
        .filter(|lead| !said.late && said.alone() && head_verb::makes_perhaps(lead.base));
    let Some(lead) = makes.cloned() else {
        return said;
    };
    let back = tokens.iter().any(|token| BACK.contains(&token.word));
    let stays = tokens.iter().any(|token| STAYING.contains(&token.word));
    if !back || stays {
        return said;
    }
    let lead = super::SentenceVerb {
        verb: head_verb::ANSWER,
        ..lead
    };
    SentenceReading {
        lead: Some(lead),
        ..said
    }
}
