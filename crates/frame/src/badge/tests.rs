//! One vocabulary: complete, unambiguous, and first of all one of the four natures.

use std::collections::BTreeSet;

use super::*;

/// Every combination of what hints and the three other facts may be.
fn natures() -> Vec<Nature> {
    let values = [None, Some(true), Some(false)];
    let mut natures = Vec::new();
    for number in 0..81_usize {
        let mut hints = Hints::default();
        for (at, hint) in (0..).zip(Hint::ALL) {
            hints.set(hint, values[number / 3_usize.pow(at) % 3]);
        }
        for facts in 0..8 {
            natures.push(Nature {
                hints,
                untrusted: facts & 1 > 0,
                drifted: facts & 2 > 0,
                overridden: facts & 4 > 0,
            });
        }
    }
    natures
}

#[test]
fn every_badge_differs_from_every_other() {
    let all = Badge::ALL;
    for of in [Badge::word, Badge::meaning, Badge::class, Badge::sign] {
        let texts: BTreeSet<_> = all.into_iter().map(of).collect();
        assert_eq!(texts.len(), all.len(), "{texts:?}");
        assert!(!texts.contains(""));
    }
    for badge in all {
        assert!(badge.meaning().ends_with('.'), "{badge:?}");
        assert!(badge.class().starts_with("is-"), "{badge:?}");
    }
}

#[test]
fn the_first_badge_is_one_of_the_four_natures_and_no_other_is() {
    let four = [
        Badge::ReadOnly,
        Badge::Additive,
        Badge::Destructive,
        Badge::Unset,
    ];
    let natures = natures();
    assert_eq!(natures.len(), 648);
    let mut seen = BTreeSet::new();
    for nature in natures {
        let badges: Vec<_> = nature.badges().collect();
        assert!(four.contains(&badges[0]), "{nature:?}");
        assert!(badges[1..].iter().all(|badge| !four.contains(badge)));
        let places = badges
            .iter()
            .map(|badge| Badge::ALL.iter().position(|one| one == badge));
        let rest: Vec<_> = places.skip(1).collect();
        assert!(rest.is_sorted(), "{nature:?}: the order of the legend");
        seen.extend(badges.into_iter().map(Badge::word));
        // What warns is never hidden behind what soothes.
        let warns = nature.hints.get(Hint::Destructive) == Some(true);
        assert_eq!(nature.behaviour() == Behaviour::Destructive, warns);
        assert_eq!(badges_say(nature, Badge::Untrusted), nature.untrusted);
        assert_eq!(badges_say(nature, Badge::Drifted), nature.drifted);
        assert_eq!(badges_say(nature, Badge::Overridden), nature.overridden);
        let repeats = nature.hints.get(Hint::Idempotent) == Some(true);
        let reads = nature.behaviour() == Behaviour::Safe;
        assert_eq!(badges_say(nature, Badge::Idempotent), repeats && !reads);
    }
    assert_eq!(seen.len(), Badge::ALL.len());
}

fn badges_say(nature: Nature, badge: Badge) -> bool {
    nature.badges().any(|one| one == badge)
}

#[test]
fn natures_are_told_from_hints() {
    for (read_only, destructive, expect) in [
        (None, None, Behaviour::Unset),
        (None, Some(true), Behaviour::Destructive),
        (None, Some(false), Behaviour::Modifying),
        (Some(true), None, Behaviour::Safe),
        (Some(true), Some(true), Behaviour::Destructive),
        (Some(true), Some(false), Behaviour::Safe),
        (Some(false), None, Behaviour::Unset),
        (Some(false), Some(true), Behaviour::Destructive),
        (Some(false), Some(false), Behaviour::Modifying),
    ] {
        let mut hints = Hints::default();
        hints.set(Hint::ReadOnly, read_only);
        hints.set(Hint::Destructive, destructive);
        let nature = Nature {
            hints,
            ..Nature::default()
        };
        assert_eq!(nature.behaviour(), expect, "{read_only:?} {destructive:?}");
    }
    for behaviour in Behaviour::ALL {
        assert_eq!(Behaviour::parse(behaviour.key()), Some(behaviour));
    }
    assert_eq!(Behaviour::parse("Safe"), None);
}

#[test]
fn signs_keep_their_words_for_those_who_hear_them() {
    let nature = Nature {
        untrusted: true,
        ..Nature::default()
    };
    let (long, short, folding) = (
        Badges::of(nature).to_string(),
        Badges::signs(nature).to_string(),
        Badges::folding(nature).to_string(),
    );
    for (text, word) in [
        (&long, "</svg>Unset</span>"),
        (&long, "</svg>Untrusted</span>"),
        (&short, "role=\"img\" aria-label=\"Unset\""),
        (&short, "title=\"Untrusted\""),
        (&folding, "</svg>Untrusted</span>"),
        (&folding, "title=\"Untrusted\""),
        (&folding, "class=\"badges folding\""),
    ] {
        assert!(text.contains(word), "{text}");
    }
    let legend = Legend.to_string();
    for badge in Badge::ALL {
        assert!(legend.contains(badge.word()) && legend.contains(badge.meaning()));
    }
}
