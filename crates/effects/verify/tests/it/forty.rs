//! Twenty servers that lie in one way each, and twenty honest ones that look suspicious.

use std::process::Command;

use serde_json::Value;

use crate::support::{contradicted, options, script};

/// One row of the table.
struct TableRow {
    name: String,
    wrong: Option<String>,
    found: Result<Vec<String>, String>,
}

// === impl TableRow ===

impl TableRow {
    fn is_caught(&self) -> bool {
        let wrong = self.wrong.as_ref();
        wrong.is_some_and(|wrong| self.found.as_ref().is_ok_and(|found| found.contains(wrong)))
    }

    /// Contradictions that are none.
    fn false_alarms(&self) -> Vec<&String> {
        let found = self.found.as_ref().map(Vec::as_slice).unwrap_or_default();
        found
            .iter()
            .filter(|one| Some(*one) != self.wrong.as_ref())
            .collect()
    }

    fn line(&self) -> String {
        let outcome = match (&self.found, &self.wrong) {
            (Err(problem), _) => format!("not run: {problem}"),
            (Ok(_), Some(_)) if self.is_caught() => "caught".to_owned(),
            (Ok(_), Some(_)) => "missed".to_owned(),
            (Ok(_), None) => "no contradiction".to_owned(),
        };
        let alarms: Vec<&str> = self
            .false_alarms()
            .into_iter()
            .map(String::as_str)
            .collect();
        let alarms = if alarms.is_empty() {
            String::new()
        } else {
            format!("; false: {}", alarms.join(", "))
        };
        format!(
            "| {} | {} | {outcome}{alarms} |",
            self.name,
            self.wrong.as_deref().unwrap_or("nothing")
        )
    }
}

async fn row(server: &Value) -> TableRow {
    let name = server["name"].as_str().unwrap_or_default().to_owned();
    let script = script().display().to_string();
    let report = candor_verify_run::verify(&options(&["python3", &script, &name])).await;
    let found = report
        .map(|report| contradicted(&report))
        .map_err(|error| error.to_string());
    let wrong = server["wrong"].as_str().map(str::to_owned);
    TableRow { name, wrong, found }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn liars_are_caught_and_honest_servers_are_left_alone() {
    let listed = Command::new("python3")
        .arg(script())
        .output()
        .expect("python3");
    let servers: Vec<Value> = serde_json::from_slice(&listed.stdout).expect("a list");
    assert_eq!(servers.len(), 40);
    let mut rows = Vec::new();
    for group in servers.chunks(8) {
        let running: Vec<_> = group
            .iter()
            .cloned()
            .map(|server| tokio::spawn(async move { row(&server).await }))
            .collect();
        for one in running {
            rows.push(one.await.expect("a row"));
        }
    }
    let table: Vec<String> = rows.iter().map(TableRow::line).collect();
    let table = table.join("\n");
    if let Ok(file) = std::env::var("CANDOR_VERIFY_TABLE") {
        std::fs::write(file, &table).expect("the table is written");
    }
    let caught = rows.iter().filter(|row| row.is_caught()).count();
    let alarms = rows
        .iter()
        .filter(|row| !row.false_alarms().is_empty())
        .count();
    let failed = rows.iter().filter(|row| row.found.is_err()).count();
    assert_eq!((alarms, failed), (0, 0), "{table}");
    assert!(caught >= 18, "only {caught} caught\n{table}");
}
