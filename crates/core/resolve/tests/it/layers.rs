//! Whom a field is heard from.

use candor_model::{AnnotationLayer, FieldValue, Hint, Opinion, SourceTrust};
use candor_resolve::{Shown, ToolLayers, UnsetReason, resolve_layers};

use crate::say::{provenance, says, settled, spelled, titled, with_extra};

use AnnotationLayer::{Declared, Environment, Inferred, Override, Toolset, Verified};

#[test]
fn the_highest_layer_is_heard_field_by_field() {
    for (said, expect) in [
        // What an HTTP method implies, without any other layer.
        (&[(Inferred, "+R -D +I")][..], "+R -D +I"),
        (&[(Inferred, "-R +D +I")], "-R +D +I"),
        // The explicit overrides the inferred, and only where it speaks.
        (&[(Inferred, "+R -D +I"), (Declared, "-R")], "-R -D +I"),
        (&[(Inferred, "-R -D -I"), (Declared, "+D")], "-R +D -I"),
        (&[(Inferred, "-R -D -I"), (Override, "+R +I")], "+R -D +I"),
        // Each layer above the one below.
        (&[(Declared, "-I"), (Override, "+I")], "+I"),
        (&[(Override, "-I"), (Environment, "+I")], "+I"),
        (&[(Environment, "-I"), (Toolset, "+I")], "+I"),
        (&[(Inferred, "+O"), (Toolset, "-O")], "-O"),
        // All at once, each deciding something.
        (
            &[
                (Inferred, "-R -D -I -O"),
                (Declared, "-R -D -I +O"),
                (Override, "-R -D +I"),
                (Environment, "-R +D"),
            ],
            "-R +D +I +O",
        ),
        // Clearing is a word of its own, and can itself be overruled.
        (&[(Declared, "+I +O"), (Override, "~I")], "+O"),
        (&[(Declared, "+I"), (Override, "~I"), (Toolset, "-I")], "-I"),
        (&[], ""),
    ] {
        let effective = settled(SourceTrust::Trusted, said);
        assert_eq!(spelled(effective.shown.hints()), expect, "{said:?}");
        assert_eq!(spelled(effective.relied.hints()), expect, "{said:?}");
    }
}

#[test]
fn an_untrusted_source_is_shown_and_only_heard_where_it_warns() {
    for (said, shown, relied) in [
        (&[(Declared, "+R +I -O")][..], "+R -D +I -O", ""),
        (&[(Declared, "-R +D -I +O")], "-R +D -I +O", "-R +D -I +O"),
        // Evidence stays; a claim against it is shown and not relied upon.
        (&[(Inferred, "+D"), (Declared, "-D")], "-D", "+D"),
        (&[(Inferred, "+D"), (Declared, "+R")], "+R -D", "+D"),
        (&[(Inferred, "+D"), (Declared, "~D")], "", "+D"),
        (
            &[(Inferred, "+R -D +I"), (Declared, "-R")],
            "-R -D +I",
            "-R -D +I",
        ),
        (
            &[(Inferred, "+R -D +I"), (Declared, "+D -I")],
            "+D -I",
            "+D -I",
        ),
        // What was observed counts whatever the source is worth, and people may say otherwise.
        (
            &[(Declared, "+R +I"), (Verified, "+R")],
            "+R -D +I",
            "+R -D",
        ),
        (&[(Declared, "+R"), (Verified, "-R +D")], "-R +D", "-R +D"),
        (&[(Inferred, "-R"), (Verified, "+R")], "+R -D", "+R -D"),
        (&[(Verified, "-R +D"), (Override, "-D")], "-R -D", "-R -D"),
        // A person vouches, or says otherwise.
        (
            &[(Declared, "+R +I"), (Override, "+R")],
            "+R -D +I",
            "+R -D",
        ),
        (&[(Declared, "+D"), (Toolset, "-D")], "-D", "-D"),
        (&[(Declared, "+O"), (Override, "~O")], "", ""),
    ] {
        let effective = settled(SourceTrust::Untrusted, said);
        assert_eq!(spelled(effective.shown.hints()), shown, "{said:?}");
        assert_eq!(spelled(effective.relied.hints()), relied, "{said:?}");
    }
}

#[test]
fn unset_is_never_read_as_safe() {
    let relied = settled(SourceTrust::Untrusted, &[(Declared, "+R -D +I -O")]).relied;
    assert!(!relied.is_read_only());
    assert!(!relied.is_destructive());
    assert!(relied.destruction_unknown());
    assert!(!relied.is_idempotent());
    assert!(relied.may_reach_outside());

    let relied = settled(SourceTrust::Trusted, &[(Declared, "+R +I -O")]).relied;
    assert!(relied.is_read_only());
    assert!(!relied.destruction_unknown());
    assert!(relied.is_idempotent());
    assert!(!relied.may_reach_outside());

    let relied = settled(SourceTrust::Untrusted, &[(Declared, "+D")]).relied;
    assert!(relied.is_destructive());
    assert!(!relied.destruction_unknown());
}

