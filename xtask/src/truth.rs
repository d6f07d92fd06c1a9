//! `cargo xtask truth`: how true the hints of published servers are, as docs/truth.md.

mod install;
mod page;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use candor_verify::{ScenarioStep, VerifyReport, VerifyScenario};
use candor_verify_run::VerifyOptions;

/// The servers, with how they are started.
const SERVERS: &str = include_str!("truth/servers.toml");
/// How long one server may take.
const SERVER_TIME: Duration = Duration::from_mins(15);
/// The argument by which this program becomes the launcher of the confinement.
pub(crate) const LAUNCHER: &str = "confined";

/// One server of the list.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct ListedServer {
    /// What it is called here.
    name: String,
    /// `npm` or `pypi`.
    registry: String,
    /// The package, with a version if a certain one is meant.
    package: String,
    /// How it is started; `{packages}` is the folder of its registry's packages.
    command: Vec<String>,
    #[serde(default)]
    setup: Vec<Vec<String>>,
    #[serde(default)]
    environment: Vec<(String, String)>,
}

#[derive(serde::Deserialize)]
struct ServerList {
    server: Vec<ListedServer>,
}

/// What is known about one server.
#[derive(serde::Serialize, serde::Deserialize)]
struct ServerTruth {
    name: String,
    package: String,
    report: Option<VerifyReport>,
    problem: Option<String>,
}

/// Verifies the servers and writes the page. `--only NAME` verifies one and keeps what is known of
/// the others; `--folder DIR` keeps packages and results there; `--page` only writes the page.
pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let mut folder = PathBuf::from("target/truth");
    let (mut only, mut page_only) = (Vec::new(), false);
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut value = || {
            rest.next()
                .copied()
                .ok_or_else(|| format!("`{argument}` needs a value"))
        };
        match *argument {
            "--only" => only.push(value()?.to_owned()),
            "--folder" => folder = value()?.into(),
            "--page" => page_only = true,
            other => return Err(format!("unknown argument `{other}`")),
        }
    }
    let list: ServerList =
        toml::from_str(SERVERS).map_err(|error| format!("servers.toml: {error}"))?;
    if let Some(unknown) = only
        .iter()
        .find(|name| list.server.iter().all(|one| one.name != **name))
    {
        return Err(format!("there is no server `{unknown}` in servers.toml"));
    }
    fs::create_dir_all(folder.join("results"))
        .map_err(|cause| format!("cannot make {}: {cause}", folder.display()))?;
    let folder = folder.canonicalize().map_err(|cause| cause.to_string())?;
    for server in &list.server {
        if !page_only && (only.is_empty() || only.contains(&server.name)) {
            write_result(&folder, &examine(server, &folder))?;
        }
    }
    let known: Vec<ServerTruth> = list
        .server
        .iter()
        .filter_map(|server| read_result(&folder, &server.name))
        .collect();
    fs::write("docs/truth.md", page::write(&known))
        .map_err(|cause| format!("cannot write docs/truth.md: {cause}"))
}

#[expect(
    clippy::print_stderr,
    reason = "a chore speaks to the person who started it"
)]
fn examine(server: &ListedServer, folder: &Path) -> ServerTruth {
    eprintln!("{} …", server.name);
    let outcome = install::install(&server.registry, &server.package, folder)
        .and_then(|packages| verify(server, &packages));
    let (report, problem) = match outcome {
        Ok(report) => (Some(report), None),
        Err(problem) => (None, Some(problem)),
    };
    ServerTruth {
        name: server.name.clone(),
        package: server.package.clone(),
        report,
        problem,
    }
}

fn verify(server: &ListedServer, packages: &Path) -> Result<VerifyReport, String> {
    let filled = |word: &String| word.replace("{packages}", &packages.to_string_lossy());
    let setup = server
        .setup
        .iter()
        .map(|words| ScenarioStep::Run(words.iter().map(filled).collect()));
    let program = std::env::current_exe().map_err(|cause| cause.to_string())?;
    let options = VerifyOptions {
        command: server.command.iter().map(filled).collect(),
        hosted: None,
        launcher: (program, vec![LAUNCHER.to_owned()]),
        scenario: VerifyScenario {
            setup: setup.collect(),
            environment: server.environment.clone(),
            ..VerifyScenario::default()
        },
        scenario_text: None,
        tools: None,
        start_time: Duration::from_mins(1),
        call_time: Duration::from_secs(15),
        late_time: Duration::from_millis(1200),
        most_cases: 5,
        seed: 1,
    };
    let runtime = tokio::runtime::Runtime::new().map_err(|cause| cause.to_string())?;
    let verified = runtime.block_on(async {
        tokio::time::timeout(SERVER_TIME, candor_verify_run::verify(&options)).await
    });
    verified
        .map_err(|_| "it took more than 15 minutes".to_owned())?
        .map_err(|error| error.to_string())
}

fn result_file(folder: &Path, name: &str) -> PathBuf {
    folder.join("results").join(format!("{name}.json"))
}

fn write_result(folder: &Path, truth: &ServerTruth) -> Result<(), String> {
    let text = serde_json::to_string_pretty(truth).map_err(|error| error.to_string())?;
    fs::write(result_file(folder, &truth.name), text).map_err(|cause| cause.to_string())
}

fn read_result(folder: &Path, name: &str) -> Option<ServerTruth> {
    let text = fs::read_to_string(result_file(folder, name)).ok()?;
    serde_json::from_str(&text).ok()
}
