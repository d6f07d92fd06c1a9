//! The built binary, running.

use std::io::{BufRead, BufReader, Read};
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::{ApiClient, PATIENCE, RawClient, ServerEra};

/// A gateway that was started for one test. It is killed when dropped.
#[derive(Debug)]
pub struct CandorProcess {
    child: Child,
    url: String,
    folder: TempDir,
}

/// The path of the built `candor`.
pub fn bin() -> PathBuf {
    let path = crate::fixture_bin().with_file_name("candor");
    assert!(
        path.is_file(),
        "`{}` is not built: run `cargo build` first",
        path.display()
    );
    path
}

/// A command with a clean environment and a folder of its own.
pub fn command(folder: &Path) -> Command {
    let mut command = Command::new(bin());
    command
        .current_dir(folder)
        .env_remove("CANDOR_CONFIG")
        .env("HOME", folder)
        .env("XDG_DATA_HOME", folder.join("share"))
        .env("XDG_CONFIG_HOME", folder.join("config"))
        .env("NO_COLOR", "1");
    command
}

/// A configuration without approvals and coalescing.
pub fn unasked(config: &str) -> String {
    format!(
        "{config}\n[policy]\nalways_confirm_destructive = false\nunset = \"allow\"\ncollapse = false\n"
    )
}

// === impl CandorProcess ===

impl CandorProcess {
    /// Serves a configuration and waits until it listens; sources may still be starting.
    pub fn serve(config: &str, args: &[&str]) -> Self {
        Self::serve_in(tempfile::tempdir().unwrap(), config, args)
    }

    /// Serves a configuration without approvals for destructive tools and without coalescing, for
    /// tests about something else.
    pub fn unasked(config: &str, args: &[&str]) -> Self {
        Self::serve(&unasked(config), args)
    }

    /// Serves a configuration until every source is ready.
    pub async fn served(config: &str) -> Self {
        Self::serve(config, &[]).when_ready().await
    }

    /// As [`Self::unasked`], waiting until it is ready.
    pub async fn served_unasked(config: &str) -> Self {
        Self::unasked(config, &[]).when_ready().await
    }

    /// As [`CandorProcess::served`], in an existing folder.
    pub async fn served_in(folder: TempDir, config: &str) -> Self {
        Self::serve_in(folder, config, &[]).when_ready().await
    }

    /// As [`Self::served_unasked`], in this folder.
    pub async fn served_unasked_in(folder: TempDir, config: &str) -> Self {
        Self::served_in(folder, &unasked(config)).await
    }

