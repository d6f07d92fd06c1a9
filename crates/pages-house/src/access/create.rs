//! A new token. Its text is on the answer to the form, and nowhere else.

use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use candor_frame::{Form, Pages, Visitor, Wrong};
use candor_model::{Role, Roles, Secret};
use http::Uri;

use super::PATH;
use super::list::{Draft, draw};
use crate::problem::Problem;
use crate::span;

/// Ten years: longer is a slip of the pen.
const LONGEST: Duration = Duration::from_hours(3_650 * 24);

/// What stands for a token without an end.
const NEVER: &str = "never";

/// A token as typed.
#[derive(Debug)]
pub(crate) struct Typed {
    pub(crate) name: String,
    pub(crate) roles: Roles,
    pub(crate) lasts: String,
    pub(crate) why: String,
}

/// A token that was made, with its text.
pub(crate) struct Made {
    pub(crate) name: String,
    pub(crate) roles: String,
    text: Secret<String>,
}

/// `POST /access`
pub(crate) async fn create(
    State(pages): State<Pages>,
    visitor: Visitor,
    uri: Uri,
    sent: Form,
) -> Result<Response, Wrong> {
    visitor.check(PATH, &sent)?;
    visitor.needs(Role::Admin, PATH)?;
    let typed = Typed::of(&sent);
    let draft = match make(&pages, &visitor, &sent, &typed).await? {
        Ok(made) => Draft {
            made: Some(made),
            typed: None,
        },
        Err(problem) => Draft {
            made: None,
            typed: Some((typed, problem)),
        },
    };
    draw(&pages, &visitor, &uri, draft).await
}

async fn make(
    pages: &Pages,
    visitor: &Visitor,
    sent: &Form,
    typed: &Typed,
) -> Result<Result<Made, Problem>, Wrong> {
    let lasts = match check(sent).and_then(|()| lasting(&typed.lasts)) {
        Ok(lasts) => lasts,
        Err(problem) => return Ok(Err(problem)),
    };
    let author = visitor.author(sent.get("why"));
    let desk = pages.gateway.desk();
    let made = desk
        .create_token(&typed.name, typed.roles, lasts, &author)
        .await;
    match made {
        Ok((token, text)) => Ok(Ok(Made {
            name: token.name,
            roles: token.roles.to_string().replace(',', ", "),
            text,
        })),
        Err(error) => Problem::of(&error).map(Err),
    }
}

/// Refuses roles that there are not: the rest of them would be less than was asked for.
fn check(sent: &Form) -> Result<(), Problem> {
    let mut words = sent.all("role[]");
    match words.find(|word| Role::parse(word).is_none()) {
        None => Ok(()),
        Some(word) => {
            let word: String = word.chars().take(40).collect();
            Err(Problem::invalid(format!(
                "`{word}` is no role; there are viewer, caller, approver, editor and admin"
            )))
        }
    }
}

fn lasting(text: &str) -> Result<Option<Duration>, Problem> {
    if text == NEVER {
        return Ok(None);
    }
    let fits = |time: &Duration| !time.is_zero() && *time <= LONGEST;
    let read = span::read(text).filter(fits);
    read.map(Some).ok_or_else(|| {
        let text: String = text.chars().take(40).collect();
        Problem::invalid(format!(
            "`{text}` is no lifetime; it is a whole number and `s`, `m`, `h` or `d`, such as \
             `90d`, at most ten years, or `{NEVER}`"
        ))
    })
}

// === impl Typed ===

impl Default for Typed {
    /// What most tokens are made for: an agent, for some months.
    fn default() -> Self {
        Self {
            name: String::new(),
            roles: Roles::NONE.with(Role::Caller),
            lasts: "90d".to_owned(),
            why: String::new(),
        }
    }
}

impl Typed {
    fn of(sent: &Form) -> Self {
        let get = |name| sent.get(name).unwrap_or_default();
        Self {
            name: get("name").trim().to_owned(),
            roles: sent.all("role[]").filter_map(Role::parse).collect(),
            lasts: get("lasts").trim().to_owned(),
            why: get("why"),
        }
    }
}

// === impl Made ===

impl Made {
    /// What its holder presents. It is shown here, once.
    pub(crate) fn text(&self) -> &str {
        self.text.expose()
    }
}
