//! Calls, errors and latency of a source in the last day.
//!
//! Only the newest calls of a source are looked at, so that a busy one costs no more than a quiet
//! one each time the page is shown.

use candor_dashboard_kit::wording::{duration, with_separators};
use candor_gateway::records::{CallSample, RecordReader, StoreError};
use candor_model::{CallOutcome, SourceName};

const DAY: i64 = 24 * 3_600 * 1_000_000;

/// The most calls of a source that the figures are about.
pub(crate) const MOST: usize = 500;

/// The figures of a source, as they are shown. None of it is shown before the first call.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SourceFigures {
    /// The number of calls, with a plus if there may be more.
    pub(crate) calls: String,
    /// The number of errors and their share.
    pub(crate) errors: String,
    pub(crate) has_errors: bool,
    /// The median and the 95th percentile; none where no call reached the source.
    pub(crate) latency: Option<(String, String)>,
}

// === impl SourceFigures ===

impl SourceFigures {
    /// The figures of the last day.
    pub(crate) async fn read(
        records: &RecordReader,
        source: &SourceName,
        now: i64,
    ) -> Result<Option<Self>, StoreError> {
        let calls = records.newest_calls(source, now - DAY, MOST).await?;
        Ok(Self::of(&calls))
    }

    fn of(calls: &[CallSample]) -> Option<Self> {
        if calls.is_empty() {
            return None;
        }
        // A refused call says nothing about the source.
        let failed =
            |call: &&CallSample| call.outcome.is_error() && call.outcome != CallOutcome::Refused;
        let errors = calls.iter().filter(failed).count();
        let more = if calls.len() >= MOST { "+" } else { "" };
        Some(Self {
            calls: format!("{}{more}", with_separators(calls.len())),
            errors: shown_errors(errors, calls.len()),
            has_errors: errors > 0,
            latency: latency(calls),
        })
    }
}

fn shown_errors(errors: usize, calls: usize) -> String {
    // A share below one per cent is not nothing.
    match errors * 100 / calls {
        _ if errors == 0 => "0".to_owned(),
        0 => format!("{} (<1%)", with_separators(errors)),
        share => format!("{} ({share}%)", with_separators(errors)),
    }
}

/// The median and the 95th percentile. Calls that were refused never reached the source, those that
/// waited for a person took as long as the person, and of some the end is not known.
fn latency(calls: &[CallSample]) -> Option<(String, String)> {
    let measured = calls.iter().filter(|call| {
        !call.asked && call.outcome != CallOutcome::Refused && call.duration_micros > 0
    });
    let mut times: Vec<u64> = measured.map(|call| call.duration_micros).collect();
    times.sort_unstable();
    let at = |percent: usize| {
        let rank = (times.len() * percent).div_ceil(100).saturating_sub(1);
        times.get(rank).map(|time| duration(*time))
    };
    Some((at(50)?, at(95)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(outcome: CallOutcome, asked: bool, duration_micros: u64) -> CallSample {
        CallSample {
            outcome,
            asked,
            duration_micros,
        }
    }

    fn ok(duration_micros: u64) -> CallSample {
        call(CallOutcome::Ok, false, duration_micros)
    }

    #[test]
    fn times_are_those_of_the_source() {
        assert_eq!(SourceFigures::of(&[]), None);
        let mut calls: Vec<_> = (1..=100).rev().map(|at| ok(at * 10_000)).collect();
        calls.push(call(CallOutcome::Refused, false, 1));
        calls.push(call(CallOutcome::Ok, true, 300_000_000));
        calls.push(call(CallOutcome::TimedOut, false, 0));
        let figures = SourceFigures::of(&calls).expect("figures");
        assert_eq!((&*figures.calls, &*figures.errors), ("103", "1 (<1%)"));
        let times = Some(("500 ms".to_owned(), "950 ms".to_owned()));
        assert_eq!(figures.latency, times);
    }

    #[test]
    fn few_calls_have_figures_too() {
        let one = SourceFigures::of(&[ok(2_500)]).expect("figures");
        let both = ("2.5 ms".to_owned(), "2.5 ms".to_owned());
        assert_eq!((&*one.calls, one.latency), ("1", Some(both)));
        assert!(!one.has_errors);
        let refused = [call(CallOutcome::Refused, false, 9)];
        let refused = SourceFigures::of(&refused).expect("figures");
        assert_eq!((&*refused.errors, refused.latency), ("0", None));
        let failed = vec![call(CallOutcome::ToolError, false, 1_000); MOST];
        let failed = SourceFigures::of(&failed).expect("figures");
        assert_eq!((&*failed.calls, &*failed.errors), ("500+", "500 (100%)"));
    }
}
