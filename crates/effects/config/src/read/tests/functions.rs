//! Sources of kind `functions`.

use std::time::Duration;

use super::*;
use crate::settings::{FunctionsSettings, SourceTrust, TransportSettings};

/// The settings of the one source of a sound file.
#[track_caller]
fn functions(path: &str, text: &str) -> FunctionsSettings {
    let TransportSettings::Functions(functions) = only(path, text).transport else {
        panic!("no functions");
    };
    functions
}

#[test]
fn a_whole_source() {
    let text = r#"
[sources.sums]
kind = "functions"
path = "tools/sums.ts"
allow_private = true
memory = "8MiB"
cpu_time = "10ms"
workers = 256
max_reply = "1KiB"
max_fetch = "1GiB"
watch = false
trust = "untrusted"
enabled = false
validate_arguments = false
call_timeout = "5s"
concurrent_calls = 4
open_world = false
drift = "record"
[sources.sums.variables]
API_KEY = "Bearer ${TOKEN}"
LINES = "${BROKEN}"
PORT = 8080
"#;
    let source = only("/etc/candor/candor.toml", text);
    assert_eq!(source.trust, SourceTrust::Untrusted);
    assert!(!source.enabled && !source.validate_arguments);
    assert_eq!(source.call_timeout, Some(Duration::from_secs(5)));
    assert_eq!(source.concurrent_calls, Some(4));
    assert_eq!((source.open_world, source.era), (Some(false), None));
    let functions = functions("/etc/candor/candor.toml", text);
    assert_eq!(functions.path, Path::new("/etc/candor/tools/sums.ts"));
    assert!(functions.allow_private && !functions.watch);
    assert_eq!((functions.memory, functions.workers), (8 << 20, 256));
    assert_eq!(functions.cpu_time, Duration::from_millis(10));
    let longest = (functions.max_reply, functions.max_fetch);
    assert_eq!(longest, (1 << 10, 1 << 30));
    let variables = functions.variables.iter();
    let variables: Vec<String> = variables
        .map(|(name, value)| format!("{name}={}", value.expose()))
        .collect();
    let key = format!("API_KEY=Bearer {CANARY}");
    assert_eq!(variables, [key.as_str(), "LINES=two\nlines", "PORT=8080"]);
}

/// What becomes of a path that is all a source has.
#[track_caller]
fn check(file: &str, path: &str, expect: &str) {
    let text = format!("[sources.sums]\npath = '{path}'");
    let functions = functions(file, &text);
    let expect = FunctionsSettings::new(expect.into());
    assert_eq!(functions, expect, "{path}: the path alone, and defaults");
    let source = only(file, &text);
    assert_eq!(source.trust, SourceTrust::Trusted);
    assert_eq!(source.concurrent_calls, Some(1024));
}

#[test]
fn a_path_is_a_file_or_a_folder_seen_from_the_file() {
    check("candor.toml", "sums.ts", "sums.ts");
    check("a/b.toml", "../sums.mjs", "a/../sums.mjs");
    check("/a/b.toml", "/c/functions", "/c/functions");
    check("a/b.toml", "${HOME}/my tools/", "/home/ada/my tools/");
    check("a/b.toml", "${NO_SUCH:-sums}.js", "a/sums.js");
    check("a/b.toml", ".", "a/.");
}

