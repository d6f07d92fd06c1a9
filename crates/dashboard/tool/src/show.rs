//! Everything about one tool on one page.

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
use crate::description::{DescriptionPanel, DescriptionText};
use crate::drift::DefinitionChange;
use crate::header::{EndpointChooser, ToolHeader};
use crate::history::{ChangeHistory, Undo};
use crate::layers::LayerTable;
use crate::notes_panel::NotesPanel;
use crate::page_scope::PageScope;
use crate::recent_calls::{self, RecentCall};
use crate::rejected_input::RejectedInput;
use crate::schema::SchemaTable;
use crate::text_diff::Line;
use crate::tool_address::ToolAddress;

#[derive(Template)]
#[template(path = "tool.html")]
struct ToolDetailPage {
    frame: PageLayout,
    problem: Option<String>,
    head: ToolHeader,
    /// The hints in a sentence.
    sentence: String,
    chooser: EndpointChooser,
    legend: BadgeLegend,
    described: DescriptionPanel,
    schemas: Vec<SchemaSection>,
    changed: Option<DefinitionChange>,
    layers: LayerTable,
    suggested: Vec<SuggestedHint>,
    /// Where they are agreed with, and what makes that form ours.
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

/// A schema and what it is of.
struct SchemaSection {
    id: &'static str,
    heading: &'static str,
    table: SchemaTable,
}

/// `GET /tools/{name}`
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    let tool = ToolAddress::read(&name)?;
    visitor.needs(Role::Viewer, &tool.path)?;
    let place = PageScope::of_uri(&uri)?;
    pages.gateway.settled(StartupWait::Request).await;
    let done = query::get(&uri, "done");
    let done = done.and_then(|word| done_sentence(&word));
    let answer = (StatusCode::OK, RejectedInput::default());
    draw(&pages, &visitor, (&tool, &place), answer, done).await
}

/// The page of a tool, after something was sent that was not taken, or not.
pub(crate) async fn draw(
    pages: &DashboardState,
    visitor: &CurrentUser,
    (tool, place): (&ToolAddress, &PageScope),
    (status, mut sent): (StatusCode, RejectedInput),
    done: Option<&'static str>,
) -> Result<Response, PageError> {
    let here = (tool, place);
    let desk = pages.gateway.editor();
    let explained = desk.explain(&tool.name, &place.endpoint);
    let explained =
        explained.map_err(|error| PageError::refused(&error).link("/tools", "All tools"))?;
    let catalogue = pages.gateway.catalogue();
    let offer = catalogue.view(&place.endpoint).ok();
    let exposed = explained.tool.exposed.as_str();
    let offered = offer.as_ref().and_then(|offer| offer.tool(exposed));
    let offered: Option<&OfferedTool> = offered.map(|offered| &**offered);
    let (chooser, holding) = EndpointChooser::of(&desk, here, &explained).await?;
    let text = DescriptionText::of(&desk, tool, &place.endpoint, &explained, offered).await?;
    let head = ToolHeader::of(here, &explained, offered, holding);
    let to = tool.to("suggestions");
    let may = visitor.identity.may(Role::Editor) && tool.is_single();
    let changed = match explained.drift.as_deref() {
        Some(drift) => Some(DefinitionChange::of(&pages.gateway, here, &explained, drift).await?),
        None => None,
    };
    let edit = if may {
        Some(AnnotationForm::of(&desk, visitor, here, &explained, &sent).await?)
    } else {
        None
    };
    let view = ToolDetailPage {
        frame: PageLayout::of(head.title.text(), SiteSection::Tools, visitor)
            .wide()
            .done(done),
        problem: sent.problem.take(),
        head,
        sentence: ToolHeader::sentence(&explained),
        chooser,
        legend: BadgeLegend,
        described: DescriptionPanel::of(&explained, offered, &text),
        schemas: schemas(&explained),
        changed,
        layers: LayerTable::of(&explained, &place.endpoint),
        suggested: SuggestedHint::of(&explained),
        agree: (to.clone(), may.then(|| visitor.field(&to))),
        hidden: hidden(place),
        edit,
        closed: closed(tool, visitor),
        notes: NotesPanel::of(&desk, visitor, here, &explained, &mut sent).await?,
        notes_tip: HelpTip::new("tip-notes", "notes", NOTES),
        history: ChangeHistory::of(&pages.gateway, visitor, here).await?,
        calls: recent_calls::recent(&pages.gateway, tool).await?,
    };
    Ok(render_page(status, &view))
}

/// What notes are for.
const NOTES: &str = "Notes are appended to the description when a model lists its tools. Clients \
                     cut long descriptions, so both together have a budget: the description gives \
                     way first, then the last notes.";

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

/// Why somebody cannot change anything here, if they cannot.
fn closed(tool: &ToolAddress, visitor: &CurrentUser) -> Option<String> {
    if !visitor.identity.may(Role::Editor) {
        return Some(visitor.lacks(Role::Editor));
    }
    (!tool.is_single()).then(|| {
        "The name of this tool holds `*`, so that nobody can speak about it alone. A pattern on the \
         command line speaks about all tools that fit."
            .to_owned()
    })
}

/// What has just been done, in a sentence.
fn done_sentence(word: &str) -> Option<&'static str> {
    Some(match word {
        "saved" => "Saved. Clients see it from now on.",
        "same" => "Nothing was changed: it says so already.",
        "reset" => "Reset. What others say counts again.",
        "agreed" => "Accepted what was suggested.",
        "note-added" => "The note was added.",
        "note-saved" => "The note was changed.",
        "note-moved" => "The note was moved.",
        "note-removed" => "The note was removed.",
        "accepted" => "Accepted. The definition is the pinned one from now on, and is served.",
        "undone" => "Undone, as a new change.",
        _ => return None,
    })
}
