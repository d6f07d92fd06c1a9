//! What the page shows.

use std::sync::Arc;

use askama::Template;
use candor_frame::{
    Badges, Behaviour, Frame, Moment, Outside, Pages, Prose, Section, Visitor, Wrong, now_micros,
    page, query,
};
use candor_model::{CallId, Role};
use candor_wire::RawJson;
use http::StatusCode;
use serde_json::Value;

use super::found::{Definition, Found};
use crate::cut::cut;
use crate::draw::{Look, Part, draw};
use crate::endpoint::Choices;
use crate::plan::Plan;
use crate::pretty::pretty;
use crate::trials::{End, Trial, Trials};
use crate::typed::{Problems, Typed};

/// The most characters of a description.
const DESCRIPTION: usize = 6_000;
/// The most characters of a schema.
const SCHEMA: usize = 20_000;
/// The most earlier calls that are listed.
const EARLIER: usize = 10;

/// What somebody has filled in so far.
#[derive(Clone)]
pub(super) enum Filled {
    Fields(Typed),
    Json(String),
}

/// What was wrong with it.
#[derive(Default)]
pub(super) struct Told {
    /// In a sentence, if nothing was called.
    pub(super) problem: Option<String>,
    pub(super) problems: Problems,
    /// Whether it may be sent all the same.
    pub(super) anyway: bool,
}

#[derive(Template)]
#[template(path = "try.html")]
struct View<'a> {
    frame: Frame,
    name: Outside,
    tool: String,
    title: Option<Outside>,
    badges: Option<Badges>,
    description: Option<Prose>,
    schema: Option<Outside>,
    obstacle: Option<Outside>,
    problem: Option<String>,
    general: Vec<Outside>,
    lacks: Option<String>,
    form: Option<Form<'a>>,
    earlier: Vec<Earlier>,
}

/// The form.
struct Form<'a> {
    to: String,
    field: String,
    once: String,
    warning: (&'static str, &'static str),
    choices: Choices,
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
struct Earlier {
    to: String,
    begun: Moment,
    words: &'static str,
}

/// Draws the page.
pub(super) async fn render(
    (pages, trials, visitor): (&Pages, &Trials, &Visitor),
    (found, filled, told): (&Found, Filled, Told),
    status: StatusCode,
) -> Result<axum::response::Response, Wrong> {
    let Definition {
        title,
        description,
        raw,
        schema: _,
    } = &found.definition;
    let name = found.tool.name.to_string();
    let may = visitor.identity.may(Role::Caller);
    let form = if may && found.offered.is_some() {
        let choices = Choices::of(&pages.gateway, &found.tool, &found.endpoint).await?;
        Some(Form::of(found, visitor, choices, (&filled, &told)))
    } else {
        None
    };
    let recent = trials.recent(&visitor.identity.name, &found.tool.name);
    let view = View {
        frame: Frame::of(&format!("Try {}", cut(&name, 80)), Section::Tools, visitor).wide(),
        name: Outside::short(&name, 120),
        tool: query::path(&["tools", &name]),
        title: title.as_deref().map(Outside::line),
        badges: found.nature().map(Badges::of),
        description: description
            .as_ref()
            .map(|text| Prose::of(text, DESCRIPTION)),
        schema: raw.as_ref().map(|raw| Outside::short(&pretty(raw), SCHEMA)),
        obstacle: found.obstacle().map(|text| Outside::short(&text, 600)),
        problem: told.problem,
        general: sentences(&told.problems),
        lacks: (!may).then(|| visitor.lacks(Role::Caller)),
        form,
        earlier: recent.iter().take(EARLIER).map(Earlier::of).collect(),
    };
    Ok(page(status, &view))
}

fn parts(plan: &Plan, filled: &Filled, problems: &Problems) -> Vec<Part> {
    match (filled, &plan.fields) {
        (Filled::Fields(typed), Some(fields)) => draw(fields, typed, problems),
        _ => Vec::new(),
    }
}

fn sentences(problems: &Problems) -> Vec<Outside> {
    let general = problems.general.iter();
    general
        .map(|sentence| Outside::short(sentence, 600))
        .collect()
}

/// What calling it may do, and how loud that is said.
fn warning(found: &Found) -> (&'static str, &'static str) {
    match found.nature().map(|nature| nature.behaviour()) {
        Some(Behaviour::Destructive) => (
            "note bad",
            "This tool may destroy or overwrite something, and this is a real call.",
        ),
        Some(Behaviour::Modifying) => (
            "note warn",
            "This tool changes something, and this is a real call.",
        ),
        Some(Behaviour::Safe) => ("note", "This is a real call. The tool changes nothing."),
        Some(Behaviour::Unset) | None => (
            "note warn",
            "Nobody says whether this tool changes or destroys anything, and this is a real call.",
        ),
    }
}

// === impl Form ===

impl<'a> Form<'a> {
    fn of(
        found: &Found,
        visitor: &Visitor,
        choices: Choices,
        (filled, told): (&'a Filled, &Told),
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
                Filled::Json(text) => Some(text),
                Filled::Fields(_) => None,
            },
            has_fields: plan.fields.is_some(),
            anyway: told.anyway,
        }
    }
}

// === impl Filled ===

impl Filled {
    /// What a page begins with.
    pub(super) fn beginning(plan: &Plan, as_json: bool) -> Self {
        match &plan.fields {
            Some(fields) if !as_json => Self::Fields(Typed::beginning(fields)),
            Some(fields) => {
                let given = Typed::beginning(fields).draft(fields).ok();
                Self::Json(given.map_or_else(|| "{}".to_owned(), |given| spread(&given)))
            }
            None => Self::Json("{}".to_owned()),
        }
    }

    /// Arguments that were given before: in fields where those can say them.
    pub(super) fn again(plan: &Plan, trial: &Trial) -> Self {
        let fields = plan.fields.as_ref().filter(|_| !trial.as_json);
        let typed = fields.and_then(|fields| Typed::meaning(fields, &trial.arguments));
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

impl Earlier {
    fn of(trial: &Arc<Trial>) -> Self {
        Self {
            to: query::path(&["trials", &trial.id]),
            begun: Moment::seen(trial.begun_micros, now_micros()),
            words: match trial.end() {
                None => "under way",
                Some((End::Answered(_), _)) => "answered",
                Some((End::Cancelled, _)) => "cancelled",
            },
        }
    }
}
