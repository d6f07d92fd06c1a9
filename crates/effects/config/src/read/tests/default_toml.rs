//! The embedded file says what the code does.

use super::super::{
    environments, functions, notes, openapi, opinion, pack, policy, preferences, rule,
    source_table, toolsets, webhooks,
};
use super::*;
use crate::StateScope;
use crate::declare::SettingKey;
use crate::default_toml;
use crate::settings::{
    AuditSettings, CatalogueSettings, DocumentLocation, EndpointSettings, FunctionsSettings,
    InferenceSettings, LimitSettings, OpenApiSettings, PackName, PackSettings, ServerSettings,
    TransportSettings,
};
use candor_model::{ConfirmMode, FieldValue, PolicyPreferences, SourceName, UnsetPolicy};

/// The file with every commented default in force.
fn uncommented() -> String {
    let lines = default_toml()
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
    let lines = default_toml()
        .lines()
        .filter(|line| !line.starts_with("#[sources.example"))
        .filter_map(|line| line.strip_prefix("# Example: ").or_else(|| header(line)));
    lines.collect::<Vec<_>>().join("\n")
}

fn nothing() -> LoadedSettings {
    let (scope, flags) = (StateScope::User, SettingFlags::default());
    crate::read::read_scoped(None, scope, &flags, &env).expect("readable")
}

#[test]
fn the_file_changes_nothing_as_it_is() {
    assert_eq!(sound(default_toml()).settings, nothing().settings);
}

#[test]
fn the_defaults_it_shows_are_the_defaults() {
    let loaded = sound(&uncommented());
    let defaults = nothing().settings;
    assert_eq!(loaded.settings.server, defaults.server);
    assert_eq!(loaded.settings.limits, defaults.limits);
    assert_eq!(loaded.settings.audit, defaults.audit);
    assert_eq!(loaded.settings.endpoint, defaults.endpoint);
    assert_eq!(loaded.settings.inference, defaults.inference);
    assert_eq!(loaded.settings.catalogue, defaults.catalogue);
    let (shown, policy) = (&loaded.settings.policy, &defaults.policy);
    let stated = PolicyPreferences::default().with(&shown.preferences);
    assert_eq!(stated, PolicyPreferences::default());
    assert_eq!(shown.approval_timeout, policy.approval_timeout);
    assert_eq!(shown.standing_expiry, policy.standing_expiry);
    assert_eq!(shown.self_approval, policy.self_approval);
    assert!(shown.toolsets.is_empty() && shown.webhooks.is_empty());
    let transport = TransportSettings::Stdio {
        command: TemplateText::verbatim("example-server"),
        args: Vec::new(),
        env: Vec::new(),
        inherit_env: Vec::new(),
        cwd: None,
    };
    let document = DocumentLocation::File("openapi.yaml".into());
    let api = TransportSettings::OpenApi(Box::new(OpenApiSettings::new(document)));
    let functions = TransportSettings::Functions(FunctionsSettings::new("functions".into()));
    let pack = TransportSettings::Pack(PackSettings::new(PackName::Gs1));
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
    let unstated = |shown: &&ShownSetting| shown.origin == crate::SettingOrigin::Default;
    for shown in loaded.origins.iter().filter(unstated) {
        let key = shown.key.rsplit('.').next().unwrap();
        let listed = default_toml().contains(&format!("# Example: {key} ="));
        // What all kinds of source may say is shown once.
        let common = shown.key.starts_with("sources.example-")
            && source_table::KEYS.contains(&key)
            && default_toml().contains(&format!("\n#{key} = "));
        assert!(
            listed || common || shown.value == "[]",
            "`{}` has a default that is not shown",
            shown.key
        );
    }
}

#[test]
fn the_examples_are_right() {
    let loaded = sound(&examples());
    let names = ["files", "tracker", "shop", "weather", "sums", "goods"];
    assert_eq!(source_names(&loaded), names);
    assert_eq!(loaded.settings.sources[1].open_world, Some(false));
    assert_eq!(loaded.settings.inference.open_world, Some(true));
    let about = [
        "files.write_file",
        "files.* in environment `prod`",
        "files.read_* in toolset `reading`",
    ];
    assert_eq!(opinion_keys(&loaded), about);
    let reading = &loaded.settings.toolsets[0].toolset;
    assert_eq!((reading.members.len(), reading.notes.len()), (3, 1));
    let write = &loaded.settings.opinions[0].opinion;
    assert_eq!(write.extra.len(), 4);
    let confirm = write.confirm.as_ref().map(|said| &said.value);
    assert_eq!(confirm, Some(&FieldValue::Set(ConfirmMode::Always)));
    assert_eq!(reading.confirm.len(), 1);
    let policy = &loaded.settings.policy;
    assert_eq!(policy.toolsets[0].1.unset, Some(UnsetPolicy::Ask));
    assert_eq!(policy.policy.rules().count(), 1);
    assert_eq!(policy.webhooks.len(), 1);
    // What an example of a webhook shows are the defaults.
    let webhook = &policy.webhooks[0];
    assert!(webhook.links && webhook.pending && webhook.decided && !webhook.allow_private);
    assert_eq!(webhook.timeout.as_secs(), 10);
    assert_eq!(loaded.settings.sources[1].unset, Some(UnsetPolicy::Ask));
    assert_eq!(loaded.settings.environments[0].variables.len(), 2);
}

#[test]
fn every_known_key_is_in_it() {
    let groups: [&[&str]; 12] = [
        &policy::TABLES,
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
    let declared: [&[SettingKey]; 8] = [
        ServerSettings::KEYS,
        LimitSettings::KEYS,
        AuditSettings::KEYS,
        EndpointSettings::KEYS,
        InferenceSettings::KEYS,
        CatalogueSettings::KEYS,
        &policy::KEYS,
        &preferences::KEYS,
    ];
    let mut keys = groups.concat();
    keys.extend(declared.concat().iter().map(|key| key.key));
    for key in keys.iter().filter(|key| !special.contains(key)) {
        let shown = default_toml().lines().any(|line| {
            let line = line
                .strip_prefix("# Example: ")
                .or_else(|| line.strip_prefix('#'));
            line.is_some_and(|line| line.starts_with(&format!("{key} = ")))
        });
        assert!(shown, "`{key}` is not in the default file");
    }
}
