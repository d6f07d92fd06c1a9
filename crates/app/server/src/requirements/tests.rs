use std::collections::HashSet;

use candor_config::{DocumentLocation, TransportSettings};

use super::*;

const SHOP: &str = r#"
openapi: 3.1.0
info: {title: Shop, version: "1"}
servers: [{url: https://shop.example/v1}]
security: [{apiKey: []}]
paths:
  /books:
    get: {operationId: list_books, responses: {}}
    post: {operationId: add_book, responses: {}}
  /open:
    get: {operationId: open, security: [], responses: {}}
  /either:
    get: {operationId: either, security: [{oauth: [read]}, {login: [], apiKey: []}], responses: {}}
  /maybe:
    get: {operationId: maybe, security: [{apiKey: []}, {}], responses: {}}
  /never:
    get: {operationId: never, security: [{certificate: []}], responses: {}}
components:
  securitySchemes:
    apiKey: {type: apiKey, in: header, name: X-Key}
    login: {type: http, scheme: basic}
    certificate: {type: mutualTLS}
    oauth:
      type: oauth2
      flows:
        clientCredentials: {tokenUrl: https://shop.example/token, scopes: {read: Read}}
"#;

async fn surveyed(text: &str, change: impl FnOnce(&mut OpenApiSettings)) -> ApiRequirements {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shop.yaml");
    std::fs::write(&path, text).expect("a file");
    let mut settings = OpenApiSettings::new(DocumentLocation::File(path));
    change(&mut settings);
    let name = SourceName::parse("shop").expect("a name");
    let transport = TransportSettings::OpenApi(Box::new(settings.clone()));
    let source = SourceSettings::new(name, transport);
    api_requirements(&source, &settings)
        .await
        .expect("a document")
}

fn met(demand: &CredentialRequirement, set: &[&str]) -> bool {
    let set: HashSet<&str> = set.iter().copied().collect();
    demand.is_met(|name| set.contains(name))
}

#[tokio::test]
async fn tools_with_the_same_demand_are_counted_together() {
    let survey = surveyed(SHOP, |_| {}).await;
    assert_eq!(
        survey.base.expect("an address").as_str(),
        "https://shop.example/v1"
    );
    let names = |demand: &CredentialRequirement| -> Vec<Vec<String>> {
        demand.ways.iter().map(|way| way.names.clone()).collect()
    };
    let [plain, never, either] = survey.demands.as_slice() else {
        panic!("{:?}", survey.demands);
    };
    assert_eq!(
        (plain.tools, names(plain)),
        (2, vec![vec!["SHOP_API_KEY".to_owned()]])
    );
    assert!(!met(plain, &["SHOP_LOGIN"]));
    assert!(met(plain, &["SHOP_API_KEY"]));
    // What Candor cannot show is never there.
    assert_eq!(
        (never.tools, &never.ways[0].impossible),
        (1, &vec!["certificate".to_owned()])
    );
    assert!(!met(never, &["SHOP_CERTIFICATE"]));
    assert_eq!(either.tools, 1);
    for (set, expect) in [
        (&["SHOP_OAUTH_CLIENT_ID"][..], false),
        (&["SHOP_OAUTH_CLIENT_ID", "SHOP_OAUTH_CLIENT_SECRET"], true),
        // An existing token is enough.
        (&["SHOP_OAUTH_ACCESS_TOKEN"], true),
        (&["SHOP_LOGIN_USERNAME", "SHOP_LOGIN_PASSWORD"], false),
        (
            &["SHOP_LOGIN_USERNAME", "SHOP_LOGIN_PASSWORD", "SHOP_API_KEY"],
            true,
        ),
    ] {
        assert_eq!(met(either, set), expect, "{set:?}");
    }
}

#[tokio::test]
async fn only_what_is_served_counts() {
    let survey = surveyed(SHOP, |settings| {
        settings.include.operations = vec!["open".to_owned()];
    });
    assert!(survey.await.demands.is_empty());
}

#[tokio::test]
async fn an_address_that_nobody_knows() {
    let text = SHOP.replace("https://shop.example/v1", "/v1");
    let error = surveyed(&text, |_| {}).await.base.expect_err("no address");
    assert!(error.contains("`/v1` is relative"), "{error}");
}

#[tokio::test]
async fn an_address_on_this_machine_must_be_allowed() {
    let mut settings = OpenApiSettings::new(DocumentLocation::File("shop.yaml".into()));
    for (url, allowed, expect) in [
        (
            "http://127.0.0.1:9/",
            false,
            Some("`127.0.0.1` is at `127.0.0.1`, which is not"),
        ),
        ("http://127.0.0.1:9/", true, None),
        (
            "http://[::1]/",
            false,
            Some("`[::1]` is at `::1`, which is not"),
        ),
    ] {
        settings.allow_private = allowed;
        let base = Url::parse(url).expect("a URL");
        let said = check_reachable(&base, &settings).await.err();
        match (said, expect) {
            (Some(said), Some(expect)) => assert!(said.starts_with(expect), "{said}"),
            (said, expect) => assert_eq!(said.as_deref(), expect, "{url}"),
        }
    }
}
