//! The command line is no side door: who decides is the credential and the operating-system user.

mod other_user;

use std::process::Command;

use candor_testkit::api::pool;
use candor_testkit::candor::{command, ended, run_on};
use candor_testkit::{ApiClient, RawClient, ServerEra, assert_contains};
use serde_json::Value;
use tokio::task::JoinHandle;

use crate::approvals::kit::ApprovalGateway;

/// A gateway where tokens are required, one that calls, and one that may approve.
struct GuardedGateway {
    stage: ApprovalGateway,
    agent: String,
    ann: String,
}

impl GuardedGateway {
    async fn open() -> Self {
        let people = [("agent", "caller"), ("ann", "approver")];
        let (stage, [agent, ann]) = ApprovalGateway::guarded("", people).await;
        Self { stage, agent, ann }
    }

    /// The approver's view of the API.
    fn approver(&self) -> ApiClient {
        ApiClient::new(&self.stage.gateway, Some(&self.ann))
    }

    /// A call that waits for an approval, and the id of the question.
    async fn asked(&self) -> (JoinHandle<String>, String) {
        let pool = pool(Some(&self.agent));
        let url = self.stage.gateway.url();
        let mut client = RawClient::http_pooled(url, ServerEra::Legacy, pool).await;
        let call = async move { client.call("s_wipe", r#"{"path":"a"}"#).await.words() };
        let call = tokio::spawn(call);
        (call, self.approver().only_pending().await)
    }

    /// The address without a path.
    fn server(&self) -> String {
        self.stage.gateway.at("")
    }

    /// Runs a command on the gateway's data with variables; its exit code and what it printed.
    fn run(&self, args: &[&str], variables: &[(&str, &str)]) -> (i32, String) {
        let mut command = command(self.stage.gateway.folder());
        command.args(args).args(["--data", "data"]);
        command.envs(variables.iter().copied());
        ended(&command.output().expect("it starts"))
    }

    /// The same for a command that is refused.
    fn refused(&self, args: &[&str], variables: &[(&str, &str)]) -> String {
        let (code, said) = self.run(args, variables);
        assert_eq!(code, 2, "{args:?}: {said}");
        said
    }

    /// Whether the gateway has a token of this name.
    fn has_token(&self, name: &str) -> bool {
        let listed = self.stage.run(&["token", "list", "--all", "--json"]);
        let listed: Value = serde_json::from_str(&listed).expect("JSON");
        let mut tokens = listed["tokens"].as_array().expect("tokens").iter();
        tokens.any(|token| token["name"] == name)
    }
}

/// The user that runs the tests, as the system knows them.
fn os_user() -> String {
    let said = Command::new("id").arg("-un").output().expect("`id` starts");
    String::from_utf8(said.stdout)
        .expect("a name")
        .trim()
        .to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_in_the_environment_is_nobody() {
    let guarded = GuardedGateway::open().await;
    let (call, id) = guarded.asked().await;
    let claims = [
        ("CANDOR_AUTHOR", "eve"),
        ("USER", "eve"),
        ("LOGNAME", "eve"),
    ];
    let (code, said) = guarded.run(&["approvals", "approve", &id], &claims);
    assert_eq!(code, 0, "{said}");
    assert_contains(&call.await.expect("a call"), "path");
    let decided = guarded.approver().approval(&id).await;
    assert_eq!(decided["verdict"]["who"], os_user().as_str(), "{decided}");

    let (code, said) = guarded.run(&["token", "create", "bot", "--role", "viewer"], &claims);
    assert_eq!(code, 0, "{said}");
    let listed = guarded.stage.run(&["token", "list", "--json"]);
    assert!(!listed.contains("eve"), "{listed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_credential_nothing_is_decided_or_changed() {
    let guarded = GuardedGateway::open().await;
    let (_call, id) = guarded.asked().await;
    let folder = guarded.stage.gateway.folder();
    std::fs::remove_file(folder.join("data/owner.secret")).expect("the owner's secret");
    for args in [
        &["approvals", "approve", &id][..],
        &["token", "create", "eve", "--role", "admin"],
        &["policy", "set", "unset=allow"],
        &["annotate", "s.wipe", "--destructive", "false"],
        &["environment", "create", "prod"],
        &["call", "s.wipe"],
    ] {
        let said = guarded.refused(args, &[("CANDOR_AUTHOR", "ann")]);
        assert_contains(&said, "CANDOR_TOKEN");
    }
    assert_eq!(guarded.approver().state(&id).await, "pending");
    assert!(!guarded.has_token("eve"));

    // A data directory of one's own with the same configuration is another gateway.
    let (code, said) = run_on(folder, "mine", &["approvals", "approve", &id]);
    assert_eq!(code, 2, "{said}");
    assert_eq!(guarded.approver().state(&id).await, "pending");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_decides_in_its_own_name_and_no_more() {
    let guarded = GuardedGateway::open().await;
    let (call, id) = guarded.asked().await;
    let agent = [("CANDOR_TOKEN", guarded.agent.as_str())];
    let ann = [("CANDOR_TOKEN", guarded.ann.as_str())];
    let said = guarded.refused(&["approvals", "approve", &id], &agent);
    assert_contains(&said, "`agent` has `caller`");
    for variables in [&agent, &ann] {
        let create = ["token", "create", "eve", "--role", "admin"];
        assert_contains(&guarded.refused(&create, variables), "admin");
    }
    assert!(!guarded.has_token("eve"));
    let said = guarded.refused(&["policy", "set", "unset=allow"], &ann);
    assert_contains(
        &said,
        "this needs the role `editor`; the token `ann` has `approver`",
    );
    let lost = [("CANDOR_TOKEN", "candor_0_lost")];
    guarded.refused(&["approvals", "approve", &id], &lost);
    assert_eq!(guarded.approver().state(&id).await, "pending");

    let (code, said) = guarded.run(&["approvals", "approve", &id], &ann);
    assert_eq!(code, 0, "{said}");
    assert_contains(&call.await.expect("a call"), "path");
    let decided = guarded.approver().approval(&id).await;
    assert_eq!(decided["verdict"]["who"], "ann", "{decided}");
}

#[tokio::test(flavor = "multi_thread")]
async fn another_machine_decides_through_the_api() {
    let guarded = GuardedGateway::open().await;
    let elsewhere = tempfile::tempdir().expect("a folder");
    let token = elsewhere.path().join("token");
    std::fs::write(&token, &guarded.ann).expect("a file");
    let (token, server) = (token.display().to_string(), guarded.server());
    let run = |args: &[&str]| {
        let flags = ["--token-file", &token, "--server", &server];
        run_on(elsewhere.path(), "none", &[args, &flags].concat())
    };
    let (call, id) = guarded.asked().await;
    let (code, said) = run(&["approvals", "list"]);
    assert_eq!(code, 0, "{said}");
    assert_contains(&said, &id[..13]);
    let (code, said) = run(&["approvals", "show", &id[..18]]);
    assert_eq!(code, 0, "{said}");
    assert_contains(&said, "path = ");
    let (code, said) = run(&["approvals", "deny", &id, "--reason", "it is lent"]);
    assert_eq!(code, 0, "{said}");
    assert_contains(&call.await.expect("a call"), "it is lent");
    let (code, said) = run(&["approvals", "approve", &id]);
    assert_eq!(code, 1, "{said}");

    let (call, id) = guarded.asked().await;
    let (code, said) = run(&["approvals", "approve", &id, "--scope", "these-arguments"]);
    assert_eq!(code, 0, "{said}");
    assert_contains(&call.await.expect("a call"), "path");
    let (code, said) = run(&["approvals", "standing", "--json"]);
    assert_eq!(code, 0, "{said}");
    let standing: Value = serde_json::from_str(&said).expect("JSON");
    let grant = standing["standing"][0]["id"].as_str().expect("an id");
    let (code, said) = run(&["approvals", "revoke", grant]);
    assert_eq!(code, 0, "{said}");
    assert!(guarded.approver().standing().await.is_empty());

    let (code, said) = run(&["token", "create", "eve", "--role", "admin"]);
    assert_eq!(code, 2, "{said}");
    let (code, said) = run(&["policy", "set", "unset=allow"]);
    assert_eq!(code, 2, "{said}");
    assert_contains(&said, "/api/v1/policy/preferences");
    assert!(
        !elsewhere.path().join("none").exists(),
        "nothing is made here"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_to_the_dashboard_is_for_the_owner() {
    let guarded = GuardedGateway::open().await;
    let (code, said) = guarded.run(&["open", "--print"], &[]);
    assert_eq!(code, 0, "{said}");
    assert_contains(&said, "/sign-in/");
    let log = guarded.stage.gateway.log();
    assert_contains(&log, "`candor open --data data` opens the dashboard");
    assert!(!log.contains("/sign-in/"), "{log}");
    let ann = [("CANDOR_TOKEN", guarded.ann.as_str())];
    let said = guarded.refused(&["open", "--print"], &ann);
    assert!(!said.contains("/sign-in/"), "{said}");
}