#[test]
fn what_is_secret_is_not_shown() {
    let loaded = toml(
        r#"
[sources.sums]
path = "${HOME}/sums.ts"
variables = { KEY = "${TOKEN:-plain-secret}", OTHER = "plain-secret" }
memory = "131072KiB"
"#,
    );
    let text = shown_in(&loaded, "sources.");
    assert!(!text.contains("plain-secret"));
    insta::assert_snapshot!(text, @"
    sources.sums.path = ${HOME}/sums.ts (candor.toml:3:8)
    sources.sums.variables.KEY = ${TOKEN:-****} (candor.toml:4:21)
    sources.sums.variables.OTHER = **** (candor.toml:4:55)
    sources.sums.allow_private = false (default)
    sources.sums.memory = 128MiB (candor.toml:5:10)
    sources.sums.cpu_time = 5s (default)
    sources.sums.workers = 16 (default)
    sources.sums.max_reply = 1MiB (default)
    sources.sums.max_fetch = 8MiB (default)
    sources.sums.watch = true (default)
    sources.sums.trust = trusted (default)
    sources.sums.enabled = true (default)
    sources.sums.validate_arguments = true (default)
    sources.sums.concurrent_calls = 1024 (default)
    sources.sums.drift = quarantine (default)
    ");
}

#[test]
fn the_kind_and_the_keys_must_agree() {
    insta::assert_snapshot!(summary("candor.toml", r#"
[sources.nothing]
kind = "functions"
workers = 0
[sources.program]
path = "a.ts"
command = "node"
[sources.address]
url = "https://a.example"
path = "a.ts"
[sources.described]
path = "a.ts"
document = "a.yaml"
[sources.stated]
kind = "functions"
command = "node"
args = ["a.ts"]
[sources.stated2]
kind = "functions"
document = "a.yaml"
path = "a.ts"
[sources.server]
kind = "mcp"
path = "a.ts"
[sources.api]
kind = "openapi"
path = "a.yaml"
[sources.api2]
kind = "openapi"
path = "a.yaml"
document = "a.yaml"
[sources.one]
kind = "function"
path = "a.ts"
[sources.typo]
kind = "functons"
path = "a.ts"
[sources.case]
kind = "Functions"
path = "a.ts"
[sources.far]
kind = "javascript"
path = "a.ts"
[sources.number]
kind = 3
path = "a.ts"
[sources.text]
path = ["a.ts"]
"#), @r#"
    sources: ["api2"], refused: false
    candor.toml:2:10: error: `sources.nothing` is of kind `functions`, but has no `path` [config::no-path]
      hint: give the path of a `.ts`, `.mts`, `.js` or `.mjs` file, or of a folder
    candor.toml:4:11: error: `sources.nothing.workers` is the number `0`, but must be a whole number from 1 to 256 [config::bad-value]
    candor.toml:5:10: error: `sources.program` has both a `path` and a `command` [config::two-transports]
      hint: keep the one that is meant, or make two entries
    candor.toml:8:10: error: `sources.address` has both a `path` and a `url` [config::two-transports]
      hint: keep the one that is meant, or make two entries
    candor.toml:11:10: error: `sources.described` has both a `document` and a `path` [config::two-transports]
      hint: keep the one that is meant, or make two entries
    candor.toml:14:10: error: `sources.stated` is of kind `functions`, but has no `path` [config::no-path]
      hint: give the path of a `.ts`, `.mts`, `.js` or `.mjs` file, or of a folder
    candor.toml:15:8: error: `sources.stated` is of kind `functions`, but has a `command` [config::two-transports]
      hint: leave out `command`, or write `kind = "mcp"`
    candor.toml:17:1: warning: `sources.stated.args` is ignored: only a source of kind `mcp` has it [config::ignored-key]
    candor.toml:19:8: error: `sources.stated2` is of kind `functions`, but has a `document` [config::two-transports]
      hint: leave out `document`, or write `kind = "openapi"`
    candor.toml:23:8: error: `sources.server` is of kind `mcp`, but has a `path` [config::two-transports]
      hint: leave out `path`, or write `kind = "functions"`
    candor.toml:25:10: error: `sources.api` is of kind `openapi`, but has no `document` [config::no-document]
      hint: give the path or the URL of the document that describes the API
    candor.toml:27:1: warning: unknown key `path` in `sources.api` [config::unknown-key]
      hint: did you mean `document`?
    candor.toml:30:1: warning: unknown key `path` in `sources.api2` [config::unknown-key]
      hint: did you mean `document`?
    candor.toml:33:8: error: `sources.one` is of kind `function`, which does not exist [config::kind]
      hint: did you mean `functions`?
    candor.toml:36:8: error: `sources.typo` is of kind `functons`, which does not exist [config::kind]
      hint: did you mean `functions`?
    candor.toml:39:8: error: `sources.case` is of kind `Functions`, which does not exist [config::kind]
      hint: did you mean `functions`?
    candor.toml:42:8: error: `sources.far` is of kind `javascript`, which does not exist [config::kind]
      hint: write `mcp`, `openapi`, `functions` or `pack`, or leave `kind` out
    candor.toml:45:8: error: `sources.number.kind` is the number `3`, but must be a text [config::bad-value]
    candor.toml:48:8: error: `sources.text.path` is a list, but must be a text [config::bad-value]
    "#);
}

#[test]
fn keys_of_others_are_told() {
    insta::assert_snapshot!(summary("candor.toml", r#"
[sources.keys]
path = "a.ts"
era = "legacy"
roots = ["nonsense"]
args = []
base_url = "https://a.example"
resolver = "https://a.example"
env = { KEY = "plain-secret" }
file = "b.ts"
timeout = "5s"
wokers = 3
memry = "64MiB"
[sources.headers]
path = "a.ts"
headers = { Authorization = "plain-secret" }
[sources.server]
command = "a"
workers = 3
allow_private = true
variables = { KEY = "plain-secret" }
[sources.api]
document = "a.yaml"
memory = "64MiB"
sample = true
"#), @r#"
    sources: ["keys", "server", "api"], refused: false
    candor.toml:4:1: warning: `sources.keys.era` is ignored: only a source of kind `mcp` has it [config::ignored-key]
    candor.toml:5:1: warning: `sources.keys.roots` is ignored: only a source of kind `mcp` has it [config::ignored-key]
    candor.toml:6:1: warning: `sources.keys.args` is ignored: only a source of kind `mcp` has it [config::ignored-key]
    candor.toml:7:1: warning: `sources.keys.base_url` is ignored: only a source of kind `openapi` has it [config::ignored-key]
    candor.toml:8:1: warning: `sources.keys.resolver` is ignored: only a source of kind `pack` has it [config::ignored-key]
    candor.toml:9:1: warning: unknown key `env` in `sources.keys` [config::unknown-key]
      hint: did you mean `variables`?
    candor.toml:10:1: warning: unknown key `file` in `sources.keys` [config::unknown-key]
      hint: did you mean `path`?
    candor.toml:11:1: warning: unknown key `timeout` in `sources.keys` [config::unknown-key]
      hint: did you mean `call_timeout`?
    candor.toml:12:1: warning: unknown key `wokers` in `sources.keys` [config::unknown-key]
      hint: did you mean `workers`?
    candor.toml:13:1: warning: unknown key `memry` in `sources.keys` [config::unknown-key]
      hint: did you mean `memory`?
    candor.toml:16:1: error: `sources.headers.headers` cannot be given to functions, which send their own headers [config::bad-value]
      hint: put credentials into `variables`; functions see them as `ctx.env`
    candor.toml:19:1: warning: `sources.server.workers` is ignored: only a source of kind `functions` has it [config::ignored-key]
    candor.toml:20:1: warning: `sources.server.allow_private` is ignored: only sources of kind `openapi` and `functions` have it [config::ignored-key]
    candor.toml:21:1: warning: `sources.server.variables` is ignored: only sources of kind `openapi` and `functions` have it [config::ignored-key]
    candor.toml:24:1: warning: `sources.api.memory` is ignored: only a source of kind `functions` has it [config::ignored-key]
    candor.toml:25:1: warning: `sources.api.sample` is ignored: only a source of kind `pack` has it [config::ignored-key]
    "#);
}

#[test]
fn bad_values_are_told_all_at_once() {
    insta::assert_snapshot!(summary("candor.toml", r#"
[sources.types]
path = "a.ts"
variables = { "my-key" = "plain-secret", OK = ["plain-secret"] }
allow_private = "yes"
memory = 64
cpu_time = 5
workers = "many"
max_reply = "lots"
max_fetch = []
watch = "off"
trust = "yes"
concurrent_calls = 0
[sources.small]
path = "a.ts"
memory = "8191KiB"
cpu_time = "9ms"
workers = 0
max_reply = "1023B"
max_fetch = "0B"
[sources.large]
path = "a.ts"
memory = "2049MiB"
cpu_time = "601s"
workers = 257
max_reply = "1025MiB"
max_fetch = "99999999999999999999GiB"
[sources.table]
path = "a.ts"
variables = "plain-secret"
[sources.filled]
path = "${NO_SUCH}"
variables = { KEY = "${ALSO_NOT}", NUL = "\u0000" }
[sources.empty]
path = "${NO_SUCH:-}"
[sources.blank]
path = " "
[sources.nul]
path = "a\u0000.ts"
[sources.web]
path = "https://me:${TOKEN}@a.example/a.ts?key=${TOKEN}"
[sources.scheme]
path = "file:///a.ts"
[sources.off]
enabled = false
path = "${NO_SUCH}"
"#), @"
    sources: [], refused: false
    candor.toml:4:26: error: in `sources.types.variables`, `my-key` cannot be the name of a variable: 1 to 100 letters, digits and `_`, and no digit first [config::bad-name]
    candor.toml:4:47: error: `sources.types.variables.OK` must be a text [config::bad-value]
    candor.toml:5:17: error: `sources.types.allow_private` is the text `yes`, but must be `true` or `false` [config::bad-value]
    candor.toml:6:10: error: `sources.types.memory` is `64`, which is not a size [config::bad-value]
      hint: write a whole number and a unit, such as `512KiB`, `4MiB` or `1GiB` (B, KB, MB, GB, KiB, MiB, GiB)
    candor.toml:7:12: error: `sources.types.cpu_time` is `5`, which is not a duration [config::bad-value]
      hint: write a whole number and a unit: `500ms`, `30s`, `5m`, `1h` or `7d`
    candor.toml:8:11: error: `sources.types.workers` is the text `many`, but must be a whole number from 1 to 256 [config::bad-value]
    candor.toml:9:13: error: `sources.types.max_reply` is `lots`, which is not a size [config::bad-value]
      hint: write a whole number and a unit, such as `512KiB`, `4MiB` or `1GiB` (B, KB, MB, GB, KiB, MiB, GiB)
    candor.toml:10:13: error: `sources.types.max_fetch` is a list, but must be a text [config::bad-value]
    candor.toml:11:9: error: `sources.types.watch` is the text `off`, but must be `true` or `false` [config::bad-value]
    candor.toml:12:9: error: `sources.types.trust` is `yes`, but must be one of `trusted`, `untrusted` [config::bad-value]
    candor.toml:13:20: error: `sources.types.concurrent_calls` is the number `0`, but must be a whole number from 1 to 100000 [config::bad-value]
    candor.toml:16:10: error: `sources.small.memory` is `8191KiB`, but must be from `8MiB` to `2GiB` [config::bad-value]
    candor.toml:17:12: error: `sources.small.cpu_time` is `9ms`, but must be from `10ms` to `10m` [config::bad-value]
    candor.toml:18:11: error: `sources.small.workers` is the number `0`, but must be a whole number from 1 to 256 [config::bad-value]
    candor.toml:19:13: error: `sources.small.max_reply` is `1023B`, but must be from `1KiB` to `1GiB` [config::bad-value]
    candor.toml:20:13: error: `sources.small.max_fetch` is `0B`, but cannot be nothing [config::bad-value]
      hint: write a whole number and a unit, such as `512KiB`, `4MiB` or `1GiB` (B, KB, MB, GB, KiB, MiB, GiB)
    candor.toml:23:10: error: `sources.large.memory` is `2049MiB`, but must be from `8MiB` to `2GiB` [config::bad-value]
    candor.toml:24:12: error: `sources.large.cpu_time` is `601s`, but must be from `10ms` to `10m` [config::bad-value]
    candor.toml:25:11: error: `sources.large.workers` is the number `257`, but must be a whole number from 1 to 256 [config::bad-value]
    candor.toml:26:13: error: `sources.large.max_reply` is `1025MiB`, but must be from `1KiB` to `1GiB` [config::bad-value]
    candor.toml:27:13: error: `sources.large.max_fetch` is `99999999999999999999GiB`, which is more than 64 GiB [config::bad-value]
    candor.toml:30:13: error: `sources.table.variables` must be a table [config::bad-value]
    candor.toml:32:8: error: `sources.filled.path` uses `${NO_SUCH}`, but the variable `NO_SUCH` is not set [config::unset-variable]
      hint: set `NO_SUCH`, or write `${NO_SUCH:-default}`
    candor.toml:33:21: error: `sources.filled.variables.KEY` uses `${ALSO_NOT}`, but the variable `ALSO_NOT` is not set [config::unset-variable]
      hint: set `ALSO_NOT`, or write `${ALSO_NOT:-default}`
    candor.toml:33:42: error: `sources.filled.variables.NUL` has a value with a NUL character in it [config::bad-value]
    candor.toml:35:8: error: `sources.empty.path` is empty or holds a NUL character [config::bad-value]
    candor.toml:37:8: error: `sources.blank.path` is empty or holds a NUL character [config::bad-value]
    candor.toml:39:8: error: `sources.nul.path` is empty or holds a NUL character [config::bad-value]
    candor.toml:41:8: error: `sources.web.path` (`https://****@a.example/a.ts?****`) is an address, not a path [config::bad-value]
      hint: write the path of a file or a folder on this machine, as it is
    candor.toml:43:8: error: `sources.scheme.path` (`file:///a.ts`) is an address, not a path [config::bad-value]
      hint: write the path of a file or a folder on this machine, as it is
    candor.toml:46:8: warning: `sources.off.path` uses `${NO_SUCH}`, but the variable `NO_SUCH` is not set [config::unset-variable]
      hint: set `NO_SUCH`, or write `${NO_SUCH:-default}`
    ");
}

#[test]
fn names_of_other_kinds_mean_nothing_in_files_of_clients() {
    let text = r#"{"mcpServers": {
        "sums": {"path": "sums.ts"},
        "gs1": {"kind": "pack", "pack": "gs1"},
        "both": {"command": "a", "path": "sums.ts", "kind": "functions"}
    }}"#;
    insta::assert_snapshot!(summary(".mcp.json", text), @r#"
    sources: ["both"], refused: false
    .mcp.json:2:9: error: `sources.sums` has neither a `command` nor a `url` [config::no-transport]
      hint: a program needs `command`, a server on the network needs `url`
    .mcp.json:2:18: warning: unknown key `path` in `sources.sums` [config::unknown-key]
    .mcp.json:3:9: error: `sources.gs1` has neither a `command` nor a `url` [config::no-transport]
      hint: a program needs `command`, a server on the network needs `url`
    .mcp.json:3:17: warning: unknown key `kind` in `sources.gs1` [config::unknown-key]
    .mcp.json:3:33: warning: unknown key `pack` in `sources.gs1` [config::unknown-key]
    .mcp.json:4:34: warning: unknown key `path` in `sources.both` [config::unknown-key]
    .mcp.json:4:53: warning: unknown key `kind` in `sources.both` [config::unknown-key]
    "#);
    let source = &loaded(".mcp.json", text).settings.sources[0];
    assert_eq!(source.transport.kind(), "stdio");
}
