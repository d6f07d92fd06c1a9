//! How clues add up.
//!
//! A clue weighs so many *decibans*: 10 mean that the thing is ten times as likely as its
//! opposite, 20 a hundred times. Independent clues would simply add up, but ours are not
//! independent: who names a tool `delete_page` also writes "Deletes a page". So on each side the
//! heaviest clue counts in full and every further one by half; the difference of the two sides
//! is the verdict. How often a verdict of that size is right is another matter, and measured:
//! see `calibration`.

use std::fmt;

/// How sure a finding is, in percent, from 50 (a coin) to 99. Nothing inferred is certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Confidence(u8);

/// What a verdict weighs at least that one heavy clue has decided against others.
const LEAST_DENIAL: i32 = 5;

/// Clues for and against one thing.
#[derive(Clone, Debug, Default)]
pub(crate) struct EvidenceTally {
    clues: Vec<WeightedClue>,
    /// Whether the source's declarations for similar tools disagree.
    disagrees: bool,
}

/// One clue: positive weights speak for the thing, negative ones against it.
#[derive(Clone, Debug)]
struct WeightedClue {
    decibans: i32,
    /// Whether it is what the source declares for other tools.
    habit: bool,
    why: Box<str>,
}

/// How what a source declares for other tools stands to a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HabitStance {
    /// It declares nothing that says something.
    Silent,
    For,
    /// It declares the opposite, or one for some and the other for others.
    Against,
}

/// Which way a pile leans, how far, and on what grounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TallyVerdict {
    pub(crate) value: bool,
    /// How far it leans, in decibans: never negative.
    pub(crate) decibans: i32,
    /// Whether what the source declares for other tools speaks for it.
    pub(crate) habit: HabitStance,
    pub(crate) evidence: Vec<Box<str>>,
}

// === impl Confidence ===

impl Confidence {
    /// Takes a percentage; what lies outside 50 to 99 is moved to the nearer end.
    pub const fn new(percent: u8) -> Self {
        match percent {
            0..=50 => Self(50),
            51..=98 => Self(percent),
            99.. => Self(99),
        }
    }

    /// The confidence in percent.
    pub const fn percent(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} %", self.0)
    }
}

// === impl EvidenceTally ===

impl EvidenceTally {
    /// Adds a clue; one without weight is not worth mentioning.
    pub(crate) fn add(&mut self, decibans: i32, why: impl Into<Box<str>>) {
        self.push(decibans, why.into(), false);
    }

    /// Adds what the source declares for other tools.
    pub(crate) fn add_habit(&mut self, decibans: i32, why: impl Into<Box<str>>) {
        self.push(decibans, why.into(), true);
    }

    /// Notes that the source declares one thing for some similar tools and the opposite for others.
    pub(crate) fn note_disagreement(&mut self) {
        self.disagrees = true;
    }

    /// Whether the source's declarations for similar tools disagree.
    pub(crate) const fn disagrees(&self) -> bool {
        self.disagrees
    }

    fn push(&mut self, decibans: i32, why: Box<str>, habit: bool) {
        if decibans != 0 {
            self.clues.push(WeightedClue {
                decibans,
                habit,
                why,
            });
        }
    }

    /// How a habit of the source stands to a verdict of this sign.
    fn habit(&self, sign: i32) -> HabitStance {
        let habit = self.clues.iter().find(|clue| clue.habit);
        match habit.map(|clue| clue.decibans.signum() == sign) {
            Some(true) => HabitStance::For,
            Some(false) => HabitStance::Against,
            None if self.disagrees => HabitStance::Against,
            None => HabitStance::Silent,
        }
    }

    /// The sum, by the rule of this module.
    pub(crate) fn total(&self) -> i32 {
        self.side(1) - self.side(-1)
    }

    /// The heaviest clue against the thing, as a positive number; 0 where there is none.
    pub(crate) fn heaviest_against(&self) -> i32 {
        self.weights(-1).max().unwrap_or(0)
    }

    /// The verdict, unless the pile leans less than `least` decibans either way.
    pub(crate) fn verdict(&self, least: i32) -> Option<TallyVerdict> {
        let total = self.total();
        (total != 0 && total.abs() >= least).then(|| TallyVerdict {
            value: total > 0,
            decibans: total.abs(),
            habit: self.habit(total.signum()),
            evidence: self.evidence(total.signum()),
        })
    }

    /// The verdict for the thing, where a wrong yes does less harm than a wrong no: also one heavy
    /// clue is enough, whatever stands against it.
    pub(crate) fn careful(&self, least: i32, heavy: i32) -> Option<TallyVerdict> {
        let heaviest = self.weights(1).max().unwrap_or(0);
        let total = self.total();
        (total >= least || heaviest >= heavy).then(|| TallyVerdict {
            value: true,
            decibans: total.max(heaviest.min(least)),
            habit: self.habit(1),
            evidence: self.evidence(1),
        })
    }

    /// The verdict against the thing where one clue of at least `heavy` is against it, whatever
    /// else is said.
    pub(crate) fn denied(&self, heavy: i32) -> Option<TallyVerdict> {
        let heaviest = self.heaviest_against();
        (heaviest >= heavy).then(|| TallyVerdict {
            value: false,
            decibans: (-self.total()).max(LEAST_DENIAL),
            habit: self.habit(-1),
            evidence: self.evidence(-1),
        })
    }

    /// The reasons on one side, heaviest first.
    pub(crate) fn evidence(&self, sign: i32) -> Vec<Box<str>> {
        let mut clues: Vec<_> = self
            .clues
            .iter()
            .filter(|clue| clue.decibans.signum() == sign)
            .collect();
        clues.sort_by_key(|clue| -clue.decibans.abs());
        let mut reasons: Vec<Box<str>> = clues.into_iter().map(|clue| clue.why.clone()).collect();
        reasons.dedup();
        reasons
    }

    fn side(&self, sign: i32) -> i32 {
        let (heaviest, sum) = self.weights(sign).fold((0, 0), |(most, sum), weight| {
            (most.max(weight), sum + weight)
        });
        heaviest + (sum - heaviest) / 2
    }

    fn weights(&self, sign: i32) -> impl Iterator<Item = i32> + '_ {
        self.clues
            .iter()
            .map(move |clue| clue.decibans * sign)
            .filter(|weight| *weight > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heaviest_counts_whole_and_the_others_half() {
        let mut pile = EvidenceTally::default();
        assert_eq!(pile.verdict(0), None);
        pile.add(6, "light");
        pile.add(12, "heavy");
        pile.add(-4, "against");
        pile.add(0, "nothing");
        assert_eq!(pile.total(), 12 + 3 - 4);
        assert_eq!(pile.heaviest_against(), 4);
        let verdict = pile.verdict(5).expect("a verdict");
        assert!(verdict.value);
        assert_eq!(verdict.decibans, 11);
        assert_eq!(verdict.evidence, [Box::from("heavy"), Box::from("light")]);
        assert_eq!(pile.verdict(12), None);
        assert_eq!(pile.denied(5), None);
        let denied = pile.denied(4).expect("a verdict");
        assert_eq!((denied.value, denied.decibans), (false, 5));
    }

    #[test]
    fn confidence_stays_between_a_coin_and_not_quite_certain() {
        assert_eq!(Confidence::new(0).percent(), 50);
        assert_eq!(Confidence::new(255).percent(), 99);
        assert_eq!(Confidence::new(93).to_string(), "93 %");
        assert!(Confidence::new(60) < Confidence::new(61));
    }
}
