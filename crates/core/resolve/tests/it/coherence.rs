//! Read-only and destructive exclude each other.

use candor_model::{AnnotationLayer, Hint, Opinion, SourceTrust};
use candor_resolve::{ToolLayers, UnsetReason, ValueOrigin, contradicts_itself, resolve_layers};

use crate::say::{provenance, says, settled, spelled};

use AnnotationLayer::{Declared, Environment, Inferred, Override, Toolset};

#[test]
fn of_two_layers_the_higher_stays_and_of_one_the_destructive() {
    for (said, expect) in [
        // One layer: the careful reading.
        (&[(Declared, "+R +D")][..], "+D"),
        (&[(Inferred, "+R +D")], "+D"),
        (&[(Override, "+R +D")], "+D"),
        // Two layers: the higher one, whichever it says.
        (&[(Inferred, "+D"), (Declared, "+R")], "+R -D"),
        (&[(Inferred, "+R"), (Declared, "+D")], "+D"),
        (&[(Declared, "+D"), (Override, "+R")], "+R -D"),
        (&[(Declared, "+R"), (Override, "+D")], "+D"),
        (&[(Override, "+R"), (Environment, "+D")], "+D"),
        (&[(Environment, "+D"), (Toolset, "+R")], "+R -D"),
        // A contradiction below, settled from above.
        (&[(Declared, "+R +D"), (Override, "+R")], "+R -D"),
        (&[(Declared, "+R +D"), (Override, "-D")], "+R -D"),
        (&[(Declared, "+R +D"), (Override, "~D")], "+R -D"),
        (&[(Declared, "+R +D"), (Override, "~R")], "+D"),
        (&[(Declared, "+R +D"), (Override, "-R")], "-R +D"),
        // What is read-only destroys nothing; what is not may or may not.
        (&[(Declared, "+R")], "+R -D"),
        (&[(Declared, "+R -D")], "+R -D"),
        (&[(Declared, "+R"), (Toolset, "~D")], "+R -D"),
        (&[(Declared, "-R")], "-R"),
        (&[(Declared, "-D")], "-D"),
        (&[(Declared, "+D")], "+D"),
        (&[(Declared, "-R -D")], "-R -D"),
        (&[(Declared, "+R"), (Override, "~R")], ""),
    ] {
        let effective = settled(SourceTrust::Trusted, said);
        assert_eq!(spelled(effective.shown.hints()), expect, "{said:?}");
        assert_eq!(spelled(effective.relied.hints()), expect, "{said:?}");
    }
}

#[test]
fn two_entries_of_one_layer_are_one_layer() {
    let (wide, narrow) = (says(Override, "+D"), says(Override, "+R"));
    let nothing = Opinion::default();
    let shown = resolve_layers(&ToolLayers {
        inferred: &nothing,
        declared: &nothing,
        above: &[&wide, &narrow],
        trust: SourceTrust::Trusted,
    })
    .shown;
    assert_eq!(spelled(shown.hints()), "+D");
}

#[test]
fn the_views_are_coherent_each_for_itself() {
    // Shown, the source's read-only is above the evidence. Policy hears only the evidence.
    let effective = settled(
        SourceTrust::Untrusted,
        &[(Inferred, "+D"), (Declared, "+R")],
    );
    assert_eq!(spelled(effective.shown.hints()), "+R -D");
    assert_eq!(spelled(effective.relied.hints()), "+D");
    // An untrusted contradiction is a warning.
    let effective = settled(SourceTrust::Untrusted, &[(Declared, "+R +D")]);
    assert_eq!(spelled(effective.shown.hints()), "+D");
    assert_eq!(spelled(effective.relied.hints()), "+D");
}

#[test]
fn what_follows_and_what_gave_way_is_told() {
    let shown = settled(SourceTrust::Trusted, &[(Inferred, "+D"), (Override, "+R")]).shown;
    let destructive = shown.hint(Hint::Destructive).expect("it follows");
    assert_eq!(
        destructive.origin,
        ValueOrigin::Follows {
            from: Hint::ReadOnly,
            provenance: provenance(Override),
        }
    );
    let shown = settled(SourceTrust::Trusted, &[(Inferred, "+R"), (Override, "+D")]).shown;
    let gave_way = UnsetReason::Contradicted {
        said: provenance(Inferred),
        by: provenance(Override),
    };
    assert_eq!(shown.unset(Hint::ReadOnly), Some(&gave_way));
}

#[test]
fn a_contradiction_is_both_true_and_nothing_less() {
    for (words, expect) in [
        ("+R +D", true),
        ("+R -D", false),
        ("-R +D", false),
        ("+R ~D", false),
        ("+R", false),
        ("+D +I +O", false),
        ("", false),
    ] {
        assert_eq!(
            contradicts_itself(&says(Declared, words)),
            expect,
            "{words}"
        );
    }
}
