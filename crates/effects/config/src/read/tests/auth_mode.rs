//! Who must present a token, and what links begin with.

use super::*;
use crate::settings::AuthMode;

/// Who must present a token and what links begin with, or what is told.
#[track_caller]
fn door(line: &str, variable: (&str, &str)) -> String {
    let environment = |name: &str| match name {
        name if name == variable.0 => Some(variable.1.to_owned()),
        name => env(name),
    };
    let text = format!("[server]\n{line}");
    let loaded = read_in(&environment, &text, &SettingFlags::default());
    let server = &loaded.settings.server;
    let url = server.public_url.as_deref().unwrap_or("(none)");
    let required = server.auth == AuthMode::Required;
    match told(&loaded.diagnostics) {
        told if told.is_empty() => format!("{required} {url}"),
        told => format!("refused: {}\n{told}", loaded.refused),
    }
}

#[test]
fn who_must_present_a_token_and_what_links_begin_with() {
    let none = ("", "");
    for (line, variable, expect) in [
        ("", none, "false (none)"),
        ("auth = \"auto\"", none, "false (none)"),
        ("auth = \"required\"", none, "true (none)"),
        ("auth = 'auto'", ("CANDOR_AUTH", "required"), "true (none)"),
        ("auth = \"required\"", ("CANDOR_AUTH", ""), "true (none)"),
    ] {
        assert_eq!(door(line, variable), expect, "{line}");
    }
    let given = ("CANDOR_PUBLIC_URL", "http://[::1]:80/");
    for (url, variable, expect) in [
        (
            "https://Candor.example:443/",
            none,
            "https://candor.example",
        ),
        ("http://${HOST}/tools//", none, "http://api.example/tools"),
        ("http://a.example", given, "http://[::1]"),
    ] {
        let line = format!("public_url = \"{url}\"");
        assert_eq!(door(&line, variable), format!("false {expect}"), "{line}");
    }
    insta::assert_snapshot!(door("auth = \"requird\"\npublic_url = \"candor.example\"", none), @"
    refused: true
    c.toml:2:8: error: `server.auth` is `requird`, but must be one of `auto`, `required` [config::bad-value]
      hint: did you mean `required`?
    c.toml:3:14: error: `server.public_url` is `candor.example`, which links cannot begin with [config::bad-value]
      hint: write a scheme, a host and perhaps a path, such as `https://candor.example`
    ");
    insta::assert_snapshot!(door("auth = true\npublic_url = \"https://u:pw@a.example\"", none), @"
    refused: true
    c.toml:2:8: error: `server.auth` is `true`, but must be a text [config::bad-value]
    c.toml:3:14: error: `server.public_url` is `https://****@a.example`, which links cannot begin with [config::bad-value]
      hint: write a scheme, a host and perhaps a path, such as `https://candor.example`
    ");
    insta::assert_snapshot!(door("public_url = \"https://a.example?key=1\"", ("CANDOR_AUTH", "off")), @"
    refused: true
    c.toml:2:14: error: `server.public_url` is `https://a.example?****`, which links cannot begin with [config::bad-value]
      hint: write a scheme, a host and perhaps a path, such as `https://candor.example`
    CANDOR_AUTH: error: `server.auth` is `off`, but must be one of `auto`, `required` [config::bad-value]
    ");
    for bad in [
        "",
        "ftp://a.example",
        "https://a.example/#top",
        "https://",
        "/candor",
    ] {
        let said = door(&format!("public_url = \"{bad}\""), none);
        let expect = "which links cannot begin with";
        assert!(said.contains(expect), "{bad}: {said}");
    }
}
