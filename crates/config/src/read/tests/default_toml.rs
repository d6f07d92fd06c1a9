//! The embedded file says what the code does.

use super::super::{candor_toml, limits, server};
use super::*;
use crate::DEFAULT_TOML;
use crate::settings::Transport;
use candor_model::SourceName;

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

/// The file with every example in force, too.
fn examples() -> String {
    let lines = DEFAULT_TOML
        .lines()
        .filter_map(|line| line.strip_prefix("# Example: "));
    lines
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
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
    let transport = Transport::Stdio {
        command: Text::verbatim("example-server"),
        args: Vec::new(),
        env: Vec::new(),
        cwd: None,
    };
    let name = SourceName::parse("example").expect("a name");
    assert_eq!(
        loaded.settings.sources,
        [SourceSettings::new(name, transport)]
    );
    for shown in loaded
        .origins
        .iter()
        .filter(|shown| shown.origin == crate::Origin::Default)
    {
        let line = format!("# Example: {} =", shown.key.rsplit('.').next().unwrap());
        let listed = DEFAULT_TOML.contains(&line);
        assert!(
            listed || shown.value == "[]",
            "`{}` has a default that is not shown",
            shown.key
        );
    }
}

#[test]
fn the_examples_are_right() {
    let text = examples();
    let loaded = loaded("candor.toml", &format!("[server]\n{text}"));
    assert_eq!(told(&loaded.diagnostics), "");
    let names: Vec<&str> = loaded
        .settings
        .sources
        .iter()
        .map(|source| source.name.as_str())
        .collect();
    assert_eq!(names, ["files", "tracker"]);
}

#[test]
fn every_known_key_is_in_it() {
    let groups: [&[&str]; 4] = [
        &server::KEYS,
        &limits::KEYS,
        &limits::AUDIT_KEYS,
        &candor_toml::SOURCE_KEYS,
    ];
    for key in groups.concat() {
        let shown = DEFAULT_TOML.lines().any(|line| {
            let line = line
                .strip_prefix("# Example: ")
                .or_else(|| line.strip_prefix('#'));
            line.is_some_and(|line| line.starts_with(&format!("{key} = ")))
        });
        assert!(shown, "`{key}` is not in the default file");
    }
}
