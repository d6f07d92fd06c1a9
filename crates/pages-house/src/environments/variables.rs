//! A variable is set, secret or not.
//!
//! Variables are set one at a time, so nothing else can be lost and no version is asked for. What
//! may be a secret is never sent back: whoever mistyped something types it again.

use axum::extract::State;
use axum::response::Response;
use candor_frame::{Form, Pages, Segment, Visitor, Wrong, see};
use candor_model::{Role, Secret, Variable, VariableName, VariableValue};
use http::Uri;

use super::show::{Draft, draw};
use super::{PATH, path};
use crate::name;
use crate::problem::Problem;

/// Who may see a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Whoever may look.
    Plain,
    /// Nobody.
    Secret,
}

/// A variable as typed. A value that may be secret is not kept.
#[derive(Debug, Default)]
pub(crate) struct Typed {
    pub(crate) name: String,
    pub(crate) value: String,
    pub(crate) kind: Option<Kind>,
    pub(crate) why: String,
}

/// `POST /environments/{name}/variables`
pub(crate) async fn set(
    State(pages): State<Pages>,
    visitor: Visitor,
    Segment(text): Segment,
    uri: Uri,
    sent: Form,
) -> Result<Response, Wrong> {
    let name = name::environment(&text)?;
    let here = path(&name);
    visitor.check(&format!("{here}/variables"), &sent)?;
    visitor.needs(Role::Admin, &here)?;
    let problem = match read(&sent) {
        Err(problem) => problem,
        Ok(variable) => {
            let author = visitor.author(sent.get("why"));
            let desk = pages.gateway.desk();
            match desk.set_variable(&author, &name, &variable).await {
                Ok(_) => return Ok(see(&format!("{here}?done=set"))),
                Err(error) => {
                    Problem::of(&error).map_err(|wrong| wrong.way(PATH, "Environments"))?
                }
            }
        }
    };
    let draft = Draft {
        variable: Some((Typed::of(&sent), problem)),
        ..Draft::default()
    };
    draw(&pages, &visitor, &name, &uri, draft).await
}

fn read(sent: &Form) -> Result<Variable, Problem> {
    let name = sent.get("name").unwrap_or_default();
    let name = VariableName::parse(name.trim());
    let name = name.map_err(|error| Problem::invalid(error.to_string()))?;
    let value = value(sent);
    let value = match kind(sent) {
        Some(Kind::Plain) => VariableValue::Plain(value),
        Some(Kind::Secret) if value.is_empty() => {
            return Err(Problem::invalid(
                "a secret that is empty is none; write its value, or remove the variable",
            ));
        }
        Some(Kind::Secret) => VariableValue::Secret(Secret::new(value)),
        None => {
            return Err(Problem::invalid(
                "say whether everybody who may look may see the value, or nobody",
            ));
        }
    };
    Ok(Variable { name, value })
}

fn kind(sent: &Form) -> Option<Kind> {
    match sent.get("kind")?.as_str() {
        "plain" => Some(Kind::Plain),
        "secret" => Some(Kind::Secret),
        _ => None,
    }
}

/// As it was typed, blanks too. A line break at the end comes from how it was pasted.
fn value(sent: &Form) -> String {
    let mut fields = sent.fields();
    let value = fields.find(|(key, _)| *key == "value");
    let value = value.map_or("", |(_, value)| value).replace("\r\n", "\n");
    value.trim_end_matches('\n').to_owned()
}

// === impl Typed ===

impl Typed {
    fn of(sent: &Form) -> Self {
        let kind = kind(sent);
        let shown = kind == Some(Kind::Plain);
        Self {
            name: sent.get("name").unwrap_or_default(),
            value: if shown { value(sent) } else { String::new() },
            kind,
            why: sent.get("why").unwrap_or_default(),
        }
    }

    /// Whether the box of a plain value is ticked.
    pub(crate) fn is_plain(&self) -> bool {
        self.kind == Some(Kind::Plain)
    }

    /// Whether the box of a secret is ticked, as it is unless somebody says otherwise.
    pub(crate) fn is_secret(&self) -> bool {
        !self.is_plain()
    }
}
