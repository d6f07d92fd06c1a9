//! Saved policy rules, and what a rule would have done.

use std::collections::BTreeMap;
use std::sync::Arc;

use candor_boxed::boxed;
use candor_model::{CallKind, CallOutcome, ChangeAuthor, QualifiedName, Roles};
use candor_policy::{
    PolicyQuestion, PolicyRule, PolicyRules, RuleDraft, RuleEffect, RuleProblem, rule_loosens,
};
use candor_store::{CallFilter, PAGE_MAX};
use serde_json::Value;

use super::record::{check_author, record};
use super::{EditError, Editor};
use crate::catalogue::endpoint::Endpoint;
use crate::clock::now_micros;
use crate::state::saved_rules::SavedRule;

/// The time span of a replay.
const REPLAYED_MICROS: i64 = 24 * 60 * 60 * 1_000_000;

/// The maximum number of audit pages that a replay reads.
const REPLAYED_PAGES: usize = 10;

/// What a rule would have done to the calls of the last day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleReplay {
    /// The rule in words.
    pub says: String,
    /// The number of tool calls that were examined.
    pub calls: u64,
    /// Whether there were more, so that only the newest were examined.
    pub is_partial: bool,
    /// Whether the rule also depends on the endpoint, the caller or the arguments, which the audit
    /// does not record completely: it may apply to fewer calls than these.
    pub is_narrower: bool,
    /// The tools whose calls it applies to, most called first.
    pub tools: Vec<ReplayedTool>,
}

/// The calls of one tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayedTool {
    /// The tool that was called.
    pub name: QualifiedName,
    /// The number of calls made without approval.
    pub made: u64,
    /// The number of calls a person was asked about.
    pub asked: u64,
    /// The number of refused calls.
    pub refused: u64,
}

// === impl Editor ===

impl Editor<'_> {
    /// The saved rules, by name.
    pub fn saved_rules(&self) -> Arc<[SavedRule]> {
        Arc::clone(&self.gateway.snapshot().saved_rules)
    }

    /// Checks a rule as if it were the only one. Returns remarks about it, or why it is refused.
    pub fn check_rule(&self, draft: &RuleDraft) -> Result<Vec<RuleProblem>, Vec<RuleProblem>> {
        let rules = self.compiled(draft)?;
        Ok(rules.remarks().to_vec())
    }

    fn compiled(&self, draft: &RuleDraft) -> Result<PolicyRules, Vec<RuleProblem>> {
        let sources = self.gateway.sources().into_iter();
        let sources: Vec<_> = sources.map(|source| source.name).collect();
        PolicyRules::compile(vec![draft.clone()], &sources)
    }

    /// The saved rule of this name.
    pub fn saved_rule(&self, name: &str) -> Result<SavedRule, EditError> {
        let known = self.saved_rules();
        let found = known.iter().find(|rule| rule.name == name);
        found.cloned().ok_or_else(|| unknown(name))
    }

    /// Saves a rule under its name. `expected` is the version of the rule that it replaces, 0 for a
    /// new one; without it, any existing rule is replaced.
    #[boxed]
    pub async fn save_rule(
        &self,
        draft: &RuleDraft,
        expected: Option<u64>,
        author: &ChangeAuthor,
    ) -> Result<SavedRule, EditError> {
        check_author(author)?;
        let name = name_of(draft)?;
        self.compiled(draft)
            .map_err(|problems| EditError::Invalid(sentence(&problems)))?;
        let _editing = self.gateway.lock_edits().await;
        let known = self.saved_rules();
        let found = known.iter().find(|rule| rule.name == name);
        let old = found.map(|rule| &rule.draft);
        if expected == Some(0) && old.is_some() {
            return Err(EditError::Exists(format!("a rule `{name}` exists already")));
        }
        let expected = expected.unwrap_or_else(|| found.map_or(0, |rule| rule.version));
        if self.guarded && rule_loosens(old, Some(draft)) {
            return Err(EditError::OwnGuard(format!("the rule `{name}`")));
        }
        let (was, is) = (old.map(RuleDraft::to_json), draft.to_json());
        let body = is.to_string();
        let change = record(author, "policy.save-rule", name, was, Some(is));
        let saved = self
            .store()
            .save_policy_rule(name, &body, expected, &change);
        let version = saved.await?;
        self.gateway.catch_up().await;
        Ok(SavedRule {
            name: name.to_owned(),
            draft: draft.clone(),
            version,
        })
    }

    /// Removes a rule that is at version `expected`, or at any version without it.
    #[boxed]
    pub async fn remove_rule(
        &self,
        name: &str,
        expected: Option<u64>,
        author: &ChangeAuthor,
    ) -> Result<(), EditError> {
        check_author(author)?;
        let _editing = self.gateway.lock_edits().await;
        let old = self.saved_rule(name)?;
        let expected = expected.unwrap_or(old.version);
        if self.guarded && rule_loosens(Some(&old.draft), None) {
            return Err(EditError::OwnGuard(format!("the rule `{name}`")));
        }
        let was = Some(old.draft.to_json());
        let change = record(author, "policy.remove-rule", name, was, None);
        let removed = self.store().remove_policy_rule(name, expected, &change);
        removed.await?;
        self.gateway.catch_up().await;
        Ok(())
    }

    /// What a rule would have done to the calls of the last 24 hours, judged by the current state
    /// of their tools.
    #[boxed]
    pub async fn replay_rule(&self, draft: &RuleDraft) -> Result<RuleReplay, EditError> {
        let rules = self.compiled(draft);
        let rules = rules.map_err(|problems| EditError::Invalid(sentence(&problems)))?;
        let Some(rule) = rules.rules().next() else {
            return Err(EditError::Invalid("there is no rule".to_owned()));
        };
        let filter = CallFilter {
            since_micros: Some(now_micros() - REPLAYED_MICROS),
            ..CallFilter::default()
        };
        let mut tools: BTreeMap<QualifiedName, Option<ReplayedTool>> = BTreeMap::new();
        let (mut calls, mut before) = (0, None);
        for _ in 0..REPLAYED_PAGES {
            let page = self.store().calls_page(&filter, before, PAGE_MAX).await?;
            for call in page.calls.iter().filter(|call| call.kind == CallKind::Tool) {
                let Some(source) = &call.source else { continue };
                calls += 1;
                let name = QualifiedName::new(source.clone(), call.target.as_str());
                let row = tools.entry(name);
                let row = row.or_insert_with_key(|name| self.may_fit(rule, name));
                if let Some(row) = row {
                    row.add(call.outcome, call.approval.is_some());
                }
            }
            before = page.next;
            if before.is_none() {
                break;
            }
        }
        let mut tools: Vec<_> = tools.into_values().flatten().collect();
        tools.sort_by_key(|tool| std::cmp::Reverse(tool.calls()));
        Ok(RuleReplay {
            says: rule.to_string(),
            calls,
            is_partial: before.is_some(),
            is_narrower: !rule.is_about_tools_only(),
            tools,
        })
    }

    /// An empty row for a tool whose calls the rule may apply to.
    fn may_fit(&self, rule: &PolicyRule, name: &QualifiedName) -> Option<ReplayedTool> {
        let explained = self.explain(name, &Endpoint::default()).ok()?;
        let settings = &self.gateway.snapshot().settings;
        let preferences = settings.preferences_at(&Endpoint::default(), None);
        let question = PolicyQuestion {
            kind: CallKind::Tool,
            tool: name,
            toolset: None,
            environment: None,
            roles: Roles::default(),
            principal: "",
            relied: &explained.effective.relied,
            trust: explained.trust,
            confirm: None,
            arguments: &Value::Null,
            preferences: &preferences,
        };
        rule.may_fit(&question).then(|| ReplayedTool {
            name: name.clone(),
            made: 0,
            asked: 0,
            refused: 0,
        })
    }
}

