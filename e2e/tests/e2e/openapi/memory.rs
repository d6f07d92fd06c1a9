//! What a large document costs in memory: a small multiple of what is served of it.

use std::fs;

use candor_testkit::http_api::HttpApi;
use candor_testkit::peers::npm_bin;
use candor_testkit::{CandorProcess, ServerEra, wait_until};

use super::gateway::table;

/// How many bytes may be held for each byte of the list, in a build that is not optimised.
const EACH: u64 = 10;
/// How many more there may be: what the allocator keeps of what was needed while reading.
const KEPT: u64 = 32 << 20;

const SMALL: &str = r#"{"openapi": "3.1.0", "info": {"title": "Small", "version": "1"}, "paths":
    {"/small": {"get": {"operationId": "small", "responses": {"200": {"description": "Fine"}}}}}}"#;

/// The memory of a gateway that has listed the tools of a document, and how long the list is.
async fn listed(document: &str) -> (u64, u64) {
    let api = HttpApi::start().expect("an API");
    let source = table(&api, "").replace("api.yaml", "api.json");
    let config = format!("{source}[endpoint]\nlist = \"all\"\n");
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("api.json"), document).expect("a file");
    let gateway = CandorProcess::unasked_in(folder, &config, &[]);
    let gateway = gateway.when_ready().await;
    let mut client = gateway.client(ServerEra::Legacy).await;
    wait_until("tools", async || !client.tools().await.is_empty()).await;
    let listed = client.request("tools/list", "{}").await.result().len();
    (resident(gateway.pid()), listed as u64)
}

fn resident(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kib.expect("a number") * 1024
}

#[tokio::test(flavor = "multi_thread")]
async fn the_document_of_github() {
    let document = npm_bin("@octokit/openapi", "generated/api.github.com.json");
    let document = fs::read_to_string(document.expect("the document is installed"));
    let (small, _) = listed(SMALL).await;
    let (large, list) = listed(&document.expect("a document")).await;
    let growth = large.saturating_sub(small);
    println!("{growth} bytes more for a list of {list} bytes");
    assert!(
        list > 1 << 20,
        "a list of {list} bytes is not that of GitHub"
    );
    assert!(
        growth <= EACH * list + KEPT,
        "{growth} bytes more for a list of {list} bytes"
    );
}
