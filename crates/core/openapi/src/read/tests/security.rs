//! How one shows who one is.

use serde_json::{Value, json};

use super::{api, paths, told};
use crate::api::{ApiDescription, FlowKind, KeyPlace, SchemeKind};

fn with(schemes: &Value, global: Option<Value>, own: Option<Value>) -> ApiDescription {
    let mut operation = json!({});
    if let Some(own) = own {
        operation["security"] = own;
    }
    let mut root = paths(&json!({"/a": {"get": operation}}));
    root["components"] = json!({ "securitySchemes": schemes });
    if let Some(global) = global {
        root["security"] = global;
    }
    api(root)
}

#[test]
fn schemes_of_all_kinds_are_known() {
    let flow = json!({
        "authorizationUrl": "https://a", "tokenUrl": "https://t", "refreshUrl": "https://r",
        "scopes": {"read": "", "write": ""}
    });
    let api = with(
        &json!({
            "x-api-key": {"type": "apiKey", "in": "header", "name": "X-Key", "description": "d"},
            "query": {"type": "apiKey", "in": "query", "name": "k"},
            "cookie": {"type": "apiKey", "in": "cookie", "name": "k"},
            "basic": {"type": "http", "scheme": "Basic"},
            "bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
            "digest": {"type": "http", "scheme": "digest"},
            "oauth": {"type": "oauth2", "flows": {
                "clientCredentials": flow, "authorizationCode": flow, "implicit": flow,
                "password": flow, "deviceAuthorization": {"deviceAuthorizationUrl": "https://d"},
                "x-other": 1, "magic": {}
            }},
            "oidc": {"type": "openIdConnect", "openIdConnectUrl": "https://o"},
            "tls": {"type": "mutualTLS"},
            "odd": {"type": "quantum"},
            "alias": {"$ref": "#/components/securitySchemes/basic"},
            "nowhere": {"type": "apiKey", "in": "body", "name": "k"},
            "empty": {},
        }),
        None,
        None,
    );
    let kinds: Vec<_> = api
        .schemes
        .iter()
        .map(|(name, it)| (name.as_str(), &it.kind))
        .collect();
    let name = "k".to_owned();
    let key = |place| SchemeKind::ApiKey {
        place,
        name: name.clone(),
    };
    assert_eq!(kinds.len(), 11);
    assert_eq!(api.schemes["x-api-key"].description.as_deref(), Some("d"));
    assert_eq!(api.schemes["alias"].kind, SchemeKind::Basic);
    assert_eq!(api.schemes["bearer"].kind, SchemeKind::Bearer);
    assert_eq!(
        api.schemes["digest"].kind,
        SchemeKind::Other("digest".to_owned())
    );
    assert_eq!(
        api.schemes["odd"].kind,
        SchemeKind::Other("quantum".to_owned())
    );
    assert_eq!(api.schemes["query"].kind, key(KeyPlace::Query));
    assert_eq!(api.schemes["cookie"].kind, key(KeyPlace::Cookie));
    assert_eq!(api.schemes["tls"].kind, SchemeKind::MutualTls);
    let SchemeKind::OAuth2 { flows } = &api.schemes["oauth"].kind else {
        panic!("OAuth: {:?}", api.schemes["oauth"]);
    };
    assert_eq!(flows.len(), 5);
    assert_eq!(flows[0].kind, FlowKind::ClientCredentials);
    assert_eq!(flows[0].scopes, ["read", "write"]);
    assert_eq!(flows[4].authorization_url.as_deref(), Some("https://d"));
    assert_eq!(api.diagnostics.len(), 3, "{:?}", told(&api));
}

#[track_caller]
fn check(global: Option<Value>, own: Option<Value>, expect: Option<&[&[&str]]>, tell: &[&str]) {
    let schemes = json!({"key": {"type": "apiKey", "in": "query", "name": "k"}, "b": {"type": "http", "scheme": "basic"}});
    let api = with(&schemes, global, own);
    let found: Option<Vec<Vec<&str>>> = api.operations.first().map(|operation| {
        let all = operation.security.iter();
        all.map(|it| it.iter().map(|need| need.scheme.as_str()).collect())
            .collect()
    });
    let expect = expect.map(|it| it.iter().map(|it| it.to_vec()).collect::<Vec<_>>());
    assert_eq!(found, expect);
    assert_eq!(told(&api), tell);
}

#[test]
fn alternatives_and_combinations_are_kept_apart() {
    check(None, None, Some(&[]), &[]);
    check(Some(json!([{"key": []}])), None, Some(&[&["key"]]), &[]);
    check(Some(json!([{"key": []}])), Some(json!([])), Some(&[]), &[]);
    check(
        None,
        Some(json!([{"key": []}, {}])),
        Some(&[&["key"], &[]]),
        &[],
    );
    check(
        None,
        Some(json!([{"key": [], "b": []}, {"b": []}])),
        Some(&[&["key", "b"], &["b"]]),
        &[],
    );
}

#[test]
fn an_operation_is_left_out_only_if_no_way_remains() {
    let unknown = "api.yaml: warning: a security requirement is ignored: there is no scheme \
                   `kye`, at `#/paths/~1a/get/security/0/kye` \
                   [openapi::security]";
    check(
        None,
        Some(json!([{"kye": []}, {"b": []}])),
        Some(&[&["b"]]),
        &[unknown],
    );
    check(
        None,
        Some(json!([{"kye": []}])),
        None,
        &[
            unknown,
            "api.yaml: error: `GET /a` is left out: it demands a security scheme that is not \
             known, at `#/paths/~1a/get/security` [openapi::security]",
        ],
    );
    check(
        Some(json!([5])),
        None,
        None,
        &[
            "api.yaml: warning: a security requirement is ignored: it should be an object \
             and is a number, at `#/security/0` [openapi::wrong-type]",
            "api.yaml: error: `GET /a` is left out: it demands a security scheme that is not \
             known, at `#/security` [openapi::security]",
        ],
    );
    check(
        Some(json!([{"b": []}])),
        Some(json!("key")),
        Some(&[&["b"]]),
        &[
            "api.yaml: warning: `security` should be a list and is a text; it is ignored, at \
           `#/paths/~1a/get/security` [openapi::wrong-type]",
        ],
    );
}