/// The name that a rule is saved under.
fn name_of(draft: &RuleDraft) -> Result<&str, EditError> {
    let name = draft.name.as_deref().map(str::trim).unwrap_or_default();
    if name.is_empty() {
        return Err(EditError::Invalid("the rule needs a name".to_owned()));
    }
    Ok(name)
}

fn unknown(name: &str) -> EditError {
    let name = name.escape_debug();
    EditError::Unknown(format!("there is no saved rule `{name}`"))
}

/// The problems of a rule, in a sentence.
fn sentence(problems: &[RuleProblem]) -> String {
    let fatal = problems.iter().filter(|problem| problem.fatal);
    let told = fatal.map(|problem| match &problem.hint {
        Some(hint) => format!("{}; {hint}", problem.sentence),
        None => problem.sentence.clone(),
    });
    told.collect::<Vec<_>>().join(". ")
}

// === impl RuleReplay ===

impl RuleReplay {
    /// The number of calls the rule applies to.
    pub fn about(&self) -> u64 {
        self.tools.iter().map(ReplayedTool::calls).sum()
    }

    /// The number of calls with a different outcome under a rule of this effect.
    pub fn changed(&self, effect: RuleEffect) -> u64 {
        self.tools.iter().map(|tool| tool.changed(effect)).sum()
    }
}

// === impl ReplayedTool ===

impl ReplayedTool {
    /// The number of all its calls.
    pub fn calls(&self) -> u64 {
        self.made + self.asked + self.refused
    }

    /// The number of calls with a different outcome under a rule of this effect.
    pub fn changed(&self, effect: RuleEffect) -> u64 {
        match effect {
            RuleEffect::Deny => self.made + self.asked,
            RuleEffect::Ask => self.made,
            RuleEffect::Allow => self.asked,
        }
    }

    fn add(&mut self, outcome: CallOutcome, is_asked: bool) {
        match outcome {
            CallOutcome::Refused => self.refused += 1,
            _ if is_asked => self.asked += 1,
            _ => self.made += 1,
        }
    }
}
