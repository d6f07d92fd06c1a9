//! The page of a tool.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    BadgeLegend, CurrentUser, DashboardState, HelpTip, PageError, PageLayout, PathSegment,
    SiteSection, query, render_page,
};
use candor_gateway::edit::ExplainedTool;
use candor_gateway::{OfferedTool, StartupWait};
use candor_model::Role;
use http::{StatusCode, Uri};

use crate::accept_suggestion::SuggestedHint;
use crate::annotation_form::{AnnotationForm, hidden};
use crate::cases_panel::CasesPanel;
use crate::description::{DescriptionPanel, DescriptionText};
use crate::drift::DefinitionChange;
use crate::header::{EndpointChooser, ToolHeader};
use crate::history::{ChangeHistory, UndoState};
use crate::layers::LayerTable;
use crate::lint_panel::LintPanel;
use crate::notes_panel::NotesPanel;
use crate::page_scope::PageScope;
use crate::recent_calls::{self, RecentCall};
use crate::rejected_input::RejectedInput;
use crate::schema::SchemaTable;
use crate::switch_panel::SwitchPanel;
use crate::text_diff::DiffLine;
use crate::tool_address::ToolAddress;
use crate::verification_panel::VerificationPanel;

#[derive(Template)]
#[template(path = "tool.html")]
struct ToolDetailPage {
    frame: PageLayout,
    problem: Option<String>,
    head: ToolHeader,
    /// The hints as text.
    sentence: String,
    /// None if no client could see the tool anyway.
    switch: Option<SwitchPanel>,
    chooser: EndpointChooser,
    legend: BadgeLegend,
    described: DescriptionPanel,
    schemas: Vec<SchemaSection>,
    changed: Option<DefinitionChange>,
    lint: Option<LintPanel>,
    layers: LayerTable,
    cases: CasesPanel,
    /// None if the tool was never verified.
    verification: Option<VerificationPanel>,
    suggested: Vec<SuggestedHint>,
    /// The target and the CSRF token of the form that accepts suggestions.
    agree: (String, Option<String>),
    hidden: Vec<(&'static str, String)>,
    edit: Option<AnnotationForm>,
    /// Why there is no form.
    closed: Option<String>,
    notes: NotesPanel,
    notes_tip: HelpTip,
    history: ChangeHistory,
    calls: Vec<RecentCall>,
}

/// A schema with its heading.
struct SchemaSection {
    id: &'static str,
    heading: &'static str,
    table: SchemaTable,
}

/// `GET /tools/{name}`: shows a tool.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    user: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    let tool = ToolAddress::read(&name)?;
    user.needs(Role::Viewer, &tool.path)?;
    let place = PageScope::of_uri(&uri)?;
    pages.gateway.settled(StartupWait::Request).await;
    let done = query::get(&uri, "done");
    let done = done.and_then(|word| done_sentence(&word));
    let answer = (StatusCode::OK, RejectedInput::default());
    draw(&pages, &user, (&tool, &place), answer, done).await
}

