//! Laws that hold for all opinions, also for those that nobody could write.

use std::collections::{BTreeMap, BTreeSet};

use candor_model::{
    AnnotationLayer, FieldValue, Hint, HintProfile, JsonText, Opinion, OpinionField, SourceTrust,
};
use candor_resolve::{
    EffectiveAnnotations, ToolLayers, check_opinion, contradicts_itself, field_origins,
    resolve_layers, write_annotations,
};
use proptest::collection::btree_map;
use proptest::option::weighted;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::{prop_assert, prop_assert_eq, prop_assert_ne, proptest};

use crate::say::provenance;

/// What is said in each layer, lowest first.
type LayerOpinions = [Opinion; 5];

fn say<T: Clone + std::fmt::Debug + 'static>(
    value: impl Strategy<Value = T> + 'static,
) -> impl Strategy<Value = FieldValue<T>> {
    prop_oneof![3 => value.prop_map(FieldValue::Set), 1 => Just(FieldValue::Clear)]
}

fn opinion(layer: AnnotationLayer) -> impl Strategy<Value = Opinion> {
    let hints = [(); 4].map(|()| weighted(0.5, say(any::<bool>())));
    let title = weighted(0.3, say("[a-c]{0,3}".prop_map(String::into_boxed_str)));
    let extra = btree_map("[a-c]", say("[0-9]".prop_map(JsonText::new)), 0..3);
    (hints, title, extra).prop_map(move |(hints, title, extra)| {
        let provenance = provenance(layer);
        let mut opinion = Opinion::default();
        for (hint, say) in Hint::ALL.into_iter().zip(hints) {
            let provenance = provenance.clone();
            opinion.set_hint(
                hint,
                say.map(|say| OpinionField {
                    value: say,
                    provenance,
                }),
            );
        }
        opinion.title = title.map(|say| OpinionField {
            value: say,
            provenance: provenance.clone(),
        });
        opinion.extra = extra
            .into_iter()
            .map(|(key, say)| {
                let provenance = provenance.clone();
                (
                    key.into_boxed_str(),
                    OpinionField {
                        value: say,
                        provenance,
                    },
                )
            })
            .collect::<BTreeMap<_, _>>();
        opinion
    })
}

fn said() -> impl Strategy<Value = LayerOpinions> {
    AnnotationLayer::ALL.map(opinion)
}

fn effective(said: &LayerOpinions, trust: SourceTrust) -> EffectiveAnnotations {
    let [inferred, declared, over, environment, toolset] = said;
    resolve_layers(&ToolLayers {
        inferred,
        declared,
        above: &[over, environment, toolset],
        trust,
    })
}

/// The highest statement about a hint, before any coherence.
fn heard(said: &LayerOpinions, hint: Hint) -> Option<&OpinionField<bool>> {
    said.iter().rev().find_map(|opinion| opinion.hint(hint))
}

/// The names of the fields that have a value, found the slow way: all layers in one opinion.
fn expected_fields(said: &LayerOpinions, effective: &EffectiveAnnotations) -> BTreeSet<String> {
    let all = said.iter().fold(Opinion::default(), Opinion::under);
    let hints = effective.shown.hints();
    let mut fields = hints
        .iter()
        .map(|(hint, _)| hint.wire().to_owned())
        .collect::<BTreeSet<_>>();
    if matches!(&all.title, Some(title) if title.value != FieldValue::Clear) {
        fields.insert("title".to_owned());
    }
    for (key, statement) in &all.extra {
        if statement.value != FieldValue::Clear {
            fields.insert(key.to_string());
        }
    }
    fields
}

