//! Functions that do not do what they say: each is stopped and reported, and does no harm.

mod addresses;
mod beside;
mod methods;
mod people;

use candor_testkit::RawClient;
use candor_testkit::http_api::HttpApi;
use serde_json::{Value, json};

use super::kit::{FunctionGateway, done, program, refused, source, until};

/// A gateway with the program `f`, whose tools lie, and with `g`, which is honest; and a server
/// that counts what arrives.
struct LyingProgram {
    api: HttpApi,
    stage: FunctionGateway,
}

/// What an honest tool does.
const HELLO: (&str, &str, &str) = ("hello", "", "return `hello ${input.n}`;");

// === impl LyingProgram ===

impl LyingProgram {
    /// The tools of `f`, and more of its configuration.
    async fn of(tools: &[(&str, &str, &str)], more: &str) -> Self {
        Self::before(HttpApi::start().expect("an API"), tools, more).await
    }

    /// The same before a server that is there already.
    async fn before(api: HttpApi, tools: &[(&str, &str, &str)], more: &str) -> Self {
        let liars = program(&[tools, &[HELLO]].concat());
        let config = source("f", "f/index.ts", more) + &source("g", "g/index.ts", "");
        let honest = program(&[HELLO]);
        let files = [("f/index.ts", &*liars), ("g/index.ts", &*honest)];
        let stage = FunctionGateway::open(&files, &config).await;
        Self { api, stage }
    }

    /// Calls a tool of `f` that must fail, and looks whether what it tried is told everywhere in
    /// the same words.
    async fn caught(&self, client: &mut RawClient, tool: &str, arguments: &Value, words: &[&str]) {
        let before = self.stage.breaches("f", tool).await;
        let said = refused(client, &format!("f_{tool}"), arguments).await;
        check(tool, "the result", &said, words);
        self.told(tool, before, words).await;
        self.neighbours(client).await;
    }

    /// What a tool tried is in the audit, in the log and in the metrics.
    async fn told(&self, tool: &str, before: u64, words: &[&str]) {
        let count = usize::try_from(before).expect("a small number") + 1;
        let detail = until(
            &format!("{count} attempts of {tool} in the audit"),
            async || {
                let calls = self.stage.calls("f", tool, count).await;
                let details = calls.iter().filter_map(|call| call["detail"].as_str());
                let details: Vec<&str> = details.collect();
                (details.len() == count).then(|| details[0].to_owned())
            },
        )
        .await;
        check(tool, "the audit", &detail, words);
        let log = self.stage.gateway.log();
        let sign = "A tool does not do what it says";
        let mut lines = log.lines().rev().filter(|line| line.contains(sign));
        let line = lines.find(|line| line.contains(tool)).unwrap_or_default();
        check(tool, "the log", line, words);
        let after = self.stage.breaches("f", tool).await;
        assert_eq!(after, before + 1, "{tool} in the metrics");
    }

    /// Others answer as if nothing had been.
    async fn neighbours(&self, client: &mut RawClient) {
        for source in ["f", "g"] {
            let said = done(client, &format!("{source}_hello"), &json!({"n": 7})).await;
            assert_eq!(said, "hello 7", "{source}");
        }
    }

    /// There was no request, not even an empty connection.
    fn untouched(&self, what: &str) {
        assert_eq!(self.api.requests(), [], "{what}");
        assert_eq!(self.api.connections(), 0, "{what}");
    }
}

fn check(tool: &str, place: &str, text: &str, words: &[&str]) {
    for word in words {
        assert!(
            text.contains(word),
            "{tool}: {place} lacks `{word}`: {text}"
        );
    }
}
