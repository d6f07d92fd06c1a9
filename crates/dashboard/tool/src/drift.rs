//! A definition that differs from the pinned one: the differences, and accepting them.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::wording::brief;
use candor_dashboard_kit::{
    BadgeList, CurrentUser, DashboardState, DisplayTime, ExternalText, PageError, PageLayout,
    PathSegment, RenderedMarkdown, SiteSection, SubmittedForm, ToolFlags, now_micros, render_page,
    see_other,
};
use candor_gateway::edit::{DriftSelection, ExplainedTool};
use candor_gateway::{EditError, Gateway};
use candor_model::{Digest, DriftRecord, Role};
use candor_wire::RawObject;
use http::{StatusCode, Uri};
use serde_json::Value;

use crate::annotation_form::hidden;
use crate::json_view;
use crate::page_scope::PageScope;
use crate::schema::SchemaTable;
use crate::text_diff::{self, DiffLine};
use crate::tool_address::ToolAddress;

/// The maximum length of one difference, in characters.
const LINE: usize = 600;
/// The maximum length of a description, in characters.
const DESCRIPTION: usize = 12_000;

/// The change of a definition.
pub(crate) struct DefinitionChange {
    /// The address of the review page.
    pub(crate) to: String,
    pub(crate) found: DisplayTime,
    /// Whether the tool is one that its source did not offer before.
    pub(crate) added: bool,
    /// Whether calls showed that the tool does not behave as it declares.
    pub(crate) contradicted: bool,
    pub(crate) loosens: bool,
    pub(crate) renamed_from: Option<ExternalText>,
    /// The differences, one line each.
    pub(crate) differences: Vec<ExternalText>,
    /// The description, line by line.
    pub(crate) description: Vec<DiffLine>,
    /// The pinned definition, if it is still known.
    pub(crate) old: Option<ExternalText>,
    pub(crate) new: ExternalText,
}

#[derive(Template)]
#[template(path = "drift.html")]
struct DriftPage {
    frame: PageLayout,
    name: ExternalText,
    back: String,
    changed: DefinitionChange,
    /// The badges after acceptance.
    badges: BadgeList,
    title: ExternalText,
    described: RenderedMarkdown,
    input: Option<SchemaTable>,
    accept_to: String,
    field: String,
    hidden: Vec<(&'static str, String)>,
    hash: String,
    why: String,
    /// Why there is no form.
    closed: Option<String>,
    problem: Option<String>,
}

/// `GET /tools/{name}/drift`: compares a changed definition with the pinned one.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    user: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    let tool = ToolAddress::read(&name)?;
    user.needs(Role::Viewer, &tool.path)?;
    let place = PageScope::of_uri(&uri)?;
    draw(&pages, &user, (&tool, &place), (StatusCode::OK, None), None).await
}

/// `POST /tools/{name}/drift`: accepts a changed definition.
pub(crate) async fn accept(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    user: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let tool = ToolAddress::read(&name)?;
    tool.check(&user, "drift", &form)?;
    user.needs(Role::Editor, &tool.path)?;
    let place = PageScope::of_form(&form)?;
    let why = form.get("why");
    let again = |status, sentence: String| {
        let problem = Some(format!("Nothing was changed: {sentence}."));
        draw(
            &pages,
            &user,
            (&tool, &place),
            (status, problem),
            why.clone(),
        )
    };
    let given = form.get("hash").unwrap_or_default();
    let Some(hash) = Digest::parse(&given) else {
        let sentence = format!("`{}` is not the hash of a definition", brief(&given));
        return again(StatusCode::UNPROCESSABLE_ENTITY, sentence).await;
    };
    let editor = pages.gateway.editor_for(&user.identity);
    let author = user.author(why.clone());
    let which = DriftSelection::Tool(tool.name.clone(), Some(hash));
    match editor.accept_drift(&author, &which).await {
        Ok(_) => Ok(see_other(&place.after(&tool.path, "accepted"))),
        Err(EditError::Unknown(sentence)) => Err(nothing(&tool, &sentence)),
        Err(error @ (EditError::Stale { .. } | EditError::Exists(_))) => {
            again(StatusCode::CONFLICT, error.to_string()).await
        }
        Err(error @ EditError::Invalid(_)) => {
            let now = editor.drift(&tool.name).await;
            let moved = now.is_ok_and(|drift| drift.found.hash != hash);
            let status = if moved {
                StatusCode::CONFLICT
            } else {
                StatusCode::UNPROCESSABLE_ENTITY
            };
            again(status, error.to_string()).await
        }
        Err(error) => Err(tool.refused(&error)),
    }
}

