//! How clues add up.
//!
//! A clue weighs so many *decibans*: 10 mean that the thing is ten times as likely as its
//! opposite, 20 a hundred times. Independent clues would simply add up, but ours are not
//! independent: who names a tool `delete_page` also writes "Deletes a page". So on each side the
//! heaviest clue counts in full and every further one by half; the difference of the two sides
//! is the verdict, and its size is the confidence.

use std::fmt;

/// How sure a finding is, in percent, from 50 (a coin) to 99. Nothing inferred is certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Confidence(u8);

/// Clues for and against one thing.
#[derive(Clone, Debug, Default)]
pub(crate) struct EvidenceTally {
    clues: Vec<WeightedClue>,
}

/// One clue: positive weights speak for the thing, negative ones against it.
#[derive(Clone, Debug)]
struct WeightedClue {
    decibans: i32,
    why: Box<str>,
}

/// Which way a pile leans, how far, and on what grounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TallyVerdict {
    pub(crate) value: bool,
    pub(crate) confidence: Confidence,
    pub(crate) evidence: Vec<Box<str>>,
}

/// Percent for each deciban from 0 on: `100 * r / (1 + r)` with `r = 10^(d/10)`.
const PERCENT: [u8; 20] = [
    50, 56, 61, 67, 72, 76, 80, 83, 86, 89, 91, 93, 94, 95, 96, 97, 98, 98, 98, 99,
];

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

    /// The confidence of so many decibans, in either direction.
    pub(crate) fn of_decibans(decibans: i32) -> Self {
        let at = usize::try_from(decibans.unsigned_abs()).unwrap_or(usize::MAX);
        Self(PERCENT[at.min(PERCENT.len() - 1)])
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
        if decibans != 0 {
            let why = why.into();
            self.clues.push(WeightedClue { decibans, why });
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
            confidence: Confidence::of_decibans(total),
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
            confidence: Confidence::of_decibans(total.max(heaviest.min(least))),
            evidence: self.evidence(1),
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
        assert_eq!(verdict.confidence.to_string(), "93 %");
        assert_eq!(verdict.evidence, [Box::from("heavy"), Box::from("light")]);
        assert_eq!(pile.verdict(12), None);
    }

    #[test]
    fn confidence_stays_between_a_coin_and_not_quite_certain() {
        assert_eq!(Confidence::new(0).percent(), 50);
        assert_eq!(Confidence::new(255).percent(), 99);
        assert_eq!(Confidence::of_decibans(i32::MIN).percent(), 99);
        assert_eq!(Confidence::of_decibans(10).percent(), 91);
        assert!(Confidence::new(60) < Confidence::new(61));
    }
}
