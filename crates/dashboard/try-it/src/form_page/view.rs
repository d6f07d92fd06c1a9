//! The contents of the page.

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

use super::found_tool::{DefinitionSummary, TriedTool};
use crate::argument_texts::{ArgumentProblems, ArgumentTexts};
use crate::calls::{TryItCall, TryItCalls, TryItEnd};
use crate::endpoint::EndpointChoices;
use crate::form_parts::{FormPart, InputControl, form_parts};
use crate::form_plan::FormPlan;
use crate::pretty_json::pretty_json;
use crate::shorten::shorten;

/// The maximum length of a description, in characters.
const DESCRIPTION: usize = 6_000;
/// The maximum length of a schema, in characters.
const SCHEMA: usize = 20_000;
/// The maximum number of earlier calls.
const EARLIER: usize = 10;

/// The current input.
#[derive(Clone)]
pub(super) enum FormContents {
    Fields(ArgumentTexts),
    Json(String),
}

/// The problems of the input.
#[derive(Default)]
pub(super) struct FormProblems {
    /// The error message, if nothing was called.
    pub(super) problem: Option<String>,
    pub(super) problems: ArgumentProblems,
    /// Whether "Send anyway" is offered.
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

/// The form for the arguments.
struct ArgumentForm<'a> {
    to: String,
    field: String,
    once: String,
    warning: (&'static str, &'static str),
    choices: EndpointChoices,
    /// Whether the tool accepts other arguments.
    open: bool,
    parts: Vec<FormPart>,
    /// The arguments, if given as JSON.
    json: Option<&'a str>,
    /// Whether the schema can be shown as fields.
    has_fields: bool,
    anyway: bool,
}

/// An earlier call.
struct EarlierCall {
    to: String,
    begun: DisplayTime,
    words: &'static str,
}

/// Renders the page.
pub(super) async fn render(
    (pages, calls, user): (&DashboardState, &TryItCalls, &CurrentUser),
    (found, filled, told): (&TriedTool, FormContents, FormProblems),
    status: StatusCode,
) -> Result<axum::response::Response, PageError> {
    let DefinitionSummary {
        title,
        description,
        raw,
        schema: _,
    } = &found.definition;
    let name = found.tool.name.to_string();
    let may = user.identity.may(Role::Caller);
    let form = if may && found.offered.is_some() {
        let choices = EndpointChoices::of(&pages.gateway, &found.tool, &found.endpoint).await?;
        Some(ArgumentForm::of(found, user, choices, (&filled, &told)))
    } else {
        None
    };
    let recent = calls.recent(&user.identity.name, &found.tool.name);
    let view = TryItPage {
        frame: PageLayout::of(
            &format!("Try {}", shorten(&name, 80)),
            SiteSection::Tools,
            user,
        )
        .wide(),
        name: ExternalText::short(&name, 120),
        tool: query::path(&["tools", &name]),
        title: title.as_deref().map(ExternalText::line),
        badges: found.flags().map(BadgeList::of),
        description: description
            .as_ref()
            .map(|text| RenderedMarkdown::of(text, DESCRIPTION)),
        schema: raw
            .as_ref()
            .map(|raw| ExternalText::short(&pretty_json(raw), SCHEMA)),
        obstacle: found
            .obstacle()
            .map(|text| ExternalText::sentence(&text, 600)),
        problem: told.problem,
        general: sentences(&told.problems),
        lacks: (!may).then(|| user.lacks(Role::Caller)),
        form,
        earlier: recent.iter().take(EARLIER).map(EarlierCall::of).collect(),
    };
    Ok(render_page(status, &view))
}

fn parts(plan: &FormPlan, filled: &FormContents, problems: &ArgumentProblems) -> Vec<FormPart> {
    match (filled, &plan.fields) {
        (FormContents::Fields(typed), Some(fields)) => form_parts(fields, typed, problems),
        _ => Vec::new(),
    }
}

fn sentences(problems: &ArgumentProblems) -> Vec<ExternalText> {
    let general = problems.general.iter();
    general
        .map(|sentence| ExternalText::sentence(sentence, 600))
        .collect()
}

/// The warning beside the button: its CSS class and its text.
fn warning(found: &TriedTool) -> (&'static str, &'static str) {
    match found.flags().map(|flags| flags.behaviour()) {
        Some(ToolBehaviour::Destructive) => (
            "note bad",
            "This is a real call. The tool may destroy or overwrite something.",
        ),
        Some(ToolBehaviour::Additive) => (
            "note warn",
            "This is a real call. The tool changes something.",
        ),
        Some(ToolBehaviour::ReadOnly) => ("note", "This is a real call. The tool only reads."),
        Some(ToolBehaviour::Unset) | None => (
            "note warn",
            "This is a real call. No hint says whether the tool changes or destroys something.",
        ),
    }
}

// === impl ArgumentForm ===

impl<'a> ArgumentForm<'a> {
    fn of(
        found: &TriedTool,
        user: &CurrentUser,
        choices: EndpointChoices,
        (filled, told): (&'a FormContents, &FormProblems),
    ) -> Self {
        let plan = &found.plan;
        Self {
            to: found.path(),
            field: user.field(&found.path()),
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

// === impl FormContents ===

impl FormContents {
    /// The initial input.
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

    /// The arguments of an earlier call: in fields if those can represent them.
    pub(super) fn again(plan: &FormPlan, call: &TryItCall) -> Self {
        let fields = plan.fields.as_ref().filter(|_| !call.as_json);
        let typed = fields.and_then(|fields| ArgumentTexts::meaning(fields, &call.arguments));
        typed.map_or_else(|| Self::Json(spread(&call.arguments)), Self::Fields)
    }
}

/// Indented JSON, unless that would change a number.
pub(super) fn spread(json: &RawJson) -> String {
    let text = json.to_string();
    let value: Option<Value> = json.decode().ok();
    match value {
        Some(value) if RawJson::from_value(&value) == *json => format!("{value:#}"),
        _ => text,
    }
}

// === impl EarlierCall ===

impl EarlierCall {
    fn of(call: &Arc<TryItCall>) -> Self {
        Self {
            to: query::path(&["trials", &call.id]),
            begun: DisplayTime::seen(call.begun_micros, now_micros()),
            words: match call.end() {
                None => "running",
                Some((TryItEnd::Answered(_), _)) => "finished",
                Some((TryItEnd::Cancelled, _)) => "cancelled",
            },
        }
    }
}
