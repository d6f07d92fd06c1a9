//! Hints in words.

use std::sync::Arc;

use candor_model::{AnnotationAuthor, AnnotationLayer, Hint, Provenance, SourceTrust};
use candor_resolve::{EffectiveValue, ValueOrigin, explain};

use crate::say::settled;

use AnnotationLayer::{Declared, Inferred, Override};

#[test]
fn a_person_is_quoted_with_their_reason() {
    let provenance = Arc::new(Provenance {
        layer: Override,
        author: AnnotationAuthor::Person("ada".into()),
        about: Some("shop.*".into()),
        at_micros: None,
        why: Some("we never delete".into()),
    });
    let fact = EffectiveValue {
        value: true,
        origin: ValueOrigin::Said(provenance),
    };
    assert_eq!(
        explain::sentence(Hint::Destructive, Some(&fact)),
        "destructive: true, says override `shop.*` by ada: we never delete"
    );
    assert_eq!(
        explain::sentence(Hint::Idempotent, None),
        "idempotent: not set"
    );
}

#[test]
fn each_hint_is_explained_in_both_views() {
    let said = [(Inferred, "+I"), (Declared, "+R"), (Override, "~O")];
    let effective = settled(SourceTrust::Untrusted, &said);
    assert_eq!(
        Hint::ALL.map(|hint| explain::shown(&effective.shown, hint)),
        [
            "read-only: true, declared by source `shop`",
            "destructive: false, because it is read-only (declared by source `shop`)",
            "idempotent: true, inferred: GET",
            "open-world: not set, cleared by override `shop.*` by ada",
        ]
    );
    assert_eq!(
        Hint::ALL.map(|hint| explain::relied(&effective.relied, hint)),
        [
            "read-only: not set, ignored (untrusted source): declared by source `shop`",
            "destructive: not set",
            "idempotent: true, inferred: GET",
            "open-world: not set, cleared by override `shop.*` by ada",
        ]
    );
}

#[test]
fn a_hint_that_gave_way_says_to_whom() {
    let shown = settled(SourceTrust::Trusted, &[(Declared, "+R"), (Override, "+D")]).shown;
    assert_eq!(
        explain::shown(&shown, Hint::ReadOnly),
        "read-only: not set, because it is destructive (override `shop.*` by ada)"
    );
}
