//! All toolsets with their cost and risk, and the one that the default endpoint serves.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    BadgeLegend, CurrentUser, DashboardState, ExternalText, NumberedPager, PageError, PageLayout,
    SiteSection, SubmittedForm, query, render_page, see_other,
};
use candor_gateway::edit::ToolsetDetails;
use candor_model::{Role, ToolsetName};
use http::{StatusCode, Uri};

use crate::risk::ToolsetRisk;
use crate::risk_view::RiskView;
use crate::source_trust::TrustBySource;
use crate::words::{counted, number, share};
use crate::{lookup, paths};

/// The most characters of a description.
const ABOUT: usize = 200;

#[derive(Template)]
#[template(path = "toolsets.html")]
struct ToolsetListPage {
    frame: PageLayout,
    items: Vec<ToolsetRow>,
    /// The tokens of all tools.
    everything: String,
    /// Whether the default endpoint serves all tools.
    unequipped: bool,
    field: Option<String>,
    lacks: Option<String>,
    pager: NumberedPager,
    legend: BadgeLegend,
}

struct ToolsetRow {
    to: String,
    name: String,
    about: Option<ExternalText>,
    tools: String,
    missing: String,
    tokens: String,
    share: String,
    risk: RiskView,
    equipped: bool,
    /// Empty if the configuration file declares it.
    version: String,
    /// The file and line that declare it.
    place: Option<String>,
}

/// `GET /toolsets`: lists the toolsets.
pub(crate) async fn list(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    visitor.needs(Role::Viewer, paths::LIST)?;
    let editor = pages.gateway.editor();
    let names = editor.toolset_names();
    let leaf = NumberedPager::at(&uri, names.len(), paths::LIST, &[]);
    let views = editor.toolsets_named(leaf.cut(&names)).await;
    let views = views.map_err(|error| lookup::wrong(&error))?;
    let everything = views.first().map(|view| view.tokens_of_everything);
    let unequipped = editor.equipped().is_none();
    let trusts = TrustBySource::of(&pages.gateway);
    let items = views.iter();
    let items = items.map(|view| ToolsetRow::of(view, &trusts, lookup::place(&pages, view)));
    let may = visitor.identity.may(Role::Editor);
    let done = query::get(&uri, "done");
    let view = ToolsetListPage {
        frame: PageLayout::of("Toolsets", SiteSection::Toolsets, &visitor)
            .wide()
            .done(done.as_deref().and_then(done_words)),
        items: items.collect(),
        everything: number(everything.unwrap_or_default()),
        unequipped,
        field: may.then(|| visitor.field(paths::LIST)),
        lacks: (!may).then(|| visitor.lacks(Role::Editor)),
        pager: leaf,
        legend: BadgeLegend,
    };
    Ok(render_page(StatusCode::OK, &view))
}

/// The status message for a finished action.
fn done_words(word: &str) -> Option<&'static str> {
    match word {
        "equipped" => Some("The default endpoint now serves this toolset."),
        "unequipped" => Some("The default endpoint serves all tools again."),
        _ => None,
    }
}

/// `POST /toolsets`: lets the plain endpoint serve one of them, or everything.
pub(crate) async fn equip(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    visitor.check(paths::LIST, &form)?;
    visitor.needs(Role::Editor, paths::LIST)?;
    let name = match (form.get("equip"), form.get("unequip")) {
        (Some(text), None) => Some(lookup::name(&text)?),
        (None, Some(_)) => None,
        _ => {
            let sentence = "The form does not name a toolset. Nothing was changed.";
            let wrong = PageError::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "Invalid request",
                sentence,
            );
            return Err(wrong.link(paths::LIST, "All toolsets"));
        }
    };
    let author = visitor.author(None);
    let equipped = pages
        .gateway
        .editor_for(&visitor.identity)
        .equip(&author, name.as_ref())
        .await;
    equipped.map_err(|error| lookup::wrong(&error))?;
    let done = if name.is_some() {
        "equipped"
    } else {
        "unequipped"
    };
    // Back to the page with the button.
    let from = form
        .get("from")
        .and_then(|text| ToolsetName::parse(&text).ok());
    let to = from.map_or_else(|| paths::LIST.to_owned(), |from| paths::of(&from));
    Ok(see_other(&query::with(&to, "done", done)))
}

// === impl ToolsetRow ===

impl ToolsetRow {
    fn of(view: &ToolsetDetails, trusts: &TrustBySource, place: Option<String>) -> Self {
        let toolset = &view.toolset;
        let risk = ToolsetRisk::of(view.tools.iter().map(|one| trusts.seen(one)));
        let missing = view.missing.len();
        Self {
            to: paths::of(&toolset.name),
            name: toolset.name.to_string(),
            about: Some(ExternalText::short(&toolset.description, ABOUT))
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
            version: view.number.map(|at| at.to_string()).unwrap_or_default(),
            place,
        }
    }
}
