//! `[environments.NAME]`.

use candor_model::{EnvironmentVariable, HintProfile, OpinionScope, VariableValue};

use super::*;
use crate::settings::EnvironmentSettings;

/// Which environments are left of a file, and what it is told.
#[track_caller]
fn findings(text: &str) -> String {
    let loaded = toml(text);
    let environments = loaded.settings.environments.iter();
    let names: Vec<&str> = environments
        .map(|one| one.environment.name.as_str())
        .collect();
    let opinions = loaded.settings.opinions.len();
    report(
        &format!("environments: {names:?}, opinions: {opinions}"),
        &loaded,
    )
}

fn plain(variable: &EnvironmentVariable) -> (&str, &str, bool) {
    let name = variable.name.as_str();
    match &variable.value {
        VariableValue::Plain(value) => (name, value, false),
        VariableValue::Secret(value) => (name, value.expose(), true),
    }
}

#[test]
fn a_whole_environment() {
    let loaded = sound(
        r#"
[environments.dev]
[environments.prod]
description = """
What customers
see"""
profile = "explicit"
provenance = false
[environments.prod.variables]
REGION = "eu-${HOST}"
PORT = 8080
HOLDS = "${TOKEN}"
[environments.prod.secrets]
API_KEY = "Bearer ${TOKEN}"
_x1 = "plain-secret"
[environments.prod.annotations."shop.*"]
open_world = true
[sources.shop]
command = "shop"
"#,
    );
    let [dev, prod] = &loaded.settings.environments[..] else {
        panic!("not two: {:?}", loaded.settings.environments);
    };
    assert_eq!(dev.environment.name.as_str(), "dev");
    assert_eq!(dev.environment.profile, None);
    assert_eq!(dev.environment.provenance, None);
    assert_eq!(dev.environment.description, "");
    assert!(dev.variables.is_empty());
    assert_eq!(prod.environment.description, "What customers see");
    assert_eq!(prod.environment.profile, Some(HintProfile::Explicit));
    assert_eq!(prod.environment.provenance, Some(false));
    assert_eq!(prod.place.to_string(), "candor.toml:3:15");
    let variables: Vec<_> = prod.variables.iter().map(plain).collect();
    assert_eq!(
        variables,
        [
            ("REGION", "eu-api.example", false),
            ("PORT", "8080", false),
            ("HOLDS", CANARY, false),
            ("API_KEY", &format!("Bearer {CANARY}"), true),
            ("_x1", "plain-secret", true),
        ]
    );
    let scope = OpinionScope::Environment(prod.environment.name.clone());
    assert_eq!(loaded.settings.opinions[0].key.scope, scope);
    insta::assert_snapshot!(shown_in(&loaded, "environments"), @r#"
    environments.prod.description = What customers see (candor.toml:4:15)
    environments.prod.profile = explicit (candor.toml:7:11)
    environments.prod.provenance = false (candor.toml:8:14)
    environments.prod.variables.REGION = eu-${HOST} (candor.toml:10:10)
    environments.prod.variables.PORT = 8080 (candor.toml:11:8)
    environments.prod.variables.HOLDS = ${TOKEN} (candor.toml:12:9)
    environments.prod.secrets.API_KEY = Bearer ${TOKEN} (candor.toml:14:11)
    environments.prod.secrets._x1 = **** (candor.toml:15:7)
    environments.prod.annotations."shop.*".open_world = true (candor.toml:17:14)
    "#);
}

#[test]
fn values_are_not_in_debug_text() {
    let text = "[environments.prod]\nvariables = { A = \"seen\" }\nsecrets = { B = \"unseen\" }";
    let loaded = toml(text);
    let [EnvironmentSettings { variables, .. }] = &loaded.settings.environments[..] else {
        panic!("not one");
    };
    assert_eq!(variables.len(), 2);
    let debug = format!("{:?}", loaded.settings);
    assert!(debug.contains(r#"["A", "B"]"#), "{debug}");
    assert!(!debug.contains("seen"), "{debug}");
}

#[test]
fn one_bad_environment_does_not_hide_the_others() {
    insta::assert_snapshot!(findings(r#"
[environments]
number = 3
[environments.Prod]
profile = "nonsense"
[environments.p]
[environments.good]
profil = "known"
[environments.types]
description = 3
profile = "explict"
provenance = "yes"
variables = "hunter2"
secrets = ["hunter2"]
[environments.names]
variables = { "a b" = "x", A = "1", L = ["hunter2"] }
secrets = { A = "2", "9" = "x" }
[environments.unset]
variables = { A = "${NO_SUCH}" }
secrets = { B = "${open", C = "hunter2\u0000" }
[environments.hidden]
description = "zero\u200bwidth"
[environments.bad-opinion]
[environments.bad-opinion.annotations."shop.x"]
read_only = true
destructive = true
[environments.left.annotations]
shop = 3
[sources.shop]
command = "shop"
"#), @r#"
    environments: ["good", "bad-opinion", "left"], opinions: 0, refused: true
    candor.toml:3:1: error: `environments.number` is the number `3`, but must be a table [config::bad-value]
    candor.toml:4:15: error: `Prod` cannot be the name of an environment: 2 to 50 lowercase letters, digits and `-` [config::bad-name]
    candor.toml:6:15: error: `p` cannot be the name of an environment: 2 to 50 lowercase letters, digits and `-` [config::bad-name]
    candor.toml:8:1: warning: unknown key `profil` in `environments.good` [config::unknown-key]
      hint: did you mean `profile`?
    candor.toml:10:15: error: `environments.types.description` is the number `3`, but must be a text [config::bad-value]
    candor.toml:11:11: error: `environments.types.profile` is `explict`, but must be one of `known`, `explicit`, `anthropic`, `openai` [config::bad-value]
      hint: did you mean `explicit`?
    candor.toml:12:14: error: `environments.types.provenance` is the text `yes`, but must be `true` or `false` [config::bad-value]
    candor.toml:13:13: error: `environments.types.variables` must be a table [config::bad-value]
    candor.toml:14:11: error: `environments.types.secrets` must be a table [config::bad-value]
    candor.toml:16:23: error: in `environments.names.variables.a b`, `a b` cannot be the name of a variable: 1 to 100 letters, digits and `_`, and no digit first [config::bad-name]
    candor.toml:16:41: error: `environments.names.variables.L` must be a text [config::bad-value]
    candor.toml:17:17: error: `environments.names.secrets.A` is also among the variables [config::bad-value]
      hint: a name is a variable or a secret, not both: keep one
    candor.toml:17:28: error: in `environments.names.secrets.9`, `9` cannot be the name of a variable: 1 to 100 letters, digits and `_`, and no digit first [config::bad-name]
    candor.toml:19:19: error: `environments.unset.variables.A` uses `${NO_SUCH}`, but the variable `NO_SUCH` is not set [config::unset-variable]
      hint: set `NO_SUCH`, or write `${NO_SUCH:-default}`
    candor.toml:20:17: error: `environments.unset.secrets.B` has a `${` without its `}` [config::bad-template]
      hint: write `$${` where the characters themselves are meant
    candor.toml:20:31: error: `environments.unset.secrets.C` has a value with a NUL character in it [config::bad-value]
    candor.toml:22:15: error: `environments.hidden.description` holds the hidden character U+200B at position 5 [config::bad-value]
      hint: remove it
    candor.toml:24:39: error: in `environments.bad-opinion.annotations."shop.x"`, `read_only` and `destructive` cannot both be true: what changes nothing destroys nothing; set one of them to false or leave it out [config::bad-opinion]
    candor.toml:28:1: error: `shop` in `environments.left.annotations` names no tool [config::bad-name]
      hint: write `source.tool`, or `source.*` for all tools of a source
    "#);
}

#[test]
fn opinions_of_an_environment_with_a_mistake_are_kept() {
    insta::assert_snapshot!(findings(r#"
[environments.prod]
profile = 3
[environments.prod.annotations."shop.*"]
destructive = true
[sources.shop]
command = "shop"
"#), @"
    environments: [], opinions: 1, refused: false
    candor.toml:3:11: error: `environments.prod.profile` is the number `3`, but must be a text [config::bad-value]
    ");
}

#[test]
fn environments_as_something_else() {
    insta::assert_snapshot!(findings("[[environments]]\nname = \"prod\""), @"
    environments: [], opinions: 0, refused: true
    candor.toml:1:3: error: `environments` is a list, but must be a table [config::bad-value]
      hint: begin each environment with a line `[environments.NAME]`
    ");
}

#[test]
fn many_variables_are_read_in_time() {
    let pairs = |table: &str, letter: char| {
        let line = |index| format!("{letter}{index} = \"x\"\n");
        let lines: String = (0..20_000).map(line).collect();
        format!("[environments.prod.{table}]\n{lines}")
    };
    let text = format!("{}{}", pairs("variables", 'A'), pairs("secrets", 'B'));
    let loaded = toml(&text);
    assert_eq!(told(&loaded.diagnostics), "");
    assert_eq!(loaded.settings.environments[0].variables.len(), 40_000);
}
