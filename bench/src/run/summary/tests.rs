use super::*;
use crate::args::LoadOperation;
use crate::load::report::CpuTime;
use crate::report::check_text;
use crate::run::render;

fn report(per_second: f64, cpu_us: &[f64]) -> LoadReport {
    let used = |us: &f64| CpuTime {
        pid: 1,
        used_us: us * 1000.0,
    };
    LoadReport {
        calls: 1000,
        errors: 0,
        first_error: None,
        seconds: 1.0,
        per_second,
        p50_us: 1e6 / per_second,
        p99_us: 2e6 / per_second,
        max_us: 3e6 / per_second,
        cpu: cpu_us.iter().map(used).collect(),
    }
}

fn scenario() -> LoadScenario {
    LoadScenario {
        era: BenchEra::Modern,
        operation: LoadOperation::Call,
        clients: 16,
        tools: 100,
    }
}

/// Three rounds on a machine that is four times slower in the second.
fn noisy() -> Vec<(RunTarget, LoadReport)> {
    let round = |speed: f64| {
        [
            (RunTarget::Direct, report(1000.0 * speed, &[10.0, 9.0])),
            (RunTarget::Relay, report(500.0 * speed, &[10.0, 20.0, 9.0])),
            (RunTarget::Candor, report(450.0 * speed, &[10.0, 30.0, 9.0])),
        ]
    };
    [1.0, 0.25, 1.1].into_iter().flat_map(round).collect()
}

/// One scenario on a machine, measured in three rounds.
fn results(reports: &[(RunTarget, LoadReport)]) -> RunResults {
    let mut results = RunResults::new(Duration::from_secs(1), 3);
    let scenario = ScenarioResult::new(scenario(), reports);
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
    close(result.share(RunTarget::Candor, RunTarget::Relay), 0.9);
    let candor = result.ratio(RunTarget::Candor, RunTarget::Relay).unwrap();
    close(candor.hop_cpu, 1.5);
    let direct = result.ratio(RunTarget::Relay, RunTarget::Direct).unwrap();
    assert_eq!(direct.hop_cpu, None);
}

#[test]
fn cpu_times_go_to_the_process_they_belong_to() {
    let result = ScenarioResult::new(scenario(), &noisy());
    let [direct, relay, candor] = &result.targets[..] else {
        panic!("three targets")
    };
    assert_eq!(direct.hop_cpu_us, None);
    close(direct.load_cpu_us, 9.0);
    close(relay.hop_cpu_us, 20.0);
    close(candor.hop_cpu_us, 30.0);
    close(candor.load_cpu_us, 9.0);
}

#[test]
fn a_target_that_never_answered_has_no_ratio_but_an_error() {
    let mut reports = noisy();
    let relays = reports.iter_mut().filter(|(of, _)| *of == RunTarget::Relay);
    for (_, report) in relays {
        report.calls = 0;
        report.per_second = 0.0;
        report.p50_us = 0.0;
        report.errors = 2;
        report.first_error = Some("refused".to_owned());
    }
    let results = results(&reports);
    assert_eq!(results.errors(), 6);
    let share = results.scenarios[0].share(RunTarget::Candor, RunTarget::Relay);
    assert_eq!(share, None);
    let says = ["relay: 6 errors, the first: refused"];
    check_text(&render::report(&results), &says, &[]);
}

#[test]
fn the_report_says_whether_the_aim_is_reached() {
    let mut results = results(&noisy());
    results.memory.push(PeakMemory {
        era: BenchEra::Modern,
        tools: 100,
        candor_peak_rss_kib: 20_992,
    });
    let says = ["reached: 0.90 (modern, tools/call, 16 clients)", "20.5"];
    check_text(&render::report(&results), &says, &[]);
}
