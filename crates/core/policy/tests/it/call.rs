//! Calls and rules for tests, written briefly.

use std::sync::Arc;

use candor_model::{
    AnnotationAuthor, AnnotationLayer, CallKind, ConfirmMode, EnvironmentName, FieldValue, Hint,
    Opinion, OpinionField, PolicyPreferences, Provenance, QualifiedName, Roles, SourceName,
    SourceTrust, ToolsetName,
};
use candor_policy::{PolicyDecision, PolicyQuestion, PolicyRules, RuleDraft, RuleEffect};
use candor_resolve::{EffectiveAnnotations, ToolLayers, resolve_layers};
use serde_json::{Value, json};

/// A call of `shop.delete_book` by ann.
#[derive(Clone, Debug)]
pub(crate) struct CallCase {
    pub(crate) kind: CallKind,
    pub(crate) tool: QualifiedName,
    pub(crate) toolset: Option<ToolsetName>,
    pub(crate) environment: Option<EnvironmentName>,
    pub(crate) roles: Roles,
    pub(crate) said: [Opinion; 6],
    pub(crate) trust: SourceTrust,
    pub(crate) arguments: Value,
    pub(crate) preferences: PolicyPreferences,
}

impl Default for CallCase {
    fn default() -> Self {
        Self {
            kind: CallKind::Tool,
            tool: QualifiedName::parse("shop.delete_book").expect("a name"),
            toolset: None,
            environment: None,
            roles: Roles::parse("caller").expect("roles"),
            said: AnnotationLayer::ALL.map(|_| Opinion::default()),
            trust: SourceTrust::Trusted,
            arguments: json!({}),
            preferences: PolicyPreferences::default(),
        }
    }
}

impl CallCase {
    /// The same, with a hint that a layer sets.
    pub(crate) fn says(mut self, layer: AnnotationLayer, hint: Hint, value: bool) -> Self {
        self.said[layer as usize].set_hint(hint, Some(statement(layer, value)));
        self
    }

    /// The same, with a confirmation mode.
    pub(crate) fn confirm(mut self, layer: AnnotationLayer, value: ConfirmMode) -> Self {
        self.said[layer as usize].confirm = Some(statement(layer, value));
        self
    }

    pub(crate) fn effective(&self) -> EffectiveAnnotations {
        let [inferred, declared, verified, over, environment, toolset] = &self.said;
        resolve_layers(&ToolLayers {
            inferred,
            declared,
            above: &[verified, over, environment, toolset],
            trust: self.trust,
        })
    }

    pub(crate) fn decide(&self, policy: &PolicyRules) -> PolicyDecision {
        let EffectiveAnnotations {
            relied, confirm, ..
        } = self.effective();
        policy.decide(&PolicyQuestion {
            kind: self.kind,
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
pub(crate) fn provenance(layer: AnnotationLayer) -> Arc<Provenance> {
    Arc::new(match layer {
        AnnotationLayer::Inferred => Provenance::candor("the HTTP method is DELETE"),
        AnnotationLayer::Declared => Provenance::source(SourceName::parse("shop").expect("a name")),
        _ => Provenance {
            layer,
            author: AnnotationAuthor::Person("ada".into()),
            about: Some("shop.*".into()),
            at_micros: Some(1),
            why: None,
        },
    })
}

pub(crate) fn statement<T>(layer: AnnotationLayer, value: T) -> OpinionField<T> {
    let provenance = provenance(layer);
    OpinionField {
        value: FieldValue::Set(value),
        provenance,
    }
}

/// A rule at `candor.toml:7`, changed as the test wants it.
pub(crate) fn rule(effect: RuleEffect, change: impl FnOnce(&mut RuleDraft)) -> RuleDraft {
    let mut draft = RuleDraft::new(effect, "candor.toml:7");
    change(&mut draft);
    draft
}

/// Rules for the sources `shop`, `files` and `mail`.
pub(crate) fn compiled(drafts: Vec<RuleDraft>) -> PolicyRules {
    PolicyRules::compile(drafts, &sources()).expect("rules that make sense")
}

pub(crate) fn sources() -> Vec<SourceName> {
    ["shop", "files", "mail"]
        .map(|name| SourceName::parse(name).expect("a name"))
        .to_vec()
}

pub(crate) fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}
