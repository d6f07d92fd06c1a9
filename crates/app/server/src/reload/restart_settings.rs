//! Settings that require a restart.

use candor_config::{Settings, ShownSetting};

/// The tables whose settings require a restart.
const TABLES: [&str; 4] = ["server.", "limits.", "audit.", "catalogue."];

/// The settings that differ from those that the process was started with, by key.
pub(super) fn changed(
    (started, shown): (&Settings, &[ShownSetting]),
    (now, shown_now): (&Settings, &[ShownSetting]),
) -> Vec<String> {
    let kept = |one: &&ShownSetting| TABLES.iter().any(|table| one.key.starts_with(table));
    let value = |all: &[ShownSetting], key: &str| {
        let mut all = all.iter();
        all.find(|one| one.key == key).map(|one| one.value.clone())
    };
    let keys = shown.iter().chain(shown_now).filter(kept);
    let mut changed: Vec<_> = keys
        .map(|one| one.key.clone())
        .filter(|key| value(shown, key) != value(shown_now, key))
        .collect();
    // Secrets are not displayed, so they are compared separately.
    if started.server.database_url != now.server.database_url {
        changed.push("server.database_url".to_owned());
    }
    changed.sort_unstable();
    changed.dedup();
    changed
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use candor_config::{ConfigFile, LoadedSettings, SettingFlags};

    use super::*;

    fn loaded(text: &str) -> LoadedSettings {
        let text = format!("[server]\ndata = \"/d\"\n{text}");
        let file = ConfigFile {
            path: Path::new("candor.toml"),
            text: &text,
        };
        let loaded = candor_config::read(Some(file), &SettingFlags::default(), &|_| None);
        loaded.expect("settings")
    }

    #[test]
    fn what_takes_effect_after_a_restart_is_named() {
        let database = |password: &str| {
            format!("database_url = \"postgres://c:{password}@db.example/candor\"\n")
        };
        let start = database("one");
        for (now, expect) in [
            (start.clone(), &[][..]),
            (format!("{start}[endpoint]\nmanagement = false"), &[]),
            (database("two"), &["server.database_url"]),
            (
                format!("{start}listen = \"127.0.0.1:1\"\nauth = \"required\""),
                &["server.auth", "server.listen"],
            ),
            (
                format!("{start}[catalogue]\nnamespace = \"com.example\""),
                &["catalogue.namespace"],
            ),
            (
                format!("{start}[limits]\nreply = \"1MiB\"\n[audit]\nretention = \"7d\""),
                &["audit.retention", "limits.reply"],
            ),
            (
                format!("{start}[catalogue]\nserve = \"public\""),
                &["catalogue.serve"],
            ),
        ] {
            let (before, after) = (loaded(&start), loaded(&now));
            let found = changed(
                (&before.settings, &before.origins),
                (&after.settings, &after.origins),
            );
            assert_eq!(found, expect, "{now}");
        }
    }
}
