//! Flag over environment over file over default, and what is shown of it.

use candor_model::Secret;

use super::*;
use crate::SettingOrigin;
use crate::env as names;
use crate::settings::SecretKey;

/// What is shown of every setting.
fn all_shown(loaded: &LoadedSettings) -> String {
    shown(loaded, |_| true)
}

/// What comes after the settings of the gateway itself.
fn after_limits(shown: &str) -> &str {
    shown
        .split_once("audit.keep_arguments")
        .expect("the audit")
        .1
}

fn nothing() -> LoadedSettings {
    read(None, &SettingFlags::default(), &env).expect("readable")
}

#[test]
fn nothing_at_all_gives_the_defaults() {
    let loaded = nothing();
    assert_eq!(loaded.file, None);
    assert!(loaded.settings.sources.is_empty());
    assert!(!loaded.refused);
    insta::assert_snapshot!(all_shown(&loaded), @r"
    server.listen = 127.0.0.1:7333 (default)
    server.auth = auto (default)
    server.public_url = (none) (default)
    server.data = /home/ada/.local/share/candor/demo (default)
    server.database_url = (none) (default)
    server.allowed_hosts = [] (default)
    server.allowed_origins = [] (default)
    server.allow_commands = false (default)
    server.log_format = text (default)
    server.log_level = info (default)
    server.transparent = (none) (default)
    server.secret_key_file = /home/ada/.local/share/candor/demo/secret.key (default)
    limits.request_body = 4MiB (default)
    limits.reply = 32MiB (default)
    limits.call_timeout = 1m (default)
    limits.call_ceiling = 15m (default)
    limits.concurrent_calls = 64 (default)
    limits.sessions = 1000 (default)
    limits.sessions_per_caller = 250 (default)
    limits.waiting_per_caller = 500 (default)
    limits.tasks_per_caller = 1000 (default)
    limits.kept_bytes_per_caller = 32MiB (default)
    limits.session_idle = 1h (default)
    limits.start_timeout = 30s (default)
    audit.retention = 90d (default)
    audit.keep_arguments = false (default)
    endpoint.profile = known (default)
    endpoint.provenance = false (default)
    endpoint.budget = 2048 (default)
    endpoint.management = true (default)
    endpoint.list = auto (default)
    endpoint.list_budget = 100000 (default)
    endpoint.pinned = (none) (default)
    endpoint.schemas = full (default)
    inference.enabled = true (default)
    inference.destructive = overwrites (default)
    inference.open_world = (none) (default)
    inference.titles = true (default)
    catalogue.registries = [] (default)
    catalogue.refresh = 1h (default)
    catalogue.allow_private = false (default)
    catalogue.serve = off (default)
    catalogue.namespace = local.candor (default)
    policy.auto_approve_read_only = false (default)
    policy.always_confirm_destructive = true (default)
    policy.show_warnings = true (default)
    policy.trust_idempotent_retries = true (default)
    policy.unset = evidence (default)
    policy.out_of_band = false (default)
    policy.cache = 0s (default)
    policy.collapse = true (default)
    policy.approval_timeout = 5m (default)
    policy.standing_expiry = 30d (default)
    policy.self_approval = false (default)
    ");
}

#[test]
fn the_file_is_shown_without_what_is_secret() {
    let loaded = toml(
        r#"
[server]
database_url = "postgres://me:pw@${HOST}/x"
[sources.a]
command = "npx"
args = ["--root", "${HOME}"]
env = { TOKEN = "${TOKEN}", PLAIN = "plain-secret" }
call_timeout = "90s"
[sources.b]
url = "https://user:pw@host/mcp?key=1"
headers = { Authorization = "Bearer ${TOKEN}" }
"#,
    );
    let text = all_shown(&loaded);
    assert!(!text.contains("pw") && !text.contains("plain-secret") && !text.contains("key=1"));
    // Everything else is shown as it is without a file.
    let unset = all_shown(&nothing());
    let own = after_limits(&text).strip_prefix(after_limits(&unset));
    insta::assert_snapshot!(own.expect("the defaults").trim_start(), @r#"
    sources.a.command = npx (candor.toml:5:11)
    sources.a.args = ["--root", "${HOME}"] (candor.toml:6:9)
    sources.a.env.TOKEN = ${TOKEN} (candor.toml:7:17)
    sources.a.env.PLAIN = **** (candor.toml:7:37)
    sources.a.roots = [] (default)
    sources.a.era = auto (default)
    sources.a.trust = untrusted (default)
    sources.a.enabled = true (default)
    sources.a.validate_arguments = true (default)
    sources.a.call_timeout = 90s (candor.toml:8:16)
    sources.a.drift = quarantine (default)
    sources.b.url = https://****@host/mcp?**** (candor.toml:10:7)
    sources.b.headers.Authorization = Bearer ${TOKEN} (candor.toml:11:29)
    sources.b.transport = auto (default)
    sources.b.roots = [] (default)
    sources.b.era = auto (default)
    sources.b.trust = untrusted (default)
    sources.b.enabled = true (default)
    sources.b.validate_arguments = true (default)
    sources.b.drift = quarantine (default)
    "#);
    let database = "server.database_url = ****${HOST}**** (candor.toml:3:16)";
    assert!(text.contains(database), "{text}");
}

/// What `server.log_level` becomes, by which layers say something; `-` is nothing.
#[track_caller]
fn check(file: &str, variable: &str, flag: &str, expect: &str) {
    let given = |text: &str| (text != "-").then(|| text.to_owned());
    let text = given(file).map(|level| format!("[server]\nlog_level = \"{level}\""));
    let flags = SettingFlags {
        log_level: given(flag),
        ..SettingFlags::default()
    };
    let with_variable = |name: &str| match name {
        names::LOG => given(variable),
        name => env(name),
    };
    let loaded = read_in(&with_variable, &text.unwrap_or_default(), &flags);
    let mut origins = loaded.origins.iter();
    let level = origins.find(|shown| shown.key == "server.log_level");
    let level = level.expect("always shown");
    let (value, origin, errors) = (&level.value, &level.origin, loaded.diagnostics.len());
    let seen = format!("{value} ({origin}) {errors} {}", loaded.refused);
    assert_eq!(seen, expect);
    assert_eq!(loaded.settings.server.log_level, level.value);
}

#[test]
fn the_higher_layer_wins() {
    check("-", "-", "-", "info (default) 0 false");
    check("warn", "-", "-", "warn (c.toml:2:13) 0 false");
    check("warn", "debug", "-", "debug (CANDOR_LOG) 0 false");
    check("warn", "", "-", "warn (c.toml:2:13) 0 false");
    check("warn", "debug", "trace", "trace (--log-level) 0 false");
    check("-", "-", "trace", "trace (--log-level) 0 false");
    // An overridden mistake is told; only one that counts refuses.
    check("loud", "debug", "-", "debug (CANDOR_LOG) 1 false");
    check("warn", "loud", "-", "info (default) 1 true");
    check("warn", "loud", "off", "off (--log-level) 1 false");
    check("-", "-", "", "info (default) 1 true");
}

#[test]
fn every_flag_and_variable_reaches_its_setting() {
    let flags = SettingFlags {
        config: None,
        data: Some("/flag".into()),
        listen: Some("127.0.0.1:1".to_owned()),
        database_url: Some(Secret::new(format!("sqlite:{CANARY}${{NOT}}"))),
        transparent: Some("a".to_owned()),
        log_level: Some("off".to_owned()),
        log_format: Some("json".to_owned()),
    };
    let loaded = try_read("c.toml", "[sources.a]\ncommand = \"a\"", &flags).expect("readable");
    assert_eq!(told(&loaded.diagnostics), "");
    let flagged = |shown: &ShownSetting| matches!(shown.origin, SettingOrigin::Flag { .. });
    insta::assert_snapshot!(shown(&loaded, flagged), @"
    server.listen = 127.0.0.1:1 (--listen)
    server.data = /flag (--data)
    server.database_url = **** (--database-url)
    server.log_format = json (--log-format)
    server.log_level = off (--log-level)
    server.transparent = a (--transparent)
    ");
    let variables = |name: &str| match name {
        names::DATA => Some("/variable".to_owned()),
        names::LISTEN => Some("[::1]:2".to_owned()),
        names::DATABASE_URL => Some(format!("postgres://{CANARY}")),
        names::LOG => Some("error".to_owned()),
        names::LOG_FORMAT => Some("json".to_owned()),
        names::SECRET_KEY_FILE => Some("/keys".to_owned()),
        names::AUTH => Some("required".to_owned()),
        names::PUBLIC_URL => Some("https://c.example".to_owned()),
        _ => None,
    };
    let loaded = read(None, &SettingFlags::default(), &variables).expect("readable");
    assert_eq!(told(&loaded.diagnostics), "");
    let said = |shown: &ShownSetting| matches!(shown.origin, SettingOrigin::Env { .. });
    insta::assert_snapshot!(shown(&loaded, said), @"
    server.listen = [::1]:2 (CANDOR_LISTEN)
    server.auth = required (CANDOR_AUTH)
    server.public_url = https://c.example (CANDOR_PUBLIC_URL)
    server.data = /variable (CANDOR_DATA)
    server.database_url = **** (CANDOR_DATABASE_URL)
    server.log_format = json (CANDOR_LOG_FORMAT)
    server.log_level = error (CANDOR_LOG)
    server.secret_key_file = /keys (CANDOR_SECRET_KEY_FILE)
    ");
}

#[test]
fn bad_flags_and_variables_are_told_by_name() {
    let flags = SettingFlags {
        listen: Some("here".to_owned()),
        database_url: Some(Secret::new(CANARY.to_owned())),
        transparent: Some("a b".to_owned()),
        ..SettingFlags::default()
    };
    let variables = |name: &str| (name == names::LOG_FORMAT).then(|| "jsn".to_owned());
    let loaded = read(None, &flags, &variables).expect("readable");
    assert!(loaded.refused);
    insta::assert_snapshot!(told(&loaded.diagnostics), @"
    --listen: error: `server.listen` is `here`, which is not an address to listen on [config::bad-value]
      hint: write an IP address and a port, such as `127.0.0.1:7333` or `[::1]:7333`
    --database-url: error: `server.database_url` is not the address of a database that can be used [config::bad-value]
      hint: begin with `sqlite:` or `postgres:`
    CANDOR_LOG_FORMAT: error: `server.log_format` is `jsn`, but must be one of `text`, `json` [config::bad-value]
      hint: did you mean `json`?
    --transparent: error: `server.transparent` is `a b`, which holds ` ` [config::bad-value]
      hint: a name has letters, digits, `_` and `-`, at most 64
    ");
}

#[test]
fn data_goes_where_the_user_keeps_data() {
    let with = |xdg: Option<&str>, home: Option<&str>| {
        let environment = |name: &str| match name {
            names::XDG_DATA_HOME => xdg.map(str::to_owned),
            names::HOME => home.map(str::to_owned),
            _ => None,
        };
        let loaded = read(None, &SettingFlags::default(), &environment).expect("readable");
        let told = told(&loaded.diagnostics);
        (loaded.settings.server.data, told, loaded.refused)
    };
    let plain = |path: &str| (PathBuf::from(path), String::new(), false);
    for (xdg, home, expect) in [
        (Some("/xdg"), "/home/ada", "/xdg/candor/demo"),
        (None, "/home/ada", "/home/ada/.local/share/candor/demo"),
        (Some("relative"), "/h", "/h/.local/share/candor/demo"),
    ] {
        assert_eq!(with(xdg, Some(home)), plain(expect), "{xdg:?} {home}");
    }
    let (_, told, refused) = with(None, None);
    assert!(refused);
    insta::assert_snapshot!(told, @"
    error: there is no data directory: neither `XDG_DATA_HOME` nor `HOME` is set [config::no-data]
      hint: say where state is kept with `--data DIR`, `CANDOR_DATA` or `server.data`
    ");
}

/// Where the keys are, what is told, and what is shown, by file and variables.
fn keys(file: &str, path: Option<&str>, given: Option<&str>) -> (SecretKey, String, String) {
    let environment = |name: &str| match name {
        names::SECRET_KEY_FILE => path.map(str::to_owned),
        names::SECRET_KEY => given.map(str::to_owned),
        name => env(name),
    };
    let loaded = read_in(&environment, file, &SettingFlags::default());
    let line = shown_in(&loaded, "server.secret_key");
    assert_eq!(line.lines().count(), 1, "always shown: {line}");
    let said = told(&loaded.diagnostics);
    (loaded.settings.server.secret_key, said, line)
}

#[test]
fn keys_are_in_a_file_unless_they_are_given() {
    let in_file = |path: &str| SecretKey::File(path.into());
    let usual = "/home/ada/.local/share/candor/secret.key";
    let named = "[server]\nsecret_key_file = \"${HOME}/key\"";
    let (key, said, shown) = keys("", None, None);
    assert_eq!((key, said.as_str()), (in_file(usual), ""));
    assert_eq!(shown, format!("server.secret_key_file = {usual} (default)"));
    let (key, _, _) = keys("[server]\ndata = \"/d\"", None, None);
    assert_eq!(key, in_file("/d/secret.key"));
    let (key, _, shown) = keys(named, None, None);
    assert_eq!(key, in_file("/home/ada/key"));
    let expect = "server.secret_key_file = /home/ada/key (c.toml:2:19)";
    assert_eq!(shown, expect);
    let (key, _, shown) = keys(named, Some("/variable/${HOME}"), Some(""));
    assert_eq!(key, in_file("/variable/${HOME}"));
    let expect = "server.secret_key_file = /variable/${HOME} (CANDOR_SECRET_KEY_FILE)";
    assert_eq!(shown, expect);
    let (key, said, shown) = keys(named, None, Some(CANARY));
    assert_eq!(key, SecretKey::Given(Secret::new(CANARY.to_owned())));
    assert_eq!(format!("{key:?}"), "Given(****)");
    assert_eq!(said, "");
    assert_eq!(shown, "server.secret_key = **** (CANDOR_SECRET_KEY)");
}

#[test]
fn keys_that_are_given_twice_and_files_that_are_none() {
    let (key, said, _) = keys("", Some("/variable"), Some(CANARY));
    assert_eq!(key, SecretKey::Given(Secret::new(CANARY.to_owned())));
    insta::assert_snapshot!(said, @"
    CANDOR_SECRET_KEY_FILE: warning: `CANDOR_SECRET_KEY_FILE` is ignored: `CANDOR_SECRET_KEY` is set, too [config::ignored-key]
      hint: unset the one that is not meant
    ");
    let (_, said, _) = keys("[server]\nsecret_key_file = \"${NO_SUCH:-}\"", None, None);
    insta::assert_snapshot!(said, @"c.toml:2:19: error: `server.secret_key_file` is `${NO_SUCH:-}`, which is not a path [config::bad-value]");
}
