//! One vocabulary: complete, unambiguous, and first of all one of the four natures.

use std::collections::BTreeSet;

use super::*;

/// Every combination of what hints and the three other facts may be.
fn natures() -> Vec<ToolFlags> {
    let values = [None, Some(true), Some(false)];
    let mut natures = Vec::new();
    for number in 0..81_usize {
        let mut hints = Hints::default();
        for (at, hint) in (0..).zip(Hint::ALL) {
            hints.set(hint, values[number / 3_usize.pow(at) % 3]);
        }
        for facts in 0..8 {
            natures.push(ToolFlags {
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
    let all = ToolBadge::ALL;
    for of in [
        ToolBadge::word,
        ToolBadge::meaning,
        ToolBadge::class,
        ToolBadge::sign,
    ] {
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
        ToolBadge::ReadOnly,
        ToolBadge::Additive,
        ToolBadge::Destructive,
        ToolBadge::Unset,
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
            .map(|badge| ToolBadge::ALL.iter().position(|one| one == badge));
        let rest: Vec<_> = places.skip(1).collect();
        assert!(rest.is_sorted(), "{nature:?}: the order of the legend");
        seen.extend(badges.into_iter().map(ToolBadge::word));
        // What warns is never hidden behind what soothes.
        let warns = nature.hints.get(Hint::Destructive) == Some(true);
        assert_eq!(nature.behaviour() == ToolBehaviour::Destructive, warns);
        assert_eq!(badges_say(nature, ToolBadge::Untrusted), nature.untrusted);
        assert_eq!(badges_say(nature, ToolBadge::Drifted), nature.drifted);
        assert_eq!(badges_say(nature, ToolBadge::Overridden), nature.overridden);
        let repeats = nature.hints.get(Hint::Idempotent) == Some(true);
        let reads = nature.behaviour() == ToolBehaviour::ReadOnly;
        assert_eq!(badges_say(nature, ToolBadge::Idempotent), repeats && !reads);
    }
    assert_eq!(seen.len(), ToolBadge::ALL.len());
}

fn badges_say(nature: ToolFlags, badge: ToolBadge) -> bool {
    nature.badges().any(|one| one == badge)
}

#[test]
fn natures_are_told_from_hints() {
    for (read_only, destructive, expect) in [
        (None, None, ToolBehaviour::Unset),
        (None, Some(true), ToolBehaviour::Destructive),
        (None, Some(false), ToolBehaviour::Additive),
        (Some(true), None, ToolBehaviour::ReadOnly),
        (Some(true), Some(true), ToolBehaviour::Destructive),
        (Some(true), Some(false), ToolBehaviour::ReadOnly),
        (Some(false), None, ToolBehaviour::Unset),
        (Some(false), Some(true), ToolBehaviour::Destructive),
        (Some(false), Some(false), ToolBehaviour::Additive),
    ] {
        let mut hints = Hints::default();
        hints.set(Hint::ReadOnly, read_only);
        hints.set(Hint::Destructive, destructive);
        let nature = ToolFlags {
            hints,
            ..ToolFlags::default()
        };
        assert_eq!(nature.behaviour(), expect, "{read_only:?} {destructive:?}");
    }
    for behaviour in ToolBehaviour::ALL {
        assert_eq!(ToolBehaviour::parse(behaviour.key()), Some(behaviour));
    }
    assert_eq!(ToolBehaviour::parse("Safe"), None);
}

#[test]
fn signs_keep_their_words_for_those_who_hear_them() {
    let nature = ToolFlags {
        untrusted: true,
        ..ToolFlags::default()
    };
    let (long, short, folding) = (
        BadgeList::of(nature).to_string(),
        BadgeList::signs(nature).to_string(),
        BadgeList::folding(nature).to_string(),
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
    let legend = BadgeLegend.to_string();
    for badge in ToolBadge::ALL {
        assert!(legend.contains(badge.word()) && legend.contains(badge.meaning()));
    }
}
