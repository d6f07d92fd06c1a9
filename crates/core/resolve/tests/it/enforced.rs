//! Enforced hints are relied upon, whatever layer they come from.

use std::sync::Arc;

use candor_model::{
    AnnotationLayer, CallCondition, Hint, Opinion, Provenance, SourceTrust, SqlFlavour,
};
use candor_resolve::{EffectiveAnnotations, ToolLayers, explain, resolve_layers};
use serde_json::json;

use crate::say::{says, with_case};

fn enforced(declared: &Opinion, above: &[&Opinion]) -> EffectiveAnnotations {
    let effective = resolve_layers(&ToolLayers {
        inferred: &Opinion::default(),
        declared,
        above,
        trust: SourceTrust::Untrusted,
    });
    effective.enforced_by(&Arc::new(Provenance::enforced("enforced by the kernel")))
}

fn relied(effective: &EffectiveAnnotations) -> [Option<bool>; 3] {
    [Hint::ReadOnly, Hint::Destructive, Hint::OpenWorld]
        .map(|hint| effective.relied.hint(hint).map(|fact| fact.value))
}

#[test]
fn a_hint_of_an_untrusted_source_is_relied_upon() {
    let declared = says(AnnotationLayer::Declared, "+R");
    let effective = enforced(&declared, &[]);
    assert_eq!(relied(&effective), [Some(true), Some(false), None]);
    assert!(effective.is_enforced());
    assert_eq!(
        explain::relied(&effective.relied, Hint::ReadOnly),
        "read-only: true, verified: enforced by the kernel"
    );
    let closed = says(AnnotationLayer::Declared, "+R -O");
    assert_eq!(
        relied(&enforced(&closed, &[])),
        [Some(true), Some(false), Some(false)]
    );
}

#[test]
fn what_is_not_shown_to_be_read_only_is_as_it_was() {
    for words in ["", "-R", "+D", "-O"] {
        let declared = says(AnnotationLayer::Declared, words);
        let effective = enforced(&declared, &[]);
        assert!(!effective.is_enforced(), "{words}");
        assert!(!effective.relied.is_read_only(), "{words}");
        assert_ne!(relied(&effective)[2], Some(false), "{words}");
    }
}

#[test]
fn people_and_behaviour_have_the_last_word() {
    let declared = says(AnnotationLayer::Declared, "+R");
    for layer in [AnnotationLayer::Verified, AnnotationLayer::Override] {
        let above = says(layer, "-R");
        let effective = enforced(&declared, &[&above]);
        assert_eq!(relied(&effective)[0], Some(false), "{layer}");
        assert!(!effective.is_enforced(), "{layer}");
    }
}

#[test]
fn a_case_is_enforced_by_itself() {
    let is = |value: &str| CallCondition::text("action", value);
    let layer = AnnotationLayer::Declared;
    let declared = with_case(Opinion::default(), layer, &is("look"), "+R -D");
    let declared = with_case(declared, layer, &is("change"), "-R");
    let effective = enforced(&declared, &[]);
    assert!(!effective.is_enforced());
    let sql = |_: SqlFlavour, _: &str| false;
    let call = |action: &str| {
        let arguments = json!({"action": action});
        effective.for_call(&arguments, &sql).expect("it has cases")
    };
    assert!(call("look").is_enforced());
    assert!(call("look").relied.is_read_only());
    assert!(!call("change").is_enforced());
    assert!(!call("other").is_enforced());
}
