//! The gateway as it runs: how soon it lists its tools, and how much memory it has after many
//! calls.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::announced_process::AnnouncedProcess;
use super::figures::Serving;
use super::http_exchange::KeptConnection;
use super::proc_files::resident_kib;
use super::rpc_message::{self, REVISION, tool_names};

/// How many tools the server behind the gateway has.
const TOOLS: usize = 101;
/// How often the gateway is started for the time that it takes.
const STARTS: usize = 5;
/// How many calls are made before its memory is read.
const CALLS: usize = 10_000;
/// How long it may take until every tool is listed.
const LIST_LIMIT: Duration = Duration::from_mins(1);

/// What stands behind the gateway.
enum MeasuredSource {
    /// The benchmarks' server, with many tools.
    Bench {
        process: AnnouncedProcess,
        _folder: TempDir,
    },
    /// What a gateway without a configuration serves.
    Demo,
}

/// A gateway that lists its tools.
struct ListingGateway {
    process: AnnouncedProcess,
    connection: KeptConnection,
    tools: usize,
    took: Duration,
    _folder: TempDir,
}

/// Measures a binary, in front of the benchmarks' server if that is built.
pub(super) fn measure(binary: &Path, target: &Path) -> Result<Serving, String> {
    let binary = binary
        .canonicalize()
        .map_err(|error| format!("cannot find `{}`: {error}", binary.display()))?;
    let source = MeasuredSource::start(&binary, target)?;
    let mut starts = Vec::new();
    for _ in 1..STARTS {
        starts.push(ListingGateway::start(&binary, &source)?.took);
    }
    let mut gateway = ListingGateway::start(&binary, &source)?;
    starts.push(gateway.took);
    for id in 0..CALLS {
        let (tool, arguments) = source.call(id);
        let params = json!({"name": tool, "arguments": arguments});
        ask(&mut gateway.connection, id, "tools/call", &params)?;
    }
    Ok(Serving {
        source: source.described().to_owned(),
        tools: gateway.tools,
        start_milliseconds: median(starts).as_secs_f64() * 1000.0,
        calls: CALLS,
        resident_kib: resident_kib(gateway.process.pid())?,
    })
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// Asks the gateway; the error is a sentence with the method.
fn ask(
    connection: &mut KeptConnection,
    id: usize,
    method: &str,
    params: &Value,
) -> Result<Value, String> {
    let body = rpc_message::request(id, method, params.clone());
    let mut headers = vec![("mcp-protocol-version", REVISION), ("mcp-method", method)];
    headers.extend(params["name"].as_str().map(|name| ("mcp-name", name)));
    let reply = connection
        .post("/mcp", &headers, &body)
        .map_err(|error| format!("`{method}` number {id} was not answered: {error}"))?;
    rpc_message::result(id, reply.status, &reply.body)
        .map_err(|why| format!("`{method}` number {id} {why}"))
}

// === impl MeasuredSource ===

impl MeasuredSource {
    fn start(binary: &Path, target: &Path) -> Result<Self, String> {
        let beside = binary.with_file_name("candor-bench");
        let built = ["release", "debug"].map(|profile| target.join(profile).join("candor-bench"));
        let candidates = std::iter::once(beside).chain(built);
        let Some(bench) = candidates.into_iter().find(|path| path.is_file()) else {
            return Ok(Self::Demo);
        };
        let folder = temporary()?;
        let mut command = Command::new(bench);
        let tools = TOOLS.to_string();
        command.args(["upstream", "--with-parent", "--tools", &tools]);
        let process = AnnouncedProcess::start(&mut command, folder.path())?;
        Ok(Self::Bench {
            process,
            _folder: folder,
        })
    }

    /// What the report calls it.
    fn described(&self) -> &'static str {
        match self {
            Self::Bench { .. } => "`candor-bench upstream`",
            Self::Demo => "the demo (`candor-bench` is not built)",
        }
    }

    /// The configuration of a gateway in front of it; the demo is what there is without one.
    fn configuration(&self) -> Option<String> {
        let Self::Bench { process, .. } = self else {
            return None;
        };
        let port = process.port();
        let url = format!("http://127.0.0.1:{port}/mcp");
        Some(format!(
            "[sources.bench]\nurl = \"{url}\"\ntrust = \"trusted\"\n"
        ))
    }

    /// A tool that changes nothing, and arguments that no other call has: equal ones might be
    /// answered from memory.
    fn call(&self, id: usize) -> (&'static str, Value) {
        match self {
            Self::Bench { .. } => ("bench_echo", json!({"message": format!("call {id}")})),
            Self::Demo => ("bookshop_list_books", json!({"offset": id})),
        }
    }

    /// Whether a list is whole.
    fn is_listed(&self, names: &[&str]) -> bool {
        let wanted = match self {
            Self::Bench { .. } => TOOLS,
            Self::Demo => 1,
        };
        names.len() >= wanted && names.contains(&self.call(0).0)
    }
}

