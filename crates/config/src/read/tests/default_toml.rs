//! The embedded file says what the code does.

use super::super::{
    endpoint, environments, functions, inference, limits, notes, openapi, opinion, pack, policy,
    preferences, rule, server, source_table, toolsets, webhooks,
};
use super::*;
use crate::DEFAULT_TOML;
use crate::settings::{
    DocumentAt, FunctionsSettings, OpenApiSettings, PackName, PackSettings, Transport,
};
use candor_model::{Confirm, Preferences, Say, SourceName, Unset};

/// The file with every commented default in force.
fn uncommented() -> String {
    let lines = DEFAULT_TOML
        .lines()
        .map(|line| match line.strip_prefix('#') {
            Some(rest) if rest.starts_with(|c: char| c == '[' || c.is_ascii_lowercase()) => rest,
            _ => line,
        });
    lines.collect::<Vec<_>>().join("\n")
}

/// The examples alone, each in its table.
fn examples() -> String {
    let header = |line: &'static str| line.strip_prefix('#').filter(|line| line.starts_with('['));
    // The keys after a table that shows the defaults of a source go to the last example.
    let lines = DEFAULT_TOML
        .lines()
        .filter(|line| !line.starts_with("#[sources.example"))
        .filter_map(|line| line.strip_prefix("# Example: ").or_else(|| header(line)));
    lines.collect::<Vec<_>>().join("\n")
}

fn nothing() -> Loaded {
    read(None, &Flags::default(), &env).expect("readable")
}

#[test]
fn the_file_changes_nothing_as_it_is() {
    let loaded = loaded("candor.toml", DEFAULT_TOML);
    assert_eq!(told(&loaded.diagnostics), "");
    assert_eq!(loaded.settings, nothing().settings);
}

#[test]
fn the_defaults_it_shows_are_the_defaults() {
    let loaded = loaded("candor.toml", &uncommented());
    assert_eq!(told(&loaded.diagnostics), "");
    let defaults = nothing().settings;
    assert_eq!(loaded.settings.server, defaults.server);
    assert_eq!(loaded.settings.limits, defaults.limits);
    assert_eq!(loaded.settings.audit, defaults.audit);
    assert_eq!(loaded.settings.endpoint, defaults.endpoint);
    assert_eq!(loaded.settings.inference, defaults.inference);
    let (shown, policy) = (&loaded.settings.policy, &defaults.policy);
    let stated = Preferences::default().with(&shown.preferences);
    assert_eq!(stated, Preferences::default());
    assert_eq!(shown.approval_timeout, policy.approval_timeout);
    assert_eq!(shown.standing_expiry, policy.standing_expiry);
    assert_eq!(shown.self_approval, policy.self_approval);
    assert!(shown.toolsets.is_empty() && shown.webhooks.is_empty());
    let transport = Transport::Stdio {
        command: Text::verbatim("example-server"),
        args: Vec::new(),
        env: Vec::new(),
        cwd: None,
    };
    let document = DocumentAt::File("openapi.yaml".into());
    let api = Transport::OpenApi(Box::new(OpenApiSettings::new(document)));
    let functions = Transport::Functions(FunctionsSettings::new("functions".into()));
    let pack = Transport::Pack(PackSettings::new(PackName::Gs1));
    let expect = [
        ("example", transport),
        ("example-api", api),
        ("example-functions", functions),
        ("example-pack", pack),
    ]
    .map(|(name, transport)| {
        SourceSettings::new(SourceName::parse(name).expect("a name"), transport)
    });
    assert_eq!(loaded.settings.sources, expect);
    for shown in loaded
        .origins
        .iter()
        .filter(|shown| shown.origin == crate::Origin::Default)
    {
        let key = shown.key.rsplit('.').next().unwrap();
        let listed = DEFAULT_TOML.contains(&format!("# Example: {key} ="));
        // What all kinds of source may say is shown once.
        let common = shown.key.starts_with("sources.example-")
            && source_table::KEYS.contains(&key)
            && DEFAULT_TOML.contains(&format!("\n#{key} = "));
        assert!(
            listed || common || shown.value == "[]",
            "`{}` has a default that is not shown",
            shown.key
        );
    }
}

#[test]
fn the_examples_are_right() {
    let text = examples();
    let loaded = loaded("candor.toml", &text);
    assert_eq!(told(&loaded.diagnostics), "");
    let names: Vec<&str> = loaded
        .settings
        .sources
        .iter()
        .map(|source| source.name.as_str())
        .collect();
    assert_eq!(
        names,
        ["files", "tracker", "shop", "weather", "sums", "goods"]
    );
    assert_eq!(loaded.settings.sources[1].open_world, Some(false));
    assert_eq!(loaded.settings.inference.open_world, Some(true));
    let about: Vec<String> = loaded
        .settings
        .opinions
        .iter()
        .map(|declared| declared.key.to_string())
        .collect();
    assert_eq!(
        about,
        [
            "files.write_file",
            "files.* in environment `prod`",
            "files.read_* in toolset `reading`"
        ]
    );
    let reading = &loaded.settings.toolsets[0].toolset;
    assert_eq!((reading.members.len(), reading.notes.len()), (3, 1));
    let write = &loaded.settings.opinions[0].opinion;
    assert_eq!(write.extra.len(), 4);
    let confirm = write.confirm.as_ref().map(|said| &said.say);
    assert_eq!(confirm, Some(&Say::Set(Confirm::Always)));
    assert_eq!(reading.confirm.len(), 1);
    let policy = &loaded.settings.policy;
    assert_eq!(policy.toolsets[0].1.unset, Some(Unset::Ask));
    assert_eq!(
        (policy.policy.rules().count(), policy.webhooks.len()),
        (1, 1)
    );
    // What an example of a webhook shows are the defaults.
    let webhook = &policy.webhooks[0];
    assert!(webhook.links && webhook.pending && webhook.decided && !webhook.allow_private);
    assert_eq!(webhook.timeout.as_secs(), 10);
    assert_eq!(loaded.settings.sources[1].unset, Some(Unset::Ask));
    assert_eq!(loaded.settings.environments[0].variables.len(), 2);
}

#[test]
fn every_known_key_is_in_it() {
    let groups: [&[&str]; 18] = [
        &server::KEYS,
        &limits::KEYS,
        &limits::AUDIT_KEYS,
        &endpoint::KEYS,
        &inference::KEYS,
        &policy::KEYS,
        &preferences::KEYS,
        &rule::KEYS,
        &webhooks::KEYS,
        &source_table::KEYS,
        &source_table::MCP_KEYS,
        &openapi::KEYS,
        &functions::KEYS,
        &pack::KEYS,
        &opinion::KEYS,
        &environments::KEYS,
        &toolsets::KEYS,
        &notes::KEYS,
    ];
    // These are tables, which the examples show.
    let special = ["annotations", "notes", "toolsets", "rule", "webhook"];
    let keys = groups.concat();
    for key in keys.iter().filter(|key| !special.contains(key)) {
        let shown = DEFAULT_TOML.lines().any(|line| {
            let line = line
                .strip_prefix("# Example: ")
                .or_else(|| line.strip_prefix('#'));
            line.is_some_and(|line| line.starts_with(&format!("{key} = ")))
        });
        assert!(shown, "`{key}` is not in the default file");
    }
}
