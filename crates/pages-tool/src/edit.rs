//! The form in which somebody says what a tool does.

use candor_frame::{Outside, Tip, Visitor, Wrong};
use candor_gateway::Desk;
use candor_gateway::desk::{Entry, Explained};
use candor_model::{Amend, Amendment, Confirm, Hint, Opinion, Say, Scope, Statement, Who};
use candor_resolve::{Effective, Unset};

use crate::ground::Ground;
use crate::layers::columns;
use crate::named::Named;
use crate::place::{Place, ScopeLink};
use crate::sent::Sent;
use crate::{wish, words};

/// See the module.
pub(crate) struct Edit {
    /// Where it goes.
    pub(crate) to: String,
    /// What makes it ours.
    pub(crate) field: String,
    /// From where the tool is looked at.
    pub(crate) hidden: Vec<(&'static str, String)>,
    /// Which state of what is said it was made from.
    pub(crate) version: u64,
    /// Where else something can be said.
    pub(crate) scopes: Vec<ScopeLink>,
    /// Where it counts, in words.
    pub(crate) counts: String,
    pub(crate) hints: Vec<HintField>,
    pub(crate) title: TitleField,
    pub(crate) confirm: ConfirmField,
    pub(crate) why: String,
    /// Whether there is something to take back.
    pub(crate) says: bool,
    /// How many further members are said here.
    pub(crate) extras: usize,
}

/// What every field shows.
pub(crate) struct Beside {
    /// What it was when the form was made, in the words of the form.
    pub(crate) was: String,
    /// What the lower layers say.
    pub(crate) below: Vec<(&'static str, Outside, Outside)>,
    /// What it comes to if nothing is said here, and whose word that is.
    pub(crate) inherit: (Outside, Outside),
    /// Whether something is said here that can be taken back.
    pub(crate) says: bool,
    /// Where the file declares it, if it does.
    pub(crate) locked: Option<Outside>,
    /// What is wrong with it.
    pub(crate) wrong: Option<String>,
}

/// One hint.
pub(crate) struct HintField {
    pub(crate) key: &'static str,
    pub(crate) name: &'static str,
    pub(crate) tip: Tip,
    pub(crate) choices: Vec<Choice>,
    pub(crate) beside: Beside,
}

/// The title.
pub(crate) struct TitleField {
    pub(crate) tip: Tip,
    pub(crate) text: String,
    pub(crate) none: bool,
    pub(crate) beside: Beside,
}

/// When people are asked.
pub(crate) struct ConfirmField {
    pub(crate) tip: Tip,
    pub(crate) choices: Vec<Choice>,
    pub(crate) beside: Beside,
}

/// One of several.
pub(crate) struct Choice {
    pub(crate) value: &'static str,
    pub(crate) words: &'static str,
    pub(crate) chosen: bool,
}

/// What a form is made from.
struct Draft<'a> {
    explained: &'a Explained,
    place: &'a Place,
    entry: &'a Opinion,
    ground: Ground<'a>,
    /// What is wished, or said already.
    wishes: Amendment,
    sent: &'a Sent,
    about: String,
}

// === impl Edit ===

impl Edit {
    pub(crate) async fn of(
        desk: &Desk<'_>,
        visitor: &Visitor,
        (tool, place): (&Named, &Place),
        explained: &Explained,
        sent: &Sent,
    ) -> Result<Self, Wrong> {
        let key = place.key(tool.about());
        let entry = desk.opinion(&key).await;
        let entry: Entry = entry.map_err(|error| tool.refused(&error))?;
        let ground = Ground::of(desk, tool, place, explained, &entry).await?;
        let draft = Draft {
            explained,
            place,
            entry: &entry.opinion,
            ground,
            wishes: merged(wish::of(&entry.opinion), sent.wishes.as_ref()),
            sent,
            about: tool.name.to_string(),
        };
        let to = tool.to("annotations");
        Ok(Self {
            field: visitor.field(&to),
            to,
            hidden: hidden(place),
            version: entry.version.unwrap_or(0),
            scopes: place.links(&tool.path),
            counts: counts(&place.scope),
            hints: Hint::ALL.map(|hint| draft.hint(hint)).into(),
            title: draft.title(),
            confirm: draft.confirm(),
            why: sent.why.clone().unwrap_or_default(),
            says: !entry.opinion.is_empty(),
            extras: entry.opinion.extra.len(),
        })
    }
}

/// The hidden fields that lead back to a place.
pub(crate) fn hidden(place: &Place) -> Vec<(&'static str, String)> {
    let pairs = place.pairs().into_iter();
    let said = pairs.filter(|(_, value)| !value.is_empty());
    said.map(|(name, value)| (name, value.to_owned())).collect()
}

/// Where something counts, to follow `It counts`.
pub(crate) fn counts(scope: &Scope) -> String {
    match scope {
        Scope::Everywhere => "wherever the tool is served".to_owned(),
        Scope::Environment(name) => format!("in the environment {name}"),
        Scope::Toolset(name) => format!("in the toolset {name}"),
    }
}

// === impl Draft ===

impl Draft<'_> {
    fn hint(&self, hint: Hint) -> HintField {
        let now = said_or(self.wishes.hint(hint));
        let options = [
            ("true", "Yes"),
            ("false", "No"),
            ("unset", "Unset"),
            ("inherit", "Inherit"),
        ];
        let word = |value: &bool| words::value(Some(*value)).to_owned();
        let reset = wish::reset(Some(hint.key())).unwrap_or_default();
        let inherit = of_hint(&self.ground.after(&reset), hint);
        HintField {
            key: hint.key(),
            name: words::name(hint),
            tip: Tip::new(
                format!("tip-edit-{}", hint.word()),
                words::name(hint),
                words::meaning(hint),
            ),
            choices: choices(&options, wish::hint_word(&now)),
            beside: self.beside(
                hint.key(),
                wish::hint_word(&words::said(self.entry.hint(hint))).to_owned(),
                |opinion| opinion.hint(hint),
                word,
                inherit,
            ),
        }
    }

