//! The action of a bulk edit.

use candor_dashboard_kit::SubmittedForm;
use candor_dashboard_kit::wording::{NOT_SET, brief, hint_label, hint_value};
use candor_model::{FieldEdit, Hint, OpinionScope};

use crate::list_query::ToolListQuery;

/// What a bulk edit does.
#[derive(Clone, Debug)]
pub(super) enum BulkAction {
    /// Sets, clears or resets a hint.
    Set {
        hint: Hint,
        amend: FieldEdit<bool>,
        scope: OpinionScope,
    },
    Accept,
}

// === impl BulkAction ===

impl BulkAction {
    pub(super) fn read(form: &SubmittedForm, query: &ToolListQuery) -> Result<Self, String> {
        let given = |name: &str| form.get(name).unwrap_or_default();
        match given("act").as_str() {
            "set" => {}
            "accept" => return Ok(Self::Accept),
            "" => return Err("The form has no action.".to_owned()),
            other => return Err(format!("`{}` is not an action.", brief(other))),
        }
        let hint = given("hint");
        let hint = Hint::parse(&hint).ok_or_else(|| format!("`{}` is not a hint.", brief(&hint)));
        let amend = match given("value").as_str() {
            "true" => FieldEdit::Set(true),
            "false" => FieldEdit::Set(false),
            "unset" => FieldEdit::Clear,
            "reset" => FieldEdit::Withdraw,
            other => return Err(format!("`{}` is not a value of a hint.", brief(other))),
        };
        Ok(Self::Set {
            hint: hint?,
            amend,
            scope: scope(&given("place"), query)?,
        })
    }

    /// A heading for the action.
    pub(super) fn words(&self) -> String {
        let Self::Set { hint, amend, scope } = self else {
            return "Accept suggestions".to_owned();
        };
        let label = hint_label(*hint);
        let what = match amend {
            FieldEdit::Set(value) => format!("Set {label} to {}", hint_value(Some(*value))),
            FieldEdit::Clear => format!("Set {label} to {NOT_SET}"),
            FieldEdit::Withdraw => format!("Reset {label}"),
        };
        match scope {
            OpinionScope::Everywhere => what,
            OpinionScope::Environment(name) => format!("{what} in the environment {name}"),
            OpinionScope::Toolset(name) => format!("{what} in the toolset {name}"),
        }
    }
}

fn scope(place: &str, query: &ToolListQuery) -> Result<OpinionScope, String> {
    let endpoint = query.endpoint.clone();
    let found = match place {
        "" => Some(OpinionScope::Everywhere),
        "environment" => endpoint.environment.map(OpinionScope::Environment),
        "toolset" => endpoint.toolset.map(OpinionScope::Toolset),
        _ => None,
    };
    found.ok_or_else(|| format!("`{}` is not a scope of this list.", brief(place)))
}

/// The new value of a hint.
pub(super) fn words(amend: &FieldEdit<bool>) -> &'static str {
    match amend {
        FieldEdit::Set(value) => hint_value(Some(*value)),
        FieldEdit::Clear => NOT_SET,
        FieldEdit::Withdraw => "inherited",
    }
}
