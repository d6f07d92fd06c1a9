//! What the page shows.

use std::sync::Arc;

use askama::Template;
use candor_dashboard_kit::{
    BadgeList, CurrentUser, DashboardState, DisplayTime, ExternalText, PageError, PageLayout,
    RenderedMarkdown, SiteSection, ToolBehaviour, now_micros, query, render_page,
};
use candor_model::{CallId, Role};
use candor_wire::RawJson;
use http::StatusCode;
use serde_json::Value;

use super::found_tool::{DefinitionSummary, FoundTool};
use crate::argument_texts::{ArgumentProblems, ArgumentTexts};
use crate::calls::{TryItCall, TryItCalls, TryItEnd};
use crate::endpoint::EndpointChoices;
use crate::form_parts::{Look, Part, form_parts};
use crate::form_plan::FormPlan;
use crate::pretty_json::pretty_json;
use crate::shorten::shorten;

/// The most characters of a description.
const DESCRIPTION: usize = 6_000;
/// The most characters of a schema.
const SCHEMA: usize = 20_000;
/// The most earlier calls that are listed.
const EARLIER: usize = 10;

/// What somebody has filled in so far.
#[derive(Clone)]
pub(super) enum FormContents {
    Fields(ArgumentTexts),
    Json(String),
}

/// What was wrong with it.
#[derive(Default)]
pub(super) struct FormProblems {
    /// In a sentence, if nothing was called.
    pub(super) problem: Option<String>,
    pub(super) problems: ArgumentProblems,
    /// Whether it may be sent all the same.
    pub(super) anyway: bool,
}

#[derive(Template)]
#[template(path = "try.html")]
struct TryItPage<'a> {
    frame: PageLayout,
    name: ExternalText,
    tool: String,
    title: Option<ExternalText>,
    badges: Option<BadgeList>,
    description: Option<RenderedMarkdown>,
    schema: Option<ExternalText>,
    obstacle: Option<ExternalText>,
    problem: Option<String>,
    general: Vec<ExternalText>,
    lacks: Option<String>,
    form: Option<ArgumentForm<'a>>,
    earlier: Vec<EarlierCall>,
}

/// The form.
struct ArgumentForm<'a> {
    to: String,
    field: String,
    once: String,
    warning: (&'static str, &'static str),
    choices: EndpointChoices,
    /// Whether the tool takes more than its fields.
    open: bool,
    parts: Vec<Part>,
    /// The arguments as JSON, where they are written so.
    json: Option<&'a str>,
    /// Whether there are fields at all.
    has_fields: bool,
    anyway: bool,
}

/// A call that was made before.
struct EarlierCall {
    to: String,
    begun: DisplayTime,
    words: &'static str,
}

/// Draws the page.
pub(super) async fn render(
    (pages, trials, visitor): (&DashboardState, &TryItCalls, &CurrentUser),
    (found, filled, told): (&FoundTool, FormContents, FormProblems),
    status: StatusCode,
) -> Result<axum::response::Response, PageError> {
    let DefinitionSummary {
        title,
        description,
        raw,
        schema: _,
    } = &found.definition;
    let name = found.tool.name.to_string();
    let may = visitor.identity.may(Role::Caller);
    let form = if may && found.offered.is_some() {
        let choices = EndpointChoices::of(&pages.gateway, &found.tool, &found.endpoint).await?;
        Some(ArgumentForm::of(found, visitor, choices, (&filled, &told)))
    } else {
        None
    };
    let recent = trials.recent(&visitor.identity.name, &found.tool.name);
    let view = TryItPage {
        frame: PageLayout::of(
            &format!("Try {}", shorten(&name, 80)),
            SiteSection::Tools,
            visitor,
        )
        .wide(),
        name: ExternalText::short(&name, 120),
        tool: query::path(&["tools", &name]),
        title: title.as_deref().map(ExternalText::line),
        badges: found.nature().map(BadgeList::of),
        description: description
            .as_ref()
            .map(|text| RenderedMarkdown::of(text, DESCRIPTION)),
        schema: raw
            .as_ref()
            .map(|raw| ExternalText::short(&pretty_json(raw), SCHEMA)),
        obstacle: found.obstacle().map(|text| ExternalText::short(&text, 600)),
        problem: told.problem,
        general: sentences(&told.problems),
        lacks: (!may).then(|| visitor.lacks(Role::Caller)),
        form,
        earlier: recent.iter().take(EARLIER).map(EarlierCall::of).collect(),
    };
    Ok(render_page(status, &view))
}

