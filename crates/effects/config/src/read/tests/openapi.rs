//! Sources of kind `openapi`.

use std::time::Duration;

use super::*;
use crate::settings::{DocumentLocation, OpenApiSettings, SourceTrust, TransportSettings};

/// The settings of the one API of a sound file.
#[track_caller]
fn api(path: &str, text: &str) -> OpenApiSettings {
    let TransportSettings::OpenApi(api) = only(path, text).transport else {
        panic!("no API");
    };
    *api
}

#[test]
fn a_whole_api() {
    let text = r#"
[sources.shop]
kind = "openapi"
document = "apis/shop.yaml"
server = "${NO_SUCH:-eu}"
allow_private = true
trust = "untrusted"
deprecated = true
select = false
refresh = "5m"
max_reply = "2MiB"
max_output_schema = "1KiB"
retries = 0
headers = { "X-Team" = "${TOKEN}", Authorization = "Bearer ${TOKEN}" }
include = { tags = ["books"], paths = ["/books/{isbn}", "/books/**", "/books/**"] }
exclude = { operations = ["list*"], methods = ["delete"] }
call_timeout = "5s"
[sources.shop.server_variables]
region = "${HOST}"
port = 8443
[sources.shop.variables]
SHOP_API_KEY = "${TOKEN}"
"#;
    let source = only("/etc/candor/candor.toml", text);
    assert_eq!(source.trust, SourceTrust::Untrusted);
    assert_eq!(source.call_timeout, Some(Duration::from_secs(5)));
    assert_eq!(source.transport.kind(), "openapi");
    let api = api("/etc/candor/candor.toml", text);
    let document = DocumentLocation::File("/etc/candor/apis/shop.yaml".into());
    assert_eq!(api.document, document);
    let server = api.server.expect("a server");
    assert_eq!(server.as_str(), "eu");
    assert_eq!(server.template(), "${NO_SUCH:-eu}");
    let variables = api.server_variables.iter();
    let variables: Vec<String> = variables
        .map(|(name, value)| format!("{name}={}", value.as_str()))
        .collect();
    assert_eq!(variables, ["region=api.example", "port=8443"]);
    assert!(api.allow_private && api.deprecated && !api.select);
    assert_eq!(api.refresh, Some(Duration::from_mins(5)));
    assert_eq!((api.max_reply, api.retries), (2 << 20, 0));
    assert_eq!(api.max_output_schema, 1 << 10);
    assert_eq!(api.headers[0].1.expose(), CANARY);
    assert_eq!(api.headers[1].1.expose(), &format!("Bearer {CANARY}"));
    assert_eq!(api.variables[0].0.as_str(), "SHOP_API_KEY");
    assert_eq!(api.variables[0].1.expose(), CANARY);
    assert_eq!(api.include.tags, ["books"]);
    assert_eq!(api.include.paths, ["/books/{isbn}", "/books/**"]);
    assert_eq!(api.exclude.operations, ["list*"]);
    assert_eq!(api.exclude.methods, ["delete"]);
    assert!(api.include.methods.is_empty() && api.exclude.tags.is_empty());
}

/// What becomes of a document that is all a source has.
#[track_caller]
fn check(path: &str, document: &str, expect: &str) {
    let api = api(path, &format!("[sources.a]\ndocument = '{document}'"));
    let kind = match &api.document {
        DocumentLocation::File(_) => "file",
        DocumentLocation::Url(_) => "url",
    };
    let every = api.refresh_every().expect("a default");
    let seen = format!("{kind} {} {every:?}", api.document);
    assert_eq!(seen, expect, "{document}");
    assert_eq!(api, OpenApiSettings::new(api.document.clone()), "defaults");
}

#[test]
fn a_document_is_a_file_or_a_url() {
    check("candor.toml", "shop.yaml", "file shop.yaml 2s");
    check("a/b.toml", "../shop.yaml", "file a/../shop.yaml 2s");
    check("/a/b.toml", "/c/shop.yaml", "file /c/shop.yaml 2s");
    check("a/b.toml", "${HOME}/s.json", "file /home/ada/s.json 2s");
    let url = "https://${HOST}/openapi.json?key=${TOKEN}";
    check("a/b.toml", url, "url https://${HOST}/openapi.json?**** 60s");
    check("b.toml", "HTTP://a.example", "url HTTP://a.example 60s");
}

