//! Hostile files.

use super::*;

#[test]
fn a_huge_file_is_refused() {
    for start in ["", "{"] {
        let text = format!("{start}{}", "=\0[{\"".repeat(2_000_000));
        insta::allow_duplicates! {
            insta::assert_snapshot!(refusal("big", &text), @"
            error: `big` is larger than 8 MiB [config::too-large]
              hint: is this the right file?
            ");
        }
    }
}

#[test]
fn garbage_below_the_limit_is_refused_in_time_and_in_few_words() {
    for unit in [
        "=\0[{\"",
        "[[a]]\n",
        "a.b.c = [[\n",
        "\"",
        "[a.",
        "a={",
        "{\"a\":",
        "\u{feff}",
    ] {
        for path in ["x.toml", "x.json"] {
            let text = unit.repeat((1 << 20) / unit.len());
            let said = match try_read(path, &text, &SettingFlags::default()) {
                Ok(loaded) => loaded.diagnostics,
                Err(error) => error.diagnostics,
            };
            let said = told(&said);
            assert!((1..4_000).contains(&said.len()), "{unit} {path}: {said}");
        }
    }
}

#[test]
fn many_findings_are_counted_and_not_listed() {
    let table = |index| format!("[sources.s{index}]\n");
    let loaded = toml(&(0..2_000).map(table).collect::<String>());
    assert_eq!(loaded.diagnostics.len(), 501);
    let last = "warning: 1500 more findings were left off [config::more]";
    assert_eq!(loaded.diagnostics[500].to_string(), last);
}

#[test]
fn many_servers_on_one_line_are_read_in_time() {
    let entry = |index: usize| format!("\"s {index}\":{{\"command\":\"a\",\"args\":[\"é\"]}}");
    let entries: Vec<String> = (0..10_000).map(entry).collect();
    let loaded = loaded(".mcp.json", &format!("{{{}}}", entries.join(",")));
    assert_eq!(loaded.settings.sources.len(), 10_000);
    assert_eq!(loaded.settings.sources[9_999].name.as_str(), "s-9999");
}

#[test]
fn depth_is_bounded() {
    let deep = |open: &str, close: &str, levels| {
        format!("{}{}", open.repeat(levels), close.repeat(levels))
    };
    insta::assert_snapshot!(refusal("x.json", &deep("{\"a\":", "}", 100_000)), @"x.json:1:321: error: nested more than 64 levels deep [config::syntax]");
    for text in [
        format!("a = {}", deep("[", "]", 100_000)),
        format!("a = {}", deep("{a=", "}", 100_000)),
        format!("{}b = 1", "a.".repeat(100_000)),
    ] {
        let read = try_read("x.toml", &text, &SettingFlags::default());
        assert!(read.is_err(), "{}", &text[..20]);
    }
}

#[test]
fn byte_order_marks_and_other_line_ends_are_fine() {
    let toml = "\u{feff}[sources.a]\r\ncommand = \"a\"\r\nbad = 1\r\n";
    insta::assert_snapshot!(summary("candor.toml", toml), @r#"
    sources: ["a"], refused: false
    candor.toml:3:1: warning: unknown key `bad` in `sources.a` [config::unknown-key]
    "#);
    let json = "\u{feff}{\r\n  \"a\": {\"command\": \"a\", \"bad\": 1}\r\n}\r\n";
    insta::assert_snapshot!(summary(".mcp.json", json), @r#"
    sources: ["a"], refused: false
    .mcp.json:2:25: warning: unknown key `bad` in `sources.a` [config::unknown-key]
    "#);
}

#[test]
fn nul_bytes_are_refused_where_they_would_hurt() {
    insta::assert_snapshot!(refusal("candor.toml", "[sources.a]\ncommand = \"a\0\""), @r"candor.toml:2:13: error: invalid basic string, expected non-double-quote visible characters, `\` [config::syntax]");
    insta::assert_snapshot!(summary("candor.toml", r#"
[sources."a\u0000"]
command = "a"
[sources.b]
command = "b\u0000"
[sources.c]
command = "c"
args = ["\u0000"]
[sources.d]
command = "d"
cwd = "\u0000"
[sources.e]
command = "e"
env = { A = "\u0000" }
[sources.f]
command = "f"
env = { "\u0000" = "" }
"#), @r"
    sources: [], refused: false
    candor.toml:2:10: error: the name of a source is `a\u{0}`, which holds `\u{0}` [config::bad-name]
      hint: a name has letters, digits, `_` and `-`, at most 64
    candor.toml:5:11: error: `sources.b.command` is empty or holds a NUL character [config::bad-value]
    candor.toml:8:9: error: `sources.c.args[0]` holds a NUL character [config::bad-value]
    candor.toml:11:7: error: `sources.d.cwd` is empty or holds a NUL character [config::bad-value]
    candor.toml:14:13: error: `sources.e.env.A` has a value with a NUL character in it [config::bad-value]
    candor.toml:17:20: error: `sources.f.env` has `\u{0}`, which is not a variable [config::bad-value]
    ");
}

proptest::proptest! {
    #[test]
    fn never_panics(
        text in proptest::prelude::any::<String>(),
        toml in "(\\[(server|limits|sources\\.a(\\.include)?|annotations\\.'a\\.b'|environments\\.ab(\\.secrets)?|policy(\\.toolsets\\.ab)?|\\[policy\\.(rule|webhook)\\])\\]\n|(hints|when|effect|tool|events|url|cache|confirm|document|refresh|include|headers|paths|read_only|title|extra|why|[a-z]{1,4}) = [0-9\"\\[\\]{}$]{0,6}\n){0,8}",
    ) {
        for text in [text, toml] {
            for path in ["x.toml", "x.json"] {
                match try_read(path, &text, &SettingFlags::default()) {
                    Ok(loaded) => drop(told(&loaded.diagnostics)),
                    Err(error) => proptest::prop_assert!(!error.diagnostics.is_empty()),
                }
            }
        }
    }
}
