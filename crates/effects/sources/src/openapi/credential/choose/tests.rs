use std::sync::Arc;

use candor_model::VariableName;
use candor_openapi::FlowKind;

use super::*;

fn variables(pairs: &[(&str, &str)]) -> VariableValues {
    let pairs = pairs.iter().map(|(name, value)| {
        let name = VariableName::parse(name).expect("a name");
        (name, Secret::new((*value).to_owned()))
    });
    Arc::new(pairs.collect())
}

fn schemes() -> BTreeMap<String, SecurityScheme> {
    let flow = |kind| OAuthFlow {
        kind,
        authorization_url: None,
        token_url: Some("/token".to_owned()),
        refresh_url: None,
        scopes: Vec::new(),
    };
    let key = |place, name: &str| SchemeKind::ApiKey {
        place,
        name: name.to_owned(),
    };
    [
        ("header", key(KeyPlace::Header, "X-Key")),
        ("query", key(KeyPlace::Query, "key")),
        ("basic", SchemeKind::Basic),
        ("bearer", SchemeKind::Bearer),
        (
            "client",
            SchemeKind::OAuth2 {
                flows: vec![flow(FlowKind::ClientCredentials)],
            },
        ),
        (
            "code",
            SchemeKind::OAuth2 {
                flows: vec![flow(FlowKind::AuthorizationCode)],
            },
        ),
        ("certificate", SchemeKind::MutualTls),
    ]
    .into_iter()
    .map(|(name, kind)| {
        let description = None;
        (name.to_owned(), SecurityScheme { kind, description })
    })
    .collect()
}

/// Alternatives written as `header & basic | bearer`; an empty one means no credential.
fn alternatives(text: &str) -> Vec<SecurityRequirement> {
    let alternative = |part: &str| {
        let names = part.split('&').map(str::trim);
        let names = names.filter(|name| !name.is_empty());
        names
            .map(|name| SchemeScopes {
                scheme: name.to_owned(),
                scopes: vec!["read".to_owned()],
            })
            .collect()
    };
    text.split('|').map(alternative).collect()
}

/// The chosen credentials, in short, or what is missing.
fn chosen(text: &str, environment: &[(&str, &str)], own: &[(&str, &str)]) -> String {
    let source = SourceName::parse("shop").expect("a name");
    let schemes = schemes();
    let home = Url::parse("https://api.example.com/v1/").expect("a URL");
    let purse = AvailableCredentials {
        source: &source,
        environment: None,
        variables: [&variables(environment), &variables(own)],
        schemes: &schemes,
        home: &home,
    };
    let words = |credential: &RequestCredential| match credential {
        RequestCredential::Key { name, value, .. } => format!("{name}={}", value.expose()),
        RequestCredential::Authorization { value, .. } => value.expose().clone(),
        RequestCredential::Granted(grant) => {
            let refresh = grant.refresh.as_ref().map(|(name, _)| name.to_string());
            format!("{} {refresh:?} {:?}", grant.token_url, grant.scopes)
        }
    };
    match choose(&purse, &alternatives(text)) {
        Ok(credentials) => {
            let all: Vec<_> = credentials.iter().map(words).collect();
            all.join(" + ")
        }
        Err(missing) => format!("missing: {missing}"),
    }
}

#[test]
fn the_first_way_with_everything_is_taken() {
    let key = ("SHOP_HEADER", "k1");
    let user = ("SHOP_BASIC_USERNAME", "ann");
    let password = ("SHOP_BASIC_PASSWORD", "pw");
    let bearer = ("SHOP_BEARER", "t");
    for (text, environment, expect) in [
        ("header", vec![key], "X-Key=k1"),
        ("header | bearer", vec![bearer], "Bearer t"),
        ("header | bearer", vec![key, bearer], "X-Key=k1"),
        ("basic", vec![user, password], "Basic YW5uOnB3"),
        ("header & bearer", vec![key, bearer], "X-Key=k1 + Bearer t"),
        ("certificate | bearer", vec![bearer], "Bearer t"),
        (" | bearer", vec![], ""),
        (" | bearer", vec![bearer], "Bearer t"),
    ] {
        assert_eq!(chosen(text, &environment, &[]), expect, "{text}");
    }
}

#[test]
fn what_is_missing_is_named() {
    for (text, environment, expect) in [
        (
            "header",
            vec![],
            "missing: `SHOP_HEADER` (`SHOP_HEADER` is not set)",
        ),
        (
            "header | basic",
            vec![("SHOP_BASIC_USERNAME", "ann")],
            "missing: `SHOP_HEADER` (`SHOP_HEADER` is not set), or `SHOP_BASIC_USERNAME` and \
             `SHOP_BASIC_PASSWORD` (`SHOP_BASIC_PASSWORD` is not set)",
        ),
        (
            "header",
            vec![("SHOP_HEADER", "")],
            "missing: `SHOP_HEADER` (`SHOP_HEADER` is not set)",
        ),
        (
            "nobody",
            vec![],
            "missing: `SHOP_NOBODY` (the document does not say what `nobody` is)",
        ),
    ] {
        assert_eq!(chosen(text, &environment, &[]), expect, "{text}");
    }
}

#[test]
fn the_environment_counts_before_the_source() {
    let own = [("SHOP_HEADER", "general")];
    assert_eq!(chosen("header", &[], &own), "X-Key=general");
    assert_eq!(
        chosen("header", &[("SHOP_HEADER", "prod")], &own),
        "X-Key=prod"
    );
}

#[test]
fn tokens_come_from_a_program_a_consent_or_a_person() {
    let program = [
        ("SHOP_CLIENT_CLIENT_ID", "id"),
        ("SHOP_CLIENT_CLIENT_SECRET", "s"),
    ];
    assert_eq!(
        chosen("client", &program, &[]),
        r#"https://api.example.com/token None ["read"]"#
    );
    let elsewhere = [
        program[0],
        program[1],
        ("SHOP_CLIENT_TOKEN_URL", "https://auth.example.com/t"),
    ];
    assert_eq!(
        chosen("client", &elsewhere, &[]),
        r#"https://auth.example.com/t None ["read"]"#
    );
    assert_eq!(
        chosen("code", &[("SHOP_CODE_REFRESH_TOKEN", "r")], &[]),
        r#"https://api.example.com/token Some("SHOP_CODE_REFRESH_TOKEN") []"#
    );
    assert_eq!(
        chosen("code", &[("SHOP_CODE_ACCESS_TOKEN", "a")], &[]),
        "Bearer a"
    );
    let odd = [
        program[0],
        program[1],
        ("SHOP_CLIENT_TOKEN_URL", "file:///etc/passwd"),
    ];
    assert_eq!(
        chosen("client", &odd, &[]),
        "missing: `SHOP_CLIENT_CLIENT_ID` and `SHOP_CLIENT_CLIENT_SECRET` (the token address of \
         `client` begins with `file:`)"
    );
}
