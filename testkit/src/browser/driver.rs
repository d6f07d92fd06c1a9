//! Chromium-specific driver commands beyond `WebDriver`: emulation, and the console.

use std::str::FromStr;

use fantoccini::wd::WebDriverCompatibleCommand;
use reqwest::{Method, Url};
use serde_json::{Value, json};

use super::RealBrowser;

/// A command of this driver.
#[derive(Debug)]
struct DriverCommand {
    path: &'static str,
    body: Value,
}

/// A line of the console.
#[derive(Debug)]
pub struct ConsoleLine {
    /// The origin of the message: `javascript`, `security`, `network`, …
    pub by: String,
    /// The text of the line.
    pub words: String,
}

/// Emulates a dark or a light system.
pub async fn dark(browser: &RealBrowser, dark: bool) {
    prefers(browser, "color-scheme", if dark { "dark" } else { "light" }).await;
}

/// Emulates the preference for reduced motion.
pub async fn still(browser: &RealBrowser) {
    prefers(browser, "reduced-motion", "reduce").await;
}

/// Emulates a window of this width, like that of a phone.
pub async fn width(browser: &RealBrowser, width: u32) {
    window(browser, width, 900).await;
}

/// Emulates a window of this size.
pub async fn window(browser: &RealBrowser, width: u32, height: u32) {
    let metrics =
        json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
    pretend(browser, "setDeviceMetricsOverride", metrics).await;
}

/// The console messages since the last call.
pub async fn console(browser: &RealBrowser) -> Vec<ConsoleLine> {
    let said = issue(browser, "se/log", json!({"type": "browser"})).await;
    let lines = said.as_array().expect("lines").iter();
    let text = |line: &Value, key: &str| line[key].as_str().unwrap_or_default().to_owned();
    lines
        .map(|line| ConsoleLine {
            by: text(line, "source"),
            words: text(line, "message"),
        })
        .collect()
}

async fn prefers(browser: &RealBrowser, what: &str, value: &str) {
    let feature = json!({"name": format!("prefers-{what}"), "value": value});
    pretend(browser, "setEmulatedMedia", json!({"features": [feature]})).await;
}

/// Lets pages use the clipboard without asking the person.
pub async fn lend_clipboard(browser: &RealBrowser) {
    let permissions = json!(["clipboardReadWrite", "clipboardSanitizedWrite"]);
    let params = json!({"permissions": permissions});
    let body = json!({"cmd": "Browser.grantPermissions", "params": params});
    issue(browser, "goog/cdp/execute", body).await;
}

/// The contents of the clipboard.
pub async fn clipboard(browser: &RealBrowser) -> String {
    let script = "const [done] = arguments;
        navigator.clipboard.readText().then(done, error => done(String(error)));";
    let text = browser.client.execute_async(script, Vec::new()).await;
    let text = text.expect("a clipboard");
    text.as_str().expect("text").to_owned()
}

async fn pretend(browser: &RealBrowser, what: &str, params: Value) {
    let body = json!({"cmd": format!("Emulation.{what}"), "params": params});
    issue(browser, "goog/cdp/execute", body).await;
}

async fn issue(browser: &RealBrowser, path: &'static str, body: Value) -> Value {
    let said = browser.client.issue_cmd(DriverCommand { path, body }).await;
    said.expect("a command of the driver")
}

impl WebDriverCompatibleCommand for DriverCommand {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, <Url as FromStr>::Err> {
        let session = session.expect("a session");
        base.join(&format!("session/{session}/{}", self.path))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}
