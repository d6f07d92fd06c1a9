//! Calls and rules for tests, written briefly.

use std::sync::Arc;

use candor_model::{
    Confirm, EnvironmentName, Hint, Layer, Opinion, Preferences, QualifiedName, Roles, Say,
    SourceName, Statement, ToolsetName, Trust, Voice, Who,
};
use candor_policy::{Decision, Effect, Policy, Question, RuleDraft};
use candor_resolve::{Effective, Layers, settle};
use serde_json::{Value, json};

/// A call of `shop.delete_book` by ann.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) tool: QualifiedName,
    pub(crate) toolset: Option<ToolsetName>,
    pub(crate) environment: Option<EnvironmentName>,
    pub(crate) roles: Roles,
    pub(crate) said: [Opinion; 5],
    pub(crate) trust: Trust,
    pub(crate) arguments: Value,
    pub(crate) preferences: Preferences,
}

impl Default for Call {
    fn default() -> Self {
        Self {
            tool: QualifiedName::parse("shop.delete_book").expect("a name"),
            toolset: None,
            environment: None,
            roles: Roles::parse("caller").expect("roles"),
            said: Layer::ALL.map(|_| Opinion::default()),
            trust: Trust::Trusted,
            arguments: json!({}),
            preferences: Preferences::default(),
        }
    }
}

impl Call {
    /// The same, with a hint that somebody says.
    pub(crate) fn says(mut self, layer: Layer, hint: Hint, value: bool) -> Self {
        self.said[layer as usize].set_hint(hint, Some(statement(layer, value)));
        self
    }

    /// The same, with when somebody wants to be asked.
    pub(crate) fn confirm(mut self, layer: Layer, value: Confirm) -> Self {
        self.said[layer as usize].confirm = Some(statement(layer, value));
        self
    }

    pub(crate) fn effective(&self) -> Effective {
        let [inferred, declared, over, environment, toolset] = &self.said;
        settle(&Layers {
            inferred,
            declared,
            above: &[over, environment, toolset],
            trust: self.trust,
        })
    }

    pub(crate) fn decide(&self, policy: &Policy) -> Decision {
        let Effective {
            relied, confirm, ..
        } = self.effective();
        policy.decide(&Question {
            tool: &self.tool,
            toolset: self.toolset.as_ref(),
            environment: self.environment.as_ref(),
            roles: self.roles,
            principal: "ann",
            relied: &relied,
            trust: self.trust,
            confirm: confirm.as_ref(),
            arguments: &self.arguments,
            preferences: &self.preferences,
        })
    }
}

/// Candor, the source `shop`, or ada.
pub(crate) fn voice(layer: Layer) -> Arc<Voice> {
    Arc::new(match layer {
        Layer::Inferred => Voice::candor("the HTTP method is DELETE"),
        Layer::Declared => Voice::source(SourceName::parse("shop").expect("a name")),
        _ => Voice {
            layer,
            who: Who::Person("ada".into()),
            about: Some("shop.*".into()),
            at_micros: Some(1),
            why: None,
        },
    })
}

pub(crate) fn statement<T>(layer: Layer, value: T) -> Statement<T> {
    let voice = voice(layer);
    Statement {
        say: Say::Set(value),
        voice,
    }
}

/// A rule at `candor.toml:7`, changed as the test wants it.
pub(crate) fn rule(effect: Effect, change: impl FnOnce(&mut RuleDraft)) -> RuleDraft {
    let mut draft = RuleDraft::new(effect, "candor.toml:7");
    change(&mut draft);
    draft
}

/// Rules of a house with the sources `shop`, `files` and `mail`.
pub(crate) fn compiled(drafts: Vec<RuleDraft>) -> Policy {
    Policy::compile(drafts, &sources()).expect("rules that make sense")
}

pub(crate) fn sources() -> Vec<SourceName> {
    ["shop", "files", "mail"]
        .map(|name| SourceName::parse(name).expect("a name"))
        .to_vec()
}

pub(crate) fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}
