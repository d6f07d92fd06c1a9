//! What is to be done.

use candor_frame::Form;
use candor_model::{Amend, Hint, Scope};

use crate::wish::{Wish, brief};

/// See the module.
#[derive(Clone, Debug)]
pub(super) enum Deed {
    /// Say something about a hint, or take it back.
    Set {
        hint: Hint,
        amend: Amend<bool>,
        scope: Scope,
    },
    /// Agree with what is suggested.
    Accept,
}

// === impl Deed ===

impl Deed {
    pub(super) fn read(form: &Form, wish: &Wish) -> Result<Self, String> {
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
            "true" => Amend::Set(true),
            "false" => Amend::Set(false),
            "unset" => Amend::Clear,
            "reset" => Amend::Withdraw,
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
            Amend::Set(value) => format!("Set {word} to {value}"),
            Amend::Clear => format!("Say that {word} is not set"),
            Amend::Withdraw => format!("Reset {word}"),
        };
        match scope {
            Scope::Everywhere => what,
            Scope::Environment(name) => format!("{what} in the environment {name}"),
            Scope::Toolset(name) => format!("{what} in the toolset {name}"),
        }
    }
}

fn scope(place: &str, wish: &Wish) -> Result<Scope, String> {
    let endpoint = wish.endpoint.clone();
    let found = match place {
        "" => Some(Scope::Everywhere),
        "environment" => endpoint.environment.map(Scope::Environment),
        "toolset" => endpoint.toolset.map(Scope::Toolset),
        _ => None,
    };
    found.ok_or_else(|| {
        let place = brief(place);
        format!("`{place}` is no place in which this list is looked at.")
    })
}

/// What becomes of a hint.
pub(super) fn words(amend: &Amend<bool>) -> &'static str {
    match amend {
        Amend::Set(true) => "true",
        Amend::Set(false) => "false",
        Amend::Clear => "not set",
        Amend::Withdraw => "what others say",
    }
}
