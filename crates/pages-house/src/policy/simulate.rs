//! What would happen to a call that nobody makes.
//!
//! Everything stands in the address, so that what somebody found out can be shown to others.
//! Nothing is called, asked or written down.

mod answer;
mod ask;
mod suggest;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{Frame, Pages, Section, Visitor, Wrong, page};
use candor_gateway::desk::{SupposeError, Supposition};
use candor_gateway::{DeskError, Gateway};
use candor_model::{Role, hidden_character};
use http::{StatusCode, Uri};

use self::answer::Answer;
use self::ask::{Ask, Asked};
use self::suggest::Suggestion;
use super::BESIDE;
use crate::problem::Problem;

/// Where it is.
pub(super) const PATH: &str = "/policy/simulate";

/// How many tools, toolsets or environments are offered by name. Others can be typed.
const OFFERED: usize = 200;

/// The longest name that is offered, in bytes.
const NAME: usize = 200;

#[derive(Template)]
#[template(path = "simulate.html")]
struct View {
    frame: Frame,
    ask: Ask,
    roles: Vec<RoleBox>,
    tools: Vec<String>,
    toolsets: Vec<String>,
    environments: Vec<String>,
    answer: Option<Answer>,
    problem: Option<String>,
    /// Which field is wrong.
    wrong: &'static str,
    /// Tools that may have been meant.
    suggestions: Vec<Suggestion>,
}

/// A role to tick.
struct RoleBox {
    word: &'static str,
    ticked: bool,
}

/// What is wrong, and with which field.
struct Refused {
    field: &'static str,
    problem: Problem,
    suggestions: Vec<Suggestion>,
}

/// `GET /policy/simulate`
pub(crate) async fn simulate(
    State(pages): State<Pages>,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    visitor.needs(Role::Viewer, PATH)?;
    let ask = Ask::read(&uri, &visitor.identity);
    let gateway = &pages.gateway;
    let (answer, refused) = match suppose(gateway, &ask).await? {
        None => (None, None),
        Some(Ok(answer)) => (Some(answer), None),
        Some(Err(refused)) => (None, Some(refused)),
    };
    let status = refused.as_ref();
    let status = status.map_or(StatusCode::OK, |refused| refused.problem.status);
    let roles = Role::ALL.into_iter().map(|role| RoleBox {
        word: role.as_str(),
        ticked: ask.roles.iter().any(|held| held == role),
    });
    let view = View {
        frame: Frame::of("What would happen", Section::Policy, &visitor).beside(PATH, &BESIDE),
        roles: roles.collect(),
        tools: tools(gateway),
        toolsets: toolsets(gateway),
        environments: environments(gateway).await?,
        answer,
        wrong: refused.as_ref().map_or("", |refused| refused.field),
        problem: refused
            .as_ref()
            .map(|refused| refused.problem.sentence.clone()),
        suggestions: refused
            .map(|refused| refused.suggestions)
            .unwrap_or_default(),
        ask,
    };
    Ok(page(status, &view))
}

/// Nothing, where nobody has named a tool yet.
async fn suppose(gateway: &Gateway, ask: &Ask) -> Result<Option<Result<Answer, Refused>>, Wrong> {
    if ask.tool.trim().is_empty() {
        return Ok(None);
    }
    let asked = match ask.asked(gateway) {
        Ok(asked) => asked,
        Err(refused) => return Ok(Some(Err(refused))),
    };
    let Asked {
        tool,
        endpoint,
        arguments,
    } = &asked;
    let supposition = Supposition {
        tool,
        endpoint,
        principal: ask.caller.trim(),
        roles: ask.roles,
        arguments,
    };
    let supposed = gateway.desk().suppose(&supposition).await;
    Ok(Some(match supposed {
        Ok(supposed) => Ok(Answer::of(gateway, &supposed, ask.roles)),
        Err(SupposeError::Desk(error @ (DeskError::Store(_) | DeskError::Stale { .. }))) => {
            return Err(Wrong::refused(&error));
        }
        Err(error) => Err(Refused::of(gateway, ask, &error)),
    }))
}

/// Names that can be read as they stand.
fn tools(gateway: &Gateway) -> Vec<String> {
    let catalogue = gateway.catalogue();
    let names = catalogue.tools().iter().map(|tool| tool.name.to_string());
    let plain = names.filter(|name| name.len() <= NAME && hidden_character(name).is_none());
    plain.take(OFFERED).collect()
}

fn toolsets(gateway: &Gateway) -> Vec<String> {
    let names = gateway.desk().toolset_names().into_iter();
    names.map(|name| name.to_string()).take(OFFERED).collect()
}

async fn environments(gateway: &Gateway) -> Result<Vec<String>, Wrong> {
    let kept = gateway.desk().environments().await;
    let kept = kept.map_err(|error| Wrong::refused(&error))?;
    let names = kept
        .into_iter()
        .map(|kept| kept.environment.name.to_string());
    Ok(names.take(OFFERED).collect())
}

// === impl Refused ===

impl Refused {
    fn new(field: &'static str, sentence: impl AsRef<str>) -> Self {
        Self {
            field,
            problem: Problem::invalid(sentence),
            suggestions: Vec::new(),
        }
    }

    /// Nothing can be said, for this reason.
    fn of(gateway: &Gateway, ask: &Ask, error: &SupposeError) -> Self {
        match error {
            SupposeError::Endpoint(error) => Self::new("endpoint", error.to_string()),
            SupposeError::Outside { .. } => Self::new(
                "endpoint",
                format!("{error}; choose another toolset, or none where nothing is equipped"),
            ),
            SupposeError::Desk(error) => Self {
                suggestions: suggest::nearest(gateway, ask),
                ..Self::new("tool", error.to_string())
            },
        }
    }
}
