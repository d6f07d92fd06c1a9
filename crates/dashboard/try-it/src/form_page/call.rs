//! Submissions of the form: the tool is called, or the form is shown again.

use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PathSegment, SubmittedForm, query, see_other,
};
use candor_gateway::Endpoint;
use candor_model::Role;
use candor_wire::RawJson;
use http::StatusCode;

use super::found_tool::TriedTool;
use super::view::{FormContents, FormProblems, render, spread};
use crate::argument_texts::{ArgumentProblems, ArgumentTexts, written};
use crate::calls::{StartedCall, TooManyCalls, TryItCalls, TryItRequest};
use crate::endpoint;
use crate::form_plan::ArgumentField;

/// How long to wait for a result before the page of the call is shown.
const MOMENT: Duration = Duration::from_millis(300);

/// The field with all arguments as JSON.
const ARGUMENTS: &str = "arguments";
/// The field that identifies a form, so that submitting it twice makes one call.
const ONCE: &str = "once";

/// The action of a form.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FormAction {
    Call,
    /// Calls although the arguments do not match the schema.
    Anyway,
    /// Switches to JSON.
    Json,
    /// Switches to form fields.
    Fields,
}

/// A form that is shown again.
struct RejectedForm {
    status: StatusCode,
    filled: FormContents,
    told: FormProblems,
}

/// `POST /tools/{name}/try`: calls a tool.
pub(crate) async fn call(
    State(pages): State<DashboardState>,
    Extension(calls): Extension<TryItCalls>,
    PathSegment(name): PathSegment,
    user: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let here = query::path(&["tools", &name, "try"]);
    user.check(&here, &form)?;
    user.needs(Role::Caller, &here)?;
    let tool = TriedTool::tool(&pages.gateway, &name)?;
    let given = |name: &str| form.get(name).unwrap_or_default();
    let (endpoint, nowhere) = match endpoint::parse(&given("toolset"), &given("environment")) {
        Ok(endpoint) => (endpoint, None),
        Err(error) => (
            Endpoint::default(),
            Some(format!("Nothing was called: {error}.")),
        ),
    };
    let found = TriedTool::at(&pages.gateway, tool, endpoint);
    let back = match judge(&found, &form, nowhere) {
        Err(back) => back,
        Ok((arguments, as_json)) => {
            let request = TryItRequest {
                identity: user.identity.clone(),
                tool: found.tool.clone(),
                endpoint: found.endpoint.clone(),
                arguments,
                as_json,
                once: form.get(ONCE).unwrap_or_default(),
            };
            match calls.begin(&pages, request) {
                Ok(begun) => return Ok(begun.see().await),
                Err(full) => RejectedForm::full(full, filled(&form)),
            }
        }
    };
    let who = (&pages, &calls, &user);
    render(who, (&found, back.filled, back.told), back.status).await
}

/// The arguments to call with, and whether they were given as JSON; or the form again.
fn judge(
    found: &TriedTool,
    form: &SubmittedForm,
    nowhere: Option<String>,
) -> Result<(RawJson, bool), RejectedForm> {
    let fields = found.plan.fields.as_deref();
    let filled = filled(form);
    let act = FormAction::of(form);
    let arguments = match read(&filled, fields, act) {
        Ok(arguments) => arguments,
        Err(told) => return Err(RejectedForm::wrong(filled, told)),
    };
    let act = act.ok_or_else(|| RejectedForm::wrong(filled.clone(), "The form has no action."))?;
    let as_json = matches!(filled, FormContents::Json(_));
    match act {
        FormAction::Json => Err(RejectedForm::turned(FormContents::Json(spread(&arguments)))),
        FormAction::Fields => Err(to_fields(fields, &arguments)),
        FormAction::Call | FormAction::Anyway if nowhere.is_some() => {
            Err(RejectedForm::wrong(filled, nowhere.unwrap_or_default()))
        }
        FormAction::Anyway => Ok((arguments, as_json)),
        FormAction::Call => match misfit(found, &arguments, as_json) {
            None => Ok((arguments, as_json)),
            Some(told) => Err(RejectedForm::wrong(filled, told)),
        },
    }
}

