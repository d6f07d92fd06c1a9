//! URL parsing as in browsers.

use serde::Serialize;
use url::{Url, quirks};

/// The parts of an address, named as in JavaScript.
#[derive(Serialize)]
struct UrlParts<'a> {
    href: &'a str,
    protocol: &'a str,
    username: &'a str,
    password: &'a str,
    host: &'a str,
    hostname: &'a str,
    port: &'a str,
    pathname: &'a str,
    search: &'a str,
    hash: &'a str,
    origin: String,
}

/// The parts of an address, as JSON; nothing if it is none.
pub(super) fn parse(input: &str, base: Option<&str>) -> Option<String> {
    let base = match base {
        Some(base) => Some(Url::parse(base).ok()?),
        None => None,
    };
    let url = Url::options().base_url(base.as_ref()).parse(input).ok()?;
    to_json(&url)
}

/// The parts of an address in which one was set. What cannot be set stays as it was, but a whole
/// address that is none gives nothing.
pub(super) fn set(href: &str, part: &str, value: &str) -> Result<Option<String>, String> {
    let mut url = Url::parse(href).map_err(|error| format!("`{href}` is no URL: {error}"))?;
    match part {
        "href" => {
            if quirks::set_href(&mut url, value).is_err() {
                return Ok(None);
            }
        }
        // The other setters change nothing on failure, and browsers do not report it either.
        "protocol" => drop(quirks::set_protocol(&mut url, value)),
        "username" => drop(quirks::set_username(&mut url, value)),
        "password" => drop(quirks::set_password(&mut url, value)),
        "host" => drop(quirks::set_host(&mut url, value)),
        "hostname" => drop(quirks::set_hostname(&mut url, value)),
        "port" => drop(quirks::set_port(&mut url, value)),
        "pathname" => quirks::set_pathname(&mut url, value),
        "search" => quirks::set_search(&mut url, value),
        "hash" => quirks::set_hash(&mut url, value),
        other => return Err(format!("`{other}` is no part of a URL that can be set")),
    }
    Ok(to_json(&url))
}

fn to_json(url: &Url) -> Option<String> {
    let parts = UrlParts {
        href: quirks::href(url),
        protocol: quirks::protocol(url),
        username: quirks::username(url),
        password: quirks::password(url),
        host: quirks::host(url),
        hostname: quirks::hostname(url),
        port: quirks::port(url),
        pathname: quirks::pathname(url),
        search: quirks::search(url),
        hash: quirks::hash(url),
        origin: quirks::origin(url),
    };
    serde_json::to_string(&parts).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn href(json: Option<String>) -> Option<String> {
        let parts: serde_json::Value = serde_json::from_str(&json?).unwrap();
        Some(parts["href"].as_str()?.to_owned())
    }

    #[test]
    fn addresses_are_taken_apart() {
        let json = parse("../b?c=ü#d", Some("https://u:p@example.com:8443/x/y/z")).unwrap();
        assert_eq!(
            json,
            r##"{"href":"https://u:p@example.com:8443/x/b?c=%C3%BC#d","protocol":"https:","username":"u","password":"p","host":"example.com:8443","hostname":"example.com","port":"8443","pathname":"/x/b","search":"?c=%C3%BC","hash":"#d","origin":"https://example.com:8443"}"##
        );
        for (input, base) in [
            ("", None),
            ("/a", None),
            ("//", None),
            ("/a", Some("nowhere")),
        ] {
            assert_eq!(parse(input, base), None, "{input} {base:?}");
        }
    }

    #[test]
    fn one_part_is_set() {
        for (part, value, expect) in [
            ("href", "http://b/", Some("http://b/")),
            ("href", "nonsense", None),
            ("protocol", "http", Some("http://a.example/p?q#h")),
            ("protocol", "javascript", Some("https://a.example/p?q#h")),
            ("username", "u", Some("https://u@a.example/p?q#h")),
            ("password", "p", Some("https://:p@a.example/p?q#h")),
            ("host", "b:1", Some("https://b:1/p?q#h")),
            ("host", "", Some("https://a.example/p?q#h")),
            ("hostname", "b", Some("https://b/p?q#h")),
            ("port", "1", Some("https://a.example:1/p?q#h")),
            ("port", "443", Some("https://a.example/p?q#h")),
            ("pathname", "a b", Some("https://a.example/a%20b?q#h")),
            ("search", "a=b", Some("https://a.example/p?a=b#h")),
            ("search", "", Some("https://a.example/p#h")),
            ("hash", "", Some("https://a.example/p?q")),
        ] {
            let set = set("https://a.example/p?q#h", part, value).unwrap();
            assert_eq!(href(set).as_deref(), expect, "{part} = {value}");
        }
        assert!(
            set("https://a/", "origin", "b")
                .unwrap_err()
                .contains("`origin`")
        );
        assert!(
            set("nonsense", "hash", "b")
                .unwrap_err()
                .contains("`nonsense`")
        );
    }
}
