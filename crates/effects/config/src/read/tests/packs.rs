//! Sources of kind `pack`.

use super::*;
use crate::settings::{PackName, PackSettings, SourceTrust, TransportSettings};

/// The settings of the one source of a sound file.
#[track_caller]
fn pack(text: &str) -> PackSettings {
    let TransportSettings::Pack(pack) = only("candor.toml", text).transport else {
        panic!("no pack");
    };
    pack
}

#[test]
fn a_pack_is_meant_by_name_or_by_the_name_of_the_source() {
    for text in [
        "[sources.goods]\npack = 'gs1'",
        "[sources.goods]\npack = 'gs1'\nkind = 'pack'",
        "[sources.gs1]\nkind = 'pack'",
        "[sources.gs1]\nkind = 'pack'\npack = 'gs1'\nsample = false",
    ] {
        assert_eq!(pack(text), PackSettings::new(PackName::Gs1), "{text}");
        let source = only("candor.toml", text);
        assert_eq!(source.trust, SourceTrust::Trusted);
        assert_eq!(source.concurrent_calls, None);
    }
}

#[test]
fn a_whole_pack() {
    let text = r#"
[sources.goods]
pack = "gs1"
resolver = "https://${HOST}/links/"
sample = true
trust = "untrusted"
concurrent_calls = 4
"#;
    let source = only("candor.toml", text);
    assert_eq!(source.trust, SourceTrust::Untrusted);
    assert_eq!(source.concurrent_calls, Some(4));
    let pack = pack(text);
    assert!(pack.sample);
    assert_eq!(pack.resolver_url(), "https://api.example/links");
    let shown = pack.resolver.expect("an address").to_string();
    assert_eq!(shown, "https://${HOST}/links/");
}

