//! What Chromium's driver can do beyond `WebDriver`: pretend, and tell what stands in the console.

use std::str::FromStr;

use fantoccini::wd::WebDriverCompatibleCommand;
use reqwest::{Method, Url};
use serde_json::{Value, json};

use super::browser::Browser;

/// A command of this driver.
#[derive(Debug)]
struct Extra {
    path: &'static str,
    body: Value,
}

/// A line of the console.
#[derive(Debug)]
pub(super) struct Line {
    /// Who says it: `javascript`, `security`, `network`, …
    pub(super) by: String,
    pub(super) words: String,
}

/// Lets pages believe that the system is dark, or that it is not.
pub(super) async fn dark(browser: &Browser, dark: bool) {
    prefers(browser, "color-scheme", if dark { "dark" } else { "light" }).await;
}

/// Lets pages believe that whoever looks at them is made dizzy by what moves.
pub(super) async fn still(browser: &Browser) {
    prefers(browser, "reduced-motion", "reduce").await;
}

/// Lets pages believe that their window is so wide, like that of a phone.
pub(super) async fn width(browser: &Browser, width: u32) {
    let metrics = json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false});
    pretend(browser, "setDeviceMetricsOverride", metrics).await;
}

/// What was said in the console since this was last asked.
pub(super) async fn console(browser: &Browser) -> Vec<Line> {
    let said = issue(browser, "se/log", json!({"type": "browser"})).await;
    let lines = said.as_array().expect("lines").iter();
    let text = |line: &Value, key: &str| line[key].as_str().unwrap_or_default().to_owned();
    lines
        .map(|line| Line {
            by: text(line, "source"),
            words: text(line, "message"),
        })
        .collect()
}

async fn prefers(browser: &Browser, what: &str, value: &str) {
    let feature = json!({"name": format!("prefers-{what}"), "value": value});
    pretend(browser, "setEmulatedMedia", json!({"features": [feature]})).await;
}

/// Lets pages use the clipboard without asking the person.
pub(super) async fn lend_clipboard(browser: &Browser) {
    let permissions = json!(["clipboardReadWrite", "clipboardSanitizedWrite"]);
    let params = json!({"permissions": permissions});
    let body = json!({"cmd": "Browser.grantPermissions", "params": params});
    issue(browser, "goog/cdp/execute", body).await;
}

/// What would be pasted now.
pub(super) async fn clipboard(browser: &Browser) -> String {
    let script = "const [done] = arguments;
        navigator.clipboard.readText().then(done, error => done(String(error)));";
    let text = browser.client.execute_async(script, Vec::new()).await;
    let text = text.expect("a clipboard");
    text.as_str().expect("text").to_owned()
}

async fn pretend(browser: &Browser, what: &str, params: Value) {
    let body = json!({"cmd": format!("Emulation.{what}"), "params": params});
    issue(browser, "goog/cdp/execute", body).await;
}

async fn issue(browser: &Browser, path: &'static str, body: Value) -> Value {
    let said = browser.client.issue_cmd(Extra { path, body }).await;
    said.expect("a command of the driver")
}

impl WebDriverCompatibleCommand for Extra {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, <Url as FromStr>::Err> {
        let session = session.expect("a session");
        base.join(&format!("session/{session}/{}", self.path))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}
