//! A catalogue of one's own: imported on the command line, looked up through MCP, on either
//! database.

use std::path::Path;

use candor_testkit::candor::run_on;
use candor_testkit::{PostgresServer, ServerEra, assert_contains};
use serde_json::json;

use crate::functions::kit::{FunctionGateway, done, folder, refused};

const PRODUCTS: &str = "gtin,name,brand,country\n\
                        9506000134352,Cedar pencils,Timberline,CA\n\
                        9521100000017,Slate board,Timberline,\n";

const RULES: &str = "level,key,link_type,language,target\n\
                     item,9506000134352,gs1:pip,,https://timberline.example/pencils\n\
                     default,,gs1:pip,,https://timberline.example/{gtin}\n";

const MORE: &str = r#"{"kind":"product","gtin":"9506000134352","name":"Cedar pencils, box of 12","brand":"Timberline"}
{"kind":"product","gtin":"9520123456788","name":"Chalk","brand":"Timberline"}
"#;

/// Runs a command on the data of a gateway; `store` says where that is.
fn candor(folder: &Path, args: &[&str], store: &[&str]) -> (i32, String) {
    run_on(folder, "data", &[args, store].concat())
}

/// What is imported counts at once, for a gateway that is running.
async fn check(store: &[&str]) {
    let files = [
        ("products.csv", PRODUCTS),
        ("rules.csv", RULES),
        ("more.jsonl", MORE),
        (
            "wrong.csv",
            "gtin,name\n9506000134352,Pencils\n9506000134353,Wrong\n,Nothing\n",
        ),
    ];
    let text = "[sources.gs1]\nkind = \"pack\"\n";
    let stage = FunctionGateway::open_in(folder(&files), text, store).await;
    let here = stage.gateway.folder();
    let mut client = stage.gateway.client(ServerEra::Modern).await;
    let pencils = json!({"gtin": "9506000134352"});
    refused(&mut client, "gs1_lookup_product", &pencils).await;

    let (code, said) = candor(here, &["gs1", "import", "products.csv", "--dry-run"], store);
    assert_eq!(code, 0, "{said}");
    refused(&mut client, "gs1_lookup_product", &pencils).await;
    // Of a file with a mistake nothing is taken, and every mistake is told with its line.
    let (code, said) = candor(here, &["gs1", "import", "wrong.csv"], store);
    assert_eq!(code, 1, "{said}");
    for line in ["wrong.csv:3", "wrong.csv:4"] {
        assert!(said.contains(line), "{line}: {said}");
    }
    refused(&mut client, "gs1_lookup_product", &pencils).await;

    for name in ["products.csv", "rules.csv"] {
        let (code, said) = candor(here, &["gs1", "import", name], store);
        assert_eq!(code, 0, "{name}: {said}");
        assert!(said.contains('2'), "{name}: {said}");
    }
    let said = done(&mut client, "gs1_lookup_product", &pencils).await;
    assert!(said.contains("Cedar pencils"), "{said}");
    let said = done(&mut client, "gs1_resolve_gtin", &pencils).await;
    assert_contains(&said, "https://timberline.example/pencils");
    let slate = json!({"gtin": "9521100000017"});
    let said = done(&mut client, "gs1_resolve_gtin", &slate).await;
    assert_contains(&said, "https://timberline.example/09521100000017");

    // What is known already is brought up to date.
    let (code, said) = candor(here, &["gs1", "import", "more.jsonl", "--json"], store);
    assert_eq!(code, 0, "{said}");
    let said = done(&mut client, "gs1_lookup_product", &pencils).await;
    assert!(said.contains("box of 12"), "{said}");
    let chalk = json!({"gtin": "9520123456788"});
    let said = done(&mut client, "gs1_lookup_product", &chalk).await;
    assert!(said.contains("Chalk"), "{said}");

    let link = json!({"gtin": "9506000134352", "lot": "A"});
    let first = done(&mut client, "gs1_generate_qr_url", &link).await;
    let again = done(&mut client, "gs1_generate_qr_url", &link).await;
    assert_eq!(first, again);
    stage.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_imported_is_looked_up() {
    check(&[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_imported_is_looked_up_on_postgresql() {
    let Some(database) = PostgresServer::start() else {
        return;
    };
    check(&["--database-url", &database.url()]).await;
}

/// The sample is put into an empty catalogue, and into no other.
#[tokio::test(flavor = "multi_thread")]
async fn a_catalogue_of_ones_own_is_not_mixed_with_the_sample() {
    let folder = folder(&[("products.csv", PRODUCTS)]);
    let text = candor_testkit::candor::unasked(super::PACK);
    std::fs::write(folder.path().join("candor.toml"), &text).expect("a file");
    let (code, said) = candor(folder.path(), &["gs1", "import", "products.csv"], &[]);
    assert_eq!(code, 0, "{said}");
    let stage = FunctionGateway::open_in(folder, super::PACK, &[]).await;
    let mut client = stage.client(ServerEra::Legacy).await;
    let own = json!({"gtin": "9506000134352"});
    let said = done(&mut client, "gs1_lookup_product", &own).await;
    assert!(said.contains("Cedar pencils"), "{said}");
    let sample = json!({"gtin": "9506000149301"});
    refused(&mut client, "gs1_lookup_product", &sample).await;
}
