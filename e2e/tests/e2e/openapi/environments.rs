//! Each environment has its own credentials and its own server.

use candor_testkit::http_api::{CredentialGuard, HttpApi};
use candor_testkit::{CandorProcess, ServerEra};
use serde_json::json;

use super::gateway::{ApiGateway, done, folder, refused};
use super::schemes::SECURED;

#[tokio::test(flavor = "multi_thread")]
async fn each_environment_has_its_own_keys() {
    let api = HttpApi::start().expect("an API");
    let live = HttpApi::start().expect("another");
    live.require("/header", CredentialGuard::header("X-Key", "live-key"));
    let more = format!(
        "variables = {{ API_KEY_HEADER = \"plain-key\", API_BEARER = \"plain-bearer\" }}\n\
         [environments.dev.secrets]\nAPI_KEY_HEADER = \"dev-key\"\n\
         [environments.prod]\nsecrets = {{ API_KEY_HEADER = \"live-key\" }}\n\
         variables = {{ API_BASE_URL = \"{}\" }}\n\
         [environments.lost]\nvariables = {{ API_BASE_URL = \"nowhere\" }}\n",
        live.origin()
    );
    let stage = ApiGateway::before(api, SECURED, &more, &[]).await;
    for (endpoint, key) in [("/mcp", "plain-key"), ("/mcp@dev", "dev-key")] {
        stage.api.clear();
        let mut client = stage.gateway.client_at(endpoint, ServerEra::Modern).await;
        done(&mut client, "by_header", &json!({})).await;
        assert_eq!(
            stage.only_request().header("x-key"),
            Some(key),
            "{endpoint}"
        );
        // What an environment does not say, the source says.
        done(&mut client, "by_bearer", &json!({})).await;
        let request = stage.api.last().expect("a request");
        assert_eq!(request.header("authorization"), Some("Bearer plain-bearer"));
    }
    stage.api.clear();
    let mut client = stage.client_in("prod").await;
    done(&mut client, "by_header", &json!({})).await;
    assert_eq!(live.requests().len(), 1);
    assert_eq!(stage.api.requests(), []);

    let mut client = stage.client_in("lost").await;
    let said = refused(&mut client, "by_header", &json!({})).await;
    assert!(said.contains("`API_BASE_URL`"), "{said}");
    assert!(said.contains("nothing was sent"), "{said}");
    assert_eq!(stage.api.requests(), []);
}

/// The document's servers: the environment picks one and fills it in.
#[tokio::test(flavor = "multi_thread")]
async fn an_environment_chooses_the_server() {
    const DOCUMENT: &str = r#"
openapi: 3.1.0
info: { title: Regions, version: "1" }
servers:
  - url: "HERE/{region}/v{version}"
    description: live
    variables:
      region: { default: eu, enum: [eu, us] }
      version: { default: "1" }
  - url: "HERE/sandbox"
    description: sandbox
paths:
  /where:
    get: { operationId: where, responses: { "200": { description: Here } } }
"#;
    let api = HttpApi::start().expect("an API");
    let document = DOCUMENT.replace("HERE", &api.origin());
    let text = "[sources.api]\ndocument = \"api.yaml\"\nallow_private = true\n\
        server_variables = { version = \"2\" }\n\
        [environments.us]\nvariables = { API_SERVER_REGION = \"us\" }\n\
        [environments.moon]\nvariables = { API_SERVER_REGION = \"moon\" }\n\
        [environments.out]\nvariables = { API_SERVER_VERSION = \"1/../../x\" }\n\
        [environments.toy]\nvariables = { API_SERVER = \"sandbox\" }\n";
    let gateway = CandorProcess::served_unasked_in(folder(&document), text).await;
    for (endpoint, target) in [
        ("/mcp", "/eu/v2/where"),
        ("/mcp@us", "/us/v2/where"),
        ("/mcp@toy", "/sandbox/where"),
    ] {
        let mut client = gateway.client_at(endpoint, ServerEra::Legacy).await;
        done(&mut client, "where", &json!({})).await;
        assert_eq!(api.last().expect("a request").target, target, "{endpoint}");
    }
    api.clear();
    for (endpoint, parts) in [
        ("/mcp@moon", &["moon", "eu", "us"][..]),
        ("/mcp@out", &["version"]),
    ] {
        let mut client = gateway.client_at(endpoint, ServerEra::Legacy).await;
        let said = refused(&mut client, "where", &json!({})).await;
        for part in parts {
            assert!(said.contains(part), "{endpoint}: {said}");
        }
        assert!(said.contains("nothing was sent"), "{said}");
    }
    assert_eq!(api.requests(), []);
}
