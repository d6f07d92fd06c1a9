//! All toolsets: what each costs and risks, and which one the plain endpoint serves.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{
    Form, Frame, Legend, Outside, Pager, Pages, Section, Visitor, Wrong, page, query, see,
};
use candor_gateway::desk::ToolsetView;
use candor_model::{Role, ToolsetName};
use http::{StatusCode, Uri};

use crate::risk::Risk;
use crate::risk_view::RiskView;
use crate::trust::Trusts;
use crate::words::{counted, number, share};
use crate::{address, find};

/// How much of a description is shown.
const ABOUT: usize = 200;

#[derive(Template)]
#[template(path = "toolsets.html")]
struct View {
    frame: Frame,
    items: Vec<Item>,
    /// What everything costs together.
    everything: String,
    /// Whether the plain endpoint serves everything.
    unequipped: bool,
    field: Option<String>,
    lacks: Option<String>,
    pager: Pager,
    legend: Legend,
}

/// One toolset.
struct Item {
    to: String,
    name: String,
    about: Option<Outside>,
    tools: String,
    missing: String,
    tokens: String,
    share: String,
    risk: RiskView,
    equipped: bool,
    /// The state it is at; empty where the file declares it.
    version: String,
    /// The file and line that declare it.
    place: Option<String>,
}

/// `GET /toolsets`
pub(crate) async fn list(
    State(pages): State<Pages>,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    visitor.needs(Role::Viewer, address::LIST)?;
    let desk = pages.gateway.desk();
    let names = desk.toolset_names();
    let leaf = Pager::at(&uri, names.len(), address::LIST, &[]);
    let views = desk.toolsets_named(leaf.cut(&names)).await;
    let views = views.map_err(|error| find::wrong(&error))?;
    let everything = views.first().map(|view| view.tokens_of_everything);
    let unequipped = desk.equipped().is_none();
    let trusts = Trusts::of(&pages.gateway);
    let items = views.iter();
    let items = items.map(|view| Item::of(view, &trusts, find::place(&pages, view)));
    let may = visitor.identity.may(Role::Editor);
    let done = query::get(&uri, "done");
    let view = View {
        frame: Frame::of("Toolsets", Section::Toolsets, &visitor)
            .wide()
            .done(done.as_deref().and_then(done_words)),
        items: items.collect(),
        everything: number(everything.unwrap_or_default()),
        unequipped,
        field: may.then(|| visitor.field(address::LIST)),
        lacks: (!may).then(|| visitor.lacks(Role::Editor)),
        pager: leaf,
        legend: Legend,
    };
    Ok(page(StatusCode::OK, &view))
}

/// What has just been done.
fn done_words(word: &str) -> Option<&'static str> {
    match word {
        "equipped" => Some("The plain endpoint serves this toolset now."),
        "unequipped" => Some("The plain endpoint serves everything again."),
        _ => None,
    }
}

/// `POST /toolsets`: lets the plain endpoint serve one of them, or everything.
pub(crate) async fn equip(
    State(pages): State<Pages>,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Wrong> {
    visitor.check(address::LIST, &form)?;
    visitor.needs(Role::Editor, address::LIST)?;
    let name = match (form.get("equip"), form.get("unequip")) {
        (Some(text), None) => Some(find::name(&text)?),
        (None, Some(_)) => None,
        _ => {
            let sentence = "The form says not which toolset is meant. Nothing was changed.";
            let wrong = Wrong::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "This cannot be done",
                sentence,
            );
            return Err(wrong.way(address::LIST, "All toolsets"));
        }
    };
    let author = visitor.author(None);
    let equipped = pages.gateway.desk().equip(&author, name.as_ref()).await;
    equipped.map_err(|error| find::wrong(&error))?;
    let done = if name.is_some() {
        "equipped"
    } else {
        "unequipped"
    };
    // Back to where the button was.
    let from = form
        .get("from")
        .and_then(|text| ToolsetName::parse(&text).ok());
    let to = from.map_or_else(|| address::LIST.to_owned(), |from| address::of(&from));
    Ok(see(&query::with(&to, "done", done)))
}

// === impl Item ===

impl Item {
    fn of(view: &ToolsetView, trusts: &Trusts, place: Option<String>) -> Self {
        let toolset = &view.toolset;
        let risk = Risk::of(view.tools.iter().map(|one| trusts.seen(one)));
        let missing = view.missing.len();
        Self {
            to: address::of(&toolset.name),
            name: toolset.name.to_string(),
            about: Some(Outside::short(&toolset.description, ABOUT))
                .filter(|about| !about.text().is_empty()),
            tools: counted(view.tools.len(), "tool"),
            missing: if missing == 0 {
                String::new()
            } else {
                counted(missing, "member")
            },
            tokens: number(view.tokens),
            share: share(view.tokens, view.tokens_of_everything),
            risk: RiskView::of(&risk),
            equipped: view.equipped,
            version: view.version.map(|at| at.to_string()).unwrap_or_default(),
            place,
        }
    }
}
