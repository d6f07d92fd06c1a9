//! What clients and people are told about a tool.

use std::collections::BTreeMap;
use std::sync::Arc;

use candor_model::{Hint, Hints, JsonText, Opinion, Say, Statement};

use crate::view::View;
use crate::{Fact, Origin, Unset};

/// What clients and people are told about a tool. Every layer is heard, whether or not its
/// source is trusted; policy must not decide by it.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    view: View,
    title: Option<Fact<Box<str>>>,
    extra: BTreeMap<Box<str>, Extra>,
}

/// A further member of `annotations`.
#[derive(Clone, Debug, PartialEq)]
enum Extra {
    /// The source's own, which is not copied: it travels with the tool's bytes.
    Declared(Origin),
    /// Said by somebody else, who sets it or takes it away.
    Said {
        statement: Statement<JsonText>,
        origin: Origin,
    },
}

// === impl Shown ===

impl Shown {
    /// Hears the layers, lowest first.
    pub(crate) fn hear(inferred: &Opinion, declared: &Opinion, above: &[&Opinion]) -> Self {
        let highest = || above.iter().copied().rev().chain([declared, inferred]);
        let view = View::hear(|hint| highest().find_map(|opinion| opinion.hint(hint)));
        let title = highest()
            .find_map(|opinion| opinion.title.as_ref())
            .and_then(title);
        let mut extra = said(&inferred.extra).collect::<BTreeMap<_, _>>();
        for (key, statement) in &declared.extra {
            match statement.say {
                Say::Set(_) => {
                    let origin = Origin::Said(Arc::clone(&statement.voice));
                    extra.insert(key.clone(), Extra::Declared(origin));
                }
                Say::Clear => drop(extra.remove(key)),
            }
        }
        extra.extend(above.iter().flat_map(|opinion| said(&opinion.extra)));
        Self { view, title, extra }
    }

    /// A hint's value, unless it is unset.
    pub fn hint(&self, hint: Hint) -> Option<&Fact<bool>> {
        self.view.fact(hint)
    }

    /// Why a hint has no value; none if it has one.
    pub fn unset(&self, hint: Hint) -> Option<&Unset> {
        self.view.unset(hint)
    }

    /// The values of all four.
    pub fn hints(&self) -> Hints {
        self.view.hints()
    }

    /// The title.
    pub fn title(&self) -> Option<&Fact<Box<str>>> {
        self.title.as_ref()
    }

    /// The further members of `annotations` that somebody other than the source sets or takes
    /// away, by key. Those that the source declared are not among them: they travel with the
    /// tool's bytes.
    pub fn extra(&self) -> impl Iterator<Item = (&str, &Statement<JsonText>)> {
        self.extra.iter().filter_map(|(key, extra)| match extra {
            Extra::Declared(_) => None,
            Extra::Said { statement, .. } => Some((&**key, statement)),
        })
    }

    /// Every field that has a value, by its name on the wire, and where it comes from: the hints
    /// in their order, the title, then the further members in the order of their keys, those of
    /// the source included.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &Origin)> {
        let hints = Hint::ALL
            .into_iter()
            .filter_map(|hint| Some((hint.wire(), &self.hint(hint)?.origin)));
        let title = self.title.iter().map(|fact| ("title", &fact.origin));
        let extra = self
            .extra
            .iter()
            .filter_map(|(key, extra)| Some((&**key, extra.origin()?)));
        hints.chain(title).chain(extra)
    }
}

// === impl Extra ===

impl Extra {
    /// Where the value comes from, if there is one.
    fn origin(&self) -> Option<&Origin> {
        match self {
            Self::Declared(origin) => Some(origin),
            Self::Said { statement, origin } => {
                matches!(statement.say, Say::Set(_)).then_some(origin)
            }
        }
    }
}

fn title(statement: &Statement<Box<str>>) -> Option<Fact<Box<str>>> {
    match &statement.say {
        Say::Set(value) => Some(Fact {
            value: value.clone(),
            origin: Origin::Said(Arc::clone(&statement.voice)),
        }),
        Say::Clear => None,
    }
}

fn said(
    extra: &BTreeMap<Box<str>, Statement<JsonText>>,
) -> impl Iterator<Item = (Box<str>, Extra)> {
    extra.iter().map(|(key, statement)| {
        let origin = Origin::Said(Arc::clone(&statement.voice));
        let statement = statement.clone();
        (key.clone(), Extra::Said { statement, origin })
    })
}
