//! A real browser, which says when it first painted something of a page.
//!
//! Its driver speaks `WebDriver`: JSON over HTTP.

use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use bytes::Bytes;
use http::header::{CONTENT_TYPE, HOST};
use http::uri::Authority;
use http::{Method, Request};
use http_body_util::Full;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::timeout;

use crate::load::connection::Connection;

/// How long the driver may take for anything.
const LIMIT: Duration = Duration::from_mins(1);

/// How long somebody looks at a page before they open the next: what the one before still does
/// would count for the next one.
const LOOK: Duration = Duration::from_millis(400);

/// What keeps Chromium to itself.
const FLAGS: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--window-size=1440,1000",
];

/// The paint is told to whoever asks for it, also when it is past.
const PAINT: &str = "const done = arguments[0];
    new PerformanceObserver((list, self) => {
        const [paint] = list.getEntriesByName('first-contentful-paint');
        if (paint) { self.disconnect(); done(paint.startTime); }
    }).observe({type: 'paint', buffered: true});";

/// See the module. Dropping it ends it.
#[derive(Debug)]
pub(super) struct Browser {
    driver: Child,
    connection: Connection,
    authority: Authority,
    session: String,
    /// Kept open, lest the driver write into a closed pipe.
    _output: Lines<BufReader<ChildStdout>>,
    profile: TempDir,
}

// === impl Browser ===

impl Browser {
    pub(super) async fn open() -> Result<Self> {
        let profile = TempDir::with_prefix("candor-bench-").context("cannot make a folder")?;
        let mut command = Command::new("chromedriver");
        command.arg("--port=0").process_group(0);
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        command.stderr(Stdio::null());
        let mut driver = command.spawn().context(
            "cannot start `chromedriver`: `./scripts/test` installs it, and `--loads 0` measures \
             without a browser",
        )?;
        let output = driver.stdout.take().context("the driver has no output")?;
        let mut output = BufReader::new(output).lines();
        let port = timeout(LIMIT, port(&mut output)).await;
        let port = port.context("`chromedriver` does not start")??;
        let authority: Authority = format!("127.0.0.1:{port}").parse()?;
        let connection = Connection::open(&authority).await?;
        let mut browser = Self {
            driver,
            connection,
            authority,
            session: String::new(),
            _output: output,
            profile,
        };
        browser.start().await?;
        Ok(browser)
    }

    async fn start(&mut self) -> Result<()> {
        let mut args: Vec<String> = FLAGS.map(str::to_owned).to_vec();
        let profile = self.profile.path().display();
        args.push(format!("--user-data-dir={profile}"));
        let options = json!({"goog:chromeOptions": {"args": args}});
        let wanted = json!({"capabilities": {"alwaysMatch": options}});
        let said = self.ask(Method::POST, "/session", &wanted).await?;
        let session = said["sessionId"].as_str().context("no session")?;
        self.session = format!("/session/{session}");
        Ok(())
    }

    /// Looks at the page that is open.
    pub(super) async fn rest(&self) {
        tokio::time::sleep(LOOK).await;
    }

    /// Opens a page; how long it took from the first step there until something was painted.
    pub(super) async fn paint(&mut self, url: &str) -> Result<Duration> {
        self.tell("/url", &json!({"url": url})).await?;
        let script = json!({"script": PAINT, "args": []});
        let said = self.tell("/execute/async", &script).await?;
        let millis = said.as_f64();
        let millis = millis.with_context(|| format!("`{url}` painted nothing: {said}"))?;
        Ok(Duration::from_secs_f64(millis.max(0.0) / 1e3))
    }

    pub(super) async fn close(mut self) -> Result<()> {
        let session = self.session.clone();
        self.ask(Method::DELETE, &session, &json!({})).await?;
        Ok(())
    }

    async fn tell(&mut self, command: &str, body: &Value) -> Result<Value> {
        let path = format!("{}{command}", self.session);
        self.ask(Method::POST, &path, body).await
    }

    async fn ask(&mut self, method: Method, path: &str, body: &Value) -> Result<Value> {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(HOST, self.authority.as_str())
            .header(CONTENT_TYPE, "application/json")
            .body(Full::new(Bytes::from(serde_json::to_vec(body)?)))?;
        let parts = timeout(LIMIT, self.connection.exchange(request)).await;
        let parts = parts.with_context(|| format!("the driver is silent about `{path}`"))??;
        let mut said: Value = serde_json::from_slice(&self.connection.body)
            .with_context(|| format!("the driver answered `{path}` without JSON"))?;
        ensure!(
            parts.status.is_success(),
            "the driver refused `{path}`: {}",
            said["value"]["message"]
        );
        Ok(said["value"].take())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Alone it would leave its browser behind.
        if let Some(id) = self.driver.id() {
            let _ = std::process::Command::new("kill")
                .args(["--", &format!("-{id}")])
                .status();
        }
    }
}

/// The port that the driver says it has taken.
async fn port(output: &mut Lines<BufReader<ChildStdout>>) -> Result<u16> {
    while let Some(line) = output.next_line().await? {
        if let Some(port) = port_in(&line) {
            return Ok(port);
        }
    }
    bail!("`chromedriver` ended without listening");
}

fn port_in(line: &str) -> Option<u16> {
    let (_, port) = line.split_once("started successfully on port ")?;
    port.trim_end_matches('.').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_is_found_in_what_the_driver_says() {
        for (line, port) in [
            (
                "ChromeDriver was started successfully on port 9515.",
                Some(9515),
            ),
            ("Starting ChromeDriver 150 on port 0", None),
            ("ChromeDriver was started successfully on port x.", None),
        ] {
            assert_eq!(port_in(line), port, "{line}");
        }
    }
}