async fn draw(
    pages: &DashboardState,
    user: &CurrentUser,
    (tool, place): (&ToolAddress, &PageScope),
    (status, problem): (StatusCode, Option<String>),
    why: Option<String>,
) -> Result<Response, PageError> {
    let editor = pages.gateway.editor();
    let explained = editor.explain(&tool.name, &place.endpoint);
    let explained = explained.map_err(|error| tool.refused(&error))?;
    let Some(drift) = explained.drift.as_deref() else {
        let sentence = format!("`{}` matches its pinned definition", tool.name);
        return Err(nothing(tool, &sentence));
    };
    let changed = DefinitionChange::of(&pages.gateway, (tool, place), &explained, drift).await?;
    let members = RawObject::parse(&explained.definition).unwrap_or_default();
    let described = members.get_string("description").unwrap_or_default();
    let title = explained.effective.shown.title();
    let to = tool.to("drift");
    let name = tool.name.to_string();
    let view = DriftPage {
        frame: PageLayout::of("Changed definition", SiteSection::Tools, user).wide(),
        back: place.address(&tool.path),
        badges: BadgeList::of(ToolFlags::of(&explained.effective, explained.trust, false)),
        title: ExternalText::short(title.map_or(&*name, |fact| &fact.value), 200),
        described: RenderedMarkdown::of(&described, DESCRIPTION),
        input: SchemaTable::of(&explained.definition, "inputSchema"),
        field: user.field(&to),
        accept_to: to,
        hidden: hidden(place),
        hash: drift.found.hash.to_string(),
        why: why.unwrap_or_default(),
        closed: (!user.identity.may(Role::Editor)).then(|| user.lacks(Role::Editor)),
        problem,
        changed,
        name: ExternalText::short(&name, 200),
    };
    Ok(render_page(status, &view))
}

fn nothing(tool: &ToolAddress, sentence: &str) -> PageError {
    let sentence = format!("{sentence}.");
    let status = StatusCode::CONFLICT;
    let wrong = PageError::new(status, "Nothing to accept", sentence);
    wrong.link(&*tool.path, "Back to tool")
}

// === impl DefinitionChange ===

impl DefinitionChange {
    pub(crate) async fn of(
        gateway: &Gateway,
        (tool, place): (&ToolAddress, &PageScope),
        explained: &ExplainedTool,
        drift: &DriftRecord,
    ) -> Result<Self, PageError> {
        let old = match &drift.renamed_from {
            None => explained.pin.as_ref().map(|pin| pin.definition.to_string()),
            Some(before) => {
                let pin = gateway.records().pin(before).await;
                let pin = pin.map_err(|error| PageError::failed(&error))?;
                pin.map(|pin| pin.definition.to_string())
            }
        };
        let new = &*drift.found.definition;
        let differences = drift.differences.iter();
        Ok(Self {
            to: place.address(&tool.to("drift")),
            found: DisplayTime::seen(drift.found.at_micros, now_micros()),
            added: drift.is_added(),
            contradicted: drift.is_contradicted(),
            loosens: drift.loosens,
            renamed_from: drift
                .renamed_from
                .as_ref()
                .map(|name| ExternalText::short(&name.to_string(), 200)),
            differences: differences
                .map(|line| ExternalText::short(line, LINE))
                .collect(),
            description: match &old {
                Some(old) => text_diff::between(&described(old), &described(new)),
                None => Vec::new(),
            },
            old: old.as_deref().map(json_view::json),
            new: json_view::json(new),
        })
    }
}

fn described(definition: &str) -> String {
    let value: Value = serde_json::from_str(definition).unwrap_or_default();
    let text = value.get("description").and_then(Value::as_str);
    text.unwrap_or_default().to_owned()
}
