//! The badges: complete, unambiguous, and the behaviour first.

use std::collections::BTreeSet;

use super::*;

/// Every combination of hints and the three other flags.
fn all_flags() -> Vec<ToolFlags> {
    let values = [None, Some(true), Some(false)];
    let mut all = Vec::new();
    for number in 0..81_usize {
        let mut hints = Hints::default();
        for (at, hint) in (0..).zip(Hint::ALL) {
            hints.set(hint, values[number / 3_usize.pow(at) % 3]);
        }
        for facts in 0..8 {
            all.push(ToolFlags {
                hints,
                untrusted: facts & 1 > 0,
                drifted: facts & 2 > 0,
                overridden: facts & 4 > 0,
            });
        }
    }
    all
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
fn the_first_badge_and_no_other_is_the_behaviour() {
    let four = [
        ToolBadge::ReadOnly,
        ToolBadge::Additive,
        ToolBadge::Destructive,
        ToolBadge::Unset,
    ];
    let all = all_flags();
    assert_eq!(all.len(), 648);
    let mut seen = BTreeSet::new();
    for flags in all {
        let badges: Vec<_> = flags.badges().collect();
        assert!(four.contains(&badges[0]), "{flags:?}");
        assert!(badges[1..].iter().all(|badge| !four.contains(badge)));
        let places = badges
            .iter()
            .map(|badge| ToolBadge::ALL.iter().position(|one| one == badge));
        let rest: Vec<_> = places.skip(1).collect();
        assert!(rest.is_sorted(), "{flags:?}: the order of the legend");
        seen.extend(badges.into_iter().map(ToolBadge::word));
        // A destructive tool is never shown as anything else.
        let warns = flags.hints.get(Hint::Destructive) == Some(true);
        assert_eq!(flags.behaviour() == ToolBehaviour::Destructive, warns);
        assert_eq!(badges_say(flags, ToolBadge::Untrusted), flags.untrusted);
        assert_eq!(badges_say(flags, ToolBadge::Drifted), flags.drifted);
        assert_eq!(badges_say(flags, ToolBadge::Overridden), flags.overridden);
        let repeats = flags.hints.get(Hint::Idempotent) == Some(true);
        let reads = flags.behaviour() == ToolBehaviour::ReadOnly;
        assert_eq!(badges_say(flags, ToolBadge::Idempotent), repeats && !reads);
    }
    assert_eq!(seen.len(), ToolBadge::ALL.len());
}

fn badges_say(flags: ToolFlags, badge: ToolBadge) -> bool {
    flags.badges().any(|one| one == badge)
}

#[test]
fn behaviour_follows_from_hints() {
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
        let flags = ToolFlags {
            hints,
            ..ToolFlags::default()
        };
        assert_eq!(flags.behaviour(), expect, "{read_only:?} {destructive:?}");
    }
    for behaviour in ToolBehaviour::ALL {
        assert_eq!(ToolBehaviour::parse(behaviour.key()), Some(behaviour));
    }
    assert_eq!(ToolBehaviour::parse("Safe"), None);
}

#[test]
fn every_icon_has_its_label_next_to_it() {
    for flags in all_flags() {
        let text = BadgeList::of(flags).to_string();
        for badge in flags.badges() {
            let word = format!("</svg>{}</span>", badge.word());
            assert!(text.contains(&word), "{text}");
        }
        assert_eq!(text.matches("<svg").count(), flags.badges().count());
    }
    let legend = BadgeLegend.to_string();
    for badge in ToolBadge::ALL {
        assert!(legend.contains(badge.word()) && legend.contains(badge.meaning()));
    }
}