/// The violations of the schema.
fn misfit(found: &TriedTool, arguments: &RawJson, as_json: bool) -> Option<FormProblems> {
    let schema = found.definition.schema.as_ref()?;
    let fields = found.plan.fields.as_deref().filter(|_| !as_json);
    let problems = ArgumentProblems::found(schema, arguments, fields.unwrap_or_default());
    let problem = "Nothing was called: the arguments do not match the schema.";
    (!problems.is_empty()).then(|| FormProblems {
        problem: Some(problem.to_owned()),
        problems,
        anyway: true,
    })
}

/// The submitted input.
fn filled(form: &SubmittedForm) -> FormContents {
    let mut fields = form.fields();
    match fields.find(|(name, _)| *name == ARGUMENTS) {
        Some((_, text)) => FormContents::Json(text.replace("\r\n", "\n")),
        None => FormContents::Fields(ArgumentTexts::of(form)),
    }
}

/// Reads the arguments.
fn read(
    filled: &FormContents,
    fields: Option<&[ArgumentField]>,
    act: Option<FormAction>,
) -> Result<RawJson, FormProblems> {
    let fields = fields.unwrap_or_default();
    match filled {
        FormContents::Json(text) => written(text).map_err(FormProblems::from),
        FormContents::Fields(typed) => {
            let read = match act {
                Some(FormAction::Json) => typed.draft(fields),
                _ => typed.arguments(fields),
            };
            read.map_err(|problems| FormProblems {
                problem: Some("Nothing was called: some fields are invalid.".to_owned()),
                problems,
                anyway: false,
            })
        }
    }
}

fn to_fields(fields: Option<&[ArgumentField]>, arguments: &RawJson) -> RejectedForm {
    match fields.and_then(|fields| ArgumentTexts::meaning(fields, arguments)) {
        Some(typed) => RejectedForm::turned(FormContents::Fields(typed)),
        None => RejectedForm::wrong(
            FormContents::Json(spread(arguments)),
            "The form cannot represent these arguments: some have no field, are empty, or have another \
             type. Continue with JSON.",
        ),
    }
}

// === impl FormAction ===

impl FormAction {
    fn of(form: &SubmittedForm) -> Option<Self> {
        match form.get("act")?.as_str() {
            "call" => Some(Self::Call),
            "anyway" => Some(Self::Anyway),
            "json" => Some(Self::Json),
            "fields" => Some(Self::Fields),
            _ => None,
        }
    }
}

// === impl RejectedForm ===

impl RejectedForm {
    fn wrong(filled: FormContents, told: impl Into<FormProblems>) -> Self {
        Self {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            filled,
            told: told.into(),
        }
    }

    /// The form in the other mode.
    fn turned(filled: FormContents) -> Self {
        Self {
            status: StatusCode::OK,
            filled,
            told: FormProblems::default(),
        }
    }

    fn full(full: TooManyCalls, filled: FormContents) -> Self {
        let (status, sentence) = match full {
            TooManyCalls::OwnLimit => (
                StatusCode::TOO_MANY_REQUESTS,
                "Nothing was called: too many of your calls are running. Wait for one, or cancel \
                 one.",
            ),
            TooManyCalls::SharedLimit => (
                StatusCode::SERVICE_UNAVAILABLE,
                "Nothing was called: too many calls from the dashboard are running. Try again \
                 later.",
            ),
        };
        Self {
            status,
            filled,
            told: FormProblems::from(sentence.to_owned()),
        }
    }
}

// === impl FormProblems ===

impl From<String> for FormProblems {
    fn from(problem: String) -> Self {
        Self {
            problem: Some(problem),
            ..Self::default()
        }
    }
}

impl From<&str> for FormProblems {
    fn from(problem: &str) -> Self {
        problem.to_owned().into()
    }
}

// === impl StartedCall ===

impl StartedCall {
    /// Redirects to the page of the call, after a short wait for its result.
    async fn see(self) -> Response {
        match self {
            Self::New(call) => {
                call.wait(MOMENT).await;
                see_other(&query::path(&["trials", &call.id]))
            }
            Self::Before(call) => {
                let path = query::path(&["trials", &call.id]);
                see_other(&query::with(&path, "done", "before"))
            }
        }
    }
}
