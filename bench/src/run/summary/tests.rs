use super::*;
use crate::args::LoadOperation;
use crate::load::report::CpuTime;
use crate::run::render;

fn report(per_second: f64, cpu_us: &[f64]) -> LoadReport {
    LoadReport {
        calls: 1000,
        errors: 0,
        first_error: None,
        seconds: 1.0,
        per_second,
        p50_us: 1e6 / per_second,
        p99_us: 2e6 / per_second,
        max_us: 3e6 / per_second,
        cpu: cpu_us
            .iter()
            .map(|us| CpuTime {
                pid: 1,
                used_us: us * 1000.0,
            })
            .collect(),
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
    let candor = result
        .ratios
        .iter()
        .find(|ratio| ratio.to == RunTarget::Relay)
        .unwrap();
    close(candor.hop_cpu, 1.5);
    let direct = result
        .ratios
        .iter()
        .find(|ratio| ratio.of == RunTarget::Relay)
        .unwrap();
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
    for (_, report) in reports
        .iter_mut()
        .filter(|(target, _)| *target == RunTarget::Relay)
    {
        *report = LoadReport {
            calls: 0,
            per_second: 0.0,
            p50_us: 0.0,
            errors: 2,
            ..report.clone()
        };
        report.first_error = Some("refused".to_owned());
    }
    let mut results = RunResults::new(Duration::from_secs(1), 3);
    results
        .scenarios
        .push(ScenarioResult::new(scenario(), &reports));
    assert_eq!(results.errors(), 6);
    assert_eq!(
        results.scenarios[0].share(RunTarget::Candor, RunTarget::Relay),
        None
    );
    let text = render::report(&results);
    assert!(
        text.contains("relay: 6 errors, the first: refused"),
        "{text}"
    );
}

#[test]
fn the_report_says_whether_the_aim_is_reached() {
    let mut results = RunResults::new(Duration::from_secs(1), 3);
    results
        .scenarios
        .push(ScenarioResult::new(scenario(), &noisy()));
    results.memory.push(PeakMemory {
        era: BenchEra::Modern,
        tools: 100,
        candor_peak_rss_kib: 20_992,
    });
    let text = render::report(&results);
    assert!(
        text.contains("reached: 0.90 (modern, tools/call, 16 clients)"),
        "{text}"
    );
    assert!(text.contains("20.5"), "{text}");
}