    /// The same as [`CandorProcess::served_unasked`] for the user who runs the tests: what is below
    /// their home is theirs, and not that of another user.
    ///
    /// # Panics
    ///
    /// If there is no home.
    pub async fn served_unasked_at_home(config: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("candor.toml"), unasked(config)).unwrap();
        let mut command = command(folder.path());
        command.env("HOME", std::env::var_os("HOME").unwrap());
        Self::start_by(command, folder, &[]).when_ready().await
    }

    /// As [`CandorProcess::unasked`], in an existing folder.
    pub fn unasked_in(folder: TempDir, config: &str, args: &[&str]) -> Self {
        Self::serve_in(folder, &unasked(config), args)
    }

    /// As [`CandorProcess::serve`], in an existing folder.
    pub fn serve_in(folder: TempDir, config: &str, args: &[&str]) -> Self {
        std::fs::write(folder.path().join("candor.toml"), config).unwrap();
        Self::start(folder, args)
    }

    /// Serves where every caller needs a token, until it is ready. Makes a token for each name and
    /// its roles, in this order.
    pub async fn with_tokens(config: &str, people: &[(&str, &str)]) -> (Self, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        let required = "[server]\nauth = \"required\"\n";
        let config = if config.contains("[server]\n") {
            config.replacen("[server]\n", required, 1)
        } else {
            format!("{config}\n{required}")
        };
        std::fs::write(folder.path().join("candor.toml"), &config).unwrap();
        let create =
            |(name, roles): &(&str, &str)| create_token(folder.path(), name, &["--role", roles]);
        let tokens = people.iter().map(create).collect();
        let candor = Self::start(folder, &[]);
        candor.ready(|said| said["ready"] == true).await;
        (candor, tokens)
    }

    /// Serves without any configuration, in a folder that may have been used before.
    pub fn demo(folder: TempDir, args: &[&str]) -> Self {
        assert!(!folder.path().join("candor.toml").exists());
        Self::start(folder, args)
    }

    fn start(folder: TempDir, args: &[&str]) -> Self {
        Self::start_by(command(folder.path()), folder, args)
    }

    fn start_by(mut command: Command, folder: TempDir, args: &[&str]) -> Self {
        let log = std::fs::File::options()
            .create(true)
            .append(true)
            .open(folder.path().join("log"))
            .unwrap();
        let mut child = command
            .args(["serve", "--listen", "127.0.0.1:0", "--data", "data"])
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let url = line
            .split_whitespace()
            .find(|word| word.starts_with("http://"));
        let Some(url) = url.map(str::to_owned) else {
            let _ = child.wait();
            panic!("candor did not listen: {line}{}", log_of(folder.path()));
        };
        Self { child, url, folder }
    }

    /// The MCP endpoint.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Another path on the same address.
    pub fn at(&self, path: &str) -> String {
        self.url.replace("/mcp", path)
    }

    /// The address of a page as the gateway itself gives it: by a name of its own, where the system
    /// knows that name as this machine.
    pub fn page_url(&self, path: &str) -> String {
        let plain = self.at(path);
        let host = plain.trim_start_matches("http://").split('/').next();
        let listens: SocketAddr = host.unwrap_or_default().parse().unwrap();
        let found = ("candor.localhost", listens.port()).to_socket_addrs();
        let found: Vec<_> = found.into_iter().flatten().collect();
        let own = found.contains(&listens) && found.iter().all(|one| one.ip().is_loopback());
        if own {
            return plain.replace(&listens.ip().to_string(), "candor.localhost");
        }
        plain
    }

    /// Its data directory.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The command line of another gateway over stdio, on its configuration and on this data.
    pub fn stdio_line(&self, data: &str) -> Vec<String> {
        let at = |name: &str| self.folder().join(name).display().to_string();
        let (program, config) = (bin().display().to_string(), at("candor.toml"));
        let line = [&program, "stdio", "--config", &config, "--data", &at(data)];
        line.map(str::to_owned).to_vec()
    }

    /// Its log output.
    pub fn log(&self) -> String {
        log_of(self.folder.path())
    }

    /// The id of the process.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The secret that proves who owns it.
    pub fn owner_secret(&self) -> String {
        let path = self.folder().join("data").join("owner.secret");
        let text = std::fs::read_to_string(path).unwrap();
        text.trim().to_owned()
    }

    /// A client of its API, for its owner.
    pub fn api(&self) -> ApiClient {
        ApiClient::of(self)
    }

    /// The path of a link that signs a browser in as its owner, once.
    pub async fn sign_in_path(&self) -> String {
        let (api, nothing) = (self.api(), serde_json::json!({}));
        let made = api.post("/sign-in-links", &nothing).await.fine();
        let url = made["url"].as_str().unwrap();
        let (_, path) = url.split_once("/sign-in/").unwrap();
        format!("/sign-in/{path}")
    }

    /// An MCP client at the plain endpoint that presents the owner's secret.
    pub async fn owner_client(&self, era: ServerEra) -> RawClient {
        self.owner_client_at("/mcp", era).await
    }

    /// The same for a legacy client with this revision.
    pub async fn owner_client_of(&self, revision: &'static str) -> RawClient {
        let pool = crate::api::pool(Some(&self.owner_secret()));
        RawClient::legacy_pooled(&self.url, revision, pool).await
    }

    /// An MCP client at another path that presents the owner's secret.
    pub async fn owner_client_at(&self, path: &str, era: ServerEra) -> RawClient {
        let pool = crate::api::pool(Some(&self.owner_secret()));
        RawClient::http_pooled(&self.at(path), era, pool).await
    }

    /// An MCP client at the plain endpoint.
    pub async fn client(&self, era: ServerEra) -> RawClient {
        RawClient::http(&self.url, era).await
    }

    /// An MCP client at another path.
    pub async fn client_at(&self, path: &str, era: ServerEra) -> RawClient {
        RawClient::http(&self.at(path), era).await
    }

    /// The body at a path.
    pub async fn text(&self, path: &str) -> String {
        let answer = reqwest::get(self.at(path)).await.unwrap();
        answer.text().await.unwrap()
    }

    /// Runs a command on its data; the exit code and everything that was printed.
    pub fn command(&self, args: &[&str]) -> (i32, String) {
        run_on(self.folder(), "data", args)
    }

    /// The same for a command that must succeed.
    pub fn fine(&self, args: &[&str]) -> String {
        let (code, said) = self.command(args);
        assert_eq!(code, 0, "candor {}: {said}", args.join(" "));
        said
    }

    /// The same, returning only standard output.
    pub fn stdout(&self, args: &[&str]) -> String {
        let output = run(self.folder(), &[args, &["--data", "data"]].concat());
        let said = String::from_utf8(output.stdout).unwrap();
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{args:?}: {said}{complaint}");
        said
    }

    /// Posts a body to the endpoint as it is, with headers on top of the usual ones.
    pub async fn post(&self, body: &str, headers: &[(&str, &str)]) -> reqwest::Response {
        self.post_at("/mcp", body, headers).await
    }

    /// The same at another path.
    pub async fn post_at(
        &self,
        path: &str,
        body: &str,
        headers: &[(&str, &str)],
    ) -> reqwest::Response {
        let mut request = reqwest::Client::new()
            .post(self.at(path))
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(body.to_owned()).send().await.unwrap()
    }

    /// Shakes hands for a revision; the answer has the session in its headers.
    pub async fn initialize(&self, revision: &str) -> reqwest::Response {
        self.initialize_at("/mcp", revision).await
    }

    /// The same at another path.
    pub async fn initialize_at(&self, path: &str, revision: &str) -> reqwest::Response {
        let body = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"protocolVersion":"{revision}","capabilities":{{}},"clientInfo":{{"name":"x","version":"1"}}}}}}"#
        );
        self.post_at(path, &body, &[]).await
    }

    /// Stops it and waits; returns the folder and whether it exited successfully.
    pub fn stop(mut self) -> (TempDir, bool) {
        self.signal(Signal::TERM);
        let status = self.child.wait().unwrap();
        (
            std::mem::replace(&mut self.folder, tempfile::tempdir().unwrap()),
            status.success(),
        )
    }

    /// Stops it, which must go well, and serves the same configuration on the same data.
    pub async fn restart(self) -> Self {
        let (folder, clean) = self.stop();
        assert!(clean, "it ended well");
        Self::again(folder).await
    }

    /// Serves the configuration that is in a folder, until every source is ready.
    pub async fn again(folder: TempDir) -> Self {
        Self::start(folder, &[]).when_ready().await
    }

    /// Kills it on the spot and gives the folder back.
    pub fn kill(mut self) -> TempDir {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        std::mem::replace(&mut self.folder, tempfile::tempdir().unwrap())
    }

    fn signal(&self, signal: Signal) {
        let pid = Pid::from_raw(i32::try_from(self.child.id()).unwrap()).unwrap();
        kill_process(pid, signal).unwrap();
    }

    /// Waits until `/readyz` satisfies a condition; returns its last response.
    pub async fn ready(&self, condition: impl Fn(&serde_json::Value) -> bool) -> serde_json::Value {
        let end = Instant::now() + PATIENCE;
        loop {
            let text = self.text("/readyz").await;
            let value: serde_json::Value = serde_json::from_str(&text).unwrap();
            if condition(&value) {
                return value;
            }
            assert!(
                Instant::now() < end,
                "never ready: {value:#}\n{}",
                self.log()
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// The same gateway once every source is ready.
    pub async fn when_ready(self) -> Self {
        self.all_ready().await;
        self
    }

    /// Waits until every source is ready.
    pub async fn all_ready(&self) {
        self.ready(|said| {
            let mut sources = said["sources"].as_array().unwrap().iter();
            sources.all(|source| source["state"] == "ready")
        })
        .await;
    }
}

impl Drop for CandorProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if std::thread::panicking() {
            eprintln!("--- candor's log ---\n{}", self.log());
        }
    }
}

/// The name of the user that runs the tests, and so owns the gateways of the tests.
pub fn owner_name() -> String {
    let output = Command::new("id").arg("-un").output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// Runs a command to its end in a folder.
pub fn run(folder: &Path, args: &[&str]) -> Output {
    command(folder)
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// Runs a command on a data directory in a folder; its exit code and everything that it printed.
pub fn run_on(folder: &Path, data: &str, args: &[&str]) -> (i32, String) {
    ended(&run(folder, &[args, &["--data", data]].concat()))
}

/// The exit code of a command, and everything that it printed.
pub fn ended(output: &Output) -> (i32, String) {
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (output.status.code().unwrap(), said.into_owned())
}

/// Creates a token in a folder with a `candor.toml`, whether or not a gateway is running.
pub fn create_token(folder: &Path, name: &str, args: &[&str]) -> String {
    let create = [&["token", "create", name, "--data", "data"], args].concat();
    let output = run(folder, &create);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{create:?}: {complaint}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.trim().to_owned()
}

fn log_of(folder: &Path) -> String {
    let mut text = String::new();
    if let Ok(mut file) = std::fs::File::open(folder.join("log")) {
        let _ = file.read_to_string(&mut text);
    }
    text
}