/// Renders the page, with refused input if there is any.
pub(crate) async fn draw(
    pages: &DashboardState,
    user: &CurrentUser,
    (tool, place): (&ToolAddress, &PageScope),
    (status, mut sent): (StatusCode, RejectedInput),
    done: Option<&'static str>,
) -> Result<Response, PageError> {
    let here = (tool, place);
    let editor = pages.gateway.editor();
    let explained = editor.explain(&tool.name, &place.endpoint);
    let explained =
        explained.map_err(|error| PageError::refused(&error).link("/tools", "All tools"))?;
    let catalogue = pages.gateway.catalogue();
    let offer = catalogue.view(&place.endpoint).ok();
    let exposed = explained.tool.exposed.as_str();
    let offered = offer.as_ref().and_then(|offer| offer.tool(exposed));
    let offered: Option<&OfferedTool> = offered.map(|offered| &**offered);
    let (chooser, holding) = EndpointChooser::of(&editor, here, &explained).await?;
    let text = DescriptionText::of(&editor, tool, &place.endpoint, &explained, offered).await?;
    let head = ToolHeader::of(here, &explained, offered, holding);
    let to = tool.to("suggestions");
    let may = user.identity.may(Role::Editor) && tool.is_single();
    let changed = match explained.drift.as_deref() {
        Some(drift) => Some(DefinitionChange::of(&pages.gateway, here, &explained, drift).await?),
        None => None,
    };
    let edit = if may {
        Some(AnnotationForm::of(&editor, user, here, &explained, &sent).await?)
    } else {
        None
    };
    let view = ToolDetailPage {
        frame: PageLayout::of(head.title.text(), SiteSection::Tools, user)
            .wide()
            .done(done),
        problem: sent.problem.take(),
        head,
        sentence: ToolHeader::sentence(&explained),
        switch: SwitchPanel::of(&editor, user, here),
        chooser,
        legend: BadgeLegend,
        described: DescriptionPanel::of(&explained, offered, &text),
        schemas: schemas(&explained),
        changed,
        lint: LintPanel::of(&pages.gateway, tool).await,
        layers: LayerTable::of(&explained, &place.endpoint),
        cases: CasesPanel::of(&editor, user, here, &explained).await?,
        verification: VerificationPanel::of(&explained),
        suggested: SuggestedHint::of(&explained),
        agree: (to.clone(), may.then(|| user.field(&to))),
        hidden: hidden(place),
        edit,
        closed: closed(tool, user),
        notes: NotesPanel::of(&editor, user, here, &explained, &mut sent).await?,
        notes_tip: HelpTip::new("tip-notes", "notes", NOTES),
        history: ChangeHistory::of(&pages.gateway, user, here).await?,
        calls: recent_calls::recent(&pages.gateway, tool).await?,
    };
    Ok(render_page(status, &view))
}

/// The help text about notes.
const NOTES: &str = "Notes are appended to the description when a client lists tools. Clients \
                     truncate long descriptions, so both together have a maximum length: first the \
                     description is shortened, then the last notes are left out.";

fn schemas(explained: &ExplainedTool) -> Vec<SchemaSection> {
    let of = |(id, heading, key)| {
        let table = SchemaTable::of(&explained.definition, key)?;
        Some(SchemaSection { id, heading, table })
    };
    let known = [
        ("input", "Arguments", "inputSchema"),
        ("output", "Results", "outputSchema"),
    ];
    known.into_iter().filter_map(of).collect()
}

/// Why the user cannot edit, if they cannot.
fn closed(tool: &ToolAddress, user: &CurrentUser) -> Option<String> {
    if !user.identity.may(Role::Editor) {
        return Some(user.lacks(Role::Editor));
    }
    (!tool.is_single()).then(|| {
        "The name of this tool contains `*`, so it cannot be edited alone. Use a pattern on the \
         command line to edit all matching tools."
            .to_owned()
    })
}

/// The status message.
fn done_sentence(word: &str) -> Option<&'static str> {
    Some(match word {
        "saved" => "Saved. Clients see the change from now on.",
        "same" => "Nothing to change: the values were already set.",
        "reset" => "Reset. Inherited values apply again.",
        "agreed" => "Suggestion accepted.",
        "case-saved" => "Case saved. It applies to calls from now on.",
        "case-removed" => "Case removed.",
        "note-added" => "Note added.",
        "note-saved" => "Note saved.",
        "note-moved" => "Note moved.",
        "note-removed" => "Note removed.",
        "accepted" => "Change accepted. The new definition is pinned and served.",
        "undone" => "Change undone.",
        "on" => "Turned on. Clients of this endpoint see the tool.",
        "off" => "Turned off. Clients of this endpoint no longer see the tool.",
        _ => return None,
    })
}
