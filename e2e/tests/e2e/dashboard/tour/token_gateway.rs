//! The login page, where tokens are required, and what callers without a role see.

use candor_testkit::script::{ScriptFile, ServerScript};
use candor_testkit::{CandorProcess, ServerEra, config};

use crate::dashboard::browser::RealBrowser;
use crate::dashboard::shop_gateway::SHOP;

/// A gateway that asks for a token.
pub(super) struct TokenGateway {
    candor: CandorProcess,
    viewer: String,
    _script: ScriptFile,
}

// === impl TokenGateway ===

impl TokenGateway {
    pub(super) async fn open() -> Self {
        let script = ServerScript::new().tools(SHOP).file();
        let shop = config::script("shop", &script, ServerEra::Modern, "");
        let (candor, mut tokens) = CandorProcess::with_tokens(&shop, &[("ann", "viewer")]).await;
        let viewer = tokens.remove(0);
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
    pub(super) async fn walk(&self, browser: &RealBrowser, look: impl AsyncFn(&RealBrowser, &str)) {
        browser.go("/tools").await;
        browser.sees("Sign in").await;
        look(browser, "the way in").await;
        browser.fill("Token", "not one").await;
        browser.press("Sign in").await;
        browser.find("#token[aria-invalid]").await;
        look(browser, "a token that is none").await;
        browser.fill("Token", &self.viewer).await;
        browser.press("Sign in").await;
        browser.sees("Signed in as ann").await;
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