#[test]
fn every_fact_knows_who_said_it() {
    let said = [(Inferred, "+R +I"), (Declared, "-I"), (Environment, "-O")];
    let shown = settled(SourceTrust::Trusted, &said).shown;
    let layer = |hint| shown.hint(hint).map(|fact| fact.origin.provenance().layer);
    assert_eq!(layer(Hint::ReadOnly), Some(Inferred));
    assert_eq!(layer(Hint::Destructive), Some(Inferred));
    assert_eq!(layer(Hint::Idempotent), Some(Declared));
    assert_eq!(layer(Hint::OpenWorld), Some(Environment));
    let said = |hint| shown.hint(hint).map(|fact| fact.origin.is_said());
    assert_eq!(said(Hint::Destructive), Some(false));
    assert_eq!(said(Hint::OpenWorld), Some(true));
}

#[test]
fn what_is_unset_knows_why() {
    let said = [(Declared, "+I +O"), (Override, "~O")];
    let effective = settled(SourceTrust::Untrusted, &said);
    let (shown, relied) = (effective.shown, effective.relied);
    assert_eq!(shown.unset(Hint::ReadOnly), Some(&UnsetReason::Unspecified));
    assert_eq!(shown.unset(Hint::Idempotent), None);
    let cleared = UnsetReason::Cleared(provenance(Override));
    assert_eq!(shown.unset(Hint::OpenWorld), Some(&cleared));
    assert_eq!(relied.unset(Hint::OpenWorld), Some(&cleared));
    let silenced = UnsetReason::NotReliedUpon(provenance(Declared));
    assert_eq!(relied.unset(Hint::Idempotent), Some(&silenced));
    assert_eq!(
        relied.unset(Hint::Destructive),
        Some(&UnsetReason::Unspecified)
    );
}

#[test]
fn a_title_is_set_overruled_and_cleared() {
    let title = |layer, text| titled(Opinion::default(), layer, text);
    let inferred = title(Inferred, Some("Look Up"));
    let declared = title(Declared, Some("Look Up Product"));
    let mine = title(Override, Some("Find"));
    let none = title(Toolset, None);
    let heard = |declared: &Opinion, above: &[&Opinion]| {
        let shown = shown(&inferred, declared, above);
        shown
            .title()
            .map(|fact| (fact.value.to_string(), fact.origin.provenance().layer))
    };
    let is = |title: &str, layer| Some((title.to_owned(), layer));
    assert_eq!(heard(&Opinion::default(), &[]), is("Look Up", Inferred));
    assert_eq!(heard(&declared, &[]), is("Look Up Product", Declared));
    assert_eq!(heard(&declared, &[&mine]), is("Find", Override));
    assert_eq!(heard(&declared, &[&mine, &none]), None);
}

#[test]
fn further_members_of_the_source_are_not_copied() {
    let declared = with_extra(says(Declared, "+R"), Declared, "audience", Some("\"all\""));
    let declared = with_extra(declared, Declared, "cost", Some("3"));
    let mine = with_extra(Opinion::default(), Override, "cost", Some("5"));
    let mine = with_extra(mine, Override, "owner", Some("\"ada\""));
    let there = with_extra(Opinion::default(), Toolset, "owner", None);

    let shown = shown(&Opinion::default(), &declared, &[&mine, &there]);
    let said = shown
        .extra()
        .map(|(key, statement)| (key, statement.value.clone()))
        .collect::<Vec<_>>();
    let five = candor_model::JsonText::new("5");
    assert_eq!(
        said,
        [
            ("cost", FieldValue::Set(five)),
            ("owner", FieldValue::Clear)
        ]
    );
    let fields = shown
        .fields()
        .map(|(field, origin)| (field, origin.provenance().layer))
        .collect::<Vec<_>>();
    assert_eq!(
        fields,
        [
            ("readOnlyHint", Declared),
            ("destructiveHint", Declared),
            ("audience", Declared),
            ("cost", Override),
        ]
    );
}

fn shown(inferred: &Opinion, declared: &Opinion, above: &[&Opinion]) -> Shown {
    let trust = SourceTrust::Untrusted;
    let layers = ToolLayers {
        inferred,
        declared,
        above,
        trust,
    };
    resolve_layers(&layers).shown
}
