use serde_json::json;

use super::*;
use crate::api::{SchemaDefinitions, SchemeScopes, SecurityScheme};
use crate::tool::fixture::{api, operation, parameter};
use crate::tool::side::SchemaSide;

fn check(place: ParameterPlace, name: &str, expect: bool) {
    let mut document = api(Vec::new(), json!({}));
    for (scheme, place, name) in [
        ("a", KeyPlace::Header, "X-Api-Key"),
        ("b", KeyPlace::Query, "key"),
        ("c", KeyPlace::Cookie, "session"),
    ] {
        let kind = SchemeKind::ApiKey {
            place,
            name: name.to_owned(),
        };
        let scheme_kind = SecurityScheme {
            kind,
            description: None,
        };
        document.schemes.insert(scheme.to_owned(), scheme_kind);
    }
    let mut one = operation("GET /x");
    one.parameters.push(parameter(place, name, json!({})));
    let definitions = SchemaDefinitions::new();
    let stock = DefinitionSet::new(&definitions, SchemaSide::Input);
    let arguments = SchemeCredentials::of(&document).arguments(&one, &stock);
    assert_eq!(arguments.len(), usize::from(expect), "{place:?} {name}");
}

#[test]
fn credentials_and_what_is_ours_are_no_arguments() {
    use ParameterPlace::{Cookie, Header, Path, Query};
    check(Header, "x-api-key", false);
    check(Query, "X-Api-Key", true);
    check(Query, "key", false);
    check(Query, "Key", true);
    check(Path, "key", true);
    check(Cookie, "session", false);
    check(Header, "session", true);
    check(Header, "HOST", false);
    check(Header, "Proxy-Authorization", false);
    check(Header, "User-Agent", true);
    check(Header, "IDEMPOTENCY-KEY", false);
    check(Header, "X-Idempotency-Key", false);
    check(Header, "X-Request-Id", true);
    check(Query, "idempotency-key", true);
}

/// Parameters of an operation that wants a token, or nothing, with their description.
fn check_token(asks: bool, place: ParameterPlace, name: &str, said: &str, expect: [usize; 3]) {
    let mut document = api(Vec::new(), json!({}));
    let bearer = SecurityScheme {
        kind: SchemeKind::Bearer,
        description: None,
    };
    document.schemes.insert("bearer".to_owned(), bearer);
    let mut one = operation("GET /x");
    if asks {
        one.security = vec![vec![SchemeScopes {
            scheme: "bearer".to_owned(),
            scopes: Vec::new(),
        }]];
    }
    one.parameters
        .push(parameter(place, name, json!({"description": said})));
    let definitions = SchemaDefinitions::new();
    let stock = DefinitionSet::new(&definitions, SchemaSide::Input);
    let credentials = SchemeCredentials::of(&document);
    let found = [
        credentials.arguments(&one, &stock).len(),
        credentials.tokens(&one).count(),
        credentials.exposed(&one).count(),
    ];
    assert_eq!(found, expect, "{asks} {place:?} {name} {said}");
}

#[test]
fn a_token_is_no_argument_where_a_scheme_sends_it() {
    use ParameterPlace::{Header, Path, Query};
    check_token(true, Query, "access_token", "", [0, 1, 0]);
    check_token(true, Header, "token", "Authentication token", [0, 1, 0]);
    check_token(true, Query, "token", "Where the last page ended", [1, 0, 0]);
    check_token(true, Path, "access_token", "", [1, 0, 0]);
    check_token(false, Query, "token", "Authentication token", [1, 0, 0]);
}

#[test]
fn a_credential_that_only_the_caller_has_is_told() {
    use ParameterPlace::{Header, Path, Query};
    check_token(false, Query, "access_token", "", [1, 0, 1]);
    check_token(true, Query, "api_key", "", [1, 0, 1]);
    check_token(true, Header, "X-API-Key", "", [1, 0, 1]);
    check_token(true, Path, "api_key", "", [1, 0, 0]);
    check_token(true, Query, "key", "", [1, 0, 0]);
}