    fn title(&self) -> TitleField {
        let now = said_or(self.wishes.title.as_ref());
        let reset = wish::reset(Some("title")).unwrap_or_default();
        let after = self.ground.after(&reset);
        let inherit = after.shown.title();
        let inherit = inherit.map(|fact| words::fact(fact, ToString::to_string));
        let mut field = TitleField {
            tip: Tip::new("tip-edit-title", "the title", words::TITLE),
            none: now == Amend::Clear,
            text: match now {
                Amend::Set(title) => title.into(),
                Amend::Clear | Amend::Withdraw => String::new(),
            },
            beside: self.beside(
                "title",
                wish::title_word(&words::said(self.entry.title.as_ref())),
                |opinion| opinion.title.as_ref(),
                ToString::to_string,
                inherit.unwrap_or_else(nobody),
            ),
        };
        // Both at once is what was refused, and stays as it was sent.
        if let Some((text, none)) = &self.sent.title {
            (field.text, field.none) = (text.clone(), *none);
        }
        field
    }

    fn confirm(&self) -> ConfirmField {
        let now = said_or(self.wishes.confirm.as_ref());
        let options = [
            ("inherit", "Inherit"),
            ("always", "Before every call"),
            ("first", "Before the first call of a caller"),
            ("never", "Never"),
            ("unset", "By what the tool does"),
        ];
        let reset = wish::reset(Some("confirm")).unwrap_or_default();
        let after = self.ground.after(&reset).confirm;
        let word = |confirm: &Confirm| words::confirm(*confirm).to_owned();
        let inherit = after.as_ref().map(|fact| words::fact(fact, word));
        let by_hints = || (Outside::line(words::BY_HINTS), Outside::line("nobody says"));
        ConfirmField {
            tip: Tip::new("tip-edit-confirm", "asking", words::CONFIRM),
            choices: choices(&options, wish::confirm_word(&now)),
            beside: self.beside(
                "confirm",
                wish::confirm_word(&words::said(self.entry.confirm.as_ref())).to_owned(),
                |opinion| opinion.confirm.as_ref(),
                word,
                inherit.unwrap_or_else(by_hints),
            ),
        }
    }

    fn beside<'o, T: 'o>(
        &'o self,
        field: &str,
        was: String,
        of: impl Fn(&'o Opinion) -> Option<&'o Statement<T>>,
        word: impl Fn(&T) -> String,
        inherit: (Outside, Outside),
    ) -> Beside {
        let own = self.place.scope.layer();
        let columns = columns(self.explained, &self.place.endpoint);
        let below = columns.iter().filter(|(layer, _)| *layer < own);
        let below = below.filter_map(|(layer, opinion)| {
            let statement = of(opinion)?;
            let value = match &statement.say {
                Say::Set(value) => word(value),
                Say::Clear => "unset".to_owned(),
            };
            let who = words::who(&statement.voice, &self.about);
            Some((layer.as_str(), Outside::line(&value), who))
        });
        let mut here = columns.iter().filter(|(layer, _)| *layer == own);
        let here = here.find_map(|(_, opinion)| of(opinion));
        let wrong = self.sent.wrong.as_ref();
        Beside {
            says: was != "inherit",
            was,
            below: below.collect(),
            inherit,
            locked: here.and_then(place_in_file),
            wrong: wrong
                .filter(|wrong| wrong.field == field)
                .map(|wrong| wrong.sentence.clone()),
        }
    }
}

/// Where the file says this, if it does.
fn place_in_file<T>(statement: &Statement<T>) -> Option<Outside> {
    match &statement.voice.who {
        Who::File(place) => Some(Outside::line(place)),
        Who::Candor | Who::Source(_) | Who::Person(_) => None,
    }
}

/// What comes of a hint, and whose word that is.
fn of_hint(effective: &Effective, hint: Hint) -> (Outside, Outside) {
    let shown = &effective.shown;
    match (shown.hint(hint), shown.unset(hint)) {
        (Some(fact), _) => words::fact(fact, |value| words::value(Some(*value)).to_owned()),
        (None, Some(why @ (Unset::Cleared(_) | Unset::Contradicted { .. }))) => {
            (Outside::line("unset"), Outside::line(&why.to_string()))
        }
        (None, _) => nobody(),
    }
}

fn nobody() -> (Outside, Outside) {
    (Outside::line("unset"), Outside::line("nobody says"))
}

fn said_or<T: Clone>(wish: Option<&Amend<T>>) -> Amend<T> {
    wish.cloned().unwrap_or(Amend::Withdraw)
}

fn choices(options: &[(&'static str, &'static str)], chosen: &str) -> Vec<Choice> {
    let choice = |(value, words): &(&'static str, &'static str)| Choice {
        value,
        words,
        chosen: *value == chosen,
    };
    options.iter().map(choice).collect()
}

/// What is said, but for what is wished.
fn merged(said: Amendment, wishes: Option<&Amendment>) -> Amendment {
    let Some(wishes) = wishes else {
        return said;
    };
    let mut merged = said;
    for hint in Hint::ALL {
        if let Some(wish) = wishes.hint(hint) {
            merged.set_hint(hint, Some(wish.clone()));
        }
    }
    merged.title = wishes.title.clone().or(merged.title);
    merged.confirm = wishes.confirm.clone().or(merged.confirm);
    merged
}
