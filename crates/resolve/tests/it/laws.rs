//! Laws that hold for all opinions, also for those that nobody could write.

use std::collections::{BTreeMap, BTreeSet};

use candor_model::{Hint, JsonText, Layer, Opinion, Profile, Say, Statement, Trust};
use candor_resolve::{Effective, Layers, check, contradiction, provenance, settle, write};
use proptest::collection::btree_map;
use proptest::option::weighted;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::{prop_assert, prop_assert_eq, prop_assert_ne, proptest};

use crate::say::voice;

/// What is said in each layer, lowest first.
type Said = [Opinion; 5];

fn say<T: Clone + std::fmt::Debug + 'static>(
    value: impl Strategy<Value = T> + 'static,
) -> impl Strategy<Value = Say<T>> {
    prop_oneof![3 => value.prop_map(Say::Set), 1 => Just(Say::Clear)]
}

fn opinion(layer: Layer) -> impl Strategy<Value = Opinion> {
    let hints = [(); 4].map(|()| weighted(0.5, say(any::<bool>())));
    let title = weighted(0.3, say("[a-c]{0,3}".prop_map(String::into_boxed_str)));
    let extra = btree_map("[a-c]", say("[0-9]".prop_map(JsonText::new)), 0..3);
    (hints, title, extra).prop_map(move |(hints, title, extra)| {
        let voice = voice(layer);
        let mut opinion = Opinion::default();
        for (hint, say) in Hint::ALL.into_iter().zip(hints) {
            let voice = voice.clone();
            opinion.set_hint(hint, say.map(|say| Statement { say, voice }));
        }
        opinion.title = title.map(|say| Statement {
            say,
            voice: voice.clone(),
        });
        opinion.extra = extra
            .into_iter()
            .map(|(key, say)| {
                let voice = voice.clone();
                (key.into_boxed_str(), Statement { say, voice })
            })
            .collect::<BTreeMap<_, _>>();
        opinion
    })
}

fn said() -> impl Strategy<Value = Said> {
    Layer::ALL.map(opinion)
}

fn effective(said: &Said, trust: Trust) -> Effective {
    let [inferred, declared, over, environment, toolset] = said;
    settle(&Layers {
        inferred,
        declared,
        above: &[over, environment, toolset],
        trust,
    })
}

/// The highest statement about a hint, before any coherence.
fn heard(said: &Said, hint: Hint) -> Option<&Statement<bool>> {
    said.iter().rev().find_map(|opinion| opinion.hint(hint))
}

/// The names of the fields that have a value, found the slow way: all layers in one opinion.
fn expected_fields(said: &Said, effective: &Effective) -> BTreeSet<String> {
    let all = said.iter().fold(Opinion::default(), Opinion::under);
    let hints = effective.shown.hints();
    let mut fields = hints
        .iter()
        .map(|(hint, _)| hint.wire().to_owned())
        .collect::<BTreeSet<_>>();
    if matches!(&all.title, Some(title) if title.say != Say::Clear) {
        fields.insert("title".to_owned());
    }
    for (key, statement) in &all.extra {
        if statement.say != Say::Clear {
            fields.insert(key.to_string());
        }
    }
    fields
}

proptest! {
    #[test]
    fn merging_is_associative(
        a in opinion(Layer::Declared),
        b in opinion(Layer::Override),
        c in opinion(Layer::Toolset),
    ) {
        let left = a.clone().under(&b).under(&c);
        let right = a.under(&b.under(&c));
        prop_assert_eq!(left, right);
    }

    #[test]
    fn saying_nothing_is_neutral(a in opinion(Layer::Override)) {
        let nothing = Opinion::default();
        prop_assert_eq!(a.clone().under(&nothing), a.clone());
        prop_assert_eq!(nothing.under(&a), a);
    }

    #[test]
    fn people_merged_beforehand_are_heard_the_same(said in said(), trusted in any::<bool>()) {
        let trust = if trusted { Trust::Trusted } else { Trust::Untrusted };
        let [inferred, declared, over, environment, toolset] = &said;
        let people = over.clone().under(environment).under(toolset);
        let merged = settle(&Layers { inferred, declared, above: &[&people], trust });
        prop_assert_eq!(merged, effective(&said, trust));
    }

    #[test]
    fn provenance_covers_exactly_the_effective_fields(said in said()) {
        let effective = effective(&said, Trust::Untrusted);
        let told = provenance(&effective.shown);
        let names = told.iter().map(|(name, _)| (*name).to_owned()).collect::<BTreeSet<_>>();
        prop_assert_eq!(names.len(), told.len(), "a field is told twice");
        prop_assert_eq!(names, expected_fields(&said, &effective));
    }

    #[test]
    fn a_fact_that_was_said_was_said_by_the_highest(said in said()) {
        let shown = effective(&said, Trust::Untrusted).shown;
        for hint in Hint::ALL {
            if let Some(fact) = shown.hint(hint).filter(|fact| fact.origin.is_said()) {
                let statement = heard(&said, hint).expect("somebody said it");
                prop_assert_eq!(&statement.say, &Say::Set(fact.value));
                prop_assert_eq!(&statement.voice, fact.origin.voice());
            }
        }
    }

    #[test]
    fn an_untrusted_source_never_loosens_policy(said in said()) {
        let with = effective(&said, Trust::Untrusted).relied;
        let mut silent = said;
        silent[Layer::Declared as usize] = Opinion::default();
        let without = effective(&silent, Trust::Untrusted).relied;

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
        let trusted = effective(&said, Trust::Trusted);
        prop_assert_eq!(trusted.relied.hints(), trusted.shown.hints());
        for hint in Hint::ALL {
            prop_assert_eq!(trusted.relied.hint(hint), trusted.shown.hint(hint));
        }
        let untrusted = effective(&said, Trust::Untrusted);
        prop_assert_eq!(untrusted.shown, trusted.shown);
    }

    #[test]
    fn both_views_are_coherent(said in said()) {
        let Effective { shown, relied, .. } = effective(&said, Trust::Untrusted);
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
        let shown = effective(&said, Trust::Untrusted).shown;
        let written = write(&shown, Profile::Known);
        for hint in Hint::ALL {
            if let Some(value) = written.hints[hint.index()] {
                let set = heard(&said, hint).map(|statement| &statement.say);
                prop_assert_eq!(set, Some(&Say::Set(value)));
            }
        }
        for (key, value) in written.extra {
            let by_others = |layer: &&Opinion| layer.extra.contains_key(&key);
            let highest = said.iter().rev().find(by_others).expect("somebody said it");
            let set = match &highest.extra[&key].say {
                Say::Set(json) => Some(json.clone()),
                Say::Clear => None,
            };
            prop_assert_eq!(value, set);
        }
    }

    #[test]
    fn profiles_add_and_never_change(said in said()) {
        let shown = effective(&said, Trust::Untrusted).shown;
        let known = write(&shown, Profile::Known);
        for profile in Profile::ALL {
            let written = write(&shown, *profile);
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
        prop_assert!(write(&shown, Profile::Explicit).hints.iter().all(Option::is_some));
    }

    #[test]
    fn a_contradiction_is_always_refused(opinion in opinion(Layer::Override)) {
        if contradiction(&opinion) {
            prop_assert!(check(&opinion).is_err());
        }
    }
}