// === impl ListingGateway ===

impl ListingGateway {
    /// Starts a gateway in a folder of its own and waits until it lists its tools.
    fn start(binary: &Path, source: &MeasuredSource) -> Result<Self, String> {
        let folder = temporary()?;
        let at = |name: &str| -> PathBuf { folder.path().join(name) };
        if let Some(text) = source.configuration() {
            let path = at("candor.toml");
            fs::write(&path, text)
                .map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
        }
        let mut command = Command::new(binary);
        command
            .args(["serve", "--no-open", "--listen", "127.0.0.1:0", "--data"])
            .arg(at("data"))
            .current_dir(folder.path())
            .env_remove("CANDOR_CONFIG")
            .env("HOME", folder.path())
            .env("XDG_DATA_HOME", at("share"))
            .env("XDG_CONFIG_HOME", at("config"))
            .env("NO_COLOR", "1");
        let started = Instant::now();
        let process = AnnouncedProcess::start(&mut command, folder.path())?;
        let mut connection = KeptConnection::open(process.port())
            .map_err(|error| format!("cannot connect to the gateway: {error}"))?;
        let mut id = 0;
        loop {
            let list = ask(&mut connection, id, "tools/list", &json!({}))?;
            let names = tool_names(&list);
            if source.is_listed(&names) {
                return Ok(Self {
                    took: started.elapsed(),
                    tools: names.len(),
                    process,
                    connection,
                    _folder: folder,
                });
            }
            if started.elapsed() > LIST_LIMIT {
                let (count, limit) = (names.len(), LIST_LIMIT.as_secs());
                return Err(format!(
                    "after {limit} s the gateway lists {count} tools and not yet those of {}",
                    source.described()
                ));
            }
            thread::sleep(Duration::from_millis(1));
            id += 1;
        }
    }
}

fn temporary() -> Result<TempDir, String> {
    tempfile::Builder::new()
        .prefix("build-report-")
        .tempdir()
        .map_err(|error| format!("cannot make a temporary folder: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_one_in_the_middle() {
        let times = |seconds: &[u64]| seconds.iter().copied().map(Duration::from_secs).collect();
        assert_eq!(median(times(&[9, 1, 5, 2, 7])), Duration::from_secs(5));
        assert_eq!(median(times(&[3])), Duration::from_secs(3));
        assert_eq!(median(Vec::new()), Duration::ZERO);
    }

    #[test]
    fn the_demo_is_listed_once_its_tool_is() {
        let demo = MeasuredSource::Demo;
        assert!(!demo.is_listed(&[]));
        assert!(!demo.is_listed(&["candor_search_tools"]));
        assert!(demo.is_listed(&["bookshop_list_books"]));
        assert_eq!(demo.configuration(), None);
        assert_ne!(demo.call(1), demo.call(2));
    }

    #[test]
    fn a_binary_that_is_not_there_is_named() {
        let error = measure(Path::new("/nonexistent/candor"), Path::new("/nonexistent"));
        let error = error.unwrap_err();
        assert!(error.contains("`/nonexistent/candor`"), "{error}");
    }
}
