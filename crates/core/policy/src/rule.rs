//! Policy rules: which calls they match, and their effect.

mod fit;
mod json;

use std::fmt;

use candor_model::{Hint, Role};
use candor_text::{quote, quote_list};

use crate::condition::RuleCondition;

pub(crate) use fit::RuleFit;

/// The place of rules that are stored in the database rather than written in a file.
pub const SAVED_PLACE: &str = "saved in Candor";

/// The effect of a rule on matching calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RuleEffect {
    /// The call is made.
    Allow,
    /// Approval is required first.
    Ask,
    /// The call is refused.
    Deny,
}

/// A rule as written. All given matchers must match; a matcher with several entries matches if one
/// of them does. A rule without matchers matches every call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleDraft {
    /// The name of the rule, if it has one.
    pub name: Option<String>,
    /// The place it is written, such as `candor.toml:12`.
    pub place: String,
    /// Patterns of source names.
    pub sources: Vec<String>,
    /// Patterns of tool names, `source.tool`.
    pub tools: Vec<String>,
    /// Patterns of toolset names. A call outside any toolset matches none.
    pub toolsets: Vec<String>,
    /// Patterns of environment names. A call without an environment matches none.
    pub environments: Vec<String>,
    /// The relied-upon hints the tool must have, all of them; `None` requires the hint to be unset.
    pub hints: Vec<(Hint, Option<bool>)>,
    /// The roles the caller must have, any of them.
    pub roles: Vec<Role>,
    /// A CEL condition on the arguments and the call.
    pub when: Option<String>,
    /// The effect on matching calls.
    pub effect: RuleEffect,
    /// The message for the caller or the approver.
    pub message: Option<String>,
    /// Whether approval must come through another channel than the calling client; `None` uses the
    /// preferences.
    pub out_of_band: Option<bool>,
}

/// A compiled rule.
#[derive(Clone, Debug)]
pub struct PolicyRule {
    pub(crate) draft: RuleDraft,
    pub(crate) condition: Option<RuleCondition>,
    /// The reason for decisions by this rule, in one sentence.
    pub(crate) because: String,
}

// === impl RuleEffect ===

candor_text::string_enum! {
    /// The value used in configuration files and in the API.
    RuleEffect {
        Allow => "allow",
        Ask => "ask",
        Deny => "deny",
    }
}

impl RuleEffect {
    /// The effect as a verb, to be followed by a description of the calls.
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
    /// Creates a rule that matches every call, to be narrowed by the caller.
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

    /// Whether it matches every call.
    pub(crate) fn is_about_everything(&self) -> bool {
        self.when.is_none()
            && self.hints.is_empty()
            && self.roles.is_empty()
            && self.patterns().iter().all(|(_, list)| list.is_empty())
    }

    /// The pattern lists and their keys.
    pub(crate) fn patterns(&self) -> [(&'static str, &[String]); 4] {
        [
            ("sources", &self.sources),
            ("tools", &self.tools),
            ("toolsets", &self.toolsets),
            ("environments", &self.environments),
        ]
    }

    /// The rule's name and place, for use in sentences.
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

    /// The name of the rule.
    pub fn name(&self) -> Option<&str> {
        self.draft.name.as_deref()
    }

    /// The place it is written.
    pub fn place(&self) -> &str {
        &self.draft.place
    }

    /// Whether it is stored in the database and can be edited; the others are in the configuration
    /// file.
    pub fn is_saved(&self) -> bool {
        self.draft.place == SAVED_PLACE
    }

    /// The effect on matching calls.
    pub fn effect(&self) -> RuleEffect {
        self.draft.effect
    }

    /// The condition as written.
    pub fn when(&self) -> Option<&str> {
        self.draft.when.as_deref()
    }

    /// The message for the caller or the approver.
    pub fn message(&self) -> Option<&str> {
        self.draft.message.as_deref()
    }

    /// The rule as written.
    pub fn draft(&self) -> &RuleDraft {
        &self.draft
    }

    /// The rule's name and place, for use in sentences.
    pub fn label(&self) -> String {
        self.draft.label()
    }
}

/// A description such as: denies calls of the tool `shop.delete_*` in the environment `prod`.
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
