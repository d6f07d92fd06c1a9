//! `/audit/changes`: who changed what, when and why, newest first.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    ChangeSummary, CurrentUser, CursorPager, DashboardState, ExternalText, FormOption, PageError,
    PageLayout, ROWS, SiteSection, form_options, now_micros, query, render_page,
};
use candor_gateway::Catalogue;
use candor_gateway::records::ChangeFilter;
use candor_model::{ChangeId, ChangeRecord, Role};
use http::{StatusCode, Uri};

use crate::TABS;
use crate::change_diff::ChangeDiff;

/// The path of the list.
pub(crate) const PATH: &str = "/audit/changes";

/// The most characters of a reason.
const WHY: usize = 2_000;

/// The kinds of change: prefix of the action, and label.
const KINDS: [(&str, &str); 10] = [
    ("annotations.", "Annotations"),
    ("approvals.", "Standing approvals"),
    ("drift.", "Definition changes"),
    ("environment.", "Environments"),
    ("file.", "Configuration file"),
    ("notes.", "Notes for all toolsets"),
    ("preferences.", "Policy settings"),
    ("source.", "Sources"),
    ("tokens.", "Tokens"),
    ("toolset.", "Toolsets"),
];

#[derive(Template)]
#[template(path = "changes.html")]
struct ChangeListPage {
    frame: PageLayout,
    typed: ChangeFilterForm,
    kinds: Vec<FormOption>,
    changes: Vec<ChangeRow>,
    trail: CursorPager,
}

/// The filter as it was submitted.
struct ChangeFilterForm {
    who: String,
    subject: String,
    kind: String,
}

/// One change with its reason and the fields that differ.
struct ChangeRow {
    id: String,
    summary: ChangeSummary,
    why: Option<ExternalText>,
    delta: ChangeDiff,
}

/// `GET /audit/changes`: shows the history of changes.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    visitor.needs(Role::Viewer, PATH)?;
    let typed = ChangeFilterForm::of(&uri);
    let after = query::get(&uri, "after");
    let after = after
        .map(|text| ChangeId::parse(&text).ok_or_else(|| PageError::no_such_page(&text, PATH)));
    let filter = ChangeFilter {
        after: after.transpose()?,
        limit: ROWS,
        ..typed.read()
    };
    let found = pages.gateway.records().changes(&filter).await;
    let found = found.map_err(|error| PageError::failed(&error))?;
    let catalogue = pages.gateway.catalogue();
    let now = now_micros();
    let older = found.next.map(|id| id.to_string());
    let with = |after| query::with_all(PATH, typed.pairs().into_iter().chain([("after", after)]));
    let view = ChangeListPage {
        frame: PageLayout::of("Changes", SiteSection::Audit, &visitor)
            .wide()
            .beside(PATH, &TABS),
        kinds: form_options(KINDS, &typed.kind),
        changes: found
            .changes
            .iter()
            .map(|record| ChangeRow::of(record, &catalogue, now))
            .collect(),
        trail: CursorPager::new(with(""), filter.after.is_none(), older.as_deref().map(with)),
        typed,
    };
    Ok(render_page(StatusCode::OK, &view))
}

// === impl ChangeFilterForm ===

impl ChangeFilterForm {
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

// === impl ChangeRow ===

impl ChangeRow {
    fn of(record: &ChangeRecord, catalogue: &Catalogue, now: i64) -> Self {
        let why = record.author.why.as_deref();
        Self {
            id: record.id.to_string(),
            summary: ChangeSummary::of(record, catalogue, now),
            why: why.map(|why| ExternalText::short(why, WHY)),
            delta: ChangeDiff::of(record.old.as_deref(), record.new.as_deref()),
        }
    }
}
