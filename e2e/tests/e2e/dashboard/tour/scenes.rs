//! The states of pages that come from doing something.

use reqwest::Method;
use serde_json::json;

use super::{PageTour, TourPart, segment};
use crate::dashboard::browser::RealBrowser;

/// A small API.
const DOCUMENT: &str = r#"{"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"},
    "servers": [{"url": "https://shop.example"}],
    "paths": {"/books": {"get": {"operationId": "listBooks", "summary": "Lists books",
        "responses": {"200": {"description": "Fine"}}}}}}"#;

/// Where the form for a source says what came of it.
const SHOWN: &str = "#result, .note.bad, .field-error";

// === impl PageTour ===

impl PageTour {
    /// Does what can be done in a part, and has each outcome looked at.
    pub(super) async fn act(
        &self,
        part: TourPart,
        browser: &RealBrowser,
        look: impl AsyncFn(&RealBrowser, &str),
    ) {
        match part {
            TourPart::History => self.open_a_call(browser, look).await,
            TourPart::Tools => self.correct_many(browser, look).await,
            TourPart::Tool => {
                self.explain(browser, &look).await;
                self.try_tools(browser, &look).await;
                self.collide(browser, &look).await;
            }
            TourPart::Approvals => {}
            TourPart::Toolsets => self.build(browser, look).await,
            TourPart::Sources => self.add(browser, look).await,
            TourPart::Catalogue => self.add_a_server(browser, look).await,
            TourPart::Admin => self.make_a_token(browser, look).await,
        }
    }

    async fn open_a_call(&self, browser: &RealBrowser, look: impl AsyncFn(&RealBrowser, &str)) {
        browser.go("/audit").await;
        browser.click("td details summary").await;
        browser.sees("SHA-256").await;
        look(browser, "a call in the audit").await;
    }

    async fn correct_many(&self, browser: &RealBrowser, look: impl AsyncFn(&RealBrowser, &str)) {
        browser.go("/tools?more=yes").await;
        browser.press("Bulk edit").await;
        look(browser, "a form to correct many tools").await;
        browser.click("#which-found").await;
        browser.press("Set hint").await;
        browser.find("main form button.main").await;
        look(browser, "the question about many tools").await;
    }

    /// An explanation that is open.
    async fn explain(&self, browser: &RealBrowser, look: impl AsyncFn(&RealBrowser, &str)) {
        browser.go(&page_of(&self.stock.destroys)).await;
        browser.click("main .tip button").await;
        browser.find("[popover]:popover-open").await;
        look(browser, "an explanation").await;
    }

    /// A call that is answered, one that fails and one that waits.
    async fn try_tools(&self, browser: &RealBrowser, look: impl AsyncFn(&RealBrowser, &str)) {
        for (tool, what) in [
            (&self.stock.reads, "a result"),
            (&self.stock.destroys, "a call that is tried and waits"),
        ] {
            browser.go(&format!("{}/try", page_of(tool))).await;
            if browser.has("main form [required]").await {
                browser.write("main form [required]", "something").await;
            }
            browser.press("Call tool").await;
            browser.sees("Call of").await;
            browser.find("main .panel").await;
            look(browser, what).await;
        }
    }

    /// Two editors of one tool.
    async fn collide(&self, browser: &RealBrowser, look: impl AsyncFn(&RealBrowser, &str)) {
        let tool = format!("shop.{}", self.stock.reads);
        browser.go(&page_of(&self.stock.reads)).await;
        browser.click("#destructive-false").await;
        let theirs = json!({"idempotent": true, "destructive": false, "title": self.stock.words});
        let path = format!("/annotations/{}", segment(&tool));
        self.send(Method::PATCH, &path, &theirs).await;
        browser.write("#title", "mine").await;
        browser.click(".annotate .actions button.main").await;
        browser.sees("Edit conflict").await;
        look(browser, "two editors").await;
    }

    /// A toolset that cannot be, and one that is looked at before it is kept.
    async fn build(&self, browser: &RealBrowser, look: impl AsyncFn(&RealBrowser, &str)) {
        browser.go("/toolsets/new").await;
        browser.fill("Name", "Not a name").await;
        browser.press("Save").await;
        browser.find("#name[aria-invalid]").await;
        look(browser, "a toolset that cannot be").await;
        browser.fill("Name", "fine").await;
        browser.click("input[name='pick[]']").await;
        browser.press("Check").await;
        browser.find("#name:not([aria-invalid])").await;
        look(browser, "a toolset before it is kept").await;
    }

    /// What each kind of source would do, and what it would bring.
    async fn add(&self, browser: &RealBrowser, look: impl AsyncFn(&RealBrowser, &str)) {
        let functions = self.candor.folder().join("functions");
        std::fs::create_dir_all(&functions).expect("a folder");
        let functions = functions.display().to_string();
        let servers = json!({"mcpServers": {"one": {"command": "true"}, "two": {"url": "http://127.0.0.1:9/"}}});
        let servers = servers.to_string();
        for (kind, name, field, text) in [
            ("command", true, "line", self.line.as_str()),
            ("url", true, "url", "http://127.0.0.1:9/mcp"),
            ("openapi", true, "text", DOCUMENT),
            ("functions", true, "path", functions.as_str()),
            ("mcp-json", false, "text", servers.as_str()),
        ] {
            browser.go(&format!("/sources/new?kind={kind}")).await;
            if name {
                browser.fill("Name", "fresh").await;
            }
            browser.write(&format!("#{field}"), text).await;
            for step in ["Check", "Preview"] {
                if step == "Preview" && !name {
                    continue;
                }
                // What the step before has shown is not what this one will.
                let away =
                    format!("document.querySelectorAll('{SHOWN}').forEach(it => it.remove())");
                browser.run(&away, Vec::new()).await;
                browser.press(step).await;
                browser.find(SHOWN).await;
                look(browser, &format!("{step} of {kind}")).await;
            }
        }
        browser.go("/sources/new?kind=command").await;
        browser.press("Save").await;
        browser.find("[aria-invalid], .note.bad").await;
        look(browser, "a source that says nothing").await;
    }

    /// A server that lacks something, and what would be added.
    async fn add_a_server(&self, browser: &RealBrowser, look: impl AsyncFn(&RealBrowser, &str)) {
        browser.go("/catalogue/io.github.ada%2Fweather").await;
        browser.press("Preview").await;
        browser.find("#need-1[aria-invalid]").await;
        look(browser, "a server without its key").await;
        browser.write("#need-1", "something").await;
        browser.press("Preview").await;
        browser.find("#result").await;
        look(browser, "a server before it is added").await;
    }

    async fn make_a_token(&self, browser: &RealBrowser, look: impl AsyncFn(&RealBrowser, &str)) {
        browser.go("/access").await;
        browser.fill("Name", "not possible!").await;
        browser.press("Create token").await;
        browser.find("#name[aria-invalid], .note.bad").await;
        look(browser, "a token that cannot be").await;
        browser.fill("Name", "visitor").await;
        if !browser.has("#role-viewer:checked").await {
            browser.click("#role-viewer").await;
        }
        browser.press("Create token").await;
        browser.find("#made-token").await;
        look(browser, "a token just made").await;
    }
}

/// The page of a tool of the shop.
fn page_of(own: &str) -> String {
    format!("/tools/{}", segment(&format!("shop.{own}")))
}
