//! Each caller logs in with a browser, to an account of its own.

use std::sync::Arc;

use candor_functions::{FunctionCaller, ToolInvocation, Toolbox};
use candor_model::Secret;
use candor_nextcloud::{CallerLogin, LoginStore, MemoryLogins, toolbox_with_logins};
use serde_json::{Value, json};

use crate::server::{AGREED, ScriptedServer};

struct LoginWorld {
    server: ScriptedServer,
    logins: Arc<MemoryLogins>,
    toolbox: Toolbox,
}

impl LoginWorld {
    async fn start() -> Self {
        let server = ScriptedServer::start().await;
        let logins = Arc::new(MemoryLogins::default());
        let host = format!("http://{}", server.address);
        let toolbox = toolbox_with_logins(&host, logins.clone()).unwrap();
        Self {
            server,
            logins,
            toolbox,
        }
    }

    async fn call(&self, caller: Option<&str>, tool: &str) -> Value {
        let invocation = ToolInvocation {
            caller: FunctionCaller {
                principal: caller.map(str::to_owned),
                ..FunctionCaller::default()
            },
            ..ToolInvocation::alone()
        };
        self.called(tool, invocation).await
    }

    async fn called(&self, tool: &str, invocation: ToolInvocation) -> Value {
        let arguments = serde_json::Map::new();
        let reply = self.toolbox.call(tool, arguments, invocation).await;
        reply.unwrap().to_json()
    }

    async fn sentence(&self, caller: Option<&str>, tool: &str) -> String {
        let reply = self.call(caller, tool).await;
        assert_eq!(reply["isError"], json!(true), "{reply}");
        reply["content"][0]["text"].as_str().unwrap().to_owned()
    }

    fn agree(&self) {
        let agreed = |state: &mut crate::server::ServerState| state.store.put(AGREED, json!({}));
        self.server.change(agreed);
    }
}

#[tokio::test]
async fn a_caller_logs_in_and_nobody_else_has_the_login() {
    let world = LoginWorld::start().await;
    let told = world.sentence(Some("ada"), "check_logged_in").await;
    assert!(told.contains("`provision_nextcloud_access`"), "{told}");
    assert!(world.server.take_seen().is_empty(), "nothing was sent");
    let invited = world.call(Some("ada"), "provision_nextcloud_access").await;
    let answer = &invited["structuredContent"];
    assert_eq!(
        answer["login_url"], "https://cloud.example.com/index.php/login/v2/flow/abc",
        "{invited}"
    );
    // The user sees whom the login is for, and no credentials are sent along.
    let begun = world.server.take_seen().remove(0);
    assert_eq!(begun.header("user-agent"), Some("Candor, for ada"));
    assert_eq!(begun.header("authorization"), None);
    let told = world.sentence(Some("ada"), "nc_notes_list_notes").await;
    assert!(told.contains("the login is not finished"), "{told}");
    world.agree();
    let who = world.call(Some("ada"), "check_logged_in").await;
    assert_eq!(who["structuredContent"]["login_name"], "ada", "{who}");
    // It is known from now on, and the token is of no use any more.
    let again = world.call(Some("ada"), "check_logged_in").await;
    assert_eq!(again.get("isError"), None, "{again}");
    assert!(!invited.to_string().contains("tok/1"), "{invited}");
    for stranger in [Some("eve"), Some("Ada"), Some("ada ")] {
        let told = world.sentence(stranger, "check_logged_in").await;
        assert!(told.contains("you are not logged in"), "{told}");
    }
    let told = world.sentence(None, "check_logged_in").await;
    assert!(told.contains("the caller is unknown"), "{told}");
}

#[tokio::test]
async fn a_login_that_is_given_back_is_gone() {
    let world = LoginWorld::start().await;
    world.call(Some("ada"), "provision_nextcloud_access").await;
    world.agree();
    world.call(Some("ada"), "check_logged_in").await;
    let revoked = world.call(Some("ada"), "revoke_nextcloud_access").await;
    assert_eq!(revoked.get("isError"), None, "{revoked}");
    let left = world.server.snapshot();
    assert!(!left.contains_key("account/app_password"));
    let kept = world.logins.login("ada").await.unwrap();
    assert!(matches!(kept, CallerLogin::Absent), "{kept:?}");
    let told = world.sentence(Some("ada"), "check_logged_in").await;
    assert!(told.contains("you are not logged in"), "{told}");
}

#[tokio::test]
async fn an_environment_may_bring_an_account() {
    let world = LoginWorld::start().await;
    let variables = [
        ("NEXTCLOUD_USERNAME", "ada"),
        ("NEXTCLOUD_PASSWORD", "secret"),
    ];
    let variables = variables.map(|(name, value)| (name.to_owned(), Secret::new(value.to_owned())));
    let invocation = ToolInvocation {
        variables: Arc::new(variables.into_iter().collect()),
        ..ToolInvocation::alone()
    };
    let who = world.called("check_logged_in", invocation).await;
    assert_eq!(who["structuredContent"]["login_name"], "ada", "{who}");
}

#[tokio::test]
async fn the_hints_of_the_login_follow_from_what_it_does() {
    let world = LoginWorld::start().await;
    let definition = world
        .toolbox
        .definition("provision_nextcloud_access")
        .unwrap();
    let hints = &definition.to_json()["annotations"];
    assert_eq!(hints["readOnlyHint"], false, "{hints}");
    assert_eq!(hints["destructiveHint"], false, "{hints}");
    assert_eq!(hints["idempotentHint"], false, "{hints}");
    let before = world.server.snapshot();
    world.call(Some("ada"), "provision_nextcloud_access").await;
    assert_eq!(world.server.snapshot(), before, "the account is as it was");
}

#[tokio::test]
async fn a_server_that_is_none_is_said_to_be_none() {
    let world = LoginWorld::start().await;
    let fault = crate::server::Reply::json(
        200,
        &json!({"login": "javascript:alert(1)", "poll": {"token": "t"}}),
    );
    world.server.change(|state| state.fault = Some((fault, 1)));
    let told = world
        .sentence(Some("ada"), "provision_nextcloud_access")
        .await;
    assert!(told.contains("no address to log in at"), "{told}");
}
