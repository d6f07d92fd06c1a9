//! The form was sent: the tool is called, or the form is shown again.

use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{Form, Pages, Segment, Visitor, Wrong, query, see};
use candor_gateway::Endpoint;
use candor_model::Role;
use candor_wire::RawJson;
use http::StatusCode;

use super::found::Found;
use super::view::{Filled, Told, render, spread};
use crate::endpoint;
use crate::plan::Field;
use crate::trials::{Begun, Full, Trials, Wish};
use crate::typed::{Problems, Typed, written};

/// How long a call is waited for before its page is shown: most are quicker.
const MOMENT: Duration = Duration::from_millis(300);

/// The name of the field in which all arguments are written as JSON.
const ARGUMENTS: &str = "arguments";
/// The name of the field by which a form is told from others.
const ONCE: &str = "once";

/// What a form asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Act {
    Call,
    /// Although the arguments do not seem to fit.
    Anyway,
    /// To go on with JSON.
    Json,
    /// To go on with fields.
    Fields,
}

/// A form that is not taken, and how it is shown again.
struct Back {
    status: StatusCode,
    filled: Filled,
    told: Told,
}

/// `POST /tools/{name}/try`
pub(crate) async fn call(
    State(pages): State<Pages>,
    Extension(trials): Extension<Trials>,
    Segment(name): Segment,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Wrong> {
    let here = query::path(&["tools", &name, "try"]);
    visitor.check(&here, &form)?;
    visitor.needs(Role::Caller, &here)?;
    let tool = Found::tool(&pages.gateway, &name)?;
    let given = |name: &str| form.get(name).unwrap_or_default();
    let (endpoint, nowhere) = match endpoint::parse(&given("toolset"), &given("environment")) {
        Ok(endpoint) => (endpoint, None),
        Err(error) => (
            Endpoint::default(),
            Some(format!("Nothing was called: {error}.")),
        ),
    };
    let found = Found::at(&pages.gateway, tool, endpoint);
    let back = match judge(&found, &form, nowhere) {
        Err(back) => back,
        Ok((arguments, as_json)) => {
            let wish = Wish {
                identity: visitor.identity.clone(),
                tool: found.tool.clone(),
                endpoint: found.endpoint.clone(),
                arguments,
                as_json,
                once: form.get(ONCE).unwrap_or_default(),
            };
            match trials.begin(&pages, wish) {
                Ok(begun) => return Ok(begun.see().await),
                Err(full) => Back::full(full, filled(&form)),
            }
        }
    };
    let who = (&pages, &trials, &visitor);
    render(who, (&found, back.filled, back.told), back.status).await
}

/// The arguments of a call that is to be made, and whether they were written as JSON; or the form
/// again.
fn judge(found: &Found, form: &Form, nowhere: Option<String>) -> Result<(RawJson, bool), Back> {
    let fields = found.plan.fields.as_deref();
    let filled = filled(form);
    let act = Act::of(form);
    let arguments = match read(&filled, fields, act) {
        Ok(arguments) => arguments,
        Err(told) => return Err(Back::wrong(filled, told)),
    };
    let act =
        act.ok_or_else(|| Back::wrong(filled.clone(), "The form does not say what to do."))?;
    let as_json = matches!(filled, Filled::Json(_));
    match act {
        Act::Json => Err(Back::turned(Filled::Json(spread(&arguments)))),
        Act::Fields => Err(to_fields(fields, &arguments)),
        Act::Call | Act::Anyway if nowhere.is_some() => {
            Err(Back::wrong(filled, nowhere.unwrap_or_default()))
        }
        Act::Anyway => Ok((arguments, as_json)),
        Act::Call => match misfit(found, &arguments, as_json) {
            None => Ok((arguments, as_json)),
            Some(told) => Err(Back::wrong(filled, told)),
        },
    }
}

/// What the schema has against arguments.
fn misfit(found: &Found, arguments: &RawJson, as_json: bool) -> Option<Told> {
    let schema = found.definition.schema.as_ref()?;
    let fields = found.plan.fields.as_deref().filter(|_| !as_json);
    let problems = Problems::found(schema, arguments, fields.unwrap_or_default());
    let problem = "Nothing was called: the arguments do not fit the schema.";
    (!problems.is_empty()).then(|| Told {
        problem: Some(problem.to_owned()),
        problems,
        anyway: true,
    })
}

/// What somebody has filled in.
fn filled(form: &Form) -> Filled {
    let mut fields = form.fields();
    match fields.find(|(name, _)| *name == ARGUMENTS) {
        Some((_, text)) => Filled::Json(text.replace("\r\n", "\n")),
        None => Filled::Fields(Typed::of(form)),
    }
}

/// The arguments that it means.
fn read(filled: &Filled, fields: Option<&[Field]>, act: Option<Act>) -> Result<RawJson, Told> {
    let fields = fields.unwrap_or_default();
    match filled {
        Filled::Json(text) => written(text).map_err(Told::from),
        Filled::Fields(typed) => {
            let read = match act {
                Some(Act::Json) => typed.draft(fields),
                _ => typed.arguments(fields),
            };
            read.map_err(|problems| Told {
                problem: Some("Nothing was called: some fields need another look.".to_owned()),
                problems,
                anyway: false,
            })
        }
    }
}

fn to_fields(fields: Option<&[Field]>, arguments: &RawJson) -> Back {
    match fields.and_then(|fields| Typed::meaning(fields, arguments)) {
        Some(typed) => Back::turned(Filled::Fields(typed)),
        None => Back::wrong(
            Filled::Json(spread(arguments)),
            "The fields cannot hold these arguments: some have no field, are empty, or are of \
             another kind. Go on with JSON.",
        ),
    }
}

// === impl Act ===

impl Act {
    fn of(form: &Form) -> Option<Self> {
        match form.get("act")?.as_str() {
            "call" => Some(Self::Call),
            "anyway" => Some(Self::Anyway),
            "json" => Some(Self::Json),
            "fields" => Some(Self::Fields),
            _ => None,
        }
    }
}

// === impl Back ===

impl Back {
    fn wrong(filled: Filled, told: impl Into<Told>) -> Self {
        Self {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            filled,
            told: told.into(),
        }
    }

    /// As it was wished.
    fn turned(filled: Filled) -> Self {
        Self {
            status: StatusCode::OK,
            filled,
            told: Told::default(),
        }
    }

    fn full(full: Full, filled: Filled) -> Self {
        let (status, sentence) = match full {
            Full::Own => (
                StatusCode::TOO_MANY_REQUESTS,
                "Nothing was called: too many of your calls are under way. Wait for one, or \
                 cancel one.",
            ),
            Full::All => (
                StatusCode::SERVICE_UNAVAILABLE,
                "Nothing was called: too many calls from these pages are under way. Try it again \
                 in a while.",
            ),
        };
        Self {
            status,
            filled,
            told: Told::from(sentence.to_owned()),
        }
    }
}

// === impl Told ===

impl From<String> for Told {
    fn from(problem: String) -> Self {
        Self {
            problem: Some(problem),
            ..Self::default()
        }
    }
}

impl From<&str> for Told {
    fn from(problem: &str) -> Self {
        problem.to_owned().into()
    }
}

// === impl Begun ===

impl Begun {
    /// Sends the browser on to the page of the call, which quick ones have reached the end of.
    async fn see(self) -> Response {
        match self {
            Self::New(trial) => {
                trial.wait(MOMENT).await;
                see(&query::path(&["trials", &trial.id]))
            }
            Self::Before(trial) => {
                let path = query::path(&["trials", &trial.id]);
                see(&query::with(&path, "done", "before"))
            }
        }
    }
}
