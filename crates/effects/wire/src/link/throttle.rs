//! Prevents a server from flooding the log.

use std::time::Duration;

use tokio::time::Instant;

/// The maximum number of lines per window.
const LINES: u32 = 50;
const WINDOW: Duration = Duration::from_secs(1);

/// Allows a limited number of lines per second.
#[derive(Debug, Default)]
pub(super) struct LogThrottle {
    window: Option<Instant>,
    passed: u32,
    silenced: u64,
}

// === impl LogThrottle ===

impl LogThrottle {
    /// Whether a line may be logged; if so, how many were suppressed since the last one.
    pub(super) fn allow(&mut self) -> Option<u64> {
        let now = Instant::now();
        if self
            .window
            .is_none_or(|start| now.duration_since(start) >= WINDOW)
        {
            self.window = Some(now);
            self.passed = 0;
        }
        if self.passed >= LINES {
            self.silenced += 1;
            return None;
        }
        self.passed += 1;
        Some(std::mem::take(&mut self.silenced))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn counts_what_it_silences() {
        let mut throttle = LogThrottle::default();
        let passed = (0..200).filter(|_| throttle.allow().is_some()).count();
        assert_eq!(passed, LINES as usize);
        // Starts the next window without waiting.
        throttle.window = Instant::now().checked_sub(WINDOW);
        assert_eq!(throttle.allow(), Some(150));
        assert_eq!(throttle.allow(), Some(0));
    }
}
