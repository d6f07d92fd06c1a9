//! Policy rules that people saved.

use candor_store::{POLICY_RULE_MAX, POLICY_RULES_MAX, Store, StoreError, StoredRule};

use crate::{
    case::{StoreCase, done, refused_as},
    samples::{all_changes, change},
};

async fn save(store: &Store, name: &str, body: &str, expected: u64) -> Result<u64, StoreError> {
    let record = change("policy.save-rule", name);
    store.save_policy_rule(name, body, expected, &record).await
}

async fn remove(store: &Store, name: &str, expected: u64) -> Result<(), StoreError> {
    let record = change("policy.remove-rule", name);
    store.remove_policy_rule(name, expected, &record).await
}

/// They are read back as written, and stale writes are rejected.
pub(crate) async fn policy_rules(case: StoreCase) {
    let store = &case.store;
    assert_eq!(done!(store.policy_rules()), []);
    assert_eq!(done!(save(store, "b", "{}", 0)), 1);
    assert_eq!(done!(save(store, "a", "{\"é\":1}", 0)), 2);
    assert_eq!(done!(save(store, "b", "{\"x\":1}", 1)), 3);
    let rule = |name: &str, body: &str, version| StoredRule {
        name: name.to_owned(),
        body: body.to_owned(),
        version,
    };
    let all = [rule("a", "{\"é\":1}", 2), rule("b", "{\"x\":1}", 3)];
    assert_eq!(done!(store.policy_rules()), all);

    refused_as!(save(store, "b", "{}", 1) => Stale { found: 3, .. });
    refused_as!(save(store, "b", "{}", 0) => Stale { found: 3, .. });
    refused_as!(save(store, "c", "{}", 3) => Stale { found: 0, .. });
    refused_as!(remove(store, "b", 1) => Stale { found: 3, .. });
    refused_as!(remove(store, "c", 0) => Stale { found: 0, .. });
    let large = "x".repeat(POLICY_RULE_MAX + 1);
    refused_as!(save(store, "b", &large, 3) => TooLarge { .. });
    assert_eq!(done!(store.policy_rules()), all);
    assert_eq!(all_changes(store).await.len(), 3);

    done!(remove(store, "a", 2));
    assert_eq!(done!(store.policy_rules()), [rule("b", "{\"x\":1}", 3)]);
    for at in 1..POLICY_RULES_MAX {
        done!(save(store, &format!("rule {at}"), "{}", 0));
    }
    refused_as!(save(store, "one more", "{}", 0) => Full { .. });
    done!(save(store, "b", "{}", 3));
}
