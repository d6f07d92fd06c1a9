//! `[policy]` and `[policy.toolsets.NAME]`.

use std::time::Duration;

use candor_model::{PolicyPreferences, PreferenceEdits, UnsetPolicy};

use super::*;
use crate::settings::PolicyFileSettings;

/// What a file says of policy, and what it is told.
#[track_caller]
fn findings(text: &str) -> String {
    let loaded = toml(text);
    let PolicyFileSettings {
        toolsets, webhooks, ..
    } = &loaded.settings.policy;
    let names: Vec<&str> = toolsets.iter().map(|(name, ..)| name.as_str()).collect();
    let webhooks = webhooks.len();
    report(
        &format!("toolsets: {names:?}, webhooks: {webhooks}"),
        &loaded,
    )
}

/// The policy of a sound file.
#[track_caller]
fn policy_of(text: &str) -> PolicyFileSettings {
    let loaded = sound(text);
    assert!(!loaded.refused);
    loaded.settings.policy
}

#[test]
fn nothing_is_stated_where_nothing_is_said() {
    let settings = policy_of("");
    assert!(settings.preferences.is_empty());
    assert_eq!(settings.place, None);
    assert_eq!(settings.approval_timeout, Duration::from_mins(5));
    assert_eq!(settings.standing_expiry, Duration::from_hours(30 * 24));
    assert!(!settings.self_approval);
    assert!(settings.toolsets.is_empty() && settings.webhooks.is_empty());
    assert_eq!(settings.policy.rules().count(), 0);
    let empty = policy_of("\n[policy]\n");
    let place = empty.place.expect("a table").to_string();
    assert_eq!(place, "candor.toml:2:2");
}

#[test]
fn every_preference_reaches_its_field() {
    type Edit = fn(&mut PreferenceEdits);
    let rows: [(&str, Edit); 10] = [
        ("auto_approve_read_only = true", |edits| {
            edits.auto_approve_read_only = Some(true);
        }),
        ("always_confirm_destructive = false", |edits| {
            edits.always_confirm_destructive = Some(false);
        }),
        ("show_warnings = false", |edits| {
            edits.show_warnings = Some(false);
        }),
        ("trust_idempotent_retries = false", |edits| {
            edits.trust_idempotent_retries = Some(false);
        }),
        ("unset = \"ask\"", |edits| {
            edits.unset = Some(UnsetPolicy::Ask);
        }),
        ("unset = \"allow\"", |edits| {
            edits.unset = Some(UnsetPolicy::Allow);
        }),
        ("out_of_band = true", |edits| edits.out_of_band = Some(true)),
        ("cache = \"1d\"", |edits| {
            edits.cache = Some(Duration::from_hours(24));
        }),
        ("cache = \"0s\"", |edits| edits.cache = Some(Duration::ZERO)),
        ("collapse = false", |edits| edits.collapse = Some(false)),
    ];
    for (line, set) in rows {
        let mut expect = PreferenceEdits::default();
        set(&mut expect);
        assert_eq!(policy_of(&format!("[policy]\n{line}")).preferences, expect);
        let toolset = format!("[policy.toolsets.reading]\n{line}\n[toolsets.reading]\ntools = []");
        let settings = toml(&toolset).settings.policy;
        assert!(settings.preferences.is_empty(), "{line}");
        let [(name, edits, place)] = &settings.toolsets[..] else {
            panic!("not one: {settings:?}");
        };
        assert_eq!((name.as_str(), *edits), ("reading", expect), "{line}");
        assert_eq!(place.to_string(), "candor.toml:1:18");
    }
}

#[test]
fn the_rest_of_the_table() {
    for (line, expect) in [
        ("approval_timeout = \"1s\"", (1, 2_592_000, false)),
        ("approval_timeout = \"7d\"", (604_800, 2_592_000, false)),
        ("standing_expiry = \"1m\"", (300, 60, false)),
        ("standing_expiry = \"366d\"", (300, 31_622_400, false)),
        ("self_approval = true", (300, 2_592_000, true)),
    ] {
        let PolicyFileSettings {
            approval_timeout,
            standing_expiry,
            self_approval,
            ..
        } = policy_of(&format!("[policy]\n{line}"));
        let times = [approval_timeout, standing_expiry].map(|time| time.as_secs());
        assert_eq!((times[0], times[1], self_approval), expect, "{line}");
    }
}

