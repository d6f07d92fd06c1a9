//! A recorded change in one line: who changed what, when and how.

use candor_gateway::Catalogue;
use candor_model::{ChangeRecord, QualifiedName};

use crate::clock::DisplayTime;
use crate::external_text::ExternalText;
use crate::query;
use crate::wording::channel_phrase;

/// The longest name that is shown, in characters.
const NAME: usize = 160;

/// A change, to be read as `who did subject`.
#[derive(Clone, Debug)]
pub struct ChangeSummary {
    /// When it was made.
    pub at: DisplayTime,
    /// The name of its author.
    pub who: ExternalText,
    /// How the author made it, such as on the command line.
    pub channel: &'static str,
    /// What was done, as a verb phrase that the subject follows.
    pub did: String,
    /// The name of what was changed.
    pub subject: ExternalText,
    /// The page of the subject, if it has one.
    pub to: Option<String>,
}

// === impl ChangeSummary ===

impl ChangeSummary {
    /// Summarizes a record; the catalogue says which tools still have a page.
    pub fn of(record: &ChangeRecord, catalogue: &Catalogue, now_micros: i64) -> Self {
        let author = &record.author;
        Self {
            at: DisplayTime::seen(record.at_micros, now_micros),
            who: ExternalText::short(&author.name, NAME),
            channel: channel_phrase(author.channel),
            did: action_phrase(&record.action),
            subject: ExternalText::short(&record.subject, NAME),
            to: subject_page(record, catalogue),
        }
    }
}

/// The page of what was changed. Deleted things have none.
fn subject_page(record: &ChangeRecord, catalogue: &Catalogue) -> Option<String> {
    let subject = &record.subject;
    let (area, verb) = record.action.split_once('.')?;
    let deleted = matches!(verb, "delete" | "remove");
    let page = |prefix: &str, folder: &str| {
        let name = subject.strip_prefix(prefix).filter(|_| !deleted)?;
        // An environment's variable is named after its environment.
        let name = name.split(' ').next().unwrap_or(name);
        Some(query::path(&[folder, name]))
    };
    match area {
        "toolset" if verb == "equip" => Some("/toolsets".to_owned()),
        "toolset" => page("toolset ", "toolsets"),
        "environment" => page("environment ", "environments"),
        "source" => page("source ", "sources"),
        "drift" if subject.starts_with("source ") => page("source ", "sources"),
        "approvals" if verb == "reveal" => page("approval ", "approvals"),
        "tokens" => Some("/access".to_owned()),
        "preferences" => Some("/policy".to_owned()),
        _ => {
            // An override in one place names that place after the tool.
            let tool = subject.rsplit_once(" in ").map(|(tool, _)| tool);
            let mut names = tool.into_iter().chain([subject.as_str()]);
            let known = |text: &&str| {
                let name = QualifiedName::parse(text);
                name.is_some_and(|name| catalogue.named(&name).is_some())
            };
            let name = names.find(known)?;
            Some(query::path(&["tools", name]))
        }
    }
}

/// What was done, in words; an unknown action is shown as it was recorded.
fn action_phrase(action: &str) -> String {
    let phrase = match action {
        "annotations.amend" => "edited the annotations of",
        "annotations.accept" => "accepted a suggestion for",
        "annotations.apply" => "applied annotations to",
        "approvals.grant" => "gave a standing approval for",
        "approvals.reveal" => "revealed the masked arguments of",
        "approvals.revoke" => "revoked a standing approval for",
        "drift.accept" => "accepted the definition of",
        "drift.quarantine" => "quarantined the changed or new",
        "drift.accept-instructions" => "accepted the instructions of",
        "drift.quarantine-instructions" => "withheld the changed instructions of",
        "drift.record-instructions" => "recorded changed instructions of",
        "drift.record" => "recorded a change of",
        "environment.create" | "toolset.create" => "created",
        "environment.delete" | "toolset.delete" => "deleted",
        "environment.edit" | "toolset.edit" | "notes.edit" => "edited",
        "environment.set-variable" => "set",
        "environment.remove-variable" | "source.remove" => "removed",
        "environment.reseal" | "source.reseal" => "re-encrypted",
        "file.declare" => "read",
        "notes.import" | "toolset.import" => "imported",
        "preferences.state" => "changed the policy of",
        "source.add" => "added",
        "source.restart" => "restarted",
        "source.trust" => "changed the trust of",
        "tokens.create" => "created the token",
        "tokens.revoke" => "revoked the token",
        "toolset.clone" => "copied another toolset to",
        "toolset.equip" => "changed the",
        "toolset.restore" => "restored",
        other => return format!("{}:", other.chars().take(NAME).collect::<String>()),
    };
    phrase.to_owned()
}
