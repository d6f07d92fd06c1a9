//! The number of calls over time, by result.

use candor_dashboard_kit::chart::{TimelineChart, TimelineStep};
use candor_gateway::records::{CallCount, RecordReader, StoreError};
use candor_model::CallOutcome;
use jiff::Timestamp;

use candor_dashboard_kit::wording::with_separators;

const SECOND: i64 = 1_000_000;
const HOUR: i64 = 3_600 * SECOND;
const DAY: i64 = 24 * HOUR;

/// The series of the chart. Each call is in one of them.
const SERIES: [&str; 4] = ["Succeeded", "Failed", "Succeeded after approval", "Refused"];

/// The time range of the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VolumeRange {
    /// A day, by hour.
    Day,
    /// A week, by day.
    Week,
}

/// The calls in a time range.
pub(crate) struct CallVolume {
    span: VolumeRange,
    since: i64,
    /// One count per series and step.
    steps: Vec<[u64; 4]>,
}

// === impl VolumeRange ===

impl VolumeRange {
    /// Parses a query value; a day by default.
    pub(crate) fn of(word: Option<&str>) -> Self {
        match word {
            Some("7d") => Self::Week,
            _ => Self::Day,
        }
    }

    pub(crate) fn is_week(self) -> bool {
        self == Self::Week
    }

    /// The length of a step in microseconds, and the number of steps.
    const fn steps(self) -> (i64, i64) {
        match self {
            Self::Day => (HOUR, 24),
            Self::Week => (DAY, 7),
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Self::Day => "Calls in the last 24 hours, by hour (UTC)",
            Self::Week => "Calls in the last 7 days, by day (UTC)",
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

// === impl CallVolume ===

impl CallVolume {
    /// The calls of the range that ends with the step of `now`.
    pub(crate) async fn read(
        records: &RecordReader,
        span: VolumeRange,
        now: i64,
    ) -> Result<Self, StoreError> {
        let (length, count) = span.steps();
        let until = (now.div_euclid(length) + 1) * length;
        let since = until - count * length;
        let counts = records.call_counts(since, length, until).await?;
        Ok(Self::of(span, since, &counts))
    }

    fn of(span: VolumeRange, since: i64, counts: &[CallCount]) -> Self {
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

    pub(crate) fn is_empty(&self) -> bool {
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

    /// The number of calls.
    pub(crate) fn sum(&self) -> String {
        match self.totals().iter().sum::<u64>() {
            0 => "No calls in this period.".to_owned(),
            1 => "1 call.".to_owned(),
            all => format!("{} calls.", with_separators(all)),
        }
    }

    pub(crate) fn timeline(&self) -> TimelineChart {
        let (length, _) = self.span.steps();
        let steps = (0_i64..).zip(&self.steps).map(|(at, counts)| TimelineStep {
            label: self.span.label(self.since + at * length),
            counts: counts.to_vec(),
        });
        TimelineChart {
            title: self.span.title().to_owned(),
            series: SERIES.to_vec(),
            steps: steps.collect(),
        }
    }
}

/// The series of a call.
const fn series(outcome: CallOutcome, asked: bool) -> usize {
    match (outcome, asked) {
        (CallOutcome::Refused, _) => 3,
        (outcome, _) if outcome.is_error() => 1,
        (_, true) => 2,
        (_, false) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(start_micros: i64, outcome: CallOutcome, asked: bool, count: u64) -> CallCount {
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
        let pace = CallVolume::of(
            VolumeRange::Day,
            noon,
            &[
                count(noon, CallOutcome::Ok, false, 1_000),
                count(noon, CallOutcome::Ok, true, 2),
                count(noon, CallOutcome::InputRequired, false, 4),
                count(noon + HOUR, CallOutcome::TimedOut, true, 8),
                count(noon + 23 * HOUR, CallOutcome::Refused, true, 16),
                count(noon + 24 * HOUR, CallOutcome::Ok, true, 32),
                count(noon - HOUR, CallOutcome::Ok, true, 64),
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
        assert_eq!(VolumeRange::of(Some("7d")).label(noon), "Tue 28");
        assert_eq!(VolumeRange::of(Some("7y")), VolumeRange::Day);
        assert_eq!(
            CallVolume::of(VolumeRange::Week, noon, &[]).sum(),
            "No calls in this period."
        );
    }
}
