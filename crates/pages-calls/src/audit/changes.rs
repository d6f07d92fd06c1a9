//! `/audit/changes`: who changed what, when and why, the newest first.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_frame::words::door;
use candor_frame::{
    Frame, Moment, Outside, Pages, ROWS, Section, Trail, Visitor, Wrong, now_micros, page, query,
};
use candor_gateway::Catalogue;
use candor_model::{ChangeId, ChangeRecord, QualifiedName, Role};
use candor_store::ChangeFilter;
use http::{StatusCode, Uri};

use super::BESIDE;
use super::delta::Delta;

/// Where the list is.
pub(crate) const PATH: &str = "/audit/changes";

/// The most characters of a name.
const NAME: usize = 160;

/// The most characters of a reason.
const WHY: usize = 2_000;

/// What can be chosen from, and how the actions of it begin.
const KINDS: [(&str, &str); 10] = [
    ("annotations.", "Annotations"),
    ("approvals.", "Standing approvals"),
    ("drift.", "Changed definitions"),
    ("environment.", "Environments"),
    ("file.", "The configuration file"),
    ("notes.", "Notes everywhere"),
    ("preferences.", "Preferences"),
    ("source.", "Sources"),
    ("tokens.", "Tokens"),
    ("toolset.", "Toolsets"),
];

#[derive(Template)]
#[template(path = "changes.html")]
struct View {
    frame: Frame,
    typed: Typed,
    kinds: Vec<Kind>,
    changes: Vec<Change>,
    trail: Trail,
}

/// The fields of the form, as they were typed.
struct Typed {
    who: String,
    subject: String,
    kind: String,
}

/// A kind of change, to choose from.
struct Kind {
    begins: &'static str,
    words: &'static str,
    chosen: bool,
}

/// One change, as it is shown.
pub(crate) struct Change {
    pub(crate) id: String,
    pub(crate) at: Moment,
    pub(crate) who: Outside,
    pub(crate) door: &'static str,
    pub(crate) why: Option<Outside>,
    /// What was done, to be followed by what it was done to.
    pub(crate) did: String,
    pub(crate) subject: Outside,
    /// Where what was changed is.
    pub(crate) to: Option<String>,
    pub(crate) delta: Delta,
}

/// `GET /audit/changes`
pub(crate) async fn show(
    State(pages): State<Pages>,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    visitor.needs(Role::Viewer, PATH)?;
    let typed = Typed::of(&uri);
    let after = query::get(&uri, "after");
    let after =
        after.map(|text| ChangeId::parse(&text).ok_or_else(|| Wrong::no_place(&text, PATH)));
    let filter = ChangeFilter {
        after: after.transpose()?,
        limit: ROWS,
        ..typed.read()
    };
    let found = pages.gateway.store().changes(&filter).await;
    let found = found.map_err(|error| Wrong::failed(&error))?;
    let catalogue = pages.gateway.catalogue();
    let older = found.next.map(|id| id.to_string());
    let with = |after| query::with_all(PATH, typed.pairs().into_iter().chain([("after", after)]));
    let view = View {
        frame: Frame::of("Changes", Section::Audit, &visitor)
            .wide()
            .beside(PATH, &BESIDE),
        kinds: typed.kinds(),
        changes: Change::all(&found.changes, &catalogue),
        trail: Trail::new(with(""), filter.after.is_none(), older.as_deref().map(with)),
        typed,
    };
    Ok(page(StatusCode::OK, &view))
}

// === impl Typed ===

impl Typed {
    fn of(uri: &Uri) -> Self {
        let get = |name| query::get(uri, name).unwrap_or_default().trim().to_owned();
        Self {
            who: get("who"),
            subject: get("subject"),
            kind: get("kind"),
        }
    }

