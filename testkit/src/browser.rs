//! A test's browser: its driver, its window, and user actions.

pub mod driver;

use std::io::{BufRead as _, BufReader};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource as _, KeyAction, KeyActions};
use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use fantoccini::key::Key;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{CandorProcess, PATIENCE};

/// How long a list must be stable before a click in it is accepted, with a margin.
const STEADY: Duration = Duration::from_millis(700);

/// Flags that turn off background activity and animation.
const FLAGS: [&str; 11] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--disable-dev-shm-usage",
    // An immediate click would miss elements that are still moving.
    "--force-prefers-reduced-motion",
];

/// The setup of the browser.
#[derive(Clone, Copy, Debug)]
pub struct BrowserSetup {
    /// Whether scripts run.
    pub script: bool,
    /// Whether the system is dark.
    pub dark: bool,
    /// The width of the window.
    pub width: u32,
    /// The height of the window.
    pub height: u32,
}

/// A browser with one window.
#[derive(Debug)]
pub struct RealBrowser {
    /// The session of its driver.
    pub client: Client,
    base: String,
    driver: Child,
    _profile: TempDir,
}

// === impl BrowserSetup ===

impl Default for BrowserSetup {
    fn default() -> Self {
        Self {
            script: true,
            dark: false,
            width: 1440,
            height: 1000,
        }
    }
}

// === impl RealBrowser ===

