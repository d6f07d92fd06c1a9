//! What was observed when tools were verified.

use candor_model::{
    DefinitionPin, Digest, DriftKind, DriftRecord, Hint, ObservedHint, QualifiedName, Verification,
};

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

/// What holds a tool back whose definition is the pinned one.
fn held(tool: &str) -> DriftRecord {
    let hash = Digest::of("definition");
    DriftRecord {
        name: QualifiedName::parse(tool).expect("a name"),
        renamed_from: None,
        pinned: Some(hash),
        found: DefinitionPin {
            name: QualifiedName::parse(tool).expect("a name"),
            hash,
            definition: "{}".into(),
            ref_id: Digest::of("ref"),
            at_micros: 7,
        },
        differences: vec!["readOnlyHint: it wrote `list.log`".to_owned()],
        loosens: false,
        quarantined: true,
    }
}

/// A tool is held back for what calls have shown, until they show the opposite, a person accepts
/// it, or it is forgotten.
pub(crate) async fn contradictions(case: StoreCase) {
    let store = &case.store;
    let drift = held("shop.list");
    assert_eq!(drift.kind(), DriftKind::Contradicted);
    done!(store.pin_first(std::slice::from_ref(&drift.found)));
    let found = [verification("shop.list", "it wrote `list.log`")];
    let verify = || change("verification.save", "shop.list");
    let save =
        async |held: &[DriftRecord]| done!(store.save_verifications(&found, held, &verify()));
    save(std::slice::from_ref(&drift)).await;
    assert_eq!(done!(store.drifts()), std::slice::from_ref(&drift));
    let accept = [change("drift.accept", "shop.list")];
    done!(store.accept_drifts(std::slice::from_ref(&drift), &accept));
    assert_eq!(done!(store.drifts()), []);
    assert_eq!(done!(store.pins()).len(), 1);

    save(std::slice::from_ref(&drift)).await;
    let mut honest = found.clone();
    honest[0].hints.clear();
    done!(store.save_verifications(&honest, &[], &verify()));
    assert_eq!(done!(store.drifts()), []);

    save(std::slice::from_ref(&drift)).await;
    let forget = change("verification.forget", "source shop");
    done!(store.forget_verifications(&name("shop"), &forget));
    assert_eq!(done!(store.drifts()), []);
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
    done!(store.save_verifications(&first, &[], &verify()));
    let mut read = done!(store.verifications());
    assert_eq!(&*read[0].hints[0].evidence, "it touched \u{fffd} `a`");
    read[0].hints[0].evidence = "it touched \0 `a`".into();
    assert_eq!(read, [first[1].clone(), first[0].clone()]);

    let mut again = verification("shop.list", "");
    again.hints.clear();
    again.scenario = None;
    done!(store.save_verifications(std::slice::from_ref(&again), &[], &verify()));
    assert_eq!(done!(store.verifications())[1], again);

    let huge = verification("shop.list", &"x".repeat(1 << 20));
    refused_as!(store.save_verifications(&[huge], &[], &verify()) => TooLarge { .. });
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