    fn pairs(&self) -> [(&'static str, &str); 3] {
        [
            ("who", &self.who),
            ("subject", &self.subject),
            ("kind", &self.kind),
        ]
    }

    fn is_empty(&self) -> bool {
        self.pairs().iter().all(|(_, value)| value.is_empty())
    }

    fn kinds(&self) -> Vec<Kind> {
        let kind = |(begins, words)| Kind {
            begins,
            words,
            chosen: begins == self.kind,
        };
        KINDS.into_iter().map(kind).collect()
    }

    fn read(&self) -> ChangeFilter {
        let some = |text: &String| (!text.is_empty()).then(|| text.clone());
        ChangeFilter {
            subject: some(&self.subject),
            who: some(&self.who),
            action: some(&self.kind),
            ..ChangeFilter::default()
        }
    }
}

// === impl Change ===

impl Change {
    /// Records as they are shown.
    pub(crate) fn all(records: &[ChangeRecord], catalogue: &Catalogue) -> Vec<Self> {
        let now = now_micros();
        let records = records.iter();
        records
            .map(|record| Self::of(record, catalogue, now))
            .collect()
    }

    fn of(record: &ChangeRecord, catalogue: &Catalogue, now: i64) -> Self {
        let author = &record.author;
        let why = author.why.as_deref();
        Self {
            id: record.id.to_string(),
            at: Moment::seen(record.at_micros, now),
            who: Outside::short(&author.name, NAME),
            door: door(author.door),
            why: why.map(|why| Outside::short(why, WHY)),
            did: did(&record.action),
            subject: Outside::short(&record.subject, NAME),
            to: place(record, catalogue),
            delta: Delta::of(record.old.as_deref(), record.new.as_deref()),
        }
    }
}

/// Where what was changed is, if it has a page.
fn place(record: &ChangeRecord, catalogue: &Catalogue) -> Option<String> {
    let subject = &record.subject;
    let (area, verb) = record.action.split_once('.')?;
    // What is gone has no page.
    let gone = matches!(verb, "delete" | "remove");
    match area {
        "toolset" if verb == "equip" => Some("/toolsets".to_owned()),
        "toolset" => {
            let name = subject.strip_prefix("toolset ").filter(|_| !gone)?;
            Some(query::path(&["toolsets", name]))
        }
        "environment" => {
            let rest = subject.strip_prefix("environment ").filter(|_| !gone)?;
            let name = rest.split(' ').next().unwrap_or(rest);
            Some(query::path(&["environments", name]))
        }
        "source" => {
            let name = subject.strip_prefix("source ").filter(|_| !gone)?;
            Some(query::path(&["sources", name]))
        }
        "tokens" => Some("/access".to_owned()),
        "preferences" => Some("/policy".to_owned()),
        _ => {
            // What is said in one place only names that place after the tool.
            let about = subject.rsplit_once(" in ").map(|(tool, _)| tool);
            let mut names = about.into_iter().chain([subject.as_str()]);
            let known = |text: &&str| {
                let name = QualifiedName::parse(text);
                name.is_some_and(|name| catalogue.named(&name).is_some())
            };
            let name = names.find(known)?;
            Some(query::path(&["tools", name]))
        }
    }
}

/// What was done, in words; those of the record where it is something new.
fn did(action: &str) -> String {
    let words = match action {
        "annotations.amend" => "corrected",
        "annotations.accept" => "accepted a suggestion for",
        "annotations.apply" => "applied annotations to",
        "approvals.grant" => "gave a standing approval for",
        "approvals.revoke" => "took back a standing approval for",
        "drift.accept" => "accepted the new definition of",
        "drift.quarantine" => "withheld the changed",
        "drift.record" => "noticed a change of",
        "environment.create" | "toolset.create" => "made",
        "environment.delete" | "toolset.delete" => "deleted",
        "environment.edit" | "toolset.edit" | "notes.edit" => "edited",
        "environment.set-variable" => "set",
        "environment.remove-variable" | "source.remove" => "removed",
        "environment.reseal" | "source.reseal" => "sealed anew:",
        "file.declare" => "read",
        "notes.import" | "toolset.import" => "imported",
        "preferences.state" => "changed the preferences of",
        "source.add" => "added",
        "source.restart" => "restarted",
        "source.trust" => "changed how far to trust",
        "tokens.create" => "made the token",
        "tokens.revoke" => "took back the token",
        "toolset.clone" => "copied another toolset to",
        "toolset.equip" => "changed the",
        "toolset.restore" => "restored",
        other => return format!("{}:", other.chars().take(NAME).collect::<String>()),
    };
    words.to_owned()
}
