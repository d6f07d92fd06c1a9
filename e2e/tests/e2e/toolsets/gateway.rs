//! A gateway with two sources, reached in one of four ways.

use std::path::Path;

use candor_testkit::candor::run_on;
use candor_testkit::script::{self, ScriptFile, ServerScript};
use candor_testkit::{CandorProcess, RawClient, ServerEra, ServerHandle, config};
use tempfile::TempDir;

use super::management_client::ManagementClient;

/// How a client reaches the gateway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StageTransport {
    Http,
    Stdio,
}

/// A door and what is spoken there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StageClient(pub(super) StageTransport, pub(super) ServerEra);

/// Every transport in every era.
pub(super) const WAYS: [StageClient; 4] = [
    StageClient(StageTransport::Http, ServerEra::Legacy),
    StageClient(StageTransport::Http, ServerEra::Modern),
    StageClient(StageTransport::Stdio, ServerEra::Legacy),
    StageClient(StageTransport::Stdio, ServerEra::Modern),
];

/// A trusted child with three tools.
pub(super) const TRACKER: &str = r#"[
    {"name":"create_issue","description":"Creates a new issue in the tracker","inputSchema":{"type":"object","properties":{"title":{"type":"string"},"team":{"type":"string"}},"required":["title"]},"annotations":{"readOnlyHint":false,"destructiveHint":false}},
    {"name":"list_issues","description":"Lists the open issues","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},
    {"name":"delete_issue","description":"Deletes an issue for good","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false,"destructiveHint":true}}]"#;

/// A server on the network that is not trusted.
pub(super) const VCS: &str = r#"[
    {"name":"log","description":"Shows the history of a branch","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},
    {"name":"commit","description":"Records changes to the repository","inputSchema":{"type":"object"}}]"#;

/// The gateway, or the folder in which clients start it.
pub(super) struct ToolsetGateway {
    way: StageClient,
    process: StagedProcess,
    _tracker: ScriptFile,
    vcs: ServerHandle,
}

enum StagedProcess {
    Served(CandorProcess),
    Folder(TempDir),
}

// === impl ToolsetGateway ===

impl ToolsetGateway {
    /// Over HTTP, to a legacy client.
    pub(super) async fn plain(more: &str) -> Self {
        Self::open(WAYS[0], more).await
    }

    /// The same, and a client that knows the promises of the management tools.
    pub(super) async fn with_counter(more: &str) -> (Self, ManagementClient) {
        Self::open_with_counter(WAYS[0], more).await
    }

    /// The same for a client of any kind.
    pub(super) async fn open_with_counter(
        way: StageClient,
        more: &str,
    ) -> (Self, ManagementClient) {
        let stage = Self::open(way, more).await;
        let counter = stage.counter().await;
        (stage, counter)
    }

    /// `more` is added to the configuration.
    pub(super) async fn open(way: StageClient, more: &str) -> Self {
        let tracker = ServerScript::echoing(TRACKER).file();
        let vcs = script::serve_http(&ServerScript::echoing(VCS), ServerEra::Modern);
        let text = config::script(
            "tracker",
            &tracker,
            ServerEra::Legacy,
            "trust = \"trusted\"",
        ) + &config::url("vcs", vcs.url(), "")
            + more;
        let folder = tempfile::tempdir().expect("a folder");
        let process = StagedProcess::open(way, folder, &text).await;
        Self {
            way,
            process,
            _tracker: tracker,
            vcs,
        }
    }

    /// Ends a gateway that is served; says whether it ended well.
    pub(super) fn stop(self) -> (TempDir, bool) {
        match self.process {
            StagedProcess::Served(candor) => candor.stop(),
            StagedProcess::Folder(_) => panic!("nothing is served"),
        }
    }

    /// Ends the gateway and starts it again with what it has kept.
    pub(super) async fn restart(self) -> Self {
        let process = match self.process {
            StagedProcess::Served(candor) => StagedProcess::Served(candor.restart().await),
            // Every client starts a process of its own.
            StagedProcess::Folder(folder) => StagedProcess::Folder(folder),
        };
        Self { process, ..self }
    }

    /// A client at the plain endpoint. Over stdio each one has a process of its own.
    pub(super) async fn client(&self) -> RawClient {
        let StageClient(_, era) = self.way;
        match &self.process {
            StagedProcess::Served(candor) => candor.owner_client(era).await,
            StagedProcess::Folder(folder) => RawClient::stdio(folder.path(), era).await,
        }
    }

    /// The same, with the promises of the management tools.
    pub(super) async fn counter(&self) -> ManagementClient {
        ManagementClient::of(self.client().await).await
    }

    /// A client at another path.
    pub(super) async fn at(&self, path: &str) -> RawClient {
        let StageClient(_, era) = self.way;
        self.gateway().owner_client_at(path, era).await
    }

    pub(super) fn gateway(&self) -> &CandorProcess {
        match &self.process {
            StagedProcess::Served(candor) => candor,
            StagedProcess::Folder(_) => panic!("nothing is served"),
        }
    }

    pub(super) fn vcs(&self) -> &ServerHandle {
        &self.vcs
    }

    pub(super) fn folder(&self) -> &Path {
        match &self.process {
            StagedProcess::Served(candor) => candor.folder(),
            StagedProcess::Folder(folder) => folder.path(),
        }
    }

    /// Runs a command beside the gateway, on the same data; its exit code and what it printed.
    pub(super) fn run(&self, args: &[&str]) -> (i32, String) {
        let data = match &self.process {
            StagedProcess::Served(_) => "data",
            StagedProcess::Folder(_) => "stdio-data",
        };
        run_on(self.folder(), data, args)
    }

    /// The same for a command that must go well.
    pub(super) fn fine(&self, args: &[&str]) -> String {
        let (code, said) = self.run(args);
        assert_eq!(code, 0, "candor {}: {said}", args.join(" "));
        said
    }
}

// === impl StagedProcess ===

impl StagedProcess {
    async fn open(StageClient(door, _): StageClient, folder: TempDir, text: &str) -> Self {
        match door {
            StageTransport::Http => {
                let candor = CandorProcess::served_unasked_in(folder, text).await;
                Self::Served(candor)
            }
            StageTransport::Stdio => {
                let text = candor_testkit::candor::unasked(text);
                std::fs::write(folder.path().join("candor.toml"), text).expect("a file");
                Self::Folder(folder)
            }
        }
    }
}
