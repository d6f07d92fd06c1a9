use http::Uri;

use super::*;
use crate::args::LoadOperation;
use crate::era::BenchEra;
use crate::report::check_text;
use crate::testing;

/// Load that ends by count, not by the clock.
fn load(url: &Uri, era: BenchEra, operation: LoadOperation, tools: u32) -> LoadArgs {
    LoadArgs {
        url: url.clone(),
        also: Vec::new(),
        era,
        operation,
        tool: None,
        tools,
        clients: 4,
        seconds: Duration::from_secs(30),
        warm_up: Duration::from_millis(1),
        max_calls: 80,
        watch: vec![std::process::id()],
    }
}

fn assert_clean(report: &LoadReport) {
    assert_eq!(report.first_error, None);
    assert_eq!(report.errors, 0);
    assert!((20..=80).contains(&report.calls), "{report:?}");
    assert!(report.per_second > 0.0 && report.p50_us > 0.0, "{report:?}");
    assert!(
        report.p50_us <= report.p99_us && report.p99_us <= report.max_us,
        "{report:?}"
    );
    assert_eq!(report.cpu.len(), 2);
}

/// What is seen in a short while, in which every client gets its turn on a busy machine.
async fn glance(url: &Uri, era: BenchEra, operation: LoadOperation, tools: u32) -> LoadReport {
    let mut args = load(url, era, operation, tools);
    args.seconds = Duration::from_secs(1);
    measure(&args).await.unwrap()
}

/// Expects that the first error says these things.
fn check_error(report: &LoadReport, says: &[&str]) {
    check_text(report.first_error.as_ref().unwrap(), says, &[]);
}

#[tokio::test]
async fn both_eras_are_measured_directly_and_through_relays() {
    let upstream = testing::upstream(None, 100).await;
    let streaming = testing::relay(&upstream.url, false).await;
    let whole = testing::relay(&upstream.url, true).await;
    for era in BenchEra::ALL {
        for operation in [LoadOperation::Call, LoadOperation::List] {
            for url in [&upstream.url, &streaming.url, &whole.url] {
                assert_clean(&measure(&load(url, era, operation, 100)).await.unwrap());
            }
        }
    }
}

#[tokio::test]
async fn a_list_that_is_too_short_is_an_error() {
    let upstream = testing::upstream(None, 99).await;
    let report = glance(&upstream.url, BenchEra::Modern, LoadOperation::List, 100).await;
    assert_eq!(report.calls, 0);
    let expected = "the list has 99 tools, not 100";
    assert_eq!(report.first_error.as_deref(), Some(expected));
}

#[tokio::test]
async fn a_server_that_speaks_the_other_era_is_an_error() {
    let upstream = testing::upstream(Some(BenchEra::Modern), 1).await;
    let report = glance(&upstream.url, BenchEra::Legacy, LoadOperation::Call, 1).await;
    check_error(&report, &["`initialize` was answered with 400"]);
}

#[tokio::test]
async fn nobody_there_is_an_error_and_no_hang() {
    let (_held, nobody) = testing::nobody();
    let report = glance(&nobody, BenchEra::Modern, LoadOperation::Call, 1).await;
    assert_eq!(report.calls, 0);
    assert!(report.errors >= 4, "{report:?}");
    check_error(&report, &[nobody.authority().unwrap().as_str()]);

    let relay = testing::relay(&nobody, false).await;
    let report = glance(&relay.url, BenchEra::Modern, LoadOperation::Call, 1).await;
    check_error(&report, &["502", "behind the relay"]);
}

#[tokio::test]
async fn only_plain_http_is_spoken() {
    for url in ["https://127.0.0.1:1/mcp", "/mcp"] {
        let parsed = url.parse().unwrap();
        let args = load(&parsed, BenchEra::Modern, LoadOperation::Call, 1);
        let error = measure(&args).await.unwrap_err().to_string();
        assert!(error.contains(&format!("`{url}`")), "{error}");
    }
}

#[tokio::test]
async fn clients_are_spread_over_all_endpoints() {
    let upstream = testing::upstream(None, 1).await;
    let (_held, nobody) = testing::nobody();
    let mut args = load(&upstream.url, BenchEra::Modern, LoadOperation::Call, 1);
    args.also = vec![upstream.url.clone()];
    assert_clean(&measure(&args).await.unwrap());
    args.also = vec![nobody.clone()];
    args.seconds = Duration::from_secs(1);
    let report = measure(&args).await.unwrap();
    check_error(&report, &[nobody.authority().unwrap().as_str()]);
}
