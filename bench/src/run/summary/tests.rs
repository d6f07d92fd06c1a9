use super::*;
use crate::args::LoadOperation;
use crate::load::report::{CpuTime, LoadReport};
use crate::peers::BenchPeer;
use crate::report::check_text;
use crate::run::render;
use crate::run::scenario::UpstreamTransport;

fn round(per_second: f64, cpu_us: &[f64]) -> MeasuredRound {
    let used = |us: &f64| CpuTime {
        pid: 1,
        used_us: us * 1000.0,
    };
    let report = LoadReport {
        calls: 1000,
        errors: 0,
        first_error: None,
        seconds: 1.0,
        per_second,
        p50_us: 1e6 / per_second,
        p99_us: 2e6 / per_second,
        max_us: 3e6 / per_second,
        cpu: cpu_us.iter().map(used).collect(),
    };
    // The first is the upstream's, the last the generator's.
    let hops = vec![1; cpu_us.len() - 2];
    MeasuredRound::new(report, Some(1), &hops)
}

fn scenario() -> LoadScenario {
    LoadScenario {
        era: BenchEra::Modern,
        transport: UpstreamTransport::Http,
        operation: LoadOperation::Call,
        clients: 16,
        tools: 100,
        among: "",
    }
}

/// Three rounds on a machine that is four times slower in the second.
pub(crate) fn noisy() -> Vec<(RunTarget, MeasuredRound)> {
    use RunTarget::{Direct, Everything, Relay, RmcpRelay};
    let rounds = |speed: f64| {
        [
            (Direct, round(1000.0 * speed, &[10.0, 9.0])),
            (Relay, round(500.0 * speed, &[10.0, 20.0, 9.0])),
            (RmcpRelay, round(300.0 * speed, &[10.0, 60.0, 9.0])),
            (Everything, round(450.0 * speed, &[10.0, 30.0, 9.0])),
        ]
    };
    [1.0, 0.25, 1.1].into_iter().flat_map(rounds).collect()
}

/// One scenario on a machine, measured in three rounds.
pub(crate) fn results(rounds: &[(RunTarget, MeasuredRound)]) -> RunResults {
    let mut results = RunResults::new(1.0, 3);
    let scenario = ScenarioResult::new(scenario(), rounds);
    results.scenarios.push(scenario);
    results
}

fn close(value: Option<f64>, expected: f64) {
    let value = value.expect("there is a value");
    assert!((value - expected).abs() < 1e-9, "{value} is not {expected}");
}

#[test]
fn a_median_is_the_middle() {
    close(median([3.0, 1.0, 2.0].into_iter()), 2.0);
    close(median([4.0, 1.0].into_iter()), 2.5);
    assert_eq!(median(std::iter::empty()), None);
}

#[test]
fn ratios_are_taken_round_by_round() {
    let result = ScenarioResult::new(scenario(), &noisy());
    close(result.share(RunTarget::Relay, RunTarget::Direct), 0.5);
    close(result.share(RunTarget::Everything, RunTarget::Relay), 0.9);
    close(result.cpu(RunTarget::Everything, RunTarget::Relay), 1.5);
    assert_eq!(result.cpu(RunTarget::Relay, RunTarget::Direct), None);
    assert_eq!(result.share(RunTarget::TwoReplicas, RunTarget::Relay), None);
}

#[test]
fn the_added_p99_is_what_a_hop_adds_to_a_direct_call() {
    let result = ScenarioResult::new(scenario(), &noisy());
    let added = result.added_p99(RunTarget::Everything, RunTarget::Relay);
    close(
        added,
        (2e6 / 450.0 - 2e6 / 1000.0) / (2e6 / 500.0 - 2e6 / 1000.0),
    );
}

#[test]
fn cpu_times_go_to_whom_they_belong() {
    let result = ScenarioResult::new(scenario(), &noisy());
    let [direct, relay, _, candor] = &result.targets[..] else {
        panic!("four targets")
    };
    assert_eq!(direct.hop_cpu_us, None);
    close(direct.load_cpu_us, 9.0);
    close(relay.hop_cpu_us, 20.0);
    close(candor.hop_cpu_us, 30.0);
    close(candor.load_cpu_us, 9.0);
    // Two processes of one hop count together.
    close(round(1.0, &[10.0, 30.0, 40.0, 9.0]).hop_cpu_us, 70.0);
}

fn failing(target: RunTarget) -> RunResults {
    let mut rounds = noisy();
    for (of, round) in &mut rounds {
        if *of == RunTarget::Relay {
            *of = target;
            round.report.calls = 0;
            round.report.per_second = 0.0;
            round.report.errors = 2;
            round.report.first_error = Some("refused".to_owned());
        }
    }
    results(&rounds)
}

#[test]
fn a_target_that_never_answered_has_no_ratio_but_an_error() {
    let results = failing(RunTarget::Relay);
    assert_eq!(results.errors(), 6);
    let share = results.scenarios[0].share(RunTarget::Everything, RunTarget::Relay);
    assert_eq!(share, None);
    let says = ["byte relay: 6 errors, the first: refused"];
    check_text(&render::report(&results), &says, &[]);
}

#[test]
fn the_errors_of_a_peer_are_shown_and_are_its_own() {
    let results = failing(RunTarget::Peer(BenchPeer::FastMcp));
    assert_eq!(results.errors(), 0);
    let says = ["FastMCP proxy: 6 errors, the first: refused"];
    check_text(&render::report(&results), &says, &[]);
}

#[test]
fn the_report_says_what_was_measured_and_what_was_left_out() {
    let mut results = results(&noisy());
    results.memory.push(PeakMemory {
        target: RunTarget::Everything,
        era: BenchEra::Modern,
        tools: 100,
        peak_rss_kib: 20_992,
    });
    results
        .skipped
        .push("ContextForge: not installed".to_owned());
    let says = [
        "## modern, tools/call, 16 clients",
        "20.5",
        "Left out: ContextForge: not installed",
        "## Aims",
        "Two replicas were not measured",
    ];
    check_text(&render::report(&results), &says, &["Wrong"]);
}
