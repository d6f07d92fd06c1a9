//! Clients that others wrote: the SDKs for TypeScript, Python and Rust, in every era that each of
//! them speaks, over both transports.

mod rust;

use serde_json::{Value, json};

use crate::peers::{PeerProgram, javascript, python};

use super::client_scenarios::{
    ANSWERED, BRIEF, ClientScenario, ELSEWHERE, EXPIRED, MUTE, PAGED,
    ProgramEndpoint::{self, Http, Stdio},
    check, order,
};
use super::guarded::GuardedGateway;

const HTTP: &[ProgramEndpoint] = &[Http];
const BOTH: &[ProgramEndpoint] = &[Http, Stdio];

/// One kind of client: its SDK, its name, what its program is told besides, and whether it holds a
/// question open, so that it hears when no answer is needed any more.
struct SdkClient {
    sdk: Sdk,
    name: &'static str,
    more: Value,
    is_legacy: bool,
}

#[derive(Clone, Copy, Debug)]
enum Sdk {
    /// Its first generation knows the legacy era, its second both.
    TypeScript,
    Python,
    Rust,
}

// === impl Sdk ===

impl Sdk {
    fn clients(self) -> Vec<SdkClient> {
        let rows = match self {
            Self::TypeScript => vec![
                ("v1 legacy", json!({"sdk": "v1", "era": "legacy"}), true),
                ("v2 legacy", json!({"sdk": "v2", "era": "legacy"}), true),
                ("v2 modern", json!({"sdk": "v2", "era": "modern"}), false),
            ],
            Self::Python => vec![
                ("legacy", json!({"mode": "legacy"}), true),
                ("auto", json!({"mode": "auto"}), false),
                ("2026-07-28", json!({"mode": "2026-07-28"}), false),
            ],
            Self::Rust => vec![
                ("modern false", json!({}), true),
                ("modern true", json!({}), false),
            ],
        };
        let client = |(name, more, is_legacy)| SdkClient {
            sdk: self,
            name,
            more,
            is_legacy,
        };
        rows.into_iter().map(client).collect()
    }
}

// === impl SdkClient ===

impl SdkClient {
    /// Does as it is told; what it printed.
    async fn run(&self, guarded: &GuardedGateway, order: &mut Value) -> String {
        for (key, value) in self.more.as_object().expect("an object") {
            order[key] = value.clone();
        }
        let args = [order.to_string()];
        match self.sdk {
            Sdk::TypeScript => javascript(PeerProgram::File("approvals/client.mjs"), &args).await,
            Sdk::Python => python(PeerProgram::File("approvals/client.py"), &args).await,
            Sdk::Rust => rust::run(guarded, order, !self.is_legacy).await,
        }
    }
}

/// Puts every client of an SDK through the scenes, and gives what each printed.
async fn put_through(
    sdk: Sdk,
    guarded: &GuardedGateway,
    doors: &[ProgramEndpoint],
    scenes: &[ClientScenario],
) -> Vec<(SdkClient, Value)> {
    let mut all = Vec::new();
    for door in doors {
        for client in sdk.clients() {
            let name = format!("{} {door:?}", client.name);
            let mut order = order(guarded, *door, scenes, &name);
            let said = client.run(guarded, &mut order).await;
            check(guarded, scenes, &name, &said);
            all.push((client, serde_json::from_str(&said).expect("JSON")));
        }
    }
    all
}

async fn every_answer_over_http(sdk: Sdk) {
    let guarded = GuardedGateway::open("").await;
    for (client, said) in put_through(sdk, &guarded, &[Http], &ANSWERED).await {
        let (name, withdrawn) = (client.name, client.is_legacy);
        assert_eq!(said[6]["withdrawn"], withdrawn, "{name}: {}", said[6]);
        assert_eq!(said[7]["withdrawn"], withdrawn, "{name}: {}", said[7]);
        assert_eq!(said[0]["withdrawn"], false, "{name}");
    }
}

/// The answer is given at the gateway that listens, and the one that the client has started hears.
async fn every_answer_over_stdio(sdk: Sdk) {
    let guarded = GuardedGateway::open("").await;
    // A process of its own hears of a standing approval a moment later.
    let scenes = ANSWERED.into_iter().filter(|scene| scene.does != "kept");
    let scenes: Vec<_> = scenes.collect();
    put_through(sdk, &guarded, &[Stdio], &scenes).await;
}

async fn nobody_answers(sdk: Sdk, doors: &[ProgramEndpoint]) {
    let guarded = GuardedGateway::open(BRIEF).await;
    put_through(sdk, &guarded, doors, &EXPIRED).await;
}

async fn a_client_that_cannot_be_asked_waits(sdk: Sdk, doors: &[ProgramEndpoint]) {
    let guarded = GuardedGateway::open("").await;
    put_through(sdk, &guarded, doors, &MUTE).await;
}

/// Each of these clients says that it can offer a page.
async fn a_page_is_offered_where_the_client_may_not_answer(sdk: Sdk) {
    let guarded = GuardedGateway::open(ELSEWHERE).await;
    for (client, said) in put_through(sdk, &guarded, &[Http], &PAGED).await {
        let url = said[0]["question"]["url"].as_str().expect("an address");
        assert!(url.contains("/approvals/"), "{}: {url}", client.name);
    }
}

/// Every test for every SDK. The last column says how its clients reach a gateway while nobody
/// answers or nobody can be asked.
macro_rules! sdk_tests {
    ($($module:ident, $sdk:ident, $doors:ident;)*) => {$(
        mod $module {
            #[tokio::test(flavor = "multi_thread")]
            async fn every_answer_over_http() {
                super::every_answer_over_http(super::Sdk::$sdk).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn every_answer_over_stdio() {
                super::every_answer_over_stdio(super::Sdk::$sdk).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn nobody_answers() {
                super::nobody_answers(super::Sdk::$sdk, super::$doors).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn a_client_that_cannot_be_asked_waits() {
                super::a_client_that_cannot_be_asked_waits(super::Sdk::$sdk, super::$doors).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn a_page_is_offered_where_the_client_may_not_answer() {
                super::a_page_is_offered_where_the_client_may_not_answer(super::Sdk::$sdk).await;
            }
        }
    )*};
}

sdk_tests! {
    typescript_sdk, TypeScript, BOTH;
    python_sdk, Python, BOTH;
    rust_sdk, Rust, HTTP;
}
