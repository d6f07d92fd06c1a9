//! Overrides, one after the other, and what each of them costs.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use crate::annotations::gateway::Gateway;

/// How often the list is serialised for comparison.
const SERIALISED: usize = 9;

/// What was measured, in seconds; medians.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Times {
    /// One override, until it is confirmed.
    pub(super) override_made: f64,
    /// The slowest of them.
    pub(super) slowest: f64,
    /// The same once more, which changes nothing.
    pub(super) repeated: f64,
    /// The list that came, serialised from values in memory.
    pub(super) serialised: f64,
    /// How many bytes that makes.
    pub(super) bytes: usize,
    /// How often the list did not say what had been confirmed.
    pub(super) wrong: usize,
    pub(super) rounds: u16,
}

// === impl Times ===

impl Times {
    pub(super) async fn measure(gateway: &Gateway, rounds: u16) -> Result<Self> {
        let (mut made, mut repeated, mut wrong) = (Vec::new(), Vec::new(), 0);
        let mut connection = gateway.connect().await?;
        // One more, since the first warms up what is cold.
        for round in 0..=rounds {
            let title = format!("Round {round}");
            for times in [&mut made, &mut repeated] {
                let request = gateway.retitle(&title)?;
                let started = Instant::now();
                let parts = connection.exchange(request).await?;
                let took = started.elapsed();
                ensure!(
                    parts.status.is_success(),
                    "the override was answered with {}: {}",
                    parts.status,
                    String::from_utf8_lossy(&connection.body)
                );
                if round > 0 {
                    times.push(took);
                }
            }
            let list = gateway.list().await?;
            let said = list.tools.first().map(|tool| &tool["title"]);
            wrong += usize::from(said.is_none_or(|said| *said != title.as_str()));
        }
        let (serialised, bytes) = serialise(gateway).await?;
        let slowest = made.iter().max().copied().unwrap_or_default();
        Ok(Self {
            override_made: median(made),
            slowest: slowest.as_secs_f64(),
            repeated: median(repeated),
            serialised,
            bytes,
            wrong,
            rounds,
        })
    }

    /// What resolving and writing everything again costs.
    pub(super) fn resolving(&self) -> f64 {
        (self.override_made - self.repeated).max(0.0)
    }
}

async fn serialise(gateway: &Gateway) -> Result<(f64, usize)> {
    let list = gateway.list().await?;
    let mut times = Vec::with_capacity(SERIALISED);
    let mut bytes = 0;
    for _ in 0..SERIALISED {
        let started = Instant::now();
        let text = serde_json::to_vec(black_box(&list.tools))?;
        times.push(started.elapsed());
        bytes = black_box(text).len();
    }
    Ok((median(times), bytes))
}

/// The one in the middle; of an even number the slower one.
fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times
        .get(times.len() / 2)
        .map_or(0.0, Duration::as_secs_f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_one_in_the_middle() {
        let times = |millis: &[u64]| millis.iter().map(|ms| Duration::from_millis(*ms)).collect();
        for (millis, expected) in [
            (&[][..], 0.0),
            (&[5], 0.005),
            (&[9, 1, 2], 0.002),
            (&[4, 1, 2, 3], 0.003),
        ] {
            let median = median(times(millis));
            assert!((median - expected).abs() < 1e-9, "{millis:?}: {median}");
        }
    }
}
