//! What policy may rely upon.

use std::sync::Arc;

use candor_model::{Hint, Hints, Opinion, Say, Statement, Trust};

use crate::view::View;
use crate::{Fact, Unset};

/// What policy may rely upon. An untrusted source is heard only where it warns.
///
/// Only this crate makes one, and never from what is shown, so policy that asks for it cannot be
/// handed the wrong view:
///
/// ```compile_fail,E0308
/// fn decide(_: &candor_resolve::Relied) {}
/// fn wrong(shown: &candor_resolve::Shown) {
///     decide(shown);
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Relied(View);

// === impl Relied ===

impl Relied {
    /// Hears the layers, lowest first, the declared one as far as its source is trusted.
    pub(crate) fn hear(
        inferred: &Opinion,
        declared: &Opinion,
        above: &[&Opinion],
        trust: Trust,
    ) -> Self {
        let mut view = View::hear(|hint| {
            let people = above.iter().rev().find_map(|opinion| opinion.hint(hint));
            let source = || {
                let statement = declared.hint(hint)?;
                counts(hint, statement, trust).then_some(statement)
            };
            people.or_else(source).or_else(|| inferred.hint(hint))
        });
        for hint in Hint::ALL {
            if let Some(statement) = declared.hint(hint)
                && !counts(hint, statement, trust)
            {
                let voice = Arc::clone(&statement.voice);
                view.explain_silence(hint, Unset::NotReliedUpon(voice));
            }
        }
        Self(view)
    }

    /// A hint's value, unless it is unset.
    pub fn hint(&self, hint: Hint) -> Option<&Fact<bool>> {
        self.0.fact(hint)
    }

    /// Why a hint has no value; none if it has one.
    pub fn unset(&self, hint: Hint) -> Option<&Unset> {
        self.0.unset(hint)
    }

    /// The values of all four.
    pub fn hints(&self) -> Hints {
        self.0.hints()
    }

    /// Whether it is known to change nothing.
    pub fn is_read_only(&self) -> bool {
        self.0.value(Hint::ReadOnly) == Some(true)
    }

    /// Whether it is known to destroy.
    pub fn is_destructive(&self) -> bool {
        self.0.value(Hint::Destructive) == Some(true)
    }

    /// Whether nobody who is relied upon said that it destroys or that it does not.
    pub fn destruction_unknown(&self) -> bool {
        self.0.value(Hint::Destructive).is_none()
    }

    /// Whether doing it twice is known to be doing it once. That a tool is read-only is another
    /// question, and does not answer this one.
    pub fn is_idempotent(&self) -> bool {
        self.0.value(Hint::Idempotent) == Some(true)
    }

    /// Whether it deals with an open world, or nobody who is relied upon said that it does not.
    pub fn may_reach_outside(&self) -> bool {
        self.0.value(Hint::OpenWorld) != Some(false)
    }
}

/// Whether policy hears this statement of a source. A `Clear` of an untrusted source does not
/// count either, since it could silence evidence.
fn counts(hint: Hint, statement: &Statement<bool>, trust: Trust) -> bool {
    match trust {
        Trust::Trusted => true,
        Trust::Untrusted => statement.say == Say::Set(hint.careful()),
    }
}