#[test]
fn a_mistake_anywhere_is_refused_and_all_are_told() {
    insta::assert_snapshot!(findings(r#"
[policy]
auto_approve_read_only = "yes"
always_confirm_destructive = 1
show_warnings = []
trust_idempotent_retries = {}
unset = "aks"
out_of_band = 1979-05-27
cache = "25h"
collapse = "no"
approval_timeout = "8d"
standing_expiry = "59s"
self_approval = "never"
unse = "ask"
rules = []
webhooks = []
toolset = {}
[policy.toolsets.reading]
unset = "maybe"
cache = 5
approval_timeout = "1m"
outofband = true
[policy.toolsets.Reading]
unset = "ask"
[policy.toolsets]
writing = 3
"#), @r#"
    toolsets: ["reading"], webhooks: 0, refused: true
    candor.toml:3:26: error: `policy.auto_approve_read_only` is the text `yes`, but must be `true` or `false` [config::bad-value]
    candor.toml:4:30: error: `policy.always_confirm_destructive` is the number `1`, but must be `true` or `false` [config::bad-value]
    candor.toml:5:17: error: `policy.show_warnings` is a list, but must be `true` or `false` [config::bad-value]
    candor.toml:6:28: error: `policy.trust_idempotent_retries` is a table, but must be `true` or `false` [config::bad-value]
    candor.toml:7:9: error: `policy.unset` is `aks`, but must be one of `allow`, `evidence`, `ask` [config::bad-value]
      hint: did you mean `ask`?
    candor.toml:8:15: error: `policy.out_of_band` is the date `1979-05-27`, but must be `true` or `false` [config::bad-value]
    candor.toml:9:9: error: `policy.cache` is `25h`, but must be from `0s` to `1d` [config::bad-value]
    candor.toml:10:12: error: `policy.collapse` is the text `no`, but must be `true` or `false` [config::bad-value]
    candor.toml:11:20: error: `policy.approval_timeout` is `8d`, but must be from `1s` to `7d` [config::bad-value]
    candor.toml:12:19: error: `policy.standing_expiry` is `59s`, but must be from `1m` to `366d` [config::bad-value]
    candor.toml:13:17: error: `policy.self_approval` is the text `never`, but must be `true` or `false` [config::bad-value]
    candor.toml:14:1: error: unknown key `unse` in `policy` [config::unknown-key]
      hint: did you mean `unset`?
    candor.toml:15:1: error: unknown key `rules` in `policy` [config::unknown-key]
      hint: did you mean `rule`?
    candor.toml:16:1: error: unknown key `webhooks` in `policy` [config::unknown-key]
      hint: did you mean `webhook`?
    candor.toml:17:1: error: unknown key `toolset` in `policy` [config::unknown-key]
      hint: did you mean `toolsets`?
    candor.toml:18:18: warning: `policy.toolsets.reading` is about the toolset `reading`, which this file does not declare [config::no-such-toolset]
      hint: it applies as soon as such a toolset is created elsewhere
    candor.toml:19:9: error: `policy.toolsets.reading.unset` is `maybe`, but must be one of `allow`, `evidence`, `ask` [config::bad-value]
    candor.toml:20:9: error: `policy.toolsets.reading.cache` is `5`, which is not a duration [config::bad-value]
      hint: write a whole number and a unit: `500ms`, `30s`, `5m`, `1h` or `7d`
    candor.toml:21:1: error: unknown key `approval_timeout` in `policy.toolsets.reading` [config::unknown-key]
    candor.toml:22:1: error: unknown key `outofband` in `policy.toolsets.reading` [config::unknown-key]
      hint: did you mean `out_of_band`?
    candor.toml:23:18: error: `Reading` cannot be the name of a toolset: 2 to 50 lowercase letters, digits and `-` [config::bad-name]
    candor.toml:26:1: error: `policy.toolsets.writing` is the number `3`, but must be a table [config::bad-value]
    "#);
}

#[test]
fn tables_that_are_something_else() {
    insta::assert_snapshot!(findings("policy = true"), @"
    toolsets: [], webhooks: 0, refused: true
    candor.toml:1:1: error: `policy` is `true`, but must be a table [config::bad-value]
    ");
    insta::assert_snapshot!(findings("[[policy]]\nunset = \"ask\""), @"
    toolsets: [], webhooks: 0, refused: true
    candor.toml:1:3: error: `policy` is a list, but must be a table [config::bad-value]
    ");
    let others = "[policy]\ntoolsets = [\"reading\"]\nrule = { effect = \"deny\" }\nwebhook = \"https://x.example\"";
    insta::assert_snapshot!(findings(others), @"
    toolsets: [], webhooks: 0, refused: true
    candor.toml:2:1: error: `policy.toolsets` is a list, but must be a table [config::bad-value]
      hint: begin each with a line `[policy.toolsets.NAME]`
    candor.toml:3:1: error: `policy.rule` must be a list of tables [config::bad-value]
      hint: begin each with a line `[[policy.rule]]`
    candor.toml:4:1: error: `policy.webhook` must be a list of tables [config::bad-value]
      hint: begin each with a line `[[policy.webhook]]`
    ");
}

#[test]
fn a_toolset_that_is_not_in_the_file_may_be_elsewhere() {
    insta::assert_snapshot!(findings(r#"
[toolsets.reading]
tools = ["read_only=true"]
[policy.toolsets.reading]
unset = "ask"
[policy.toolsets.readng]
unset = "ask"
[policy.toolsets.kitchen]
unset = "ask"
[policy.toolsets.reading-2]
"#), @r#"
    toolsets: ["reading", "readng", "kitchen", "reading-2"], webhooks: 0, refused: false
    candor.toml:6:18: warning: `policy.toolsets.readng` is about the toolset `readng`, which this file does not declare [config::no-such-toolset]
      hint: did you mean `reading`?
    candor.toml:8:18: warning: `policy.toolsets.kitchen` is about the toolset `kitchen`, which this file does not declare [config::no-such-toolset]
      hint: it applies as soon as such a toolset is created elsewhere
    candor.toml:10:18: warning: `policy.toolsets.reading-2` is about the toolset `reading-2`, which this file does not declare [config::no-such-toolset]
      hint: did you mean `reading`?
    candor.toml:10:18: warning: `policy.toolsets.reading-2` states no preference [config::says-nothing]
      hint: state one, such as `unset = "ask"`, or remove the table
    "#);
}

#[test]
fn what_is_stated_is_shown_with_its_place() {
    let loaded = sound(
        r#"
[policy]
unset = "ask"
cache = "30s"
self_approval = true
[policy.toolsets.reading]
cache = "0s"
[toolsets.reading]
tools = ["read_only=true"]
[[policy.rule]]
name = "large payments"
tool = "pay.transfer*"
hints = { open_world = "unset", destructive = true }
role = ["caller", "admin"]
when = "args.amount > 100"
effect = "ask"
message = "That is\n a lot."
out_of_band = true
[sources.pay]
command = "pay"
unset = "ask"
"#,
    );
    let stated =
        |shown: &ShownSetting| shown.key.starts_with("policy") || shown.key.ends_with("unset");
    insta::assert_snapshot!(shown(&loaded, stated), @r#"
    policy.auto_approve_read_only = false (default)
    policy.always_confirm_destructive = true (default)
    policy.show_warnings = true (default)
    policy.trust_idempotent_retries = true (default)
    policy.unset = ask (candor.toml:3:9)
    policy.out_of_band = false (default)
    policy.cache = 30s (candor.toml:4:9)
    policy.collapse = true (default)
    policy.approval_timeout = 5m (default)
    policy.standing_expiry = 30d (default)
    policy.self_approval = true (candor.toml:5:17)
    policy.toolsets.reading.cache = 0s (candor.toml:7:9)
    policy.rule[0].name = large payments (candor.toml:11:8)
    policy.rule[0].tool = ["pay.transfer*"] (candor.toml:12:8)
    policy.rule[0].hints.open_world = unset (candor.toml:13:24)
    policy.rule[0].hints.destructive = true (candor.toml:13:47)
    policy.rule[0].role = ["caller", "admin"] (candor.toml:14:8)
    policy.rule[0].when = args.amount > 100 (candor.toml:15:8)
    policy.rule[0].effect = ask (candor.toml:16:10)
    policy.rule[0].message = That is a lot. (candor.toml:17:11)
    policy.rule[0].out_of_band = true (candor.toml:18:15)
    sources.pay.unset = ask (candor.toml:21:9)
    "#);
    assert_eq!(loaded.settings.sources[0].unset, Some(UnsetPolicy::Ask));
    let edits = &loaded.settings.policy.preferences;
    let kept = PolicyPreferences::default().with(edits).cache;
    assert_eq!(kept, Some(Duration::from_secs(30)));
}

#[test]
fn a_source_says_for_itself_what_unset_means() {
    insta::assert_snapshot!(summary("candor.toml", "[sources.a]\ncommand = \"a\"\nunset = \"deny\""), @"
    sources: [], refused: false
    candor.toml:3:9: error: `sources.a.unset` is `deny`, but must be one of `allow`, `evidence`, `ask` [config::bad-value]
    ");
}
