//! A gateway with two sources, reached in one of four ways.

use std::path::Path;

use candor_e2e::candor::run;
use candor_e2e::{Candor, Client, Era, config};
use candor_testkit::Handle;
use candor_testkit::script::{self, Script, ScriptFile};
use tempfile::TempDir;

use super::counter::Counter;

/// How a client reaches the gateway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Door {
    Http,
    Stdio,
}

/// A door and what is spoken there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way(pub(super) Door, pub(super) Era);

/// Every way.
pub(super) const WAYS: [Way; 4] = [
    Way(Door::Http, Era::Legacy),
    Way(Door::Http, Era::Modern),
    Way(Door::Stdio, Era::Legacy),
    Way(Door::Stdio, Era::Modern),
];

/// A trusted child with three tools.
pub(super) const TRACKER: &str = r#"[
    {"name":"create_issue","description":"Creates a new issue in the tracker","inputSchema":{"type":"object","properties":{"title":{"type":"string"},"team":{"type":"string"}},"required":["title"]},"annotations":{"readOnlyHint":false,"destructiveHint":false}},
    {"name":"list_issues","description":"Lists the open issues","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},
    {"name":"delete_issue","description":"Deletes an issue for good","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false,"destructiveHint":true}}]"#;

/// A server on the network that nobody vouches for.
pub(super) const VCS: &str = r#"[
    {"name":"log","description":"Shows the history of a branch","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},
    {"name":"commit","description":"Records changes to the repository","inputSchema":{"type":"object"}}]"#;

/// The gateway, or the folder in which clients start it.
pub(super) struct Stage {
    way: Way,
    house: House,
    text: String,
    _tracker: ScriptFile,
    vcs: Handle,
}

enum House {
    Served(Candor),
    Folder(TempDir),
}

/// A script whose tools send back their arguments.
pub(super) fn echoing(tools: &str) -> Script {
    Script::new().tools(tools).call("*", r#"{"echo":true}"#)
}

// === impl Stage ===

impl Stage {
    /// Over HTTP, to a legacy client.
    pub(super) async fn plain(more: &str) -> Self {
        Self::open(WAYS[0], more).await
    }

    /// `more` is added to the configuration.
    pub(super) async fn open(way: Way, more: &str) -> Self {
        let tracker = echoing(TRACKER).write().expect("a script");
        let vcs = script::serve_http(&echoing(VCS), Era::Modern);
        let text = config::script("tracker", &tracker, Era::Legacy, "trust = \"trusted\"")
            + &config::url("vcs", vcs.url(), "")
            + more;
        let folder = tempfile::tempdir().expect("a folder");
        let house = House::open(way, folder, &text).await;
        Self {
            way,
            house,
            text,
            _tracker: tracker,
            vcs,
        }
    }

    /// Ends a gateway that is served; says whether it ended well.
    pub(super) fn stop(self) -> (TempDir, bool) {
        match self.house {
            House::Served(candor) => candor.stop(),
            House::Folder(_) => panic!("nothing is served"),
        }
    }

    /// Ends the gateway and starts it again with what it has kept.
    pub(super) async fn restart(self) -> Self {
        let folder = match self.house {
            House::Served(candor) => {
                let (folder, clean) = candor.stop();
                assert!(clean, "it ended well");
                folder
            }
            House::Folder(folder) => folder,
        };
        let house = House::open(self.way, folder, &self.text).await;
        Self { house, ..self }
    }

    /// A client at the plain endpoint. Over stdio each one has a process of its own.
    pub(super) async fn client(&self) -> Client {
        let Way(_, era) = self.way;
        match &self.house {
            House::Served(candor) => Client::http(candor.url(), era).await,
            House::Folder(folder) => Client::stdio(folder.path(), era).await,
        }
    }

    /// The same, with the promises of the management tools.
    pub(super) async fn counter(&self) -> Counter {
        Counter::of(self.client().await).await
    }

    /// A client at another path.
    pub(super) async fn at(&self, path: &str) -> Client {
        let Way(_, era) = self.way;
        Client::http(&self.gateway().at(path), era).await
    }

    pub(super) fn gateway(&self) -> &Candor {
        match &self.house {
            House::Served(candor) => candor,
            House::Folder(_) => panic!("nothing is served"),
        }
    }

    pub(super) fn vcs(&self) -> &Handle {
        &self.vcs
    }

    pub(super) fn folder(&self) -> &Path {
        match &self.house {
            House::Served(candor) => candor.folder(),
            House::Folder(folder) => folder.path(),
        }
    }

    /// Runs a command beside the gateway, on the same data; its exit code and what it printed.
    pub(super) fn run(&self, args: &[&str]) -> (i32, String) {
        let data = match &self.house {
            House::Served(_) => "data",
            House::Folder(_) => "stdio-data",
        };
        candor(self.folder(), data, args)
    }

    /// The same for a command that must go well.
    pub(super) fn fine(&self, args: &[&str]) -> String {
        let (code, said) = self.run(args);
        assert_eq!(code, 0, "candor {}: {said}", args.join(" "));
        said
    }
}

/// Runs a command in a folder; its exit code and what it printed.
pub(super) fn candor(folder: &Path, data: &str, args: &[&str]) -> (i32, String) {
    let output = run(folder, &[args, &["--data", data]].concat());
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (output.status.code().expect("it ended"), said.into_owned())
}

// === impl House ===

impl House {
    async fn open(Way(door, _): Way, folder: TempDir, text: &str) -> Self {
        match door {
            Door::Http => {
                let candor = Candor::unasked_in(folder, text, &[]);
                candor.all_ready().await;
                Self::Served(candor)
            }
            Door::Stdio => {
                let text = candor_e2e::candor::unasked(text);
                std::fs::write(folder.path().join("candor.toml"), text).expect("a file");
                Self::Folder(folder)
            }
        }
    }
}
