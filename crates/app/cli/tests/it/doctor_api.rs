//! `candor doctor` on APIs.

use candor_testkit::http_api::ServedDocument;

use crate::api::{self, KEY, SHOP};
use crate::sandbox::{check, has};

#[test]
fn the_doctor_looks_at_an_api() {
    let (sandbox, shop) = api::open();
    let config = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\n\
         [sources.shop]\ndocument = \"shop.yaml\"\nbase_url = {:?}\nallow_private = true\n\
         [environments.dev]\nsecrets = {{ SHOP_API_KEY = {KEY:?} }}\n\
         [environments.prod]\n\
         [sources.lost]\ndocument = \"shop.yaml\"\ninclude = {{ operations = [\"get_health\"] }}\n\
         [sources.none]\ndocument = \"none.yaml\"\n",
        shop.url("/v1")
    );
    sandbox.configure(&config);
    let ran = sandbox.run("doctor");
    assert!(!ran.to_string().contains(KEY), "{ran}");
    check!(ran, @r"
    exit 1
    --- stdout
    ok    configuration: `candor.toml` was read: 3 sources
    ok    data directory: `[DIR]/.local/share/candor/workspaces/[FOLDER]` does not exist yet and can be created
    ok    tokens: calls from this machine need no token; changes need the owner's secret
    ok    port: `127.0.0.1:0` is free
    ok    confinement: workers are confined by [SANDBOX]
    ok    confined programs: the kernel can hold programs up to the level [LEVEL]
    ok    source `shop`: ready after [N] ms: 4 tools (openapi)
    ok    source `shop`: requests go to `http://127.0.0.1:[PORT]/v1`
    warn  source `shop`: 3 tools need `SHOP_API_KEY`, which is not set in the environment `prod`
          hint: `candor environment set prod SHOP_API_KEY --secret` sets it
    ok    source `lost`: ready after [N] ms: 1 tool (openapi)
    fail  source `lost`: the server `/v1` is relative, and the document was not read from an address; set `base_url`
    fail  source `none`: the document `none.yaml` cannot be read: No such file or directory (os error 2)
          hint: check that `none.yaml` is an OpenAPI document
    fail  tools: shop.yaml:48:3: source `shop`: the path `/far` is left out: `https://elsewhere.example/paths.yaml` is not followed: nothing is fetched to read a document; save it beside the document, at `#/paths/~1far`
    ok    tools: source `shop`: 1 deprecated operation is left out, such as `list_shelves`
    fail  tools: shop.yaml:48:3: source `lost`: the path `/far` is left out: `https://elsewhere.example/paths.yaml` is not followed: nothing is fetched to read a document; save it beside the document, at `#/paths/~1far`
    ok    lint: 1 warning in 5 tools; score 90 of 100
          hint: `candor lint` shows what is wrong and how to fix it
    --- stderr
    starting 3 sources: shop, lost, none
    ");
    // What holds everywhere is enough for every environment.
    let config = config.replace(
        "allow_private = true\n",
        "allow_private = true\nvariables = { SHOP_API_KEY = \"k\" }\n",
    );
    sandbox.configure(&config);
    let ran = sandbox.run("doctor");
    ran.prints("source `shop`: all required credentials are set");
    assert_eq!(shop.requests().len(), 0);
}

#[test]
fn the_doctor_looks_at_what_is_stored_and_fetched() {
    let (sandbox, shop) = api::open();
    shop.serve("/shop.yaml", ServedDocument::new("application/yaml", SHOP));
    sandbox.configure(&format!(
        "[server]\nlisten = \"127.0.0.1:0\"\n[sources.shop]\ndocument = {:?}\nallow_private = true\n",
        shop.url("/shop.yaml")
    ));
    let doctor = || sandbox.run("doctor").stdout;
    let missing = "warn  source `shop`: 3 tools need `SHOP_API_KEY`, which is not set\n";
    let found = doctor();
    assert!(found.contains(missing), "{found}");
    let place = format!("ok    source `shop`: requests go to `{}`", shop.url("/v1"));
    assert!(found.contains(&place), "{found}");
    sandbox.ok("environment create prod");
    let in_prod = "3 tools need `SHOP_API_KEY`, which is not set in the environment `prod`";
    assert!(doctor().contains(in_prod));
    let words = ["environment", "set", "prod", "SHOP_API_KEY", "--secret"];
    sandbox.run_args_with(&words, KEY).exited(0);
    let found = doctor();
    has(&found, "all required credentials are set");
    assert!(!found.contains(KEY), "{found}");
}