proptest! {
    #[test]
    fn merging_is_associative(
        a in opinion(AnnotationLayer::Declared),
        b in opinion(AnnotationLayer::Override),
        c in opinion(AnnotationLayer::Toolset),
    ) {
        let left = a.clone().under(&b).under(&c);
        let right = a.under(&b.under(&c));
        prop_assert_eq!(left, right);
    }

    #[test]
    fn saying_nothing_is_neutral(a in opinion(AnnotationLayer::Override)) {
        let nothing = Opinion::default();
        prop_assert_eq!(a.clone().under(&nothing), a.clone());
        prop_assert_eq!(nothing.under(&a), a);
    }

    #[test]
    fn people_merged_beforehand_are_heard_the_same(said in said(), trusted in any::<bool>()) {
        let trust = if trusted { SourceTrust::Trusted } else { SourceTrust::Untrusted };
        let [inferred, declared, over, environment, toolset] = &said;
        let people = over.clone().under(environment).under(toolset);
        let merged = resolve_layers(&ToolLayers { inferred, declared, above: &[&people], trust });
        prop_assert_eq!(merged, effective(&said, trust));
    }

    #[test]
    fn provenance_covers_exactly_the_effective_fields(said in said()) {
        let effective = effective(&said, SourceTrust::Untrusted);
        let told = field_origins(&effective.shown);
        let names = told.iter().map(|(name, _)| (*name).to_owned()).collect::<BTreeSet<_>>();
        prop_assert_eq!(names.len(), told.len(), "a field is told twice");
        prop_assert_eq!(names, expected_fields(&said, &effective));
    }

    #[test]
    fn a_fact_that_was_said_was_said_by_the_highest(said in said()) {
        let shown = effective(&said, SourceTrust::Untrusted).shown;
        for hint in Hint::ALL {
            if let Some(fact) = shown.hint(hint).filter(|fact| fact.origin.is_said()) {
                let statement = heard(&said, hint).expect("somebody said it");
                prop_assert_eq!(&statement.value, &FieldValue::Set(fact.value));
                prop_assert_eq!(&statement.provenance, fact.origin.provenance());
            }
        }
    }

    #[test]
    fn an_untrusted_source_never_loosens_policy(said in said()) {
        let with = effective(&said, SourceTrust::Untrusted).relied;
        let mut silent = said;
        silent[AnnotationLayer::Declared as usize] = Opinion::default();
        let without = effective(&silent, SourceTrust::Untrusted).relied;

        prop_assert!(without.is_read_only() || !with.is_read_only());
        prop_assert!(with.is_destructive() || !without.is_destructive());
        if without.destruction_unknown() {
            prop_assert!(with.destruction_unknown() || with.is_destructive());
        }
        prop_assert!(without.is_idempotent() || !with.is_idempotent());
        prop_assert!(with.may_reach_outside() || !without.may_reach_outside());
    }

    #[test]
    fn trust_is_what_makes_the_views_one(said in said()) {
        let trusted = effective(&said, SourceTrust::Trusted);
        prop_assert_eq!(trusted.relied.hints(), trusted.shown.hints());
        for hint in Hint::ALL {
            prop_assert_eq!(trusted.relied.hint(hint), trusted.shown.hint(hint));
        }
        let untrusted = effective(&said, SourceTrust::Untrusted);
        prop_assert_eq!(untrusted.shown, trusted.shown);
    }

    #[test]
    fn both_views_are_coherent(said in said()) {
        let EffectiveAnnotations { shown, relied, .. } = effective(&said, SourceTrust::Untrusted);
        for hints in [shown.hints(), relied.hints()] {
            if hints.get(Hint::ReadOnly) == Some(true) {
                prop_assert_eq!(hints.get(Hint::Destructive), Some(false));
            }
        }
        // A hint has either a value or a reason for having none.
        for hint in Hint::ALL {
            prop_assert_ne!(shown.hint(hint).is_some(), shown.unset(hint).is_some());
            prop_assert_ne!(relied.hint(hint).is_some(), relied.unset(hint).is_some());
        }
    }

    #[test]
    fn known_writes_only_what_was_set(said in said()) {
        let shown = effective(&said, SourceTrust::Untrusted).shown;
        let written = write_annotations(&shown, HintProfile::Known);
        for hint in Hint::ALL {
            if let Some(value) = written.hints[hint.index()] {
                let set = heard(&said, hint).map(|statement| &statement.value);
                prop_assert_eq!(set, Some(&FieldValue::Set(value)));
            }
        }
        for (key, value) in written.extra {
            let by_others = |layer: &&Opinion| layer.extra.contains_key(&key);
            let highest = said.iter().rev().find(by_others).expect("somebody said it");
            let set = match &highest.extra[&key].value {
                FieldValue::Set(json) => Some(json.clone()),
                FieldValue::Clear => None,
            };
            prop_assert_eq!(value, set);
        }
    }

    #[test]
    fn profiles_add_and_never_change(said in said()) {
        let shown = effective(&said, SourceTrust::Untrusted).shown;
        let known = write_annotations(&shown, HintProfile::Known);
        for profile in HintProfile::ALL {
            let written = write_annotations(&shown, profile);
            prop_assert_eq!(&written.title, &known.title);
            prop_assert_eq!(&written.extra, &known.extra);
            for hint in Hint::ALL {
                let value = written.hints[hint.index()];
                if known.hints[hint.index()].is_some() {
                    prop_assert_eq!(value, known.hints[hint.index()]);
                }
            }
            let both = [Hint::ReadOnly, Hint::Destructive].map(|hint| written.hints[hint.index()]);
            prop_assert!(both != [Some(true); 2], "{} contradicts itself", profile);
        }
        prop_assert!(write_annotations(&shown, HintProfile::Explicit).hints.iter().all(Option::is_some));
    }

    #[test]
    fn a_contradiction_is_always_refused(opinion in opinion(AnnotationLayer::Override)) {
        if contradicts_itself(&opinion) {
            prop_assert!(check_opinion(&opinion).is_err());
        }
    }
}
