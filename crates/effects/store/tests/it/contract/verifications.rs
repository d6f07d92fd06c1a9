//! What was observed when tools were verified.

use candor_model::{Digest, Hint, ObservedHint, QualifiedName, Verification};

use crate::{
    case::{StoreCase, done, name, refused_as},
    samples::{all_changes, change},
};

fn verification(tool: &str, evidence: &str) -> Verification {
    Verification {
        tool: QualifiedName::parse(tool).expect("a name"),
        definition: Digest::of("definition"),
        server_version: "1.2.0".into(),
        scenario: Some(Digest::of("scenario")),
        hints: vec![
            ObservedHint {
                hint: Hint::ReadOnly,
                value: false,
                contradicts: true,
                evidence: evidence.into(),
            },
            ObservedHint {
                hint: Hint::Idempotent,
                value: true,
                contradicts: false,
                evidence: "the second call of 4 changed nothing".into(),
            },
        ],
        by: "ada".into(),
        at_micros: 7,
    }
}

/// The latest verification of each tool is kept, and forgotten by source.
pub(crate) async fn verifications(case: StoreCase) {
    let store = &case.store;
    assert_eq!(done!(store.verifications()), []);
    let first = [
        verification("shop.list", "it wrote `list.log`"),
        verification("files.read", "it touched \0 `a`"),
    ];
    let verify = || change("verification.save", "2 tools");
    done!(store.save_verifications(&first, &verify()));
    let mut read = done!(store.verifications());
    assert_eq!(&*read[0].hints[0].evidence, "it touched \u{fffd} `a`");
    read[0].hints[0].evidence = "it touched \0 `a`".into();
    assert_eq!(read, [first[1].clone(), first[0].clone()]);

    let mut again = verification("shop.list", "");
    again.hints.clear();
    again.scenario = None;
    done!(store.save_verifications(std::slice::from_ref(&again), &verify()));
    assert_eq!(done!(store.verifications())[1], again);

    let huge = verification("shop.list", &"x".repeat(1 << 20));
    refused_as!(store.save_verifications(&[huge], &verify()) => TooLarge { .. });
    assert_eq!(done!(store.verifications())[1], again);

    let forget = || change("verification.forget", "source shop");
    assert_eq!(
        done!(store.forget_verifications(&name("shop"), &forget())),
        1
    );
    let before = all_changes(store).await.len();
    assert_eq!(
        done!(store.forget_verifications(&name("shop"), &forget())),
        0
    );
    assert_eq!(all_changes(store).await.len(), before, "there was nothing");
    assert_eq!(done!(store.verifications()).len(), 1);
}
