//! `candor.toml`.

use std::time::Duration;

use candor_model::{DestructivePolicy, McpEra, UnsetPolicy};

use super::*;
use crate::settings::{DriftMode, HttpFlavour, SourceTrust, TransportSettings};

#[test]
fn a_whole_stdio_source() {
    let text = r#"
[sources.files]
kind = "mcp"
command = "${RUNNER:-npx}"
args = ["-y", "--key=${TOKEN}", "$${HOME}", 8080, true]
inherit_env = ["HTTPS_PROXY"]
cwd = "${HOME}/notes"
era = "legacy"
trust = "trusted"
enabled = false
validate_arguments = false
call_timeout = "5m"
concurrent_calls = 4
roots = ["file://${HOME}/notes"]
destructive = "deletes"
open_world = false
drift = "record"
unset = "ask"
[sources.files.env]
Z = "${TOKEN}"
A = 1
"#;
    let source = only("candor.toml", text);
    let TransportSettings::Stdio {
        command,
        args,
        env,
        inherit_env,
        cwd,
    } = source.transport
    else {
        panic!("not stdio");
    };
    assert_eq!(inherit_env, ["HTTPS_PROXY"]);
    assert_eq!(command.as_str(), "npx");
    assert_eq!(command.template(), "${RUNNER:-npx}");
    let args: Vec<&str> = args.iter().map(TemplateText::as_str).collect();
    let key = format!("--key={CANARY}");
    assert_eq!(args, ["-y", &key, "${HOME}", "8080", "true"]);
    let env = env.iter();
    let env: Vec<_> = env
        .map(|(name, value)| (name.as_str(), value.expose().as_str()))
        .collect();
    assert_eq!(env, [("Z", CANARY), ("A", "1")]);
    assert_eq!(cwd.as_deref(), Some(Path::new("/home/ada/notes")));
    assert_eq!(source.era, Some(McpEra::Legacy));
    assert_eq!(source.trust, SourceTrust::Trusted);
    assert!(!source.enabled && !source.validate_arguments);
    assert_eq!(source.call_timeout, Some(Duration::from_mins(5)));
    assert_eq!(source.concurrent_calls, Some(4));
    assert_eq!(source.roots, ["file:///home/ada/notes"]);
    assert_eq!(source.destructive, Some(DestructivePolicy::Deletes));
    assert_eq!(source.open_world, Some(false));
    assert_eq!(source.drift, DriftMode::Record);
    assert_eq!(source.unset, Some(UnsetPolicy::Ask));
}

#[test]
fn a_whole_http_source() {
    let text = r#"
[sources.api]
url = "https://${HOST}/mcp?key=${TOKEN}"
transport = "sse"
headers = { Authorization = "Bearer ${TOKEN}" }
"#;
    let source = only("candor.toml", text);
    let TransportSettings::Http {
        url,
        headers,
        flavour,
    } = source.transport
    else {
        panic!("not http")
    };
    let expect = format!("https://api.example/mcp?key={CANARY}");
    assert_eq!(url.url().as_str(), expect);
    assert_eq!(url.to_string(), "https://${HOST}/mcp?****");
    assert_eq!(headers[0].1.expose(), &format!("Bearer {CANARY}"));
    assert_eq!(flavour, HttpFlavour::Sse);
}

