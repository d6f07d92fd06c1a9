//! Setting a variable.
//!
//! Variables are set one at a time, so no version is needed. A value that may be a secret is never
//! sent back to the browser, even after an error.

use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PathSegment, SubmittedForm, see_other,
};
use candor_model::{EnvironmentVariable, Role, Secret, VariableName, VariableValue};
use http::Uri;

use super::show::{EnvironmentPageState, draw};
use super::{PATH, path};
use crate::form_error::FormError;
use crate::path_name;

/// Who can see a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VariableVisibility {
    /// All viewers can read the value.
    Plain,
    /// No user can read the value.
    Secret,
}

/// The submitted form, without a value that may be secret.
#[derive(Debug, Default)]
pub(crate) struct VariableForm {
    pub(crate) name: String,
    pub(crate) value: String,
    pub(crate) kind: Option<VariableVisibility>,
    pub(crate) why: String,
}

/// `POST /environments/{name}/variables`: sets a variable or a secret.
pub(crate) async fn set(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    PathSegment(text): PathSegment,
    uri: Uri,
    sent: SubmittedForm,
) -> Result<Response, PageError> {
    let name = path_name::environment(&text)?;
    let here = path(&name);
    visitor.check(&format!("{here}/variables"), &sent)?;
    visitor.needs(Role::Admin, &here)?;
    let problem = match read(&sent) {
        Err(problem) => problem,
        Ok(variable) => {
            let author = visitor.author(sent.get("why"));
            let editor = pages.gateway.editor();
            match editor.set_variable(&author, &name, &variable).await {
                Ok(_) => return Ok(see_other(&format!("{here}?done=set"))),
                Err(error) => {
                    FormError::of(&error).map_err(|wrong| wrong.link(PATH, "Environments"))?
                }
            }
        }
    };
    let draft = EnvironmentPageState {
        variable: Some((VariableForm::of(&sent), problem)),
        ..EnvironmentPageState::default()
    };
    draw(&pages, &visitor, &name, &uri, draft).await
}

fn read(sent: &SubmittedForm) -> Result<EnvironmentVariable, FormError> {
    let name = sent.get("name").unwrap_or_default();
    let name = VariableName::parse(name.trim());
    let name = name.map_err(|error| FormError::invalid(error.to_string()))?;
    let value = value(sent);
    let value = match kind(sent) {
        Some(VariableVisibility::Plain) => VariableValue::Plain(value),
        Some(VariableVisibility::Secret) if value.is_empty() => {
            return Err(FormError::invalid(
                "a secret cannot be empty; enter its value, or remove the variable",
            ));
        }
        Some(VariableVisibility::Secret) => VariableValue::Secret(Secret::new(value)),
        None => {
            return Err(FormError::invalid(
                "choose whether the value is secret or visible",
            ));
        }
    };
    Ok(EnvironmentVariable { name, value })
}

fn kind(sent: &SubmittedForm) -> Option<VariableVisibility> {
    match sent.get("kind")?.as_str() {
        "plain" => Some(VariableVisibility::Plain),
        "secret" => Some(VariableVisibility::Secret),
        _ => None,
    }
}

/// The value with its blanks, but without line breaks at the end.
fn value(sent: &SubmittedForm) -> String {
    let mut fields = sent.fields();
    let value = fields.find(|(key, _)| *key == "value");
    let value = value.map_or("", |(_, value)| value).replace("\r\n", "\n");
    value.trim_end_matches('\n').to_owned()
}

// === impl VariableForm ===

impl VariableForm {
    fn of(sent: &SubmittedForm) -> Self {
        let kind = kind(sent);
        let shown = kind == Some(VariableVisibility::Plain);
        Self {
            name: sent.get("name").unwrap_or_default(),
            value: if shown { value(sent) } else { String::new() },
            kind,
            why: sent.get("why").unwrap_or_default(),
        }
    }

    pub(crate) fn is_plain(&self) -> bool {
        self.kind == Some(VariableVisibility::Plain)
    }

    /// True for an empty form: secret is the safer default.
    pub(crate) fn is_secret(&self) -> bool {
        !self.is_plain()
    }
}
