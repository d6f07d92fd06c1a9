//! What a function cannot do, tried as an attacker would.

mod endless;
mod frames;
mod globals;
mod imports;
mod leftovers;
mod process;

use candor_testkit::{RawClient, ServerEra};
use futures_util::future::join_all;
use serde_json::json;

use super::kit::{FunctionGateway, done, program, source};

/// What a tool does that means no harm.
const HELLO: (&str, &str, &str) = ("hello", "", "return `hello ${input.n}`;");

/// How many calls are made beside an attack, at each source.
const BESIDE: usize = 50;

/// A gateway with the program `f`, which attacks, and with `g`, which does not.
async fn fortress(attacks: &[(&str, &str)], more: &str) -> FunctionGateway {
    let attacks = attacks.iter().map(|(name, body)| (*name, "", *body));
    let attackers = program(&attacks.chain([HELLO]).collect::<Vec<_>>());
    let config = source("f", "f/index.ts", more) + &source("g", "g/index.ts", "");
    let files = [
        ("f/index.ts", &*attackers),
        ("g/index.ts", &program(&[HELLO])),
    ];
    FunctionGateway::open(&files, &config).await
}

/// Makes many calls of harmless tools at the source of the attack and at another one; all must be
/// answered, and rightly.
async fn neighbours(stage: &FunctionGateway) {
    let pool = reqwest::Client::new();
    let calls = ["f_hello", "g_hello"].into_iter().flat_map(|tool| {
        let pool = &pool;
        (0..BESIDE).map(move |at| async move {
            let url = stage.gateway.url();
            let era = ServerEra::in_turn(at + 1);
            let mut client = RawClient::http_pooled(url, era, pool.clone()).await;
            let said = done(&mut client, tool, &json!({"n": at})).await;
            assert_eq!(said, format!("hello {at}"), "{tool}");
        })
    });
    join_all(calls).await;
}
