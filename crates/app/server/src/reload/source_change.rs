//! The effect of changed settings on a source.

use candor_config::{SourceSettings, TransportSettings};

/// What has to be done with a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SourceChange {
    /// It is as it was.
    None,
    /// It keeps running with different options.
    Treatment,
    /// It is new, or has to be started again.
    Start,
}

// === impl SourceChange ===

impl SourceChange {
    /// Compares settings with all variables expanded. `inference` says whether the inference
    /// settings changed.
    pub(super) fn of(
        before: Option<&SourceSettings>,
        after: &SourceSettings,
        inference: bool,
    ) -> Self {
        let Some(before) = before else {
            return Self::Start;
        };
        if with_treatment_of(before, after) != *after {
            return Self::Start;
        }
        if before != after || inference {
            return Self::Treatment;
        }
        Self::None
    }
}

/// The settings `before`, with those of `after` that a running source need not know.
fn with_treatment_of(before: &SourceSettings, after: &SourceSettings) -> SourceSettings {
    let mut alike = SourceSettings {
        trust: after.trust,
        validate_arguments: after.validate_arguments,
        destructive: after.destructive,
        open_world: after.open_world,
        drift: after.drift,
        unset: after.unset,
        ..before.clone()
    };
    // Sources that run inside Candor need to know their call timeout.
    if matches!(
        after.transport,
        TransportSettings::Stdio { .. } | TransportSettings::Http { .. }
    ) {
        alike.call_timeout = after.call_timeout;
    }
    alike
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use candor_config::{ConfigFile, SettingFlags};

    use super::*;

    fn source(text: &str) -> SourceSettings {
        let text = format!("[server]\ndata = \"/d\"\n[sources.a]\n{text}");
        let file = ConfigFile {
            path: Path::new("candor.toml"),
            text: &text,
        };
        let variable = |name: &str| (name == "KEY").then(|| "k".to_owned());
        let loaded = candor_config::read(Some(file), &SettingFlags::default(), &variable);
        let mut sources = loaded.expect("settings").settings.sources;
        sources.remove(0)
    }

    #[test]
    fn only_what_a_server_must_know_starts_it_again() {
        let usual = "command = \"a\"\nenv = { K = \"k\" }\n";
        for (after, expect) in [
            ("", SourceChange::None),
            ("trust = \"trusted\"", SourceChange::Treatment),
            ("drift = \"record\"", SourceChange::Treatment),
            ("unset = \"ask\"", SourceChange::Treatment),
            ("validate_arguments = false", SourceChange::Treatment),
            ("destructive = \"writes\"", SourceChange::Treatment),
            ("open_world = true", SourceChange::Treatment),
            ("call_timeout = \"9s\"", SourceChange::Treatment),
            ("concurrent_calls = 3", SourceChange::Start),
            ("args = [\"-v\"]", SourceChange::Start),
            ("era = \"legacy\"", SourceChange::Start),
            ("cwd = \"/\"", SourceChange::Start),
            ("roots = [\"file:///a\"]", SourceChange::Start),
        ] {
            let (before, after_settings) = (source(usual), source(&format!("{usual}{after}")));
            let found = SourceChange::of(Some(&before), &after_settings, false);
            assert_eq!(found, expect, "{after}");
        }
    }

    #[test]
    fn the_value_of_a_variable_counts() {
        let variable =
            |value: &str| source(&format!("command = \"a\"\nenv = {{ K = \"{value}\" }}"));
        let change = |after: &str| SourceChange::of(Some(&variable("k")), &variable(after), false);
        assert_eq!(change("k"), SourceChange::None);
        assert_eq!(change("${KEY}"), SourceChange::None);
        assert_eq!(change("other"), SourceChange::Start);
    }

    #[test]
    fn what_functions_may_take_is_theirs_to_know() {
        let functions = |more: &str| source(&format!("path = \"a.ts\"\n{more}"));
        let (before, after) = (functions(""), functions("call_timeout = \"9s\""));
        let found = SourceChange::of(Some(&before), &after, false);
        assert_eq!(found, SourceChange::Start);
    }

    #[test]
    fn all_are_treated_differently_where_evidence_is() {
        let same = source("command = \"a\"");
        let found = SourceChange::of(Some(&same), &same, true);
        assert_eq!(found, SourceChange::Treatment);
        assert_eq!(SourceChange::of(None, &same, false), SourceChange::Start);
    }
}
