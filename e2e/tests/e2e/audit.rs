//! Nothing that was acknowledged is missing from the audit, even when the gateway is killed.

mod block_summary;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use candor_testkit::script::{self, ServerScript};
use candor_testkit::{
    CandorProcess, PATIENCE, PostgresServer, RawClient, ServerEra, config, wait_until,
};

/// Where an audit is kept, read without the product's own code.
enum AuditDatabase {
    Sqlite,
    Postgres(PostgresServer),
}

impl AuditDatabase {
    fn flags(&self) -> Vec<String> {
        match self {
            Self::Sqlite => Vec::new(),
            Self::Postgres(server) => vec!["--database-url".to_owned(), server.url()],
        }
    }

    /// Outcomes in the audit, counted.
    fn outcomes(&self, folder: &Path) -> HashMap<String, usize> {
        let rows = match self {
            Self::Sqlite => sqlite(
                &folder.join("data/candor.db"),
                "select hex(summary), calls from call_blocks",
            ),
            Self::Postgres(server) => {
                server.query("select encode(summary, 'hex'), calls from call_blocks")
            }
        };
        let mut outcomes = HashMap::new();
        for (summary, calls) in rows.lines().filter_map(|row| row.split_once('|')) {
            let calls = calls.parse().expect("a number");
            block_summary::add_outcomes(summary, calls, &mut outcomes);
        }
        outcomes
    }
}

/// Python has a reader of the file in its standard library.
fn sqlite(file: &Path, sql: &str) -> String {
    let script = "import sqlite3, sys\nfor row in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]): print(*row, sep='|')";
    let output = std::process::Command::new("python3")
        .args(["-c", script])
        .arg(file)
        .arg(sql)
        .output();
    let output = output.expect("python3 runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("text")
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_under_load_on_sqlite() {
    killed_under_load(AuditDatabase::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_under_load_on_postgresql() {
    let Some(server) = PostgresServer::start() else {
        return;
    };
    killed_under_load(AuditDatabase::Postgres(server)).await;
}

async fn killed_under_load(database: AuditDatabase) {
    let flags = database.flags();
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    let file = ServerScript::simple(&[("echo", r#"{"echo":true}"#)]).file();
    let hanging = ServerScript::simple(&[("hang", r#"{"hang":true}"#)]);
    let hanging = script::serve_http(&hanging, ServerEra::Legacy);
    let text = config::script("s", &file, ServerEra::Legacy, "concurrent_calls = 500")
        + &config::url("h", hanging.url(), "");
    let candor = CandorProcess::unasked(&text, &flags).when_ready().await;

    let answered = Arc::new(AtomicUsize::new(0));
    let mut workers = Vec::new();
    for _ in 0..16 {
        let (url, answered) = (candor.url().to_owned(), Arc::clone(&answered));
        workers.push(tokio::spawn(async move {
            let mut client = RawClient::http(&url, ServerEra::Modern).await;
            loop {
                let reply = client.call("s_echo", "{}").await;
                if reply.response.contains("result") {
                    answered.fetch_add(1, Ordering::SeqCst);
                }
            }
        }));
    }
    for _ in 0..5 {
        let url = candor.url().to_owned();
        workers.push(tokio::spawn(async move {
            RawClient::http(&url, ServerEra::Modern)
                .await
                .call("h_hang", "{}")
                .await;
        }));
    }
    wait_until("the load", async || {
        answered.load(Ordering::SeqCst) >= 500 && hanging.calls("hang") == 5
    })
    .await;
    let folder = candor.kill();
    // A client that had an answer before the kill has counted it by now.
    join(workers).await;
    let answered = answered.load(Ordering::SeqCst);

    let candor = CandorProcess::unasked_in(folder, &text, &flags)
        .when_ready()
        .await;
    let (folder, clean) = candor.stop();
    assert!(clean);
    let outcomes = database.outcomes(folder.path());
    let ok = outcomes.get("ok").copied().unwrap_or_default();
    assert!(
        ok >= answered,
        "{answered} answered, {ok} in the audit: {outcomes:?}"
    );
    let unknown = outcomes.get("unknown").copied().unwrap_or_default();
    assert!(
        (5..=21).contains(&unknown),
        "five hung, up to sixteen were under way: {outcomes:?}"
    );
}

/// Waits for workers that end in a panic, because their connection broke.
async fn join(workers: Vec<tokio::task::JoinHandle<()>>) {
    for worker in workers {
        let _ = tokio::time::timeout(PATIENCE, worker).await;
    }
}

/// One entry for every arrival, whatever became of it.
#[tokio::test(flavor = "multi_thread")]
async fn every_arrival_has_one_entry() {
    let failing = r#"{"result":{"content":[],"isError":true}}"#;
    let script = ServerScript::new()
        .tools(
            r#"[{"name":"ok","inputSchema":{"type":"object","properties":{"n":{"type":"integer"}}}},
                {"name":"failing","inputSchema":{"type":"object"}},{"name":"error","inputSchema":{"type":"object"}},
                {"name":"hang","inputSchema":{"type":"object"}},{"name":"dies","inputSchema":{"type":"object"}}]"#,
        )
        .call("ok", "{}")
        .call("failing", failing)
        .call("error", r#"{"error":{"code":-1,"message":"no"}}"#)
        .call("hang", r#"{"hang":true}"#)
        .call("dies", r#"{"exit":1}"#);
    let file = script.file();
    let candor = CandorProcess::served_unasked(&config::script(
        "s",
        &file,
        ServerEra::Legacy,
        "call_timeout = \"2s\"",
    ))
    .await;
    let mut client = candor.client(ServerEra::Legacy).await;
    for tool in ["s_ok", "s_failing", "s_error", "s_hang", "s_nowhere"] {
        client.call(tool, "{}").await;
    }
    client.call("s_ok", r#"{"n":"three"}"#).await;
    client.call("s_dies", "{}").await;
    client
        .request("resources/read", r#"{"uri":"x://nowhere"}"#)
        .await;
    let (folder, clean) = candor.stop();
    assert!(clean);
    let expect: HashMap<String, usize> = [
        ("ok", 1),
        ("tool-error", 1),
        ("rpc-error", 1),
        ("timed-out", 1),
        ("refused", 3),
        ("unknown", 1),
    ]
    .into_iter()
    .map(|(outcome, count)| (outcome.to_owned(), count))
    .collect();
    assert_eq!(AuditDatabase::Sqlite.outcomes(folder.path()), expect);
}
