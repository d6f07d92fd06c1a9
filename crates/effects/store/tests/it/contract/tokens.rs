//! What stores promise about access tokens.

use candor_model::{AccessToken, Digest, Role, Roles, TokenId};
use candor_store::{Store, StoreError, TOKENS_MAX};

use crate::{
    case::{StoreCase, done, refused, refused_as},
    samples::{all_changes, change},
};

/// A token that was made at a moment and has no end.
fn token(name: &str, created_micros: i64) -> AccessToken {
    let id = TokenId::fresh();
    AccessToken {
        id,
        name: name.to_owned(),
        roles: Roles::NONE.with(Role::Caller).with(Role::Approver),
        digest: Digest::of(id.to_string()),
        created_by: "local".to_owned(),
        created_micros,
        expires_micros: None,
        revoked_micros: None,
        used_micros: None,
    }
}

async fn add(store: &Store, token: &AccessToken) -> Result<(), StoreError> {
    let record = change("token.add", &token.name);
    store.add_token(token, &record).await
}

async fn revoke(store: &Store, id: TokenId, at_micros: i64) -> Result<(), StoreError> {
    let record = change("token.revoke", &id.to_string());
    store.revoke_token(id, at_micros, &record).await
}

/// Tokens are kept by digest, are told apart by name while they work, and end once.
pub(crate) async fn tokens(case: StoreCase) {
    let store = &case.store;
    assert_eq!(done!(store.tokens()), []);
    let mut laptop = token("laptop", 10);
    let mut ci = token("ci.runner-2", 10);
    ci.roles = Roles::ALL;
    ci.expires_micros = Some(100);
    ci.created_by = "é".repeat(1_000);
    done!(add(store, &laptop));
    done!(add(store, &ci));
    ci.created_by.truncate(252);
    ci.created_by.push('…');
    let all = [ci.clone(), laptop.clone()];
    assert_eq!(done!(store.tokens()), all, "newest first");
    assert_eq!(done!(store.revision()), 2);

    names(store, &laptop).await;
    used(store, &mut laptop, &ci).await;

    done!(revoke(store, laptop.id, 50));
    laptop.revoked_micros = Some(50);
    assert_eq!(done!(store.tokens()), [ci.clone(), laptop.clone()]);
    let strange = TokenId::fresh();
    for id in [laptop.id, strange] {
        let expect = format!("there is no token `{id}` that could still be revoked");
        refused_as!(revoke(store, id, 60) => Missing { .. }, expect);
    }
    assert_eq!(done!(store.revision()), 3, "the first time stays");

    names_come_free(store, &laptop).await;
    unreadable(&case).await;
    full(&case).await;
}

/// Names are plain, and a working token's is its own.
async fn names(store: &Store, laptop: &AccessToken) {
    for bad in ["", "local", "Ada", "a b", "a\0", "é", &"x".repeat(65)] {
        let error = refused_as!(add(store, &token(bad, 20)) => Name { .. });
        assert_eq!(error.to_string(), AccessToken::check_name(bad).unwrap_err());
    }
    refused!(
        add(store, &token("laptop", 20)) =>
        "token `laptop` is there already; change it, or choose another name"
    );
    let same = AccessToken {
        name: "another".to_owned(),
        ..laptop.clone()
    };
    refused_as!(add(store, &same) => Exists { .. });
    assert_eq!(done!(store.revision()), 2, "nothing was changed");
    assert_eq!(all_changes(store).await.len(), 2);
}

/// When a token was used is noted without a change to the workspace, and never moves back.
async fn used(store: &Store, laptop: &mut AccessToken, ci: &AccessToken) {
    done!(store.touch_tokens(&[]));
    let strange = TokenId::fresh();
    for (used, expect) in [
        (vec![(laptop.id, 30), (strange, 99)], 30),
        (vec![(laptop.id, 20)], 30),
        (vec![(laptop.id, 41), (laptop.id, 40)], 41),
        (vec![(laptop.id, i64::MIN)], 41),
    ] {
        done!(store.touch_tokens(&used));
        laptop.used_micros = Some(expect);
        let all = [ci.clone(), laptop.clone()];
        assert_eq!(done!(store.tokens()), all, "{used:?}");
    }
    assert_eq!(done!(store.revision()), 2);
}

/// The name of a token that was revoked, or has expired, can be given again.
async fn names_come_free(store: &Store, laptop: &AccessToken) {
    let again = token(&laptop.name, 60);
    done!(add(store, &again));
    let early = add(store, &token("ci.runner-2", 99)).await;
    early.expect_err("it works until 100");
    let next = token("ci.runner-2", 100);
    done!(add(store, &next));
    let all = done!(store.tokens());
    let names: Vec<&str> = all.iter().map(|token| token.name.as_str()).collect();
    assert_eq!(names, ["ci.runner-2", "laptop", "ci.runner-2", "laptop"]);
    assert_eq!(done!(store.revision()), 5);
}

/// A token of which not everything can be read opens nothing, and hides no other.
async fn unreadable(case: &StoreCase) {
    for statement in [
        "UPDATE tokens SET roles = 'caller,emperor' WHERE created_micros = 60",
        "UPDATE tokens SET digest = 'short' WHERE created_micros = 100",
    ] {
        let before = done!(case.store.tokens()).len();
        case.execute(statement).await;
        let left = done!(case.store.tokens());
        assert_eq!(left.len(), before - 1, "{statement}");
    }
}

/// When there are as many as may be, one that works no more makes room.
async fn full(case: &StoreCase) {
    let store = &case.store;
    case.execute("DELETE FROM tokens").await;
    case.execute(
        "WITH RECURSIVE counted (n) AS \
         (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 1000) \
         INSERT INTO tokens (id, name, roles, digest, created_by, created_micros, version) \
         SELECT '018900000000700080000000000' || CAST(10000 + n AS TEXT), \
         'n' || CAST(n AS TEXT), 'viewer', \
         '0000000000000000000000000000000000000000000000000000000000000000', 'local', n, 1 \
         FROM counted",
    )
    .await;
    let kept = done!(store.tokens());
    assert_eq!(kept.len(), TOKENS_MAX);
    let one_more = token("one-more", 5_000);
    refused!(
        add(store, &one_more) =>
        "there are 1000 tokens already, and more are not kept; revoke one that is not needed"
    );
    for token in &kept[500..502] {
        done!(revoke(store, token.id, 4_000));
    }
    done!(add(store, &one_more));
    let kept_now = done!(store.tokens());
    assert_eq!(kept_now.len(), TOKENS_MAX);
    assert_eq!(kept_now[0], one_more);
    let has = |id| kept_now.iter().any(|token| token.id == id);
    assert!(has(kept[500].id) && !has(kept[501].id), "the oldest went");
}