fn parts(plan: &FormPlan, filled: &FormContents, problems: &ArgumentProblems) -> Vec<Part> {
    match (filled, &plan.fields) {
        (FormContents::Fields(typed), Some(fields)) => form_parts(fields, typed, problems),
        _ => Vec::new(),
    }
}

fn sentences(problems: &ArgumentProblems) -> Vec<ExternalText> {
    let general = problems.general.iter();
    general
        .map(|sentence| ExternalText::short(sentence, 600))
        .collect()
}

/// What calling it may do, and how loud that is said.
fn warning(found: &FoundTool) -> (&'static str, &'static str) {
    match found.nature().map(|nature| nature.behaviour()) {
        Some(ToolBehaviour::Destructive) => (
            "note bad",
            "This tool may destroy or overwrite something, and this is a real call.",
        ),
        Some(ToolBehaviour::Additive) => (
            "note warn",
            "This tool changes something, and this is a real call.",
        ),
        Some(ToolBehaviour::ReadOnly) => ("note", "This is a real call. The tool changes nothing."),
        Some(ToolBehaviour::Unset) | None => (
            "note warn",
            "Nobody says whether this tool changes or destroys anything, and this is a real call.",
        ),
    }
}

// === impl Form ===

impl<'a> ArgumentForm<'a> {
    fn of(
        found: &FoundTool,
        visitor: &CurrentUser,
        choices: EndpointChoices,
        (filled, told): (&'a FormContents, &FormProblems),
    ) -> Self {
        let plan = &found.plan;
        Self {
            to: found.path(),
            field: visitor.field(&found.path()),
            once: CallId::fresh().to_string(),
            warning: warning(found),
            choices,
            open: plan.open,
            parts: parts(plan, filled, &told.problems),
            json: match filled {
                FormContents::Json(text) => Some(text),
                FormContents::Fields(_) => None,
            },
            has_fields: plan.fields.is_some(),
            anyway: told.anyway,
        }
    }
}

// === impl Filled ===

impl FormContents {
    /// What a page begins with.
    pub(super) fn beginning(plan: &FormPlan, as_json: bool) -> Self {
        match &plan.fields {
            Some(fields) if !as_json => Self::Fields(ArgumentTexts::beginning(fields)),
            Some(fields) => {
                let given = ArgumentTexts::beginning(fields).draft(fields).ok();
                Self::Json(given.map_or_else(|| "{}".to_owned(), |given| spread(&given)))
            }
            None => Self::Json("{}".to_owned()),
        }
    }

    /// Arguments that were given before: in fields where those can say them.
    pub(super) fn again(plan: &FormPlan, trial: &TryItCall) -> Self {
        let fields = plan.fields.as_ref().filter(|_| !trial.as_json);
        let typed = fields.and_then(|fields| ArgumentTexts::meaning(fields, &trial.arguments));
        typed.map_or_else(|| Self::Json(spread(&trial.arguments)), Self::Fields)
    }
}

/// JSON with its lines broken, unless that would lose a digit.
pub(super) fn spread(json: &RawJson) -> String {
    let text = json.to_string();
    let value: Option<Value> = json.decode().ok();
    match value {
        Some(value) if RawJson::from_value(&value) == *json => format!("{value:#}"),
        _ => text,
    }
}

// === impl Earlier ===

impl EarlierCall {
    fn of(trial: &Arc<TryItCall>) -> Self {
        Self {
            to: query::path(&["trials", &trial.id]),
            begun: DisplayTime::seen(trial.begun_micros, now_micros()),
            words: match trial.end() {
                None => "under way",
                Some((TryItEnd::Answered(_), _)) => "answered",
                Some((TryItEnd::Cancelled, _)) => "cancelled",
            },
        }
    }
}
