//! The way in, where everybody needs a token, and what those see who may not do something.

use candor_e2e::candor::run;
use candor_e2e::{Candor, Era, config};
use candor_testkit::script::{Script, ScriptFile};

use crate::dashboard::browser::Browser;
use crate::dashboard::house::SHOP;

/// A gateway that asks for a token.
pub(super) struct Door {
    candor: Candor,
    viewer: String,
    _script: ScriptFile,
}

// === impl Door ===

impl Door {
    pub(super) async fn open() -> Self {
        let script = Script::new().tools(SHOP).write().expect("a script");
        let shop = config::script("shop", &script, Era::Modern, "");
        let text = format!("{shop}[server]\nauth = \"required\"\n");
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("candor.toml"), &text).expect("a file");
        let args = [
            "--data", "data", "token", "create", "ann", "--role", "viewer",
        ];
        let made = run(folder.path(), &args);
        assert!(made.status.success(), "{made:?}");
        let viewer = String::from_utf8(made.stdout)
            .expect("text")
            .trim()
            .to_owned();
        let candor = Candor::serve_in(folder, &text, &[]);
        candor.ready(|said| said["ready"] == true).await;
        Self {
            candor,
            viewer,
            _script: script,
        }
    }

    pub(super) fn base(&self) -> String {
        self.candor.at("")
    }

    /// Comes in, and has everything looked at on the way.
    pub(super) async fn walk(&self, browser: &Browser, look: impl AsyncFn(&Browser, &str)) {
        browser.go("/tools").await;
        browser.sees("Log in").await;
        look(browser, "the way in").await;
        browser.fill("Token", "not one").await;
        browser.press("Log in").await;
        browser.find("#token[aria-invalid]").await;
        look(browser, "a token that is none").await;
        browser.fill("Token", &self.viewer).await;
        browser.press("Log in").await;
        browser.sees("You are ann").await;
        for path in [
            "/",
            "/tools",
            "/tools/shop.delete_book",
            "/tools/shop.delete_book/try",
            "/toolsets",
            "/toolsets/new",
            "/sources",
            "/sources/new",
            "/environments",
            "/environments/new",
            "/policy",
            "/audit",
            "/access",
        ] {
            browser.go(path).await;
            browser.find("h1").await;
            look(browser, &format!("{path} of a viewer")).await;
        }
    }
}
