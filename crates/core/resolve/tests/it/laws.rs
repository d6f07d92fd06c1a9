//! Property tests for all opinions, including ones that users could not write.

use std::collections::{BTreeMap, BTreeSet};

use candor_model::{
    AnnotationLayer, CallCondition, FieldValue, Hint, HintProfile, JsonText, Opinion, OpinionField,
    SourceTrust, SqlFlavour,
};
use candor_resolve::{
    EffectiveAnnotations, EffectiveValue, Relied, ToolLayers, ValueOrigin, check_opinion,
    contradicts_itself, field_origins, resolve_layers, write_annotations,
};
use proptest::collection::btree_map;
use proptest::option::weighted;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::{prop_assert, prop_assert_eq, prop_assert_ne, proptest};
use serde_json::{Value, json};

use crate::say::provenance;

/// What is said in each layer, lowest first.
type LayerOpinions = [Opinion; 6];

fn say<T: Clone + std::fmt::Debug + 'static>(
    value: impl Strategy<Value = T> + 'static,
) -> impl Strategy<Value = FieldValue<T>> {
    prop_oneof![3 => value.prop_map(FieldValue::Set), 1 => Just(FieldValue::Clear)]
}

fn opinion(layer: AnnotationLayer) -> impl Strategy<Value = Opinion> {
    let hints = [(); 4].map(|()| weighted(0.5, say(any::<bool>())));
    let title = weighted(0.3, say("[a-c]{0,3}".prop_map(String::into_boxed_str)));
    let extra = btree_map("[a-c]", say("[0-9]".prop_map(JsonText::new)), 0..3);
    let case = [(); 4].map(|()| weighted(0.4, say(any::<bool>())));
    let cases = prop_oneof![Just(BTreeMap::new()), btree_map(condition(), case, 1..4),];
    (hints, title, extra, cases).prop_map(move |(hints, title, extra, cases)| {
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
        for (condition, hints) in cases {
            for (hint, say) in Hint::ALL.into_iter().zip(hints) {
                if let Some(value) = say {
                    let provenance = provenance.clone();
                    let statement = OpinionField { value, provenance };
                    opinion.set_case_hint(condition.clone(), hint, statement);
                }
            }
        }
        opinion
    })
}

/// One of few conditions, so that layers and arguments meet.
fn condition() -> impl Strategy<Value = CallCondition> {
    prop_oneof![
        "[ab]".prop_map(|value| CallCondition::text("action", value)),
        any::<bool>().prop_map(|value| CallCondition::truth("dry_run", value)),
        Just(CallCondition::reading_sql("query", SqlFlavour::Any)),
    ]
}

/// Arguments that meet some conditions, or nearly.
fn arguments() -> impl Strategy<Value = Value> {
    let action = weighted(
        0.8,
        prop_oneof![
            "[abcAB]".prop_map(Value::from),
            Just(json!(null)),
            Just(json!(["a"]))
        ],
    );
    let dry_run = weighted(
        0.7,
        prop_oneof![any::<bool>().prop_map(Value::from), Just(json!("true"))],
    );
    let query = weighted(
        0.7,
        prop_oneof![Just(json!("reads")), Just(json!("writes"))],
    );
    (action, dry_run, query).prop_map(|(action, dry_run, query)| {
        let members = [("action", action), ("dry_run", dry_run), ("query", query)];
        let given = members
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value?)));
        Value::Object(given.collect())
    })
}

/// What is relied upon in a call; of a tool without cases, what is relied upon in every call.
fn in_call(effective: &EffectiveAnnotations, arguments: &Value) -> EffectiveAnnotations {
    let sql = |_: SqlFlavour, text: &str| text == "reads";
    let selected = effective.for_call(arguments, &sql);
    selected.unwrap_or_else(|| effective.clone())
}

/// The laws of policy: nothing that is saved by believing a hint is saved more often.
fn is_no_looser(with: &Relied, without: &Relied) -> bool {
    (without.is_read_only() || !with.is_read_only())
        && (with.is_destructive() || !without.is_destructive())
        && (!without.destruction_unknown() || with.destruction_unknown() || with.is_destructive())
        && (without.is_idempotent() || !with.is_idempotent())
        && (with.may_reach_outside() || !without.may_reach_outside())
}

fn said() -> impl Strategy<Value = LayerOpinions> {
    AnnotationLayer::ALL.map(opinion)
}

