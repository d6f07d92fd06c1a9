//! Toolsets and notes: which tools a client gets, what the house says about them, and the tools
//! with which a model arranges both.
//!
//! Every answer of a management tool that a test sees is checked against the schema that the
//! tool declares, whether it went well or not.

mod active;
mod api;
mod benchmark;
mod builders;
mod concurrency;
mod counter;
mod endpoints;
mod enforced;
mod hints;
mod hypertool;
mod indirect;
mod listen;
mod names;
mod notes;
mod pins;
mod quiet;
mod replicas;
mod sdk;
mod seed;
mod sessions;
mod stage;
mod travel;

use std::time::{Duration, Instant};

/// How long anything may take that is not promised to be quick.
const PATIENCE: Duration = Duration::from_secs(30);

/// Looks again and again until there is something to see.
async fn until<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(seen) = look().await {
            return seen;
        }
        assert!(Instant::now() < end, "never seen: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A description with notes, as clients get it.
fn noted(description: &str, notes: &[(&str, &str)]) -> String {
    let lines: Vec<String> = notes
        .iter()
        .map(|(name, text)| format!("\u{2022} **{name}**: {text}"))
        .collect();
    format!(
        "{description}\n\n### Additional Tool Notes\n\n{}",
        lines.join("\n")
    )
}
