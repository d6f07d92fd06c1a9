//! Calls over time: how many were made, on whose word, and how many were not.

use candor_frame::chart::{Step, Timeline};
use candor_model::Outcome;
use candor_store::{CallCount, Store, StoreError};
use jiff::Timestamp;

use crate::number::grouped;

const SECOND: i64 = 1_000_000;
const HOUR: i64 = 3_600 * SECOND;
const DAY: i64 = 24 * HOUR;

/// What the calls are divided into. A call is in one of them.
const SERIES: [&str; 4] = ["Made", "Failed", "Made after approval", "Refused"];

/// How far back somebody looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Span {
    /// A day, by the hour.
    Day,
    /// A week, by the day.
    Week,
}

/// The calls of a span.
pub(super) struct Pace {
    span: Span,
    since: i64,
    /// One count for each series, in each step.
    steps: Vec<[u64; 4]>,
}

// === impl Span ===

impl Span {
    /// Of an address; a day, if it says nothing that is known.
    pub(super) fn of(word: Option<&str>) -> Self {
        match word {
            Some("7d") => Self::Week,
            _ => Self::Day,
        }
    }

    pub(super) fn is_week(self) -> bool {
        self == Self::Week
    }

    /// How long a step is, and how many there are.
    const fn steps(self) -> (i64, i64) {
        match self {
            Self::Day => (HOUR, 24),
            Self::Week => (DAY, 7),
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Self::Day => "Calls of the last 24 hours, by hour (UTC)",
            Self::Week => "Calls of the last 7 days, by day (UTC)",
        }
    }

    fn label(self, start: i64) -> String {
        let moment = Timestamp::from_microsecond(start).unwrap_or_default();
        let form = match self {
            Self::Day => "%H:%M",
            Self::Week => "%a %d",
        };
        moment.strftime(form).to_string()
    }
}

// === impl Pace ===

impl Pace {
    /// The calls of the span that ends with the step of `now`.
    pub(super) async fn read(store: &Store, span: Span, now: i64) -> Result<Self, StoreError> {
        let (length, count) = span.steps();
        let until = (now.div_euclid(length) + 1) * length;
        let since = until - count * length;
        let counts = store.call_counts(since, length, until).await?;
        Ok(Self::of(span, since, &counts))
    }

    fn of(span: Span, since: i64, counts: &[CallCount]) -> Self {
        let (length, steps) = span.steps();
        let mut steps = vec![[0; 4]; usize::try_from(steps).unwrap_or_default()];
        for count in counts {
            let at = (count.start_micros - since) / length;
            let step = usize::try_from(at).ok().and_then(|at| steps.get_mut(at));
            if let Some(step) = step {
                step[series(count.outcome, count.asked)] += count.count;
            }
        }
        Self { span, since, steps }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.totals() == [0; 4]
    }

    fn totals(&self) -> [u64; 4] {
        let mut totals = [0; 4];
        for step in &self.steps {
            for (total, count) in totals.iter_mut().zip(step) {
                *total += count;
            }
        }
        totals
    }

    /// How many there are, in a sentence; the picture says the rest.
    pub(super) fn sum(&self) -> String {
        match self.totals().iter().sum::<u64>() {
            0 => "No calls in this time.".to_owned(),
            1 => "1 call.".to_owned(),
            all => format!("{} calls.", grouped(all)),
        }
    }

    /// As a picture.
    pub(super) fn timeline(&self) -> Timeline {
        let (length, _) = self.span.steps();
        let steps = (0_i64..).zip(&self.steps).map(|(at, counts)| Step {
            label: self.span.label(self.since + at * length),
            counts: counts.to_vec(),
        });
        Timeline {
            title: self.span.title().to_owned(),
            series: SERIES.to_vec(),
            steps: steps.collect(),
        }
    }
}

/// In which series a call is.
const fn series(outcome: Outcome, asked: bool) -> usize {
    match (outcome, asked) {
        (Outcome::Refused, _) => 3,
        (outcome, _) if outcome.is_error() => 1,
        (_, true) => 2,
        (_, false) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(start_micros: i64, outcome: Outcome, asked: bool, count: u64) -> CallCount {
        CallCount {
            start_micros,
            outcome,
            asked,
            count,
        }
    }

    #[test]
    fn every_call_is_in_one_series() {
        let noon = 1_785_240_000 * SECOND;
        let pace = Pace::of(
            Span::Day,
            noon,
            &[
                count(noon, Outcome::Ok, false, 1_000),
                count(noon, Outcome::Ok, true, 2),
                count(noon, Outcome::InputRequired, false, 4),
                count(noon + HOUR, Outcome::TimedOut, true, 8),
                count(noon + 23 * HOUR, Outcome::Refused, true, 16),
                count(noon + 24 * HOUR, Outcome::Ok, true, 32),
                count(noon - HOUR, Outcome::Ok, true, 64),
            ],
        );
        let timeline = pace.timeline();
        assert_eq!(timeline.steps.len(), 24);
        assert_eq!(timeline.steps[0].counts, [1_004, 0, 2, 0]);
        assert_eq!(timeline.steps[1].counts, [0, 8, 0, 0]);
        assert_eq!(timeline.steps[23].counts, [0, 0, 0, 16]);
        let labels = [0, 13, 23].map(|at| timeline.steps[at].label.as_str());
        assert_eq!(labels, ["12:00", "01:00", "11:00"]);
        assert_eq!(pace.sum(), "1,030 calls.");
        assert_eq!(Span::of(Some("7d")).label(noon), "Tue 28");
        assert_eq!(Span::of(Some("7y")), Span::Day);
        assert_eq!(
            Pace::of(Span::Week, noon, &[]).sum(),
            "No calls in this time."
        );
    }
}
