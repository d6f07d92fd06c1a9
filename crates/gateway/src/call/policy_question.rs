//! The policy decision about a call, in one place: for a call that is made, for one that a person
//! has decided about, and for a dry run.

use std::sync::{Arc, LazyLock};

use candor_model::{
    CallKind, ConfirmMode, FieldValue, Hint, Opinion, OpinionField, PolicyPreferences, Provenance,
    QualifiedName, Roles, SourceTrust, UnsetPolicy,
};
use candor_policy::{PolicyDecision, PolicyQuestion, PolicyRules};
use candor_resolve::{EffectiveValue, Relied, ToolLayers, resolve_layers};
use serde_json::Value;

use crate::call::incoming::ClientContext;
use crate::catalogue::endpoint::Endpoint;
use crate::gateway::Gateway;
use crate::state::workspace_settings::WorkspaceSettings;

/// The subject of a call as the policy sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PolicySubject<'a> {
    pub(crate) kind: CallKind,
    pub(crate) name: &'a QualifiedName,
    pub(crate) relied: &'a Relied,
    pub(crate) trust: SourceTrust,
    pub(crate) confirm: Option<&'a EffectiveValue<ConfirmMode>>,
    /// How the source wants unset hints to be treated, if not by the default.
    pub(crate) unset: Option<UnsetPolicy>,
}

/// The caller and its endpoint, as the policy sees them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PolicyCaller<'a> {
    pub(crate) endpoint: &'a Endpoint,
    pub(crate) roles: Roles,
    pub(crate) principal: &'a str,
}

/// The annotations relied on for everything that is only read.
static READ: LazyLock<Relied> = LazyLock::new(|| {
    let provenance = Provenance::candor("prompts, resources and completions are only read");
    let mut opinion = Opinion::default();
    let read_only = OpinionField {
        value: FieldValue::Set(true),
        provenance: Arc::new(provenance),
    };
    opinion.set_hint(Hint::ReadOnly, Some(read_only));
    let resolved = resolve_layers(&ToolLayers {
        inferred: &opinion,
        declared: &Opinion::default(),
        above: &[],
        trust: SourceTrust::Trusted,
    });
    resolved.relied
});

// === impl PolicySubject ===

impl<'a> PolicySubject<'a> {
    /// A prompt, a resource or anything else of a source that is not a tool. It is judged like a
    /// read-only tool of its name.
    pub(crate) fn read(kind: CallKind, name: &'a QualifiedName, trust: SourceTrust) -> Self {
        Self {
            kind,
            name,
            relied: &READ,
            trust,
            confirm: None,
            unset: None,
        }
    }
}

// === impl PolicyCaller ===

impl<'a> PolicyCaller<'a> {
    pub(crate) fn of(client: &'a ClientContext) -> Self {
        Self {
            endpoint: &client.endpoint,
            roles: client.identity.roles,
            principal: client.principal(),
        }
    }
}

/// Decides by the current rules and the preferences of the endpoint, which are returned as well.
pub(crate) fn decide(
    gateway: &Gateway,
    caller: PolicyCaller<'_>,
    subject: &PolicySubject<'_>,
    arguments: &Value,
) -> (PolicyDecision, PolicyPreferences) {
    let snapshot = gateway.snapshot();
    let rules = gateway.policy_rules_with(&snapshot);
    decide_in(&snapshot.settings, &rules, caller, subject, arguments)
}

/// Like [`decide`], but with the given rules.
pub(crate) fn decide_by(
    rules: &PolicyRules,
    gateway: &Gateway,
    caller: PolicyCaller<'_>,
    subject: &PolicySubject<'_>,
    arguments: &Value,
) -> (PolicyDecision, PolicyPreferences) {
    decide_in(
        &gateway.snapshot().settings,
        rules,
        caller,
        subject,
        arguments,
    )
}

fn decide_in(
    settings: &WorkspaceSettings,
    rules: &PolicyRules,
    caller: PolicyCaller<'_>,
    subject: &PolicySubject<'_>,
    arguments: &Value,
) -> (PolicyDecision, PolicyPreferences) {
    let behind = settings.effective_endpoint(caller.endpoint);
    let preferences = settings.preferences_at(&behind, subject.unset);
    let decision = rules.decide(&PolicyQuestion {
        kind: subject.kind,
        tool: subject.name,
        toolset: behind.toolset.as_ref(),
        environment: behind.environment.as_ref(),
        roles: caller.roles,
        principal: caller.principal,
        relied: subject.relied,
        trust: subject.trust,
        confirm: subject.confirm,
        arguments,
        preferences: &preferences,
    });
    (decision, preferences)
}
