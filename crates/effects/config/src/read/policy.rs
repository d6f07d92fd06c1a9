//! The `[policy]` table.
//!
//! A mistake anywhere in it refuses the whole, and so does an unknown key: what was not
//! understood may be what keeps a tool from harm.

use std::time::Duration;

use candor_model::{Diagnostic, FilePosition, PreferenceEdits, ToolsetName};
use candor_text::quote;

use super::context::ReadContext;
use super::declared::{DeclaredKind, DeclaredNames};
use super::setting_type::{Flag, Time};
use super::table::TableReader;
use super::{preferences, rules, toolsets, webhooks};
use crate::declare::SettingKey;
use crate::problem::ValueProblem;
use crate::settings::PolicyFileSettings;
use crate::tree::{ConfigEntry, ConfigNode, find};

/// The keys of the table with a value of their own, besides the preferences.
pub(crate) const KEYS: [SettingKey; 3] = [APPROVAL_TIMEOUT, STANDING_EXPIRY, SELF_APPROVAL];

const APPROVAL_TIMEOUT: SettingKey = SettingKey::new(
    "approval_timeout",
    &[" How long a call waits for an approval, from \"1s\" to \"7d\". Then it is refused."],
);

const STANDING_EXPIRY: SettingKey = SettingKey::new(
    "standing_expiry",
    &[" How long an approval of more than one call is valid, from \"1m\" to \"366d\"."],
);

const SELF_APPROVAL: SettingKey = SettingKey::new(
    "self_approval",
    &[" Whether a call may be approved with the token that made it."],
);

/// The tables in the table.
pub(super) const TABLES: [&str; 3] = ["toolsets", "rule", "webhook"];

/// What people may call the same thing.
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
    let table = found.and_then(|found| entries(context, found));
    let table = table.unwrap_or_default();
    let preferences = preferences::PreferenceTable {
        context: &mut *context,
        entries: table,
        path: "policy",
        shows_defaults: true,
    };
    let preferences = preferences.read();
    let mut reader = TableReader::new(context, table, "policy");
    let days = |days: u64| Duration::from_hours(days * 24);
    let wait = Time(Duration::from_secs(1)..=days(7));
    let standing = Time(Duration::from_mins(1)..=days(366));
    let approval_timeout = reader.setting(&APPROVAL_TIMEOUT, &wait, &Duration::from_mins(5));
    let standing_expiry = reader.setting(&STANDING_EXPIRY, &standing, &days(30));
    let self_approval = reader.setting(&SELF_APPROVAL, &Flag, &false);
    let settings = PolicyFileSettings {
        preferences,
        approval_timeout,
        standing_expiry,
        self_approval,
        toolsets: of_toolsets(context, table, &declared),
        policy: rules::read(context, table, &declared),
        webhooks: webhooks::read(context, table),
        place: found.map(|found| context.report.place(&found.key_span)),
    };
    context.refused |= context.report.errors() > before;
    settings
}

fn entries<'e>(context: &mut ReadContext<'_>, found: &'e ConfigEntry) -> Option<&'e [ConfigEntry]> {
    let report = &mut context.report;
    let entries = found
        .node
        .as_table()
        .map_err(|problem| report.bad_value(&found.key_span, "policy", problem))
        .ok()?;
    let declared = preferences::KEYS.iter().chain(&KEYS).map(|key| key.key);
    let known: Vec<&str> = declared.chain(TABLES).collect();
    report.only_keys("policy", entries, &known, &OTHER_NAMES);
    Some(entries)
}

/// The tables of an array of tables, at most `most`, each with its path. What stands there instead
/// is not repeated: it may be the address of a webhook.
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
        Ok(items) if items.len() > most => {
            let count = items.len();
            let says = format!("has {count} entries, but at most {most} are allowed");
            Some(ValueProblem::new(says))
        }
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
    let Some(found) = find(table, "toolsets") else {
        return Vec::new();
    };
    match found.node.as_table() {
        Ok(entries) => entries
            .iter()
            .filter_map(|entry| of_toolset(context, entry, declared))
            .collect(),
        Err(problem) => {
            let hint = "begin each with a line `[policy.toolsets.NAME]`";
            let problem = problem.with_hint(hint);
            let span = &found.key_span;
            context.report.bad_value(span, "policy.toolsets", problem);
            Vec::new()
        }
    }
}

fn of_toolset(
    context: &mut ReadContext<'_>,
    found: &ConfigEntry,
    declared: &DeclaredNames<'_>,
) -> Option<(ToolsetName, PreferenceEdits, FilePosition)> {
    let path = format!("policy.toolsets.{}", found.key);
    let span = &found.key_span;
    let name = toolsets::name(&mut context.report, found);
    let entries = found.node.as_table().map_err(|problem| {
        context.report.bad_value(span, &path, problem);
    });
    let (name, entries) = (name?, entries.ok()?);
    let before = context.report.errors();
    let known = preferences::KEYS.map(|key| key.key);
    context.report.only_keys(&path, entries, &known, &[]);
    declared.expect(context, DeclaredKind::Toolset, name.as_str(), &path, span);
    let stated = preferences::PreferenceTable {
        context: &mut *context,
        entries,
        path: &path,
        shows_defaults: false,
    };
    let stated = stated.read();
    if stated.is_empty() && context.report.errors() == before {
        let message = format!("{} states no preference", quote(&path));
        let warning = Diagnostic::warning("config::says-nothing", message)
            .with_hint("state one, such as `unset = \"ask\"`, or remove the table");
        context.report.push_at(span, warning);
    }
    Some((name, stated, context.report.place(span)))
}
