//! What is to be done.

use candor_dashboard_kit::SubmittedForm;
use candor_model::{FieldEdit, Hint, OpinionScope};

use crate::list_query::{ToolListQuery, brief};

/// See the module.
#[derive(Clone, Debug)]
pub(super) enum BulkAction {
    /// Say something about a hint, or take it back.
    Set {
        hint: Hint,
        amend: FieldEdit<bool>,
        scope: OpinionScope,
    },
    /// Agree with what is suggested.
    Accept,
}

// === impl Deed ===

impl BulkAction {
    pub(super) fn read(form: &SubmittedForm, wish: &ToolListQuery) -> Result<Self, String> {
        let given = |name: &str| form.get(name).unwrap_or_default();
        match given("act").as_str() {
            "set" => {}
            "accept" => return Ok(Self::Accept),
            "" => return Err("The form does not say what is to be done.".to_owned()),
            other => return Err(format!("`{}` is nothing that could be done.", brief(other))),
        }
        let hint = given("hint");
        let hint = Hint::parse(&hint).ok_or_else(|| format!("`{}` is no hint.", brief(&hint)));
        let amend = match given("value").as_str() {
            "true" => FieldEdit::Set(true),
            "false" => FieldEdit::Set(false),
            "unset" => FieldEdit::Clear,
            "reset" => FieldEdit::Withdraw,
            other => return Err(format!("A hint cannot be `{}`.", brief(other))),
        };
        Ok(Self::Set {
            hint: hint?,
            amend,
            scope: scope(&given("place"), wish)?,
        })
    }

    /// As a heading.
    pub(super) fn words(&self) -> String {
        let Self::Set { hint, amend, scope } = self else {
            return "Accept the suggestions".to_owned();
        };
        let word = hint.word();
        let what = match amend {
            FieldEdit::Set(value) => format!("Set {word} to {value}"),
            FieldEdit::Clear => format!("Say that {word} is not set"),
            FieldEdit::Withdraw => format!("Reset {word}"),
        };
        match scope {
            OpinionScope::Everywhere => what,
            OpinionScope::Environment(name) => format!("{what} in the environment {name}"),
            OpinionScope::Toolset(name) => format!("{what} in the toolset {name}"),
        }
    }
}

fn scope(place: &str, wish: &ToolListQuery) -> Result<OpinionScope, String> {
    let endpoint = wish.endpoint.clone();
    let found = match place {
        "" => Some(OpinionScope::Everywhere),
        "environment" => endpoint.environment.map(OpinionScope::Environment),
        "toolset" => endpoint.toolset.map(OpinionScope::Toolset),
        _ => None,
    };
    found.ok_or_else(|| {
        let place = brief(place);
        format!("`{place}` is no place in which this list is looked at.")
    })
}

/// What becomes of a hint.
pub(super) fn words(amend: &FieldEdit<bool>) -> &'static str {
    match amend {
        FieldEdit::Set(true) => "true",
        FieldEdit::Set(false) => "false",
        FieldEdit::Clear => "not set",
        FieldEdit::Withdraw => "what others say",
    }
}