#[test]
fn what_is_secret_is_not_shown() {
    let loaded = toml(
        r#"
[sources.shop]
document = "https://${HOST}/shop.yaml?key=k1"
base_url = "https://${HOST}/v1"
headers = { X-Team = "plain-secret", Authorization = "Bearer ${TOKEN}" }
variables = { KEY = "${TOKEN:-plain-secret}", OTHER = "plain-secret" }
refresh = "0s"
include = { methods = ["GET"], tags = [] }
[sources.plain]
document = "plain.yaml"
"#,
    );
    let text = shown_in(&loaded, "sources.");
    assert!(!text.contains("plain-secret") && !text.contains("k1"));
    insta::assert_snapshot!(text, @r#"
    sources.shop.document = https://${HOST}/shop.yaml?**** (candor.toml:3:12)
    sources.shop.base_url = https://${HOST}/v1 (candor.toml:4:12)
    sources.shop.headers.X-Team = **** (candor.toml:5:22)
    sources.shop.headers.Authorization = Bearer ${TOKEN} (candor.toml:5:54)
    sources.shop.variables.KEY = ${TOKEN:-****} (candor.toml:6:21)
    sources.shop.variables.OTHER = **** (candor.toml:6:55)
    sources.shop.allow_private = false (default)
    sources.shop.deprecated = false (default)
    sources.shop.select = true (default)
    sources.shop.refresh = off (candor.toml:7:11)
    sources.shop.max_reply = 1MiB (default)
    sources.shop.max_output_schema = 64KiB (default)
    sources.shop.retries = 2 (default)
    sources.shop.include.tags = [] (candor.toml:8:39)
    sources.shop.include.methods = ["GET"] (candor.toml:8:23)
    sources.shop.trust = untrusted (default)
    sources.shop.enabled = true (default)
    sources.shop.validate_arguments = true (default)
    sources.shop.drift = quarantine (default)
    sources.plain.document = plain.yaml (candor.toml:10:12)
    sources.plain.allow_private = false (default)
    sources.plain.deprecated = false (default)
    sources.plain.select = true (default)
    sources.plain.refresh = 2s (default)
    sources.plain.max_reply = 1MiB (default)
    sources.plain.max_output_schema = 64KiB (default)
    sources.plain.retries = 2 (default)
    sources.plain.trust = trusted (default)
    sources.plain.enabled = true (default)
    sources.plain.validate_arguments = true (default)
    sources.plain.drift = quarantine (default)
    "#);
}

#[test]
fn never_is_off() {
    for never in ["\"0s\"", "\"off\"", "\"0ms\""] {
        let text = format!("[sources.a]\ndocument = 'a'\nrefresh = {never}");
        let api = api("candor.toml", &text);
        assert_eq!(api.refresh_every(), None, "{never}");
    }
}

#[test]
fn the_kind_and_the_keys_must_agree() {
    insta::assert_snapshot!(summary("candor.toml", r#"
[sources.nothing]
kind = "openapi"
retries = 99
[sources.program]
kind = "openapi"
document = "a.yaml"
command = "a"
[sources.address]
kind = "openapi"
url = "https://a.example"
[sources.server]
kind = "mcp"
document = "a.yaml"
[sources.both]
document = "a.yaml"
url = "https://a.example"
[sources.near]
kind = "openap"
document = "a.yaml"
[sources.number]
kind = 3
document = "a.yaml"
[sources.text]
document = 3
[sources.keys]
document = "a.yaml"
era = "legacy"
roots = ["nonsense"]
args = []
env = {}
cwd = "."
transport = "sse"
spec = "b.yaml"
baseUrl = "https://a.example"
selct = false
[sources.mcp]
command = "a"
base_url = "https://a.example"
select = true
exclude = 3
"#), @r#"
    sources: ["keys", "mcp"], refused: false
    candor.toml:2:10: error: `sources.nothing` is of kind `openapi`, but has no `document` [config::no-document]
      hint: give the path or the URL of the document that describes the API
    candor.toml:4:11: error: `sources.nothing.retries` is the number `99`, but must be a whole number from 0 to 10 [config::bad-value]
    candor.toml:6:8: error: `sources.program` is of kind `openapi`, but has a `command` [config::two-transports]
      hint: keep the one that is meant, or make two entries
    candor.toml:9:10: error: `sources.address` is of kind `openapi`, but has no `document` [config::no-document]
      hint: give the path or the URL of the document that describes the API
    candor.toml:10:8: error: `sources.address` is of kind `openapi`, but has a `url` [config::two-transports]
      hint: the address of an API is its `base_url`; if `url` is an MCP server, make two entries
    candor.toml:13:8: error: `sources.server` is of kind `mcp`, but has a `document` [config::two-transports]
      hint: leave out `document`, or write `kind = "openapi"`
    candor.toml:15:10: error: `sources.both` has both a `document` and a `url` [config::two-transports]
      hint: the address of an API is its `base_url`; if `url` is an MCP server, make two entries
    candor.toml:19:8: error: `sources.near` is of kind `openap`, which does not exist [config::kind]
      hint: did you mean `openapi`?
    candor.toml:22:8: error: `sources.number.kind` is the number `3`, but must be a text [config::bad-value]
    candor.toml:25:12: error: `sources.text.document` is the number `3`, but must be a text [config::bad-value]
    candor.toml:28:1: warning: `sources.keys.era` is ignored: only a source of kind `mcp` has it [config::ignored-key]
    candor.toml:29:1: warning: `sources.keys.roots` is ignored: only a source of kind `mcp` has it [config::ignored-key]
    candor.toml:30:1: warning: `sources.keys.args` is ignored: only a source of kind `mcp` has it [config::ignored-key]
    candor.toml:31:1: warning: `sources.keys.env` is ignored: only a source of kind `mcp` has it [config::ignored-key]
    candor.toml:32:1: warning: `sources.keys.cwd` is ignored: only a source of kind `mcp` has it [config::ignored-key]
    candor.toml:33:1: warning: `sources.keys.transport` is ignored: only a source of kind `mcp` has it [config::ignored-key]
    candor.toml:34:1: warning: unknown key `spec` in `sources.keys` [config::unknown-key]
      hint: did you mean `document`?
    candor.toml:35:1: warning: unknown key `baseUrl` in `sources.keys` [config::unknown-key]
      hint: did you mean `base_url`?
    candor.toml:36:1: warning: unknown key `selct` in `sources.keys` [config::unknown-key]
      hint: did you mean `select`?
    candor.toml:39:1: warning: `sources.mcp.base_url` is ignored: only a source of kind `openapi` has it [config::ignored-key]
    candor.toml:40:1: warning: `sources.mcp.select` is ignored: only a source of kind `openapi` has it [config::ignored-key]
    candor.toml:41:1: warning: `sources.mcp.exclude` is ignored: only a source of kind `openapi` has it [config::ignored-key]
    "#);
}

#[test]
fn bad_values_are_told_all_at_once() {
    insta::assert_snapshot!(summary("candor.toml", r#"
[sources.types]
document = "a.yaml"
allow_private = "yes"
deprecated = 1
select = []
refresh = "soon"
max_reply = "2GiB"
max_output_schema = "64MiB"
retries = -1
headers = { Host = "a", content-length = "1", "a b" = "c", Accept = "x", accept = "y" }
variables = { "my-key" = "a", OK = [] }
server_variables = { "{region}" = "eu" }
include = ["books"]
[sources.types.exclude]
tags = "books"
path = ["/a"]
paths = ["books/**", ""]
operations = [" ", 3]
methods = ["GET POST"]
[sources.small]
document = "a.yaml"
refresh = "10ms"
max_reply = "1B"
max_output_schema = "0B"
retries = 11
[sources.filled]
document = "${NO_SUCH}"
base_url = "${ALSO_NOT}"
server_variables = { region = "" }
headers = { X = "${BROKEN}" }
variables = { KEY = "${open", NUL = "\u0000" }
[sources.empty]
document = "${NO_SUCH:-}"
server = "${BROKEN}"
[sources.scheme]
document = "file:///a.yaml"
base_url = "ftp://a.example"
[sources.user]
document = "https://me:${TOKEN}@a.example/a.yaml"
base_url = "https://me:${TOKEN}@a.example/"
[sources.query]
document = "a.yaml"
base_url = "https://a.example/?key=${TOKEN}"
[sources.off]
enabled = false
document = "${NO_SUCH}"
base_url = "https://a.example/#x"
"#), @r#"
    sources: [], refused: false
    candor.toml:4:17: error: `sources.types.allow_private` is the text `yes`, but must be `true` or `false` [config::bad-value]
    candor.toml:5:14: error: `sources.types.deprecated` is the number `1`, but must be `true` or `false` [config::bad-value]
    candor.toml:6:10: error: `sources.types.select` is a list, but must be `true` or `false` [config::bad-value]
    candor.toml:7:11: error: `sources.types.refresh` is `soon`, which is not a duration [config::bad-value]
      hint: write a whole number and a unit: `500ms`, `30s`, `5m`, `1h` or `7d`, or `off`
    candor.toml:8:13: error: `sources.types.max_reply` is `2GiB`, but must be from `1KiB` to `1GiB` [config::bad-value]
    candor.toml:9:21: error: `sources.types.max_output_schema` is `64MiB`, but must be from `1B` to `16MiB` [config::bad-value]
    candor.toml:10:11: error: `sources.types.retries` is the number `-1`, but must be a whole number from 0 to 10 [config::bad-value]
    candor.toml:11:20: error: `sources.types.headers` has `Host`, which Candor sets itself [config::bad-value]
      hint: leave it out
    candor.toml:11:42: error: `sources.types.headers` has `content-length`, which Candor sets itself [config::bad-value]
      hint: leave it out
    candor.toml:11:55: error: `sources.types.headers` has `a b`, which is not a header [config::bad-value]
    candor.toml:11:83: error: `sources.types.headers` has `accept` twice [config::bad-value]
      hint: upper and lower case make no difference in names of headers
    candor.toml:12:26: error: in `sources.types.variables`, `my-key` cannot be the name of a variable: 1 to 100 letters, digits and `_`, and no digit first [config::bad-name]
    candor.toml:12:36: error: `sources.types.variables.OK` must be a text [config::bad-value]
    candor.toml:13:35: error: `sources.types.server_variables` has `{region}`, which is not a variable of a URL [config::bad-value]
      hint: write the name without the braces
    candor.toml:14:11: error: `sources.types.include` is a list, but must be a table [config::bad-value]
      hint: write `include = { tags = ["…"] }`
    candor.toml:16:8: error: `sources.types.exclude.tags` is the text `books`, but must be a list [config::bad-value]
      hint: write a list: `["…"]`
    candor.toml:17:1: warning: unknown key `path` in `sources.types.exclude` [config::unknown-key]
      hint: did you mean `paths`?
    candor.toml:18:9: error: `sources.types.exclude.paths` holds `books/**`, ``, none of which is a path [config::bad-value]
      hint: write a path as it is in the document, such as `/books/{isbn}`, or with `*` and `**`, such as `/books/**`
    candor.toml:19:14: error: `sources.types.exclude.operations` is a list in which an item is the number `3`, but must be a text [config::bad-value]
    candor.toml:20:11: error: `sources.types.exclude.methods` holds `GET POST`, which is not a method [config::bad-value]
      hint: write methods such as `GET` or `POST`
    candor.toml:23:11: error: `sources.small.refresh` is `10ms`, which is too often [config::bad-value]
      hint: write at least `1s`, or `off` for never
    candor.toml:24:13: error: `sources.small.max_reply` is `1B`, but must be from `1KiB` to `1GiB` [config::bad-value]
    candor.toml:25:21: error: `sources.small.max_output_schema` is `0B`, but cannot be nothing [config::bad-value]
      hint: write a whole number and a unit, such as `512KiB`, `4MiB` or `1GiB` (B, KB, MB, GB, KiB, MiB, GiB)
    candor.toml:26:11: error: `sources.small.retries` is the number `11`, but must be a whole number from 0 to 10 [config::bad-value]
    candor.toml:28:12: error: `sources.filled.document` uses `${NO_SUCH}`, but the variable `NO_SUCH` is not set [config::unset-variable]
      hint: set `NO_SUCH`, or write `${NO_SUCH:-default}`
    candor.toml:29:12: error: `sources.filled.base_url` uses `${ALSO_NOT}`, but the variable `ALSO_NOT` is not set [config::unset-variable]
      hint: set `ALSO_NOT`, or write `${ALSO_NOT:-default}`
    candor.toml:30:1: warning: `sources.filled.server_variables` is ignored: `base_url` counts [config::ignored-key]
    candor.toml:30:31: error: `sources.filled.server_variables.region` is empty or holds a control character [config::bad-value]
    candor.toml:31:17: error: `sources.filled.headers.X` has a value with a control character in it, such as a line break [config::bad-value]
    candor.toml:32:21: error: `sources.filled.variables.KEY` has a `${` without its `}` [config::bad-template]
      hint: write `$${` where the characters themselves are meant
    candor.toml:32:37: error: `sources.filled.variables.NUL` has a value with a NUL character in it [config::bad-value]
    candor.toml:34:12: error: `sources.empty.document` is empty or holds a NUL character [config::bad-value]
    candor.toml:35:10: error: `sources.empty.server` is empty or holds a control character [config::bad-value]
    candor.toml:37:12: error: `sources.scheme.document` (`file:///a.yaml`) begins with `file:`, but only `http:` and `https:` can be called [config::bad-value]
      hint: write the path of a file as it is, without `file:`
    candor.toml:38:12: error: `sources.scheme.base_url` (`ftp://a.example`) begins with `ftp:`, but only `http:` and `https:` can be called [config::bad-value]
    candor.toml:40:12: error: `sources.user.document` (`https://****@a.example/a.yaml`) has a user name or a password in it, which is not sent [config::bad-value]
      hint: save the document to a file, and name that
    candor.toml:41:12: error: `sources.user.base_url` (`https://****@a.example/`) has a user name or a password in it, which is not sent [config::bad-value]
      hint: put credentials into `variables`, or into an environment
    candor.toml:44:12: error: `sources.query.base_url` (`https://a.example/?****`) has a `?` or a `#`, but the paths of the API are added to it [config::bad-value]
      hint: end it with the path; a key of the API belongs into `variables`
    candor.toml:47:12: warning: `sources.off.document` uses `${NO_SUCH}`, but the variable `NO_SUCH` is not set [config::unset-variable]
      hint: set `NO_SUCH`, or write `${NO_SUCH:-default}`
    candor.toml:48:12: warning: `sources.off.base_url` (`https://a.example/?****`) has a `?` or a `#`, but the paths of the API are added to it [config::bad-value]
      hint: end it with the path; a key of the API belongs into `variables`
    "#);
}

#[test]
fn what_does_nothing_is_a_warning() {
    insta::assert_snapshot!(summary("candor.toml", r#"
[sources.shop]
document = "a.yaml"
base_url = "https://a.example"
server = "eu"
server_variables = { region = "eu" }
include = { tags = ["a", "b"], methods = ["GET"] }
exclude = { tags = ["b"], paths = ["/a"] }
"#), @r#"
    sources: ["shop"], refused: false
    candor.toml:5:1: warning: `sources.shop.server` is ignored: `base_url` counts [config::ignored-key]
    candor.toml:6:1: warning: `sources.shop.server_variables` is ignored: `base_url` counts [config::ignored-key]
    candor.toml:8:20: warning: `sources.shop.exclude.tags` holds `b`, which is also included [config::contradiction]
      hint: what is both is left out: remove one of them
    "#);
}

#[test]
fn huge_lists_and_entries_are_refused() {
    let long = "x".repeat(501);
    let many = "\"a\",".repeat(1_001);
    let text = format!(
        "[sources.a]\ndocument = 'a'\ninclude = {{ tags = ['{long}'], operations = [{many}] }}"
    );
    insta::assert_snapshot!(summary("candor.toml", &text), @"
    sources: [], refused: false
    candor.toml:3:20: error: `sources.a.include.tags` holds `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…`, which is longer than 500 characters [config::bad-value]
    candor.toml:3:540: error: `sources.a.include.operations` has 1001 entries, but at most 1000 are allowed [config::bad-value]
    ");
}
