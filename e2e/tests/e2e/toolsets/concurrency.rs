//! Many builders in several processes on one database: nothing is lost.

use std::collections::BTreeSet;

use candor_testkit::script::{ScriptFile, ServerScript};
use candor_testkit::{ApiClient, CandorProcess, PostgresServer, ServerEra, config};
use futures_util::future::join_all;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::management_client::ManagementClient;
use super::until;

const BUILDERS: usize = 16;

/// Two gateways that share a database.
struct SharedDatabasePair {
    gateways: [CandorProcess; 2],
    _file: ScriptFile,
}

// === impl SharedDatabasePair ===

impl SharedDatabasePair {
    async fn start(flags: &[&str], share: impl Fn(&CandorProcess, &TempDir)) -> Self {
        let file = ServerScript::simple(&[("lend", "{}")]).file();
        let text = config::script("s", &file, ServerEra::Legacy, "");
        let one = CandorProcess::unasked(&text, flags).when_ready().await;
        let folder = tempfile::tempdir().expect("a folder");
        share(&one, &folder);
        let two = CandorProcess::unasked_in(folder, &text, flags)
            .when_ready()
            .await;
        Self {
            gateways: [one, two],
            _file: file,
        }
    }

    /// Each builder is a client of its own; half of them at each gateway.
    async fn build(&self) -> BTreeSet<String> {
        let work = (0..BUILDERS).map(|builder| async move {
            let era = if builder % 4 < 2 {
                ServerEra::Legacy
            } else {
                ServerEra::Modern
            };
            let gateway = &self.gateways[builder % 2];
            let mut counter = ManagementClient::of(gateway.owner_client(era).await).await;
            let name = format!("set-{builder}");
            counter.build(&name, &["s.lend"]).await;
            name
        });
        join_all(work).await.into_iter().collect()
    }

    /// Both gateways have all of them, and know who made each.
    async fn agree(&self, built: &BTreeSet<String>) {
        for gateway in &self.gateways {
            let mut counter =
                ManagementClient::of(gateway.owner_client(ServerEra::Legacy).await).await;
            until("every toolset at every gateway", async || {
                let saved: BTreeSet<String> = counter.saved().await.into_iter().collect();
                (saved == *built).then_some(())
            })
            .await;
        }
        let api = ApiClient::of(&self.gateways[0]);
        let path = "/audit/changes?action=toolset.create&limit=100";
        let records = api.items(path).await;
        assert_eq!(records.len(), BUILDERS, "{records:?}");
        let about: BTreeSet<&str> = records
            .iter()
            .filter_map(|one| one["subject"].as_str())
            .collect();
        for (record, name) in records.iter().zip(built) {
            assert_eq!(record["door"], "mcp", "{record}");
            assert!(about.contains(&*format!("toolset {name}")), "{about:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sixteen_builds_over_two_processes_on_one_sqlite_file_all_survive() {
    let share = |one: &CandorProcess, folder: &TempDir| {
        let there = one.folder().join("data");
        std::os::unix::fs::symlink(there, folder.path().join("data")).expect("a link");
    };
    let pair = SharedDatabasePair::start(&[], share).await;
    let built = pair.build().await;
    assert_eq!(built.len(), BUILDERS);
    pair.agree(&built).await;
    // They are on disk, not only in the memory of the two.
    let said = pair.gateways[0].fine(&["toolset", "list", "--json"]);
    for name in &built {
        assert!(said.contains(&format!("\"{name}\"")), "{name}: {said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sixteen_builds_over_two_processes_on_postgresql_all_survive() {
    let Some(database) = PostgresServer::start() else {
        return;
    };
    let url = database.url();
    let pair = SharedDatabasePair::start(&["--database-url", &url], |_, _| {}).await;
    let built = pair.build().await;
    pair.agree(&built).await;
}

/// Sixteen want the same name: one has it, and the others are told so.
#[tokio::test(flavor = "multi_thread")]
async fn one_name_goes_to_one_builder() {
    let file = ServerScript::simple(&[("lend", "{}"), ("take", "{}")]).file();
    let gateway =
        CandorProcess::served_unasked(&config::script("s", &file, ServerEra::Legacy, "")).await;
    let work = (0..BUILDERS).map(|builder| {
        let gateway = &gateway;
        async move {
            let client = gateway.owner_client(ServerEra::Modern).await;
            let mut counter = ManagementClient::of(client).await;
            let description = format!("by {builder}");
            let arguments = json!({"name": "same", "description": description,
                "tools": [{"namespacedName": "s.lend"}]});
            let answer = counter.ask("build-toolset", &arguments).await;
            if answer.is_error {
                answer.refused(&["same"]);
                return None;
            }
            Some(description)
        }
    });
    let won: Vec<String> = join_all(work).await.into_iter().flatten().collect();
    assert_eq!(won.len(), 1, "{won:?}");
    let mut counter = ManagementClient::of(gateway.owner_client(ServerEra::Legacy).await).await;
    let said = counter.look("list-saved-toolsets").await;
    assert_eq!(
        said["toolsets"][0]["description"],
        Value::from(won[0].as_str())
    );
}
