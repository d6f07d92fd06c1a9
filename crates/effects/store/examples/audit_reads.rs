//! Measures the cost of the audit pages on a large database. `write` fills a database with a given
//! number of calls, one second apart, from 24 sources in turn; every other command runs the query
//! of one page once. Compare the profiler's figures with those of a run with `nothing`.
//!
//! ```sh
//! cargo build --profile profiling -p candor-store --example audit_reads
//! target/profiling/examples/audit_reads /tmp/audit write 1000000
//! for what in nothing newest page source principal approval day week figures demand; do
//!     valgrind --tool=callgrind target/profiling/examples/audit_reads /tmp/audit $what
//! done
//! ```

use std::{env, error::Error, path::Path};

use candor_model::{
    ApprovalId, CallBegun, CallEnded, CallId, CallKind, CallOutcome, Digest, Hint, Hints,
    McpRevision, SourceName,
};
use candor_store::{CallFilter, DatabaseTarget, Journal, Store};

const SECOND: i64 = 1_000_000;
const HOUR: i64 = 3_600 * SECOND;
const DAY: i64 = 24 * HOUR;
/// The arrival time of the last call: in the middle of a step of the chart.
const NOW: i64 = 20_000 * DAY + HOUR / 2;
const SOURCES: usize = 24;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut words = env::args().skip(1);
    let folder = words.next().ok_or("name a folder")?;
    let folder = Path::new(&folder);
    let what = words.next().ok_or("say what is to be done")?;
    let store = Store::open(&DatabaseTarget::Sqlite(folder.join("candor.db"))).await?;
    match what.as_str() {
        "nothing" => {}
        "write" => write(&store, folder, words.next().ok_or("how many?")?.parse()?).await?,
        what => read(&store, what).await?,
    }
    store.close().await;
    Ok(())
}

async fn write(store: &Store, folder: &Path, calls: usize) -> Result<(), Box<dyn Error>> {
    let (journal, _) = Journal::open(&folder.join("journal"), store).await?;
    for number in 0..calls {
        let begun = begun(number, calls)?;
        journal.begin(&begun)?;
        journal.end(&CallEnded {
            id: begun.id,
            outcome: if number % 50 == 7 {
                CallOutcome::ToolError
            } else {
                CallOutcome::Ok
            },
            duration_micros: 1_480 + number as u64 % 1_000,
            reply_bytes: 5_212,
            detail: None,
            attempts: 1,
            reused: None,
        })?;
        if number % 256 == 255 {
            journal.flush().await?;
        }
    }
    journal.close().await?;
    Ok(())
}

fn begun(number: usize, calls: usize) -> Result<CallBegun, Box<dyn Error>> {
    Ok(CallBegun {
        id: CallId::fresh(),
        at_micros: NOW - i64::try_from(calls - number)? * SECOND,
        principal: format!("caller {}", number / 1_000),
        client: Some("claude-code 2.1.0".to_owned()),
        revision: McpRevision::V2025_11_25,
        kind: CallKind::Tool,
        source: Some(SourceName::parse(&format!("source-{}", number % SOURCES))?),
        target: format!("tool_{}", number % 7),
        arguments: Digest::of(number.to_le_bytes()),
        request_bytes: 184,
        hints: Hints::UNSET.with(Hint::ReadOnly, true),
        decision: Some("it only reads, and what only reads is allowed".to_owned()),
        approval: (number % 500 == 3).then(ApprovalId::fresh),
    })
}

async fn read(store: &Store, what: &str) -> Result<(), Box<dyn Error>> {
    let all = CallFilter::default();
    let source = SourceName::parse("source-5")?;
    let mut filter = all.clone();
    match what {
        "newest" => drop(store.calls_page(&all, None, 50).await?),
        "page" => {
            let newest = store.calls_page(&all, None, 1_000).await?;
            drop(store.calls_page(&all, newest.next, 50).await?);
        }
        "source" => {
            filter.source = Some(source);
            drop(store.calls_page(&filter, None, 50).await?);
        }
        "principal" => {
            filter.principal = Some("caller 3".to_owned());
            drop(store.calls_page(&filter, None, 50).await?);
        }
        "approval" => {
            filter.approval = Some(ApprovalId::fresh());
            drop(store.calls_page(&filter, None, 50).await?);
        }
        "day" => drop(store.call_counts(NOW + HOUR / 2 - DAY, HOUR, NOW).await?),
        "week" => drop(
            store
                .call_counts(NOW - HOUR / 2 - 6 * DAY, DAY, NOW)
                .await?,
        ),
        "figures" => drop(store.newest_calls(&source, NOW - DAY, 500).await?),
        "demand" => drop(store.tool_demand().await?),
        other => return Err(format!("`{other}` is no page").into()),
    }
    Ok(())
}