impl RealBrowser {
    /// Whether its driver can be started here.
    pub fn is_installed() -> bool {
        let mut command = Command::new("chromedriver");
        command.arg("--version").stdout(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    /// A browser with a wide window, and with scripts.
    pub async fn open(base: &str) -> Self {
        Self::with(base, BrowserSetup::default()).await
    }

    /// Another browser. `base` is the address that paths are under, without a slash at the end.
    pub async fn with(base: &str, setup: BrowserSetup) -> Self {
        let profile = tempfile::tempdir().expect("a folder");
        let (driver, port) = driver();
        let mut args: Vec<String> = FLAGS.map(str::to_owned).to_vec();
        args.push(format!("--user-data-dir={}", profile.path().display()));
        args.push(format!("--window-size={},{}", setup.width, setup.height));
        if setup.dark {
            args.push("--force-dark-mode".to_owned());
            args.push("--blink-settings=preferredColorScheme=0".to_owned());
        }
        let mut options = json!({"args": args});
        if !setup.script {
            options["prefs"] = json!({"profile.managed_default_content_settings.javascript": 2});
        }
        let wanted = json!({
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL"},
        });
        let Value::Object(wanted) = wanted else {
            unreachable!("an object")
        };
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(wanted)
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .expect("a session of the driver");
        let browser = Self {
            client,
            base: base.to_owned(),
            driver,
            _profile: profile,
        };
        // Headless windows have no frame, but the driver assumes one.
        browser
            .client
            .set_window_size(setup.width, setup.height)
            .await
            .expect("a window");
        browser
    }

    /// A browser with a wide window, and with scripts, in which the owner is signed in.
    pub async fn signed_in(candor: &CandorProcess) -> Self {
        Self::signed_in_with(candor, BrowserSetup::default()).await
    }

    /// The same with another browser setup.
    pub async fn signed_in_with(candor: &CandorProcess, setup: BrowserSetup) -> Self {
        let browser = Self::with(&candor.at(""), setup).await;
        browser.go(&candor.sign_in_path().await).await;
        browser
    }

    /// Opens a page.
    pub async fn go(&self, path: &str) {
        let url = format!("{}{path}", self.base);
        self.client.goto(&url).await.expect("a page");
    }

    /// The path and query of the page that is shown.
    pub async fn path(&self) -> String {
        let url = self.client.current_url().await.expect("an address");
        let query = url.query().map(|query| format!("?{query}"));
        format!("{}{}", url.path(), query.unwrap_or_default())
    }

    /// The visible text of the page.
    pub async fn text(&self) -> String {
        let body = self.find("body").await;
        body.text().await.expect("text")
    }

    /// Waits for an element.
    pub async fn find(&self, css: &str) -> Element {
        match wait(async || self.client.find(Locator::Css(css)).await.ok()).await {
            Some(found) => found,
            None => panic!("`{css}` is not there:\n{}", self.source().await),
        }
    }

    /// Whether there is such an element now.
    pub async fn has(&self, css: &str) -> bool {
        self.client.find(Locator::Css(css)).await.is_ok()
    }

    /// Waits until there is no such element.
    pub async fn gone(&self, css: &str) {
        let gone = wait(async || (!self.has(css).await).then_some(())).await;
        assert!(gone.is_some(), "`{css}` is still there");
    }

    /// Waits until the page contains a text.
    pub async fn sees(&self, part: &str) {
        let mut text = String::new();
        let seen = wait(async || {
            // A page that is being replaced briefly has no body.
            text = match self.client.find(Locator::Css("body")).await {
                Ok(body) => body.text().await.unwrap_or_default(),
                Err(_) => String::new(),
            };
            text.contains(part).then_some(())
        })
        .await;
        assert!(seen.is_some(), "`{part}` is never said: {text}");
    }

    /// Waits until the page no longer contains a text.
    pub async fn sees_no(&self, part: &str) {
        let gone = wait(async || (!self.text().await.contains(part)).then_some(())).await;
        assert!(gone.is_some(), "`{part}` is still said");
    }

    /// Presses the link or button with this text.
    pub async fn press(&self, words: &str) {
        let quoted = xpath_text(words);
        let path = format!(
            "(//a|//button|//summary)[normalize-space(.)={quoted} or @aria-label={quoted}]"
        );
        let steady = format!("{path}[ancestor::*[@data-steady]]");
        self.insist(words, async || {
            if self.client.find(Locator::XPath(&steady)).await.is_ok() {
                // A click is not taken there just after something was drawn.
                tokio::time::sleep(STEADY).await;
            }
            let found = self.client.find(Locator::XPath(&path)).await?;
            self.click_in_view(found).await
        })
        .await;
    }

    /// Presses what is known by its place.
    pub async fn click(&self, css: &str) {
        self.insist(css, async || {
            let found = self.client.find(Locator::Css(css)).await?;
            self.click_in_view(found).await
        })
        .await;
    }

    /// Clicks on an element after scrolling it to where nothing covers it.
    async fn click_in_view(&self, element: Element) -> Result<(), CmdError> {
        let script = "arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})";
        let this = serde_json::to_value(&element)?;
        self.client.execute(script, vec![this]).await?;
        element.click().await
    }

    /// Repeats an action until it succeeds: an element that is re-rendered after it was found
    /// accepts neither clicks nor text.
    async fn insist(&self, what: &str, act: impl AsyncFn() -> Result<(), CmdError>) {
        let mut trouble = None;
        let done = wait(async || {
            trouble = act().await.err();
            trouble.is_none().then_some(())
        })
        .await;
        if done.is_none() {
            let text = self.text().await;
            panic!("`{what}` cannot be used: {trouble:?}\n{text}");
        }
    }

    /// The text of an element, once it exists.
    pub async fn reads(&self, css: &str) -> String {
        let text = wait(async || self.find(css).await.text().await.ok()).await;
        text.unwrap_or_else(|| panic!("`{css}` is drawn again and again"))
    }

    /// An attribute of an element, once there is one that has it.
    pub async fn attr(&self, css: &str, name: &str) -> String {
        let value = wait(async || self.find(css).await.attr(name).await.ok().flatten()).await;
        value.unwrap_or_else(|| panic!("`{css}` never has `{name}`"))
    }

    /// Writes into what is known by its place.
    pub async fn write(&self, css: &str, text: &str) {
        self.insist(css, async || {
            let field = self.client.find(Locator::Css(css)).await?;
            field.send_keys(text).await
        })
        .await;
    }

    /// Ticks, unticks or chooses what this label is for.
    pub async fn choose(&self, label: &str) {
        self.insist(label, async || {
            let found = self.labelled(label).await;
            self.click_in_view(found).await
        })
        .await;
    }

    /// Writes into the field of this label, in place of what is there.
    pub async fn fill(&self, label: &str, text: &str) {
        self.insist(label, async || {
            let field = self.labelled(label).await;
            field.clear().await?;
            field.send_keys(text).await
        })
        .await;
    }

    /// Chooses an option of the list of this label.
    pub async fn select(&self, label: &str, option: &str) {
        self.insist(label, async || {
            let field = self.labelled(label).await;
            field.select_by_label(option).await
        })
        .await;
    }

    /// The field that a label is for.
    pub async fn labelled(&self, label: &str) -> Element {
        let quoted = xpath_text(label);
        let path = format!("//label[normalize-space(.)={quoted}]");
        let id = wait(async || {
            let found = self.client.find(Locator::XPath(&path)).await.ok()?;
            found.attr("for").await.ok().flatten()
        })
        .await;
        match id {
            Some(id) => self.find(&format!("[id=\"{id}\"]")).await,
            None => panic!("no label says `{label}`:\n{}", self.text().await),
        }
    }

    /// Presses keys, wherever the focus is.
    pub async fn keys(&self, keys: &str) {
        let focused = self.client.active_element().await.expect("a focus");
        focused.send_keys(keys).await.expect("keys");
    }

    /// Presses one key and lets go of it, wherever the focus is by then.
    pub async fn key(&self, key: Key) {
        let value = key.into();
        let stroke = KeyActions::new("keyboard".to_owned())
            .then(KeyAction::Down { value })
            .then(KeyAction::Up { value });
        let pressed = self.client.perform_actions(stroke).await;
        pressed.expect("a keyboard");
    }

    /// The value of the field with this id.
    pub async fn typed(&self, id: &str) -> String {
        let field = self.find(&format!("[id=\"{id}\"]")).await;
        let typed = field.prop("value").await.expect("a field");
        typed.unwrap_or_default()
    }

    /// Runs a script of the test and gives what it returns.
    pub async fn run(&self, script: &str, args: Vec<Value>) -> Value {
        self.client.execute(script, args).await.expect("a script")
    }

    /// Marks the window, to detect whether its page is reloaded.
    pub async fn mark(&self) {
        self.run("window.marked = true", Vec::new()).await;
    }

    /// Asserts that the page was not reloaded since it was marked.
    pub async fn stayed(&self) {
        let marked = self.run("return window.marked === true", Vec::new()).await;
        assert_eq!(marked, true, "the page was loaded anew");
    }

    /// The current HTML of the page.
    pub async fn source(&self) -> String {
        self.client.source().await.unwrap_or_default()
    }

    /// Ends the browser. Every test ends with it, so that no browser is left.
    pub async fn close(mut self) {
        let _ = self.client.clone().close().await;
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

impl Drop for RealBrowser {
    fn drop(&mut self) {
        // A test that fails leaves here. Told to end, the driver would leave its browser behind.
        if let Ok(None) = self.driver.try_wait() {
            let group = format!("-{}", self.driver.id());
            let _ = Command::new("kill").args(["--", &group]).status();
            let _ = self.driver.wait();
        }
    }
}

/// Polls until there is a result or the timeout expires.
async fn wait<T>(mut look: impl AsyncFnMut() -> Option<T>) -> Option<T> {
    let end = Instant::now() + PATIENCE;
    loop {
        let seen = look().await;
        if seen.is_some() || Instant::now() >= end {
            return seen;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
}

/// Starts a driver on a port of its own choice. It takes the same port in both families of
/// addresses, and gives up where it is taken in one of them.
fn driver() -> (Child, u16) {
    let found = (0..10).find_map(|_| {
        let mut child = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .expect("chromedriver; `./scripts/test` installs it");
        let lines = BufReader::new(child.stdout.take().expect("an output")).lines();
        for line in lines.map_while(Result::ok) {
            if let Some(port) = port_in(&line) {
                return Some((child, port));
            }
        }
        let _ = child.wait();
        None
    });
    found.expect("chromedriver starts")
}

/// The port that the driver reports.
fn port_in(line: &str) -> Option<u16> {
    let (_, port) = line.split_once("started successfully on port ")?;
    port.trim_end_matches('.').parse().ok()
}

/// A text as `XPath` writes it; it has no way to escape a quote.
fn xpath_text(text: &str) -> String {
    if text.contains('"') {
        format!("'{text}'")
    } else {
        format!("\"{text}\"")
    }
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
