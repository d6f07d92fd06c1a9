//! Everything about one tool on one page.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{Frame, Legend, Pages, Section, Segment, Tip, Visitor, Wrong, page, query};
use candor_gateway::desk::Explained;
use candor_gateway::{Offered, Patience};
use candor_model::Role;
use http::{StatusCode, Uri};

use crate::agree::Suggested;
use crate::calls::{self, Call};
use crate::described::{Described, Text};
use crate::drift::Changed;
use crate::edit::{Edit, hidden};
use crate::head::{Chooser, Head};
use crate::history::{History, Undo};
use crate::layers::LayerTable;
use crate::lines::Line;
use crate::named::Named;
use crate::notes::Notes;
use crate::place::Place;
use crate::schema::SchemaTable;
use crate::sent::Sent;

#[derive(Template)]
#[template(path = "tool.html")]
struct View {
    frame: Frame,
    problem: Option<String>,
    head: Head,
    /// The hints in a sentence.
    sentence: String,
    chooser: Chooser,
    legend: Legend,
    described: Described,
    schemas: Vec<Schema>,
    changed: Option<Changed>,
    layers: LayerTable,
    suggested: Vec<Suggested>,
    /// Where they are agreed with, and what makes that form ours.
    agree: (String, Option<String>),
    hidden: Vec<(&'static str, String)>,
    edit: Option<Edit>,
    /// Why there is no form.
    closed: Option<String>,
    notes: Notes,
    notes_tip: Tip,
    history: History,
    calls: Vec<Call>,
}

/// A schema and what it is of.
struct Schema {
    id: &'static str,
    heading: &'static str,
    table: SchemaTable,
}

/// `GET /tools/{name}`
pub(crate) async fn show(
    State(pages): State<Pages>,
    Segment(name): Segment,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    let tool = Named::read(&name)?;
    visitor.needs(Role::Viewer, &tool.path)?;
    let place = Place::of_uri(&uri)?;
    pages.gateway.settled(Patience::Request).await;
    let done = query::get(&uri, "done");
    let done = done.and_then(|word| done_sentence(&word));
    let answer = (StatusCode::OK, Sent::default());
    draw(&pages, &visitor, (&tool, &place), answer, done).await
}

/// The page of a tool, after something was sent that was not taken, or not.
pub(crate) async fn draw(
    pages: &Pages,
    visitor: &Visitor,
    (tool, place): (&Named, &Place),
    (status, mut sent): (StatusCode, Sent),
    done: Option<&'static str>,
) -> Result<Response, Wrong> {
    let here = (tool, place);
    let desk = pages.gateway.desk();
    let explained = desk.explain(&tool.name, &place.endpoint);
    let explained = explained.map_err(|error| Wrong::refused(&error).way("/tools", "All tools"))?;
    let catalogue = pages.gateway.catalogue();
    let offer = catalogue.view(&place.endpoint).ok();
    let exposed = explained.tool.exposed.as_str();
    let offered = offer.as_ref().and_then(|offer| offer.tool(exposed));
    let offered: Option<&Offered> = offered.map(|offered| &**offered);
    let (chooser, holding) = Chooser::of(&desk, here, &explained).await?;
    let text = Text::of(&desk, tool, &place.endpoint, &explained, offered).await?;
    let head = Head::of(here, &explained, offered, holding);
    let to = tool.to("suggestions");
    let may = visitor.identity.may(Role::Editor) && tool.is_single();
    let changed = match explained.drift.as_deref() {
        Some(drift) => Some(Changed::of(&pages.gateway, here, &explained, drift).await?),
        None => None,
    };
    let edit = if may {
        Some(Edit::of(&desk, visitor, here, &explained, &sent).await?)
    } else {
        None
    };
    let view = View {
        frame: Frame::of(head.title.text(), Section::Tools, visitor)
            .wide()
            .done(done),
        problem: sent.problem.take(),
        head,
        sentence: Head::sentence(&explained),
        chooser,
        legend: Legend,
        described: Described::of(&explained, offered, &text),
        schemas: schemas(&explained),
        changed,
        layers: LayerTable::of(&explained, &place.endpoint),
        suggested: Suggested::of(&explained),
        agree: (to.clone(), may.then(|| visitor.field(&to))),
        hidden: hidden(place),
        edit,
        closed: closed(tool, visitor),
        notes: Notes::of(&desk, visitor, here, &explained, &mut sent).await?,
        notes_tip: Tip::new("tip-notes", "notes", NOTES),
        history: History::of(&pages.gateway, visitor, here).await?,
        calls: calls::recent(&pages.gateway, tool).await?,
    };
    Ok(page(status, &view))
}

/// What notes are for.
const NOTES: &str = "Notes are appended to the description when a model lists its tools. Clients \
                     cut long descriptions, so both together have a budget: the description gives \
                     way first, then the last notes.";

fn schemas(explained: &Explained) -> Vec<Schema> {
    let of = |(id, heading, key)| {
        let table = SchemaTable::of(&explained.definition, key)?;
        Some(Schema { id, heading, table })
    };
    let known = [
        ("input", "Arguments", "inputSchema"),
        ("output", "Results", "outputSchema"),
    ];
    known.into_iter().filter_map(of).collect()
}

/// Why somebody cannot change anything here, if they cannot.
fn closed(tool: &Named, visitor: &Visitor) -> Option<String> {
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