#[test]
fn every_value_has_its_origin() {
    let loaded = toml(
        r#"
[sources.gs1]
kind = "pack"
[sources.goods]
pack = "gs1"
resolver = "https://${HOST}"
sample = true
"#,
    );
    insta::assert_snapshot!(shown_in(&loaded, "sources."), @"
    sources.gs1.pack = gs1 (default)
    sources.gs1.resolver = https://id.gs1.org (default)
    sources.gs1.sample = false (default)
    sources.gs1.trust = trusted (default)
    sources.gs1.enabled = true (default)
    sources.gs1.validate_arguments = true (default)
    sources.gs1.drift = quarantine (default)
    sources.goods.pack = gs1 (candor.toml:5:8)
    sources.goods.resolver = https://${HOST} (candor.toml:6:12)
    sources.goods.sample = true (candor.toml:7:10)
    sources.goods.trust = trusted (default)
    sources.goods.enabled = true (default)
    sources.goods.validate_arguments = true (default)
    sources.goods.drift = quarantine (default)
    ");
}

#[test]
fn what_cannot_be_is_told() {
    insta::assert_snapshot!(summary("candor.toml", r#"
[sources.goods]
kind = "pack"
sample = "yes"
[sources.GS1]
kind = "pack"
[sources."my gs1"]
pack = "gs1"
[sources.near]
pack = "gs2"
[sources.case]
pack = "GS1"
[sources.far]
pack = "payments"
[sources.variable]
pack = "${HOST}"
[sources.number]
pack = 1
[sources.kind]
kind = "pak"
pack = "gs1"
[sources.path]
kind = "pack"
pack = "gs1"
path = "a.ts"
[sources.both]
pack = "gs1"
command = "a"
[sources.both2]
pack = "gs1"
path = "a.ts"
[sources.functions]
kind = "functions"
pack = "gs1"
[sources.server]
kind = "mcp"
pack = "gs1"
"#), @r#"
    sources: [], refused: false
    candor.toml:2:10: error: `sources.goods` is of kind `pack`, but has no `pack`, and none is called `goods` [config::no-pack]
      hint: say with `pack` which one is meant: `gs1`, `nextcloud`
    candor.toml:4:10: error: `sources.goods.sample` is the text `yes`, but must be `true` or `false` [config::bad-value]
    candor.toml:5:10: error: `sources.GS1` is of kind `pack`, but has no `pack`, and none is called `GS1` [config::no-pack]
      hint: say with `pack` which one is meant: `gs1`, `nextcloud`
    candor.toml:7:10: error: the name of a source is `my gs1`, which holds ` ` [config::bad-name]
      hint: a name has letters, digits, `_` and `-`, at most 64
    candor.toml:10:8: error: `sources.near.pack` is `gs2`, which is not a pack [config::bad-value]
      hint: did you mean `gs1`?
    candor.toml:12:8: error: `sources.case.pack` is `GS1`, which is not a pack [config::bad-value]
      hint: did you mean `gs1`?
    candor.toml:14:8: error: `sources.far.pack` is `payments`, which is not a pack [config::bad-value]
      hint: the packs are `gs1`, `nextcloud`
    candor.toml:16:8: error: `sources.variable.pack` is `${HOST}`, which is not a pack [config::bad-value]
      hint: the packs are `gs1`, `nextcloud`
    candor.toml:18:8: error: `sources.number.pack` is the number `1`, but must be a text [config::bad-value]
    candor.toml:20:8: error: `sources.kind` is of kind `pak`, which does not exist [config::kind]
      hint: did you mean `pack`?
    candor.toml:23:8: error: `sources.path` is of kind `pack`, but has a `path` [config::two-transports]
      hint: leave out `path`, or write `kind = "functions"`
    candor.toml:26:10: error: `sources.both` has both a `pack` and a `command` [config::two-transports]
      hint: keep the one that is meant, or make two entries
    candor.toml:29:10: error: `sources.both2` has both a `path` and a `pack` [config::two-transports]
      hint: keep the one that is meant, or make two entries
    candor.toml:32:10: error: `sources.functions` is of kind `functions`, but has no `path` [config::no-path]
      hint: give the path of a `.ts`, `.mts`, `.js` or `.mjs` file, or of a folder
    candor.toml:33:8: error: `sources.functions` is of kind `functions`, but has a `pack` [config::two-transports]
      hint: leave out `pack`, or write `kind = "pack"`
    candor.toml:36:8: error: `sources.server` is of kind `mcp`, but has a `pack` [config::two-transports]
      hint: leave out `pack`, or write `kind = "pack"`
    "#);
}

#[test]
fn an_address_of_links_is_a_place_and_nothing_more() {
    insta::assert_snapshot!(summary("candor.toml", r#"
[sources.user]
pack = "gs1"
resolver = "https://me:${TOKEN}@a.example/"
[sources.query]
pack = "gs1"
resolver = "https://a.example/?key=${TOKEN}"
[sources.fragment]
pack = "gs1"
resolver = "https://a.example/#a"
[sources.scheme]
pack = "gs1"
resolver = "ftp://a.example"
[sources.word]
pack = "gs1"
resolver = "id.gs1.org"
[sources.empty]
pack = "gs1"
resolver = ""
[sources.unset]
pack = "gs1"
resolver = "${NO_SUCH}"
[sources.list]
pack = "gs1"
resolver = ["https://a.example"]
[sources.off]
enabled = false
pack = "gs1"
resolver = "${NO_SUCH}"
"#), @"
    sources: [], refused: false
    candor.toml:4:12: error: `sources.user.resolver` (`https://****@a.example/`) has a user name or a password in it, which everyone would see in its links [config::bad-value]
      hint: leave it out
    candor.toml:7:12: error: `sources.query.resolver` (`https://a.example/?****`) has a `?` or a `#`, but links are made by adding to it [config::bad-value]
      hint: end it with the host or a path, such as `https://id.example`
    candor.toml:10:12: error: `sources.fragment.resolver` (`https://a.example/?****`) has a `?` or a `#`, but links are made by adding to it [config::bad-value]
      hint: end it with the host or a path, such as `https://id.example`
    candor.toml:13:12: error: `sources.scheme.resolver` (`ftp://a.example`) begins with `ftp:`, but only `http:` and `https:` can be called [config::bad-value]
      hint: write an address, such as `https://id.example`
    candor.toml:16:12: error: `sources.word.resolver` (`id.gs1.org`) is not a URL [config::bad-value]
      hint: write an address, such as `https://id.example`
    candor.toml:19:12: error: `sources.empty.resolver` (``) is not a URL [config::bad-value]
      hint: write an address, such as `https://id.example`
    candor.toml:22:12: error: `sources.unset.resolver` uses `${NO_SUCH}`, but the variable `NO_SUCH` is not set [config::unset-variable]
      hint: set `NO_SUCH`, or write `${NO_SUCH:-default}`
    candor.toml:25:12: error: `sources.list.resolver` is a list, but must be a text [config::bad-value]
    candor.toml:29:12: warning: `sources.off.resolver` uses `${NO_SUCH}`, but the variable `NO_SUCH` is not set [config::unset-variable]
      hint: set `NO_SUCH`, or write `${NO_SUCH:-default}`
    ");
}

#[test]
fn keys_of_others_are_told() {
    insta::assert_snapshot!(summary("candor.toml", r#"
[sources.goods]
pack = "gs1"
variables = { KEY = "plain-secret" }
headers = { Authorization = "plain-secret" }
era = "legacy"
workers = 3
document_url = "https://a.example"
base_url = "https://a.example"
smple = true
"#), @r#"
    sources: ["goods"], refused: false
    candor.toml:4:1: warning: `sources.goods.variables` is ignored: only sources of kind `openapi` and `functions` have it [config::ignored-key]
    candor.toml:5:1: warning: `sources.goods.headers` is ignored: only sources of kind `mcp` and `openapi` have it [config::ignored-key]
    candor.toml:6:1: warning: `sources.goods.era` is ignored: only a source of kind `mcp` has it [config::ignored-key]
    candor.toml:7:1: warning: `sources.goods.workers` is ignored: only a source of kind `functions` has it [config::ignored-key]
    candor.toml:8:1: warning: unknown key `document_url` in `sources.goods` [config::unknown-key]
    candor.toml:9:1: warning: unknown key `base_url` in `sources.goods` [config::unknown-key]
      hint: did you mean `resolver`?
    candor.toml:10:1: warning: unknown key `smple` in `sources.goods` [config::unknown-key]
      hint: did you mean `sample`?
    "#);
}