#[test]
fn unknown_keys_are_warnings_with_the_nearest_known_one() {
    insta::assert_snapshot!(summary("candor.toml", r#"
color = true
[servr]
[server]
lisen = "127.0.0.1:1"
[limits]
"call timeout" = "1s"
[audit]
days = 3
[sources.a]
command = "a"
type = "stdio"
arg = []
timeout = 5
"#), @r#"
    sources: ["a"], refused: false
    candor.toml:2:1: warning: unknown key `color` [config::unknown-key]
    candor.toml:3:2: warning: unknown key `servr` [config::unknown-key]
      hint: did you mean `server`?
    candor.toml:5:1: warning: unknown key `lisen` in `server` [config::unknown-key]
      hint: did you mean `listen`?
    candor.toml:7:1: warning: unknown key `call timeout` in `limits` [config::unknown-key]
      hint: did you mean `call_timeout`?
    candor.toml:9:1: warning: unknown key `days` in `audit` [config::unknown-key]
    candor.toml:12:1: warning: unknown key `type` in `sources.a` [config::unknown-key]
      hint: did you mean `transport`?
    candor.toml:13:1: warning: unknown key `arg` in `sources.a` [config::unknown-key]
      hint: did you mean `args`?
    candor.toml:14:1: warning: unknown key `timeout` in `sources.a` [config::unknown-key]
      hint: did you mean `call_timeout`?
    "#);
}

#[test]
fn one_bad_entry_does_not_hide_the_others() {
    insta::assert_snapshot!(summary("candor.toml", r#"
[sources]
number = 3
[sources.neither]
trust = "trusted"
[sources.both]
command = "a"
url = "http://localhost/"
[sources."my server"]
command = "a"
[sources.good]
command = "a"
[sources.types]
command = ["a"]
args = "b"
env = { A = [], "B=C" = "x" }
era = "modrn"
trust = "yes"
enabled = "no"
concurrent_calls = 0
call_timeout = 5
[sources.unset]
command = "${NO_SUCH}"
args = ["${ALSO_NOT}", "${open"]
[sources.off]
enabled = false
command = "${NO_SUCH}"
[sources.odd]
kind = "grpc"
[sources.address]
url = "ftp://user:pw@host/?key=1"
[sources.header]
url = "http://localhost"
headers = { "a b" = "x", X = "1", x = "2", Y = "${BROKEN}" }
[sources.header2]
url = "http://localhost"
headers = { Y = "${BROKEN}" }
[sources.mixed]
url = "http://localhost"
transport = "stdio"
[sources.mixed2]
command = "a"
transport = "sse"
headers = {}
[sources.empty]
command = " "
roots = ["/srv"]
[sources.last]
url = "http://localhost"
env = { A = "b" }
"#), @r#"
    sources: ["good", "last"], refused: false
    candor.toml:3:1: error: `sources.number` is the number `3`, but must be a table [config::bad-value]
    candor.toml:4:10: error: `sources.neither` has neither a `command` nor a `url` [config::no-transport]
      hint: a program needs `command`, a server on the network needs `url`, an API needs the `document` that describes it, functions need the `path` of their file or folder, and a pack needs its name in `pack`
    candor.toml:6:10: error: `sources.both` has both a `command` and a URL [config::two-transports]
      hint: keep the one that is meant, or make two entries
    candor.toml:9:10: error: the name of a source is `my server`, which holds ` ` [config::bad-name]
      hint: a name has letters, digits, `_` and `-`, at most 64
    candor.toml:14:11: error: `sources.types.command` is a list, but must be a text [config::bad-value]
      hint: write the program alone, as in `command = "npx"`, and the rest as `args = ["-y", "server"]`
    candor.toml:15:8: error: `sources.types.args` is the text `b`, but must be a list [config::bad-value]
    candor.toml:16:13: error: `sources.types.env.A` must be a text [config::bad-value]
    candor.toml:16:25: error: `sources.types.env` has `B=C`, which is not a variable [config::bad-value]
    candor.toml:17:7: error: `sources.types.era` is `modrn`, but must be one of `auto`, `legacy`, `modern` [config::bad-value]
      hint: did you mean `modern`?
    candor.toml:18:9: error: `sources.types.trust` is `yes`, but must be one of `trusted`, `untrusted` [config::bad-value]
    candor.toml:19:11: error: `sources.types.enabled` is the text `no`, but must be `true` or `false` [config::bad-value]
    candor.toml:20:20: error: `sources.types.concurrent_calls` is the number `0`, but must be a whole number from 1 to 100000 [config::bad-value]
    candor.toml:21:16: error: `sources.types.call_timeout` is `5`, which is not a duration [config::bad-value]
      hint: write a whole number and a unit: `500ms`, `30s`, `5m`, `1h` or `7d`
    candor.toml:23:11: error: `sources.unset.command` uses `${NO_SUCH}`, but the variable `NO_SUCH` is not set [config::unset-variable]
      hint: set `NO_SUCH`, or write `${NO_SUCH:-default}`
    candor.toml:24:9: error: `sources.unset.args[0]` uses `${ALSO_NOT}`, but the variable `ALSO_NOT` is not set [config::unset-variable]
      hint: set `ALSO_NOT`, or write `${ALSO_NOT:-default}`
    candor.toml:24:24: error: `sources.unset.args[1]` has a `${` without its `}` [config::bad-template]
      hint: write `$${` where the characters themselves are meant
    candor.toml:27:11: warning: `sources.off.command` uses `${NO_SUCH}`, but the variable `NO_SUCH` is not set [config::unset-variable]
      hint: set `NO_SUCH`, or write `${NO_SUCH:-default}`
    candor.toml:29:8: error: `sources.odd` is of kind `grpc`, which does not exist [config::kind]
      hint: write `mcp`, `openapi`, `functions` or `pack`, or leave `kind` out
    candor.toml:31:7: error: `sources.address.url` (`ftp://****@host/?****`) begins with `ftp:`, but only `http:` and `https:` can be called [config::bad-value]
    candor.toml:34:21: error: `sources.header.headers` has `a b`, which is not a header [config::bad-value]
    candor.toml:34:39: error: `sources.header.headers` has `x` twice [config::bad-value]
      hint: upper and lower case make no difference in names of headers
    candor.toml:37:17: error: `sources.header2.headers.Y` has a value with a control character in it, such as a line break [config::bad-value]
    candor.toml:40:13: error: `sources.mixed` says `stdio`, but has no `command` [config::two-transports]
      hint: give a `command`, or say how the URL is called
    candor.toml:43:13: error: `sources.mixed2` says `sse`, but has a `command` and no URL [config::two-transports]
      hint: give a `url`, or say `stdio`
    candor.toml:44:1: warning: `sources.mixed2.headers` is ignored: a program gets no headers [config::ignored-key]
    candor.toml:46:11: error: `sources.empty.command` is empty or holds a NUL character [config::bad-value]
    candor.toml:47:10: error: `sources.empty.roots[0]` is `/srv`, which is not a `file:` URI [config::bad-value]
    candor.toml:50:1: warning: `sources.last.env` is ignored: a server on the network is not started [config::ignored-key]
    "#);
}

#[test]
fn what_a_source_says_of_annotations_is_checked() {
    insta::assert_snapshot!(summary("candor.toml", r#"
[sources.types]
command = "a"
destructive = "everything"
open_world = "unset"
drift = "quarantin"
"#), @r#"
    sources: [], refused: false
    candor.toml:4:15: error: `sources.types.destructive` is `everything`, but must be one of `deletes`, `overwrites`, `writes` [config::bad-value]
    candor.toml:5:14: error: `sources.types.open_world` is the text `unset`, but must be `true` or `false` [config::bad-value]
    candor.toml:6:9: error: `sources.types.drift` is `quarantin`, but must be one of `quarantine`, `record` [config::bad-value]
      hint: did you mean `quarantine`?
    "#);
}

#[test]
fn bad_settings_are_refused_all_at_once() {
    insta::assert_snapshot!(summary("candor.toml", r#"
audit = 3
[server]
listen = "7333"
data = ""
database_url = "mysql://root:secret@db"
allowed_hosts = ["http://a", "b/c", "ok"]
allowed_origins = ["app.example", 3]
log_format = "xml"
log_level = "loud"
transparent = "nobody"
[limits]
request_body = "4"
reply = 4
call_timeout = "10m"
call_ceiling = "5m"
concurrent_calls = "many"
sessions = -1
session_idle = "0s"
start_timeout = 1979-05-27
[endpoint]
profile = "opnai"
provenance = "yes"
[inference]
enabled = 1
destructive = true
open_world = "unset"
titles = []
"#), @"
    sources: [], refused: true
    candor.toml:2:1: error: `audit` is the number `3`, but must be a table [config::bad-value]
    candor.toml:4:10: error: `server.listen` is `7333`, which is not an address to listen on [config::bad-value]
      hint: write an IP address and a port, such as `127.0.0.1:7333` or `[::1]:7333`
    candor.toml:5:8: error: `server.data` is ``, which is not a path [config::bad-value]
    candor.toml:6:16: error: `server.database_url` is not the address of a database that can be used [config::bad-value]
      hint: begin with `sqlite:` or `postgres:`
    candor.toml:7:17: error: `server.allowed_hosts` holds `http://a`, `b/c`, none of which is a host name [config::bad-value]
      hint: write names such as `candor.example` or `candor.example:443`
    candor.toml:8:19: error: `server.allowed_origins` is a list in which an item is the number `3`, but must be a text [config::bad-value]
    candor.toml:9:14: error: `server.log_format` is `xml`, but must be one of `text`, `json` [config::bad-value]
    candor.toml:10:13: error: `server.log_level` says `loud`, which is not a log level [config::bad-value]
      hint: write one of `off`, `error`, `warn`, `info`, `debug`, `trace`, or directives such as `info,candor_wire=trace`
    candor.toml:11:15: error: `server.transparent` is `nobody`, but no usable source has that name [config::no-such-source]
    candor.toml:13:16: error: `limits.request_body` is `4`, which is not a size [config::bad-value]
      hint: write a whole number and a unit, such as `512KiB`, `4MiB` or `1GiB` (B, KB, MB, GB, KiB, MiB, GiB)
    candor.toml:14:9: error: `limits.reply` is `4`, which is not a size [config::bad-value]
      hint: write a whole number and a unit, such as `512KiB`, `4MiB` or `1GiB` (B, KB, MB, GB, KiB, MiB, GiB)
    candor.toml:16:16: error: `limits.call_ceiling` is `5m`, which is shorter than `limits.call_timeout`, `10m` [config::bad-value]
      hint: raise the ceiling or lower the timeout
    candor.toml:17:20: error: `limits.concurrent_calls` is the text `many`, but must be a whole number from 1 to 100000 [config::bad-value]
    candor.toml:18:12: error: `limits.sessions` is the number `-1`, but must be a whole number from 1 to 1000000 [config::bad-value]
    candor.toml:19:16: error: `limits.session_idle` is `0s`, but cannot be nothing [config::bad-value]
      hint: write a whole number and a unit: `500ms`, `30s`, `5m`, `1h` or `7d`
    candor.toml:20:17: error: `limits.start_timeout` is the date `1979-05-27`, but must be a text [config::bad-value]
    candor.toml:22:11: error: `endpoint.profile` is `opnai`, but must be one of `known`, `explicit`, `anthropic`, `openai` [config::bad-value]
      hint: did you mean `openai`?
    candor.toml:23:14: error: `endpoint.provenance` is the text `yes`, but must be `true` or `false` [config::bad-value]
    candor.toml:25:11: error: `inference.enabled` is the number `1`, but must be `true` or `false` [config::bad-value]
    candor.toml:26:15: error: `inference.destructive` is `true`, but must be a text [config::bad-value]
    candor.toml:27:14: error: `inference.open_world` is the text `unset`, but must be `true` or `false` [config::bad-value]
    candor.toml:28:10: error: `inference.titles` is a list, but must be `true` or `false` [config::bad-value]
    ");
}

#[test]
fn a_variable_of_the_database_that_is_not_set_is_refused() {
    let text = "[server]\ndatabase_url = \"postgres://${NO_SUCH}\"";
    insta::assert_snapshot!(summary("candor.toml", text), @"
    sources: [], refused: true
    candor.toml:2:16: error: `server.database_url` uses `${NO_SUCH}`, but the variable `NO_SUCH` is not set [config::bad-value]
      hint: set `NO_SUCH`, or write `${NO_SUCH:-default}`
    ");
}

#[test]
fn sources_as_an_array_are_told_how_to_be_a_table() {
    insta::assert_snapshot!(summary("candor.toml", "[[sources]]\nname = \"a\""), @"
    sources: [], refused: true
    candor.toml:1:3: error: `sources` is a list, but must be a table [config::bad-value]
      hint: begin each source with a line `[sources.NAME]`
    ");
}

#[test]
fn transparent_needs_its_source() {
    let text = "[server]\ntransparent = \"fils\"\n[sources.files]\ncommand = \"a\"";
    insta::assert_snapshot!(summary("candor.toml", text), @r#"
    sources: ["files"], refused: true
    candor.toml:2:15: error: `server.transparent` is `fils`, but no usable source has that name [config::no-such-source]
      hint: did you mean `files`?
    "#);
    let off = "[server]\ntransparent = \"a\"\n[sources.a]\ncommand = \"a\"\nenabled = false";
    insta::assert_snapshot!(summary("candor.toml", off), @r#"
    sources: ["a"], refused: true
    candor.toml:2:15: error: `server.transparent` is `a`, but that source is disabled [config::no-such-source]
    "#);
}

#[test]
fn a_command_line_as_a_list_has_a_hint() {
    let text = "[sources.a]\ncommand = [\"npx\", \"-y\"]\n";
    insta::assert_snapshot!(summary("candor.toml", text), @r#"
    sources: [], refused: false
    candor.toml:2:11: error: `sources.a.command` is a list, but must be a text [config::bad-value]
      hint: write the program alone, as in `command = "npx"`, and the rest as `args = ["-y", "server"]`
    "#);
}

#[test]
fn all_syntax_errors_have_their_places() {
    let text = "[server]\nlisten = \nlog_level = \"a\n\n[server]\n";
    insta::assert_snapshot!(refusal("candor.toml", text), @r#"
    candor.toml:2:10: error: string values must be quoted, expected literal string [config::syntax]
    candor.toml:3:15: error: invalid basic string, expected `"` [config::syntax]
    candor.toml:5:2: error: the key `server` is given twice [config::syntax]
    "#);
}

#[test]
fn loopback_is_recognised() {
    for (listen, expect) in [
        ("127.0.0.1:1", true),
        ("127.9.9.9:1", true),
        ("[::1]:1", true),
        ("[::ffff:127.0.0.1]:1", true),
        ("0.0.0.0:1", false),
        ("[::]:1", false),
        ("10.0.0.1:1", false),
    ] {
        let loaded = toml(&format!("[server]\nlisten = \"{listen}\""));
        assert_eq!(loaded.settings.server.is_loopback(), expect, "{listen}");
    }
}
