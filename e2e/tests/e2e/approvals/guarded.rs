//! A gateway in front of tools that need an approval, and the API through which they get it.

pub(super) use candor_testkit::api::{HttpAnswer, fetch, id_of, pool};
pub(super) use candor_testkit::candor::create_token as token;
use candor_testkit::script::{self, ServerScript};
use candor_testkit::{ApiClient, CandorProcess, ServerEra, ServerHandle, config};
pub(super) use candor_testkit::{PATIENCE, until};

/// One tool that destroys, by its own word, and one that is nothing in particular.
const TOOLS: &str = r#"[
    {"name":"wipe","title":"Wipe a folder","description":"Wipes a folder.","inputSchema":{"type":"object"},"annotations":{"destructiveHint":true}},
    {"name":"burn","description":"Burns a folder.","inputSchema":{"type":"object"},"annotations":{"destructiveHint":true}},
    {"name":"look","description":"Looks at a folder.","inputSchema":{"type":"object"}}]"#;

/// Everything behind one port, with the server that the calls would reach.
pub(super) struct GuardedGateway {
    pub(super) candor: CandorProcess,
    pub(super) upstream: ServerHandle,
}

// === impl GuardedGateway ===

impl GuardedGateway {
    /// On this machine, where no token is needed. `more` is added to the configuration.
    pub(super) async fn open(more: &str) -> Self {
        Self::serve(more, &[]).await
    }

    /// The same, and the API.
    pub(super) async fn with_approver(more: &str) -> (Self, ApiClient) {
        let guarded = Self::open(more).await;
        let approver = guarded.approver();
        (guarded, approver)
    }

    /// The same with arguments for `candor serve`.
    pub(super) async fn serve(more: &str, args: &[&str]) -> Self {
        Self::of(&tools(TOOLS), more, args).await
    }

    /// The same in front of other tools.
    pub(super) async fn before(script: &ServerScript, more: &str) -> Self {
        Self::of(script, more, &[]).await
    }

    /// Where every caller needs a token. Makes one for each name and its roles, in this order.
    pub(super) async fn closed(more: &str, people: &[(&str, &str)]) -> (Self, Vec<String>) {
        let upstream = script::serve_http(&tools(TOOLS), ServerEra::Legacy);
        let text = config::url("s", upstream.url(), "") + more;
        let (candor, tokens) = CandorProcess::with_tokens(&text, people).await;
        (Self { candor, upstream }, tokens)
    }

    async fn of(script: &ServerScript, more: &str, args: &[&str]) -> Self {
        let upstream = script::serve_http(script, ServerEra::Legacy);
        let text = config::url("s", upstream.url(), "") + more;
        let candor = CandorProcess::serve(&text, args);
        candor.ready(|said| said["ready"] == true).await;
        Self { candor, upstream }
    }

    /// The API for a caller without a token.
    pub(super) fn approver(&self) -> ApiClient {
        self.candor.api()
    }

    /// The API for a caller with this token.
    pub(super) fn approver_of(&self, token: &str) -> ApiClient {
        ApiClient::new(&self.candor, Some(token))
    }

    /// How many calls reached the server that had this in them.
    pub(super) fn made(&self, mark: &str) -> usize {
        let seen = self.upstream.seen();
        let call = |body: &str| body.contains("\"tools/call\"") && body.contains(mark);
        seen.iter().filter(|seen| call(&seen.body)).count()
    }

    /// What a command says about the data of this gateway.
    pub(super) fn command(&self, args: &[&str]) -> String {
        self.candor.stdout(args)
    }
}

fn tools(list: &str) -> ServerScript {
    ServerScript::new().tools(list).call("*", "{}")
}
