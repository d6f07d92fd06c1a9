//! Creating a token. Its text is in the response to the form, and nowhere else.

use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::wording::brief;
use candor_dashboard_kit::{CurrentUser, DashboardState, PageError, SubmittedForm};
use candor_model::{Role, Roles, Secret};
use http::Uri;

use super::PATH;
use super::list::{AccessPageState, draw};
use crate::duration_text;
use crate::form_error::FormError;

/// Ten years; a longer lifetime is likely a typo.
const LONGEST: Duration = Duration::from_hours(3_650 * 24);

/// The value for a token without expiry.
const NEVER: &str = "never";

/// The submitted form.
#[derive(Debug)]
pub(crate) struct TokenCreateForm {
    pub(crate) name: String,
    pub(crate) roles: Roles,
    pub(crate) lasts: String,
    pub(crate) why: String,
}

/// A new token with its text.
pub(crate) struct CreatedToken {
    pub(crate) name: String,
    pub(crate) roles: String,
    text: Secret<String>,
}

/// `POST /access`: creates a token, and shows it once.
pub(crate) async fn create(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    uri: Uri,
    sent: SubmittedForm,
) -> Result<Response, PageError> {
    visitor.check(PATH, &sent)?;
    visitor.needs(Role::Admin, PATH)?;
    let typed = TokenCreateForm::of(&sent);
    let draft = match make(&pages, &visitor, &sent, &typed).await? {
        Ok(made) => AccessPageState {
            made: Some(made),
            typed: None,
        },
        Err(problem) => AccessPageState {
            made: None,
            typed: Some((typed, problem)),
        },
    };
    draw(&pages, &visitor, &uri, draft).await
}

async fn make(
    pages: &DashboardState,
    visitor: &CurrentUser,
    sent: &SubmittedForm,
    typed: &TokenCreateForm,
) -> Result<Result<CreatedToken, FormError>, PageError> {
    let lasts = match check_roles(sent).and_then(|()| read_lifetime(&typed.lasts)) {
        Ok(lasts) => lasts,
        Err(problem) => return Ok(Err(problem)),
    };
    let author = visitor.author(sent.get("why"));
    let editor = pages.gateway.editor();
    let made = editor
        .create_token(&typed.name, typed.roles, lasts, &author)
        .await;
    match made {
        Ok((token, text)) => Ok(Ok(CreatedToken {
            name: token.name,
            roles: token.roles.to_string().replace(',', ", "),
            text,
        })),
        Err(error) => FormError::of(&error).map(Err),
    }
}

/// Refuses unknown roles instead of ignoring them.
fn check_roles(sent: &SubmittedForm) -> Result<(), FormError> {
    let mut words = sent.all("role[]");
    match words.find(|word| Role::parse(word).is_none()) {
        None => Ok(()),
        Some(word) => {
            let word = brief(word);
            Err(FormError::invalid(format!(
                "`{word}` is not a role; choose viewer, caller, approver, editor or admin"
            )))
        }
    }
}

fn read_lifetime(text: &str) -> Result<Option<Duration>, FormError> {
    if text == NEVER {
        return Ok(None);
    }
    let fits = |time: &Duration| !time.is_zero() && *time <= LONGEST;
    let read = duration_text::read(text).filter(fits);
    read.map(Some).ok_or_else(|| {
        let text = brief(text);
        FormError::invalid(format!(
            "`{text}` is not a lifetime; use a whole number and `s`, `m`, `h` or `d`, such as \
             `90d`, up to ten years, or `{NEVER}`"
        ))
    })
}

// === impl TokenCreateForm ===

impl Default for TokenCreateForm {
    /// The usual token: for an agent, for some months.
    fn default() -> Self {
        Self {
            name: String::new(),
            roles: Roles::NONE.with(Role::Caller),
            lasts: "90d".to_owned(),
            why: String::new(),
        }
    }
}

impl TokenCreateForm {
    fn of(sent: &SubmittedForm) -> Self {
        let get = |name| sent.get(name).unwrap_or_default();
        Self {
            name: get("name").trim().to_owned(),
            roles: sent.all("role[]").filter_map(Role::parse).collect(),
            lasts: get("lasts").trim().to_owned(),
            why: get("why"),
        }
    }
}

// === impl CreatedToken ===

impl CreatedToken {
    /// The token itself, shown once.
    pub(crate) fn text(&self) -> &str {
        self.text.expose()
    }
}
