//! The metrics of one tool, looked up by label only once.

use std::sync::OnceLock;
use std::time::Duration;

use candor_model::{CallOutcome, QualifiedName};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::histogram::Histogram;

use super::Metrics;

/// The metrics of one tool, from its first call on. Rare outcomes are looked up each time.
#[derive(Debug, Default)]
pub(crate) struct ToolMetrics {
    latency: OnceLock<Histogram>,
    answered: OnceLock<Counter>,
}

// === impl ToolMetrics ===

impl ToolMetrics {
    /// Counts a call of the tool with this name.
    pub(crate) fn call(
        &self,
        metrics: &Metrics,
        name: &QualifiedName,
        outcome: CallOutcome,
        duration: Duration,
    ) {
        let (source, tool) = (name.source().as_str(), name.own());
        self.latency
            .get_or_init(|| metrics.latency_of(source, tool))
            .observe(duration.as_secs_f64());
        let calls = || metrics.calls_of(source, tool, outcome);
        if outcome == CallOutcome::Ok {
            self.answered.get_or_init(calls).inc();
        } else {
            calls().inc();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_is_counted_under_its_labels() {
        let (metrics, tool) = (Metrics::new(), ToolMetrics::default());
        let name = QualifiedName::parse("shop.buy").expect("a name");
        let call = |outcome| tool.call(&metrics, &name, outcome, Duration::from_millis(1));
        call(CallOutcome::Refused);
        assert!(!metrics.encode().contains("outcome=\"ok\""));
        call(CallOutcome::Ok);
        call(CallOutcome::Ok);
        metrics.call(
            Some(name.source()),
            name.own(),
            CallOutcome::Ok,
            Duration::from_millis(1),
        );
        let text = metrics.encode();
        for line in [
            "candor_calls_total{source=\"shop\",tool=\"buy\",outcome=\"ok\"} 3",
            "candor_calls_total{source=\"shop\",tool=\"buy\",outcome=\"refused\"} 1",
            "candor_call_duration_seconds_count{source=\"shop\",tool=\"buy\"} 4",
        ] {
            assert!(text.contains(line), "{text}");
        }
    }
}
