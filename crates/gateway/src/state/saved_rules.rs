//! Saved policy rules, in addition to those of the configuration file.

use std::sync::Arc;

use arc_swap::ArcSwap;
use candor_policy::{PolicyRules, RuleDraft, RuleEffect, SAVED_PLACE};
use candor_store::{Store, StoreError, StoredRule};
use serde_json::Value;

use crate::state::policy_settings::GatewayPolicySettings;

/// A rule that a user saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedRule {
    /// The unique name of the rule.
    pub name: String,
    /// The contents of the rule. An unreadable rule requires approval for every call.
    pub draft: RuleDraft,
    /// The current version of the rule.
    pub version: u64,
}

/// The rules of the file and the saved ones, joined when either changes.
#[derive(Debug, Default)]
pub(crate) struct JoinedRules(ArcSwap<Join>);

/// The inputs of a join, and its result.
#[derive(Debug, Default)]
struct Join {
    settings: Arc<GatewayPolicySettings>,
    saved: Arc<[SavedRule]>,
    rules: Arc<PolicyRules>,
}

/// Reads the saved rules. Those of `before` are reused if they are equal.
pub(super) async fn load(
    store: &Store,
    before: Option<&Arc<[SavedRule]>>,
) -> Result<Arc<[SavedRule]>, StoreError> {
    let stored = store.policy_rules().await?.into_iter();
    let rules: Vec<SavedRule> = stored.map(SavedRule::read).collect();
    Ok(match before {
        Some(before) if **before == *rules => Arc::clone(before),
        _ => rules.into(),
    })
}

// === impl SavedRule ===

impl SavedRule {
    fn read(stored: StoredRule) -> Self {
        let json: Result<Value, _> = serde_json::from_str(&stored.body);
        let read = json.map_err(|error| error.to_string());
        let read = read.and_then(|json| RuleDraft::from_json(&json, SAVED_PLACE));
        let draft = read.unwrap_or_else(|why| {
            // Leaving it out could allow what a user has denied.
            tracing::error!(rule = stored.name, why, "A saved rule cannot be read");
            RuleDraft {
                message: Some("A saved rule cannot be read; save it again.".to_owned()),
                ..RuleDraft::new(RuleEffect::Ask, SAVED_PLACE)
            }
        });
        Self {
            draft: RuleDraft {
                name: Some(stored.name.clone()),
                ..draft
            },
            name: stored.name,
            version: stored.version,
        }
    }
}

// === impl JoinedRules ===

impl JoinedRules {
    /// The current rules.
    pub(crate) fn get(
        &self,
        settings: &Arc<GatewayPolicySettings>,
        saved: &Arc<[SavedRule]>,
    ) -> Arc<PolicyRules> {
        let known = self.0.load();
        if Arc::ptr_eq(&known.settings, settings) && Arc::ptr_eq(&known.saved, saved) {
            return Arc::clone(&known.rules);
        }
        let drafts = saved.iter().map(|rule| rule.draft.clone());
        let rules = Arc::new(settings.policy.with_saved(drafts.collect()));
        self.0.store(Arc::new(Join {
            settings: Arc::clone(settings),
            saved: Arc::clone(saved),
            rules: Arc::clone(&rules),
        }));
        rules
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(body: &str) -> SavedRule {
        SavedRule::read(StoredRule {
            name: "mine".to_owned(),
            body: body.to_owned(),
            version: 3,
        })
    }

    #[test]
    fn a_rule_that_cannot_be_read_asks_about_everything() {
        for body in ["", "{}", r#"{"effect":"allow","unknown":1}"#] {
            let rule = stored(body);
            assert_eq!(rule.draft.effect, RuleEffect::Ask);
            assert!(rule.draft.tools.is_empty(), "{body}");
        }
        let rule = stored(r#"{"effect":"allow","tool":["a.b"]}"#);
        assert_eq!(rule.draft.effect, RuleEffect::Allow);
        assert_eq!(rule.draft.name.as_deref(), Some("mine"));
    }

    #[test]
    fn rules_are_joined_when_either_changes() {
        let joined = JoinedRules::default();
        let settings = Arc::new(GatewayPolicySettings::default());
        let saved: Arc<[SavedRule]> = [stored(r#"{"effect":"deny"}"#)].into();
        let first = joined.get(&settings, &saved);
        assert_eq!(first.rules().count(), 1);
        assert!(first.rules().all(candor_policy::PolicyRule::is_saved));
        assert!(Arc::ptr_eq(&first, &joined.get(&settings, &saved)));
        let none = joined.get(&settings, &Arc::default());
        assert_eq!(none.rules().count(), 0);
    }
}