fn effective(said: &LayerOpinions, trust: SourceTrust) -> EffectiveAnnotations {
    let [inferred, declared, verified, over, environment, toolset] = said;
    resolve_layers(&ToolLayers {
        inferred,
        declared,
        above: &[verified, over, environment, toolset],
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
        let [inferred, declared, verified, over, environment, toolset] = &said;
        let people = verified.clone().under(over).under(environment).under(toolset);
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
            let of_all = |fact: &&EffectiveValue<bool>| fact.origin.is_said() && !fact.origin.is_in_case();
            if let Some(fact) = shown.hint(hint).filter(of_all) {
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

        prop_assert!(is_no_looser(&with, &without));
    }

    #[test]
    fn no_case_of_an_untrusted_source_loosens_a_call(said in said(), arguments in arguments()) {
        let with = in_call(&effective(&said, SourceTrust::Untrusted), &arguments).relied;
        let mut silent = said;
        silent[AnnotationLayer::Declared as usize] = Opinion::default();
        let without = in_call(&effective(&silent, SourceTrust::Untrusted), &arguments).relied;
        prop_assert!(is_no_looser(&with, &without));
    }

    #[test]
    fn no_case_that_was_inferred_loosens_a_call(said in said(), arguments in arguments()) {
        let mut said = said;
        let inferred = &mut said[AnnotationLayer::Inferred as usize];
        // Evidence is applied where it raises a risk; the rest waits for a person's yes.
        for case in inferred.cases.values_mut() {
            for hint in Hint::ALL {
                let raises = |said: &OpinionField<bool>| said.value == FieldValue::Set(hint.careful());
                let kept = case.hint(hint).filter(|said| raises(said)).cloned();
                case.set_hint(hint, kept);
            }
        }
        let with = in_call(&effective(&said, SourceTrust::Trusted), &arguments).relied;
        said[AnnotationLayer::Inferred as usize].cases.clear();
        let without = in_call(&effective(&said, SourceTrust::Trusted), &arguments).relied;
        prop_assert!(is_no_looser(&with, &without));
    }

    #[test]
    fn no_call_is_worse_than_the_worst_case(said in said(), arguments in arguments()) {
        let worst = effective(&said, SourceTrust::Untrusted);
        let call = in_call(&worst, &arguments);
        prop_assert!(is_no_looser(&worst.relied, &call.relied));
        prop_assert_eq!(&call.confirm, &worst.confirm);
        for hints in [call.shown.hints(), call.relied.hints()] {
            if hints.get(Hint::ReadOnly) == Some(true) {
                prop_assert_eq!(hints.get(Hint::Destructive), Some(false));
            }
        }
    }

    #[test]
    fn a_call_is_safer_only_on_the_word_of_people_about_this_case(
        said in said(),
        arguments in arguments(),
    ) {
        let worst = effective(&said, SourceTrust::Untrusted);
        let call = in_call(&worst, &arguments);
        for hint in Hint::ALL {
            let (now, before) = (call.relied.hint(hint), worst.relied.hint(hint));
            let value = |fact: Option<&EffectiveValue<bool>>| fact.map(|fact| fact.value);
            if value(now) == Some(!hint.careful()) && value(before) != value(now) {
                let origin = &now.expect("it has a value").origin;
                prop_assert!(origin.provenance().layer > AnnotationLayer::Declared);
                let follows = matches!(origin, ValueOrigin::Follows { .. });
                prop_assert!(origin.is_in_case() || follows, "{hint:?}: {origin}");
            }
        }
    }

    #[test]
    fn arguments_that_meet_no_condition_are_the_worst_case(said in said()) {
        let worst = effective(&said, SourceTrust::Trusted);
        let odd = [
            json!({}),
            json!(null),
            json!({"action": null, "dry_run": null, "query": null}),
            json!({"action": ["a"], "dry_run": "true", "query": ["reads"]}),
            json!({"action": "A", "dry_run": 1, "query": "READS"}),
            json!({"action": "\u{430}", "dry_run": [true], "query": {"text": "reads"}}),
            json!({"action": "a ", "dry_run": {}, "query": "writes"}),
        ];
        for arguments in odd {
            let call = in_call(&worst, &arguments);
            prop_assert_eq!(&call.relied, &worst.relied, "{}", arguments);
            prop_assert_eq!(&call.shown, &worst.shown, "{}", arguments);
        }
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
            let fact = shown.hint(hint);
            let condition = fact.and_then(|fact| fact.origin.condition());
            if let Some(condition) = condition {
                prop_assert!(said.iter().any(|opinion| opinion.cases.contains_key(condition)));
            } else if let Some(value) = written.hints[hint.index()] {
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
