//! The people around a gateway: those who hold tokens, and those who decide.

use std::time::Duration;

use candor_gatetest::pending_approvals;
use candor_gateway::records::ApprovalFilter;
use candor_model::{
    Approval, ApprovalAnswer, ApprovalState, ChangeAuthor, ChangeChannel, GrantScope, Roles,
};
use candor_testkit::script::ServerScript;

use crate::harness::{McpHarness, with_timeout};

/// A tool that nobody calls without being asked, and one that anybody may.
pub(crate) fn careful() -> ServerScript {
    let tools = r#"[
        {"name":"wipe","description":"d","inputSchema":{"type":"object"},
            "annotations":{"destructiveHint":true}},
        {"name":"plain","description":"d","inputSchema":{"type":"object"}}]"#;
    ServerScript::new()
        .tools(tools)
        .call("wipe", "{}")
        .call("plain", "{}")
}

// === impl McpHarness ===

impl McpHarness {
    /// Makes a token with these roles.
    pub(crate) async fn token(&self, name: &str, roles: &str) -> String {
        self.lasting_token(name, roles, None).await
    }

    /// Makes a token that stops working after a time.
    pub(crate) async fn lasting_token(
        &self,
        name: &str,
        roles: &str,
        lasts: Option<Duration>,
    ) -> String {
        let roles = Roles::parse(roles).expect("roles");
        let editor = self.gateway.editor();
        let made = editor.create_token(name, roles, lasts, &ada()).await;
        made.expect("a token").1.expose().clone()
    }

    /// Takes a token back.
    pub(crate) async fn revoke(&self, name: &str) {
        let revoked = self.gateway.editor().revoke_token(name, &ada()).await;
        revoked.expect("a token that works");
    }

    /// The question that waits, as soon as there is one.
    pub(crate) async fn waiting(&self) -> Approval {
        with_timeout(async {
            loop {
                if let Some(found) = pending_approvals(&self.gateway).await.into_iter().next() {
                    return found;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        })
        .await
    }

    /// A user approves what waits, outside the client.
    pub(crate) async fn agree(&self) -> Approval {
        self.agree_for(GrantScope::Once).await
    }

    /// The same for more than the call.
    pub(crate) async fn agree_for(&self, scope: GrantScope) -> Approval {
        let id = self.waiting().await.id;
        let yes = ApprovalAnswer::Approve(scope);
        let decided = self.gateway.approvals().decide(id, yes, ada()).await;
        *decided.expect("a decision")
    }

    /// The only question, as soon as it waits no more.
    pub(crate) async fn ended(&self) -> Approval {
        with_timeout(async {
            loop {
                let all = self.gateway.approvals();
                let page = all.list(&ApprovalFilter::default(), None, 2).await;
                let mut found = page.expect("a page").approvals;
                assert_eq!(found.len(), 1, "{found:?}");
                if let Some(ended) = found.pop_if(|one| one.state != ApprovalState::Pending) {
                    return ended;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        })
        .await
    }

    /// Waits until a call has been given up.
    pub(crate) async fn cancelled(&self) {
        let mark = r#"outcome="cancelled""#;
        with_timeout(async {
            while !self.gateway.metrics().encode().contains(mark) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        })
        .await;
    }
}

/// A user who decides.
fn ada() -> ChangeAuthor {
    ChangeAuthor {
        name: "ada".to_owned(),
        channel: ChangeChannel::Api,
        why: None,
    }
}
