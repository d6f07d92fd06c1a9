//! What a fingerprint covers, and how often a document is looked at.

use candor_model::{Digest, SourceName, SourceTrust};

use super::*;
use crate::settings::{SourceSettings, TransportSettings};

fn file() -> OpenApiSettings {
    OpenApiSettings::new(DocumentLocation::File("shop.yaml".into()))
}

fn at(url: &str) -> OpenApiSettings {
    OpenApiSettings::new(DocumentLocation::Url(endpoint(url)))
}

fn endpoint(url: &str) -> EndpointUrl {
    EndpointUrl::parse(url).expect("a URL")
}

fn source(settings: OpenApiSettings) -> SourceSettings {
    let name = SourceName::parse("shop").expect("a name");
    SourceSettings::new(name, TransportSettings::OpenApi(Box::new(settings)))
}

fn fingerprint(settings: OpenApiSettings) -> Digest {
    source(settings).fingerprint()
}

fn secret(text: &str) -> Secret<String> {
    Secret::new(text.to_owned())
}

/// Settings of the file with one thing changed.
fn changed(change: impl FnOnce(&mut OpenApiSettings)) -> OpenApiSettings {
    let mut settings = file();
    change(&mut settings);
    settings
}

#[test]
fn what_changes_the_tools_changes_the_fingerprint() {
    let mut seen = vec![
        file(),
        OpenApiSettings::new(DocumentLocation::File("other.yaml".into())),
        at("https://a.example/shop.yaml"),
        at("https://b.example/shop.yaml"),
        changed(|own| own.base_url = Some(endpoint("http://a.example/"))),
        changed(|own| own.base_url = Some(endpoint("https://a.example/"))),
        changed(|own| own.server = Some(TemplateText::verbatim("eu"))),
        changed(|own| {
            own.server_variables = vec![("region".to_owned(), TemplateText::verbatim("eu"))];
        }),
        changed(|own| {
            own.server_variables = vec![("region".to_owned(), TemplateText::verbatim("us"))];
        }),
        changed(|own| own.deprecated = true),
        changed(|own| own.select = false),
        changed(|own| own.max_output_schema = 1),
        changed(|own| own.headers = vec![("X-Team".to_owned(), secret("a"))]),
    ];
    for text in ["a", "b"] {
        let texts = || vec![text.to_owned()];
        seen.extend([
            changed(|own| own.include.tags = texts()),
            changed(|own| own.include.paths = texts()),
            changed(|own| own.include.operations = texts()),
            changed(|own| own.include.methods = texts()),
            changed(|own| own.exclude.tags = texts()),
            changed(|own| own.exclude.methods = texts()),
        ]);
    }
    let digests: std::collections::HashSet<String> = seen
        .iter()
        .map(|settings| fingerprint(settings.clone()).to_string())
        .collect();
    assert_eq!(digests.len(), seen.len());
}

#[test]
fn the_rest_and_secrets_do_not_change_it() {
    let same = |one: OpenApiSettings, other: OpenApiSettings| {
        assert_eq!(fingerprint(one), fingerprint(other));
    };
    let header = |name: &str, value: &str| {
        changed(|own| own.headers = vec![(name.to_owned(), secret(value))])
    };
    let methods =
        |texts: [&str; 2]| changed(|own| own.include.methods = texts.map(str::to_owned).to_vec());
    let name = VariableName::parse("KEY").expect("a name");
    same(header("X-Key", "1"), header("x-key", "2"));
    same(methods(["GET", "put"]), methods(["PUT", "get"]));
    let keyed = changed(|own| own.variables = vec![(name, secret("k"))]);
    same(file(), keyed);
    let tuned = changed(|own| {
        (own.allow_private, own.retries, own.max_reply) = (true, 0, 1);
        own.refresh = Some(Duration::ZERO);
    });
    same(file(), tuned);
    same(at("https://a.example/?k=1"), at("https://a.example/?k=2"));
}

#[test]
fn the_fingerprint_is_stable() {
    insta::assert_snapshot!(fingerprint(file()), @"196d29b513559d9e14c7fcde5ea2f927cf6e4a08c988da5db21f05cefc7f1df5");
}

#[test]
fn files_are_looked_at_more_often_than_the_network() {
    let every = |settings: OpenApiSettings, refresh| {
        let settings = OpenApiSettings {
            refresh,
            ..settings
        };
        settings.refresh_every()
    };
    let url = || at("https://a.example/");
    let hour = Some(Duration::from_hours(1));
    assert_eq!(every(file(), None), Some(Duration::from_secs(2)));
    assert_eq!(every(url(), None), Some(Duration::from_mins(1)));
    assert_eq!((every(file(), hour), every(url(), hour)), (hour, hour));
    assert_eq!(every(file(), Some(Duration::ZERO)), None);
}

#[test]
fn a_file_is_trusted_and_an_address_shows_no_key() {
    assert_eq!(source(file()).trust, SourceTrust::Trusted);
    let remote = source(at("https://a.example/"));
    assert_eq!(remote.trust, SourceTrust::Untrusted);
    assert_eq!(file().document.to_string(), "shop.yaml");
    let url = at("https://a.example/shop.yaml?key=1").document;
    assert_eq!(url.to_string(), "https://a.example/shop.yaml?****");
}

#[test]
fn operations_that_describe_nothing_are_empty() {
    assert!(file().include.is_empty());
    let one = changed(|own| own.include.methods = vec!["GET".to_owned()]);
    assert!(!one.include.is_empty());
}
