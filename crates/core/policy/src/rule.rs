//! A rule: which calls it is about, and what is done about them.

mod fit;
mod json;

use std::fmt;

use candor_model::{Hint, Role};
use candor_text::{quote, quote_list};

use crate::condition::RuleCondition;

pub(crate) use fit::RuleFit;

/// The place of a rule that is not written in a file.
pub const SAVED_PLACE: &str = "saved in Candor";

/// What a rule does about a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RuleEffect {
    /// It is made.
    Allow,
    /// A person is asked first.
    Ask,
    /// It is refused.
    Deny,
}

/// A rule as it was written. Every matcher that is given must fit; one with several entries
/// fits if one of them does. A rule without any is about every call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleDraft {
    /// What it is called.
    pub name: Option<String>,
    /// Where it is written, such as `candor.toml:12`.
    pub place: String,
    /// Patterns of sources.
    pub sources: Vec<String>,
    /// Patterns of tools, `source.tool`.
    pub tools: Vec<String>,
    /// Patterns of toolsets. A call that comes through none fits no pattern.
    pub toolsets: Vec<String>,
    /// Patterns of environments. A call that is made in none fits no pattern.
    pub environments: Vec<String>,
    /// What is relied upon to be true of the tool, all of it; nothing stands for a hint that is
    /// unset.
    pub hints: Vec<(Hint, Option<bool>)>,
    /// In which roles the caller may act.
    pub roles: Vec<Role>,
    /// A condition on the arguments and on who calls what.
    pub when: Option<String>,
    /// What is done.
    pub effect: RuleEffect,
    /// What the caller or the approver is told.
    pub message: Option<String>,
    /// Whether the client that calls may not be the one that answers; as the preferences say,
    /// where it does not say.
    pub out_of_band: Option<bool>,
}

/// A rule that was found to make sense.
#[derive(Clone, Debug)]
pub struct PolicyRule {
    pub(crate) draft: RuleDraft,
    pub(crate) condition: Option<RuleCondition>,
    /// Why a call that it is about is decided as it is, in a sentence.
    pub(crate) because: String,
}

// === impl RuleEffect ===

candor_text::string_enum! {
    /// The word in files and in the API.
    RuleEffect {
        Allow => "allow",
        Ask => "ask",
        Deny => "deny",
    }
}

impl RuleEffect {
    /// What a rule does, to be followed by which calls.
    pub(crate) const fn verb(self) -> &'static str {
        match self {
            Self::Allow => "allows",
            Self::Ask => "asks about",
            Self::Deny => "denies",
        }
    }
}

// === impl RuleDraft ===

impl RuleDraft {
    /// A rule about every call, to be narrowed.
    pub fn new(effect: RuleEffect, place: impl Into<String>) -> Self {
        Self {
            name: None,
            place: place.into(),
            sources: Vec::new(),
            tools: Vec::new(),
            toolsets: Vec::new(),
            environments: Vec::new(),
            hints: Vec::new(),
            roles: Vec::new(),
            when: None,
            effect,
            message: None,
            out_of_band: None,
        }
    }

    /// Whether it is about every call.
    pub(crate) fn is_about_everything(&self) -> bool {
        self.when.is_none()
            && self.hints.is_empty()
            && self.roles.is_empty()
            && self.patterns().iter().all(|(_, list)| list.is_empty())
    }

    /// The lists of patterns with their keys.
    pub(crate) fn patterns(&self) -> [(&'static str, &[String]); 4] {
        [
            ("sources", &self.sources),
            ("tools", &self.tools),
            ("toolsets", &self.toolsets),
            ("environments", &self.environments),
        ]
    }

    /// The rule as others name it in a sentence.
    pub(crate) fn label(&self) -> String {
        let place = &self.place;
        match &self.name {
            Some(name) => format!("the rule {} ({place})", quote(name)),
            None => format!("the rule at {place}"),
        }
    }
}

// === impl PolicyRule ===

impl PolicyRule {
    pub(crate) fn new(draft: RuleDraft, condition: Option<RuleCondition>) -> Self {
        Self {
            because: format!("{} {} it", draft.label(), draft.effect.verb()),
            draft,
            condition,
        }
    }

    /// What it is called.
    pub fn name(&self) -> Option<&str> {
        self.draft.name.as_deref()
    }

    /// Where it is written.
    pub fn place(&self) -> &str {
        &self.draft.place
    }

    /// Whether a person saved it, so that it can be edited. The others are in the configuration
    /// file.
    pub fn is_saved(&self) -> bool {
        self.draft.place == SAVED_PLACE
    }

    /// What is done.
    pub fn effect(&self) -> RuleEffect {
        self.draft.effect
    }

    /// The condition as it was written.
    pub fn when(&self) -> Option<&str> {
        self.draft.when.as_deref()
    }

    /// What is said.
    pub fn message(&self) -> Option<&str> {
        self.draft.message.as_deref()
    }

    /// The rule as it was written.
    pub fn draft(&self) -> &RuleDraft {
        &self.draft
    }

    /// The rule as others name it: by its name and its place.
    pub fn label(&self) -> String {
        self.draft.label()
    }
}

/// In words, such as ``denies calls of the tool `shop.delete_*` in the environment `prod``.
impl fmt::Display for PolicyRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let draft = &self.draft;
        f.write_str(draft.effect.verb())?;
        if draft.is_about_everything() {
            return f.write_str(" every call");
        }
        f.write_str(" calls")?;
        let words = [
            " of the tool",
            " of the source",
            " through the toolset",
            " in the environment",
        ];
        let lists = [
            &draft.tools,
            &draft.sources,
            &draft.toolsets,
            &draft.environments,
        ];
        for (words, list) in words.into_iter().zip(lists) {
            if !list.is_empty() {
                let list = quote_list(list.iter().map(String::as_str), "or");
                write!(f, "{words} {list}")?;
            }
        }
        if !draft.roles.is_empty() {
            let roles = quote_list(draft.roles.iter().map(|role| role.as_str()), "or");
            write!(f, " by a caller with the role {roles}")?;
        }
        for (at, (hint, value)) in draft.hints.iter().enumerate() {
            let joint = if at == 0 { ", where" } else { " and" };
            let value = value.map_or("unset", |value| if value { "true" } else { "false" });
            write!(f, "{joint} {} is {value}", hint.word())?;
        }
        match &draft.when {
            Some(when) => write!(f, ", when `{}`", when.trim()),
            None => Ok(()),
        }
    }
}
