//! The metrics that `/metrics` exports.

mod tool_metrics;

use std::time::Duration;

use candor_model::{CallOutcome, CallerLimit, SourceName};
use prometheus_client::encoding::{EncodeLabelSet, text::encode};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

pub(crate) use self::tool_metrics::ToolMetrics;

/// From half a millisecond to a minute.
const LATENCY_BUCKETS: [f64; 12] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 1.0, 5.0, 15.0, 60.0,
];

/// All metrics of the gateway.
pub struct Metrics {
    registry: Registry,
    calls: Family<CallLabels, Counter>,
    latency: Family<ToolLabels, Histogram>,
    misfits: Family<ToolLabels, Counter>,
    breaches: Family<ToolLabels, Counter>,
    states: Family<StateLabels, Gauge>,
    limit_refusals: Family<LimitLabels, Counter>,
    kept_bytes: Gauge,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct CallLabels {
    source: String,
    tool: String,
    outcome: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct ToolLabels {
    source: String,
    tool: String,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct StateLabels {
    source: String,
    state: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct LimitLabels {
    limit: &'static str,
}

// === impl Metrics ===

impl Metrics {
    /// Registers all metrics.
    pub fn new() -> Self {
        let mut registry = Registry::with_prefix("candor");
        let calls = Family::default();
        let latency = Family::<ToolLabels, Histogram>::new_with_constructor(|| {
            Histogram::new(LATENCY_BUCKETS)
        });
        let misfits = Family::default();
        let breaches = Family::default();
        let states = Family::default();
        let limit_refusals = Family::default();
        let kept_bytes = Gauge::default();
        registry.register("calls", "Calls by source, tool and outcome", calls.clone());
        registry.register(
            "call_duration_seconds",
            "Seconds from the arrival of a call to its reply, by source and tool",
            latency.clone(),
        );
        registry.register(
            "misfit_results",
            "Structured results that do not match the tool's output schema",
            misfits.clone(),
        );
        registry.register(
            "breaches",
            "Blocked attempts of tools to do what their annotations rule out",
            breaches.clone(),
        );
        registry.register(
            "source_state",
            "1 for the current state of a source, 0 for the others",
            states.clone(),
        );
        registry.register(
            "limit_refusals",
            "Refusals because one caller has reached a limit of its own, by limit",
            limit_refusals.clone(),
        );
        registry.register(
            "kept_bytes",
            "Bytes in memory of calls that wait for an answer",
            kept_bytes.clone(),
        );
        Self {
            registry,
            calls,
            latency,
            misfits,
            breaches,
            states,
            limit_refusals,
            kept_bytes,
        }
    }

    /// Counts a call. A name that matches no source is not used as a label, because clients can
    /// send any name.
    pub fn call(
        &self,
        source: Option<&SourceName>,
        tool: &str,
        outcome: CallOutcome,
        duration: Duration,
    ) {
        let (source, tool) = source.map_or(("", ""), |source| (source.as_str(), tool));
        self.latency_of(source, tool)
            .observe(duration.as_secs_f64());
        self.calls_of(source, tool, outcome).inc();
    }

    fn latency_of(&self, source: &str, tool: &str) -> Histogram {
        let labels = ToolLabels {
            source: source.to_owned(),
            tool: tool.to_owned(),
        };
        self.latency.get_or_create_owned(&labels)
    }

    fn calls_of(&self, source: &str, tool: &str, outcome: CallOutcome) -> Counter {
        let labels = CallLabels {
            source: source.to_owned(),
            tool: tool.to_owned(),
            outcome: outcome.as_str(),
        };
        self.calls.get_or_create_owned(&labels)
    }

    /// Counts a structured result that does not match its schema.
    pub fn misfit(&self, source: &SourceName, tool: &str) {
        let labels = ToolLabels {
            source: source.to_string(),
            tool: tool.to_owned(),
        };
        self.misfits.get_or_create(&labels).inc();
    }

    /// Counts an attempt of a tool to do something that its annotations rule out.
    pub fn breach(&self, source: &SourceName, tool: &str) {
        let labels = ToolLabels {
            source: source.to_string(),
            tool: tool.to_owned(),
        };
        self.breaches.get_or_create(&labels).inc();
    }

    /// Sets the current state of a source.
    pub fn state(&self, source: &SourceName, now: &'static str) {
        for state in ["starting", "ready", "failing", "stopped", "unusable"] {
            let labels = StateLabels {
                source: source.to_string(),
                state,
            };
            self.states
                .get_or_create(&labels)
                .set(i64::from(state == now));
        }
    }

    /// Counts a refusal because one caller has reached a limit. Callers are not used as labels,
    /// since their number is unbounded.
    pub fn limit_refusal(&self, limit: CallerLimit) {
        let limit = limit.as_str();
        self.limit_refusals
            .get_or_create(&LimitLabels { limit })
            .inc();
    }

    /// The gauge of the bytes that are kept for waiting calls.
    pub(crate) fn kept_bytes(&self) -> Gauge {
        self.kept_bytes.clone()
    }

    /// The metrics in the text format of scrapers.
    pub fn encode(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

impl Default for Metrics {
    fn default() -> Self {
        Self::new()
    }
}
