//! Reads the `[policy]` table.
//!
//! Any problem in it, including an unknown key, refuses the whole configuration, because the
//! invalid part may be what prevents harm.

use std::time::Duration;

use candor_model::{Diagnostic, FilePosition, PreferenceEdits, ToolsetName};
use candor_text::quote;

use super::context::ReadContext;
use super::declared::{DeclaredKind, DeclaredNames};
use super::setting_type::{flag, time_within};
use super::table::TableReader;
use super::{preferences, rules, toolsets, webhooks};
use crate::declare::SettingKey;
use crate::problem::ValueProblem;
use crate::settings::PolicyFileSettings;
use crate::tree::{ConfigEntry, ConfigNode, find};

/// The keys of the table with a value of their own, besides the preferences.
pub(crate) const KEYS: [SettingKey; 3] = [
    SettingKey::new(
        "approval_timeout",
        &[" How long a call waits for an approval, from \"1s\" to \"7d\". Then it is refused."],
    ),
    SettingKey::new(
        "standing_expiry",
        &[" How long an approval of more than one call is valid, from \"1m\" to \"366d\"."],
    ),
    SettingKey::new(
        "self_approval",
        &[" Whether a call may be approved with the token that made it."],
    ),
];

/// The tables in the table.
pub(super) const TABLES: [&str; 3] = ["toolsets", "rule", "webhook"];

/// Keys used elsewhere for the same setting.
const OTHER_NAMES: [(&str, &str); 3] = [
    ("rules", "rule"),
    ("webhooks", "webhook"),
    ("toolset", "toolsets"),
];

/// Reads the table of a document; an absent one gives the defaults.
pub(super) fn settings(context: &mut ReadContext<'_>, root: &[ConfigEntry]) -> PolicyFileSettings {
    let before = context.report.errors();
    let declared = DeclaredNames::of(root);
    let found = find(root, "policy");
    let table = found.and_then(|found| context.table(found, "policy", None));
    let table = table.unwrap_or_default();
    let keys = preferences::KEYS.iter().chain(&KEYS).map(|key| key.key);
    let known: Vec<&str> = keys.chain(TABLES).collect();
    let report = &mut context.report;
    report.only_keys("policy", table, &known, &OTHER_NAMES);
    let mut reader = TableReader::new(context, "policy", table);
    let days = |days: u64| Duration::from_hours(days * 24);
    let wait = time_within(Duration::from_secs(1)..=days(7));
    let standing = time_within(Duration::from_mins(1)..=days(366));
    let settings = PolicyFileSettings {
        preferences: preferences::read(&mut reader, true),
        approval_timeout: reader.setting("approval_timeout", &wait, Duration::from_mins(5)),
        standing_expiry: reader.setting("standing_expiry", &standing, days(30)),
        self_approval: reader.setting("self_approval", &flag(), false),
        toolsets: of_toolsets(context, table, &declared),
        policy: rules::read(context, table, &declared),
        webhooks: webhooks::read(context, table),
        place: found.map(|found| context.report.place(&found.key_span)),
    };
    context.refused |= context.report.errors() > before;
    settings
}

/// The tables of an array of tables, at most `most`, each with its path. Other values are not
/// quoted, because they may be a webhook's URL.
pub(super) fn items<'e>(
    context: &mut ReadContext<'_>,
    table: &'e [ConfigEntry],
    key: &str,
    most: usize,
) -> impl Iterator<Item = (String, &'e ConfigNode)> + use<'e> {
    let path = format!("policy.{key}");
    let found = find(table, key);
    let items = found.map_or(Ok(&[][..]), |found| found.node.as_list());
    let problem = match &items {
        Err(_) => {
            let hint = format!("begin each with a line `[[{path}]]`");
            Some(ValueProblem::new("must be a list of tables").with_hint(hint))
        }
        Ok(items) if items.len() > most => Some(ValueProblem::too_many(items.len(), most)),
        Ok(_) => None,
    };
    if let (Some(found), Some(problem)) = (found, problem) {
        context.report.bad_value(&found.key_span, &path, problem);
    }
    let items = items.unwrap_or_default();
    let numbered = items.iter().take(most).enumerate();
    numbered.map(move |(index, item)| (format!("{path}[{index}]"), item))
}

/// The preferences of single toolsets.
fn of_toolsets(
    context: &mut ReadContext<'_>,
    table: &[ConfigEntry],
    declared: &DeclaredNames<'_>,
) -> Vec<(ToolsetName, PreferenceEdits, FilePosition)> {
    let hint = Some("begin each with a line `[policy.toolsets.NAME]`");
    let found = find(table, "toolsets");
    let entries = found.and_then(|found| context.table(found, "policy.toolsets", hint));
    let entries = entries.unwrap_or_default().iter();
    entries
        .filter_map(|entry| of_toolset(context, entry, declared))
        .collect()
}

fn of_toolset(
    context: &mut ReadContext<'_>,
    found: &ConfigEntry,
    declared: &DeclaredNames<'_>,
) -> Option<(ToolsetName, PreferenceEdits, FilePosition)> {
    let path = format!("policy.toolsets.{}", found.key);
    let span = &found.key_span;
    let name = toolsets::name(&mut context.report, found);
    let entries = context.table(found, &path, None);
    let (name, entries) = (name?, entries?);
    let before = context.report.errors();
    let known = preferences::KEYS.map(|key| key.key);
    context.report.only_keys(&path, entries, &known, &[]);
    declared.expect(context, DeclaredKind::Toolset, name.as_str(), &path, span);
    let mut reader = TableReader::new(context, path.as_str(), entries);
    let stated = preferences::read(&mut reader, false);
    if stated.is_empty() && context.report.errors() == before {
        let message = format!("{} states no preference", quote(&path));
        let warning = Diagnostic::warning("config::says-nothing", message)
            .with_hint("state one, such as `unset = \"ask\"`, or remove the table");
        context.report.push_at(span, warning);
    }
    Some((name, stated, context.report.place(span)))
}
