//! What the audit costs a call: begins and ends so many calls, waits until they are in the
//! database, and says nothing. Its figures are those of a profiler or of `strace`; the cost of a
//! call is the difference between two runs.
//!
//! ```sh
//! cargo build --profile profiling -p candor-store --example journal_cost
//! for calls in 0 20000; do
//!     valgrind --tool=callgrind target/profiling/examples/journal_cost $calls
//!     strace -f -c target/profiling/examples/journal_cost $calls
//! done
//! ```
//!
//! A second number is how many calls are in flight at the same time, a third how many end before they
//! are folded, if not as many as make a batch; `postgres://…` as the last word is another database.

use std::{collections::VecDeque, env, error::Error};

use candor_model::{
    CallBegun, CallEnded, CallId, CallKind, CallOutcome, Digest, Hint, Hints, McpRevision, Secret,
    SourceName,
};
use candor_store::{DatabaseTarget, Journal, Store};

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut words = env::args().skip(1).peekable();
    let mut number = |otherwise: usize| -> usize {
        let found = words.peek().and_then(|word| word.parse().ok());
        found.inspect(|_| drop(words.next())).unwrap_or(otherwise)
    };
    let (calls, at_once, fold) = (number(20_000), number(16), number(usize::MAX));
    let folder = tempfile::tempdir()?;
    let target = match words.next() {
        Some(url) => DatabaseTarget::Postgres(Secret::new(url)),
        None => DatabaseTarget::Sqlite(folder.path().join("candor.db")),
    };
    let store = Store::open(&target).await?;
    let (journal, _) = Journal::open(&folder.path().join("journal"), &store).await?;
    write(&journal, calls, at_once, fold).await?;
    journal.flush().await?;
    journal.close().await?;
    store.close().await;
    Ok(())
}

async fn write(
    journal: &Journal,
    calls: usize,
    at_once: usize,
    fold: usize,
) -> Result<(), Box<dyn Error>> {
    let mut begun = CallBegun {
        id: CallId::fresh(),
        at_micros: 1_790_000_000_000_000,
        principal: "local".to_owned(),
        client: Some("claude-code 2.1.0".to_owned()),
        revision: McpRevision::V2025_11_25,
        kind: CallKind::Tool,
        source: Some(SourceName::parse("bookshop")?),
        target: "list_books".to_owned(),
        arguments: Digest::of("{}"),
        request_bytes: 184,
        hints: Hints::UNSET
            .with(Hint::ReadOnly, true)
            .with(Hint::OpenWorld, false),
        decision: Some("it only reads, and what only reads is allowed".to_owned()),
        approval: None,
    };
    let mut in_flight = VecDeque::with_capacity(at_once + 1);
    for number in 1..=calls {
        begun.id = CallId::fresh();
        begun.at_micros += 137;
        journal.begin(&begun)?;
        in_flight.push_back(begun.id);
        if in_flight.len() >= at_once {
            end(journal, in_flight.pop_front())?;
        }
        if number % fold == 0 {
            journal.flush().await?;
        }
    }
    in_flight
        .into_iter()
        .try_for_each(|id| end(journal, Some(id)))
}

fn end(journal: &Journal, id: Option<CallId>) -> Result<(), Box<dyn Error>> {
    let Some(id) = id else { return Ok(()) };
    journal.end(&CallEnded {
        id,
        outcome: CallOutcome::Ok,
        duration_micros: 1_480,
        reply_bytes: 5_212,
        detail: None,
        attempts: 1,
        reused: None,
    })?;
    Ok(())
}
