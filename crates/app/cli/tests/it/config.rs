//! `candor config`.

use serde_json::{Value, json};

use crate::sandbox::{CommandSandbox, check};

const FILE: &str = r#"
[server]
listen = "127.0.0.1:0"

[sources.files]
command = "files-server"
args = ["--token", "${FILES_TOKEN:-none}"]
env = { SECRET = "s3cret" }
"#;

#[test]
fn every_setting_with_its_origin() {
    let sandbox = CommandSandbox::configured(FILE);
    check!(sandbox.run("config show --origin --data state --log-level debug"), @r#"
    exit 0
    --- stdout
    KEY                                VALUE                                FROM
    server.listen                      127.0.0.1:0                          candor.toml:3:10
    server.auth                        auto                                 default
    server.public_url                  (none)                               default
    server.data                        state                                --data
    server.database_url                (none)                               default
    server.allowed_hosts               []                                   default
    server.allowed_origins             []                                   default
    server.allow_commands              false                                default
    server.log_format                  text                                 default
    server.log_level                   debug                                --log-level
    server.transparent                 (none)                               default
    server.secret_key_file             state/secret.key                     default
    limits.request_body                4MiB                                 default
    limits.reply                       32MiB                                default
    limits.call_timeout                1m                                   default
    limits.call_ceiling                15m                                  default
    limits.concurrent_calls            64                                   default
    limits.sessions                    1000                                 default
    limits.sessions_per_caller         250                                  default
    limits.waiting_per_caller          500                                  default
    limits.tasks_per_caller            1000                                 default
    limits.kept_bytes_per_caller       32MiB                                default
    limits.session_idle                1h                                   default
    limits.start_timeout               30s                                  default
    audit.retention                    90d                                  default
    audit.keep_arguments               false                                default
    endpoint.profile                   known                                default
    endpoint.provenance                false                                default
    endpoint.budget                    2048                                 default
    endpoint.management                true                                 default
    endpoint.list                      auto                                 default
    endpoint.list_budget               100000                               default
    endpoint.pinned                    (none)                               default
    endpoint.schemas                   full                                 default
    inference.enabled                  true                                 default
    inference.destructive              overwrites                           default
    inference.open_world               (none)                               default
    inference.titles                   true                                 default
    catalogue.registries               []                                   default
    catalogue.refresh                  1h                                   default
    catalogue.allow_private            false                                default
    catalogue.serve                    off                                  default
    catalogue.namespace                local.candor                         default
    policy.auto_approve_read_only      false                                default
    policy.always_confirm_destructive  true                                 default
    policy.show_warnings               true                                 default
    policy.trust_idempotent_retries    true                                 default
    policy.unset                       evidence                             default
    policy.out_of_band                 false                                default
    policy.cache                       0s                                   default
    policy.collapse                    true                                 default
    policy.approval_timeout            5m                                   default
    policy.standing_expiry             30d                                  default
    policy.self_approval               false                                default
    sources.files.command              files-server                         candor.toml:6:11
    sources.files.args                 ["--token", "${FILES_TOKEN:-none}"]  candor.toml:7:9
    sources.files.env.SECRET           ****                                 candor.toml:8:18
    sources.files.roots                []                                   default
    sources.files.era                  auto                                 default
    sources.files.trust                untrusted                            default
    sources.files.enabled              true                                 default
    sources.files.validate_arguments   true                                 default
    sources.files.drift                quarantine                           default
    "#);
}

#[test]
fn every_setting() {
    let sandbox = CommandSandbox::configured("[audit]\nretention = \"7d\"\n");
    check!(sandbox.run("config show"), @r"
    exit 0
    --- stdout
    KEY                                VALUE
    server.listen                      127.0.0.1:[PORT]
    server.auth                        auto
    server.public_url                  (none)
    server.data                        [DIR]/.local/share/candor/workspaces/[FOLDER]
    server.database_url                (none)
    server.allowed_hosts               []
    server.allowed_origins             []
    server.allow_commands              false
    server.log_format                  text
    server.log_level                   info
    server.transparent                 (none)
    server.secret_key_file             [DIR]/.local/share/candor/workspaces/[FOLDER]/secret.key
    limits.request_body                4MiB
    limits.reply                       32MiB
    limits.call_timeout                1m
    limits.call_ceiling                15m
    limits.concurrent_calls            64
    limits.sessions                    1000
    limits.sessions_per_caller         250
    limits.waiting_per_caller          500
    limits.tasks_per_caller            1000
    limits.kept_bytes_per_caller       32MiB
    limits.session_idle                1h
    limits.start_timeout               30s
    audit.retention                    7d
    audit.keep_arguments               false
    endpoint.profile                   known
    endpoint.provenance                false
    endpoint.budget                    2048
    endpoint.management                true
    endpoint.list                      auto
    endpoint.list_budget               100000
    endpoint.pinned                    (none)
    endpoint.schemas                   full
    inference.enabled                  true
    inference.destructive              overwrites
    inference.open_world               (none)
    inference.titles                   true
    catalogue.registries               []
    catalogue.refresh                  1h
    catalogue.allow_private            false
    catalogue.serve                    off
    catalogue.namespace                local.candor
    policy.auto_approve_read_only      false
    policy.always_confirm_destructive  true
    policy.show_warnings               true
    policy.trust_idempotent_retries    true
    policy.unset                       evidence
    policy.out_of_band                 false
    policy.cache                       0s
    policy.collapse                    true
    policy.approval_timeout            5m
    policy.standing_expiry             30d
    policy.self_approval               false
    ");
}

#[test]
fn every_setting_as_json() {
    let sandbox = CommandSandbox::configured(FILE);
    let ran = sandbox.ok("config show --json --data state");
    let shown = ran.json();
    let origin = |key: &str| {
        let settings = shown["settings"].as_array().expect("a list");
        let setting = settings.iter().find(|setting| setting["key"] == key);
        setting.map_or(Value::Null, |setting| setting["origin"].clone())
    };
    assert_eq!(shown["file"], "candor.toml");
    let expect = json!({"kind": "flag", "name": "--data"});
    assert_eq!(origin("server.data"), expect);
    let expect = json!({"kind": "file", "file": "candor.toml", "line": 3, "column": 10});
    assert_eq!(origin("server.listen"), expect);
    assert_eq!(origin("limits.reply"), json!({"kind": "default"}));
    assert!(!ran.stdout.contains("s3cret"), "{ran}");
}

#[test]
fn the_environment_is_an_origin() {
    let sandbox = CommandSandbox::new();
    let listen = ("CANDOR_LISTEN", "127.0.0.1:9");
    let shown = sandbox.run_env("config show --json", listen).json();
    let setting = json!({
        "key": "server.listen",
        "value": "127.0.0.1:9",
        "origin": {"kind": "environment", "name": "CANDOR_LISTEN"},
    });
    let settings = shown["settings"].as_array().expect("a list");
    assert!(settings.contains(&setting), "{shown}");
}

#[test]
fn a_file_with_mistakes_is_shown_with_them() {
    let sandbox = CommandSandbox::configured("[server]\nlisen = 1\nlisten = \"here\"\n");
    let ran = sandbox.exits(1, "config show");
    check!(ran.stderr, @r"
    candor.toml:2:1: warning: unknown key `lisen` in `server` [config::unknown-key]
      hint: did you mean `listen`?
    candor.toml:3:10: error: `server.listen` is `here`, which is not an address to listen on [config::bad-value]
      hint: write an IP address and a port, such as `127.0.0.1:[PORT]` or `[::1]:7333`
    ");
}

#[test]
fn a_file_that_cannot_be_read() {
    let sandbox = CommandSandbox::configured("[server\n");
    check!(sandbox.run("config show"), @r"
    exit 2
    --- stderr
    candor.toml:1:8: error: unclosed table, expected `]` [config::syntax]
    error: the configuration file cannot be read
    ");
    check!(sandbox.run("config show --config none.toml"), @r"
    exit 2
    --- stderr
    error: cannot read the configuration file `none.toml`
      caused by: No such file or directory (os error 2)
      hint: `candor config default > candor.toml` writes a file to start with
    ");
}

#[test]
fn the_default_file_is_a_configuration() {
    let sandbox = CommandSandbox::new();
    let ran = sandbox.ok("config default");
    sandbox.configure(&ran.stdout);
    sandbox.silent(0, "config show");
    assert_eq!(sandbox.json("config default --json")["toml"], ran.stdout);
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let sandbox = CommandSandbox::new();
    let mut child = sandbox
        .command(&["config", "default"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_full_disk_is_one() {
    let full = std::fs::File::create("/dev/full").expect("/dev/full");
    let sandbox = CommandSandbox::new();
    let mut command = sandbox.command(&["config", "default"]);
    let output = command.stdout(full).output().expect("the binary starts");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    let expect = "error: cannot write to standard output";
    assert!(said.starts_with(expect), "{said}");
}
