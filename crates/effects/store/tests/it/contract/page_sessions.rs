//! Browsers that are signed in, and the links that sign one in.

use candor_model::{Digest, PageSession, SessionHolder, SignInLink, TokenId};
use candor_store::TakenLink;

use crate::{
    case::{StoreCase, at_once, done, refused_as},
    samples::{all_changes, change},
};

fn session(id: &str, created_micros: i64, expires_micros: i64) -> PageSession {
    PageSession {
        id: Digest::of(id),
        holder: SessionHolder::Owner(Digest::of("secret")),
        browser: Digest::of("a browser"),
        created_micros,
        expires_micros,
    }
}

fn link(code: &str, expires_micros: i64) -> SignInLink {
    SignInLink {
        code: Digest::of(code),
        holder: SessionHolder::Owner(Digest::of("secret")),
        expires_micros,
    }
}

/// A session is found by its id until it expires or is ended, and old ones make room.
pub(crate) async fn page_sessions(case: StoreCase) {
    let store = &case.store;
    let one = session("one", 10, 100);
    let mut two = session("two", 20, 200);
    two.holder = SessionHolder::Token(TokenId::fresh());
    for new in [&one, &two] {
        done!(store.add_page_session(new));
    }
    assert_eq!(done!(store.page_session(&one.id, 99)), Some(one.clone()));
    assert_eq!(done!(store.page_session(&one.id, 100)), None, "expired");
    assert_eq!(done!(store.page_session(&two.id, 199)), Some(two.clone()));
    assert_eq!(done!(store.page_session(&Digest::of("x"), 0)), None);
    refused_as!(store.add_page_session(&two) => Exists { .. });
    assert_eq!(done!(store.revision()), 0, "no change to the workspace");

    // Whatever has expired is forgotten when the next one begins.
    let three = session("three", 150, 300);
    done!(store.add_page_session(&three));
    assert_eq!(done!(store.page_session(&one.id, 0)), None);
    assert!(done!(store.end_page_session(&two.id)));
    assert!(!done!(store.end_page_session(&two.id)), "it has ended");
    assert_eq!(done!(store.page_session(&two.id, 0)), None);

    // What cannot be read opens nothing.
    case.execute("UPDATE page_sessions SET holder = 'everybody'")
        .await;
    assert_eq!(done!(store.page_session(&three.id, 0)), None);

    let code = Digest::of("code");
    done!(store.add_sign_in_link(&link("code", 900), 0));
    let record = change("sessions.end", "dashboard");
    assert_eq!(done!(store.end_page_sessions(&record)), 1);
    assert_eq!(done!(store.end_page_sessions(&record_again())), 0);
    assert_eq!(done!(store.take_sign_in_link(&code, 1)), TakenLink::Unknown);
    assert_eq!(all_changes(store).await.len(), 2);

    full(&case).await;
}

fn record_again() -> candor_model::ChangeRecord {
    change("sessions.end", "dashboard again")
}

/// The oldest session makes room for a new one.
async fn full(case: &StoreCase) {
    let store = &case.store;
    case.execute(
        "WITH RECURSIVE numbers (n) AS \
         (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000) \
         INSERT INTO page_sessions (id, holder, browser, created_micros, expires_micros) \
         SELECT 'n' || CAST(n AS TEXT), '', '', 1000 + n, 99999 FROM numbers",
    )
    .await;
    let oldest = session("oldest", 900, 99_999);
    done!(store.add_page_session(&oldest));
    assert!(done!(store.page_session(&oldest.id, 0)).is_some());
    let next = session("next", 20_000, 99_999);
    done!(store.add_page_session(&next));
    assert_eq!(done!(store.page_session(&oldest.id, 0)), None, "no room");
    assert!(done!(store.page_session(&next.id, 0)).is_some());
}

/// A link works once, for the first caller, until it expires.
pub(crate) async fn sign_in_links(case: StoreCase) {
    let store = &case.store;
    let good = link("good", 100);
    done!(store.add_sign_in_link(&good, 1));
    refused_as!(store.add_sign_in_link(&good, 1) => Exists { .. });
    let unknown = Digest::of("bad");
    assert_eq!(
        done!(store.take_sign_in_link(&unknown, 5)),
        TakenLink::Unknown
    );
    let taken = done!(store.take_sign_in_link(&good.code, 99));
    assert_eq!(taken, TakenLink::By(good.holder));
    assert_eq!(
        done!(store.take_sign_in_link(&good.code, 99)),
        TakenLink::Gone
    );
    let late = link("late", 100);
    done!(store.add_sign_in_link(&late, 1));
    assert_eq!(
        done!(store.take_sign_in_link(&late.code, 100)),
        TakenLink::Gone
    );

    // What has been over for a day is forgotten.
    let day = 24 * 3_600_000_000;
    done!(store.add_sign_in_link(&link("next", 2 * day), day + 100));
    assert_eq!(
        done!(store.take_sign_in_link(&late.code, 0)),
        TakenLink::Unknown
    );

    let handles = case.handles().await;
    for round in 0..8 {
        let raced = link(&format!("race {round}"), 3 * day);
        done!(store.add_sign_in_link(&raced, day));
        let code = raced.code;
        let taken = at_once(&handles, 32, |store, _| async move {
            done!(store.take_sign_in_link(&code, day))
        });
        let taken = taken.await.into_iter();
        let first = taken.filter(|taken| *taken == TakenLink::By(raced.holder));
        assert_eq!(first.count(), 1, "it works once");
    }
    handles[1].close().await;
}
