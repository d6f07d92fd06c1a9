//! Reads one `[[policy.rule]]` table.

use candor_model::{FieldValue, Hint, Role};
use candor_policy::{RuleDraft, RuleEffect};

use super::context::ReadContext;
use super::setting_type::{SettingType, flag, names, plain, text, word};
use super::table::{self, TableReader};
use super::{opinion, values};
use crate::free_text;
use crate::problem::ValueProblem;
use crate::tree::{ByteSpan, ConfigEntry, ConfigNode, ConfigValue};

/// The known keys.
pub(super) const KEYS: [&str; 11] = [
    "name",
    "source",
    "tool",
    "toolset",
    "environment",
    "role",
    "hints",
    "when",
    "effect",
    "message",
    "out_of_band",
];

/// Keys used elsewhere for the same setting.
const OTHER_NAMES: [(&str, &str); 9] = [
    ("sources", "source"),
    ("tools", "tool"),
    ("toolsets", "toolset"),
    ("environments", "environment"),
    ("roles", "role"),
    ("hint", "hints"),
    ("condition", "when"),
    ("action", "effect"),
    ("reason", "message"),
];

/// Reads the rule `item` at `path`; `None` if anything in it is invalid.
/// [`PolicyRules::compile`](candor_policy::Policy::compile) checks whether it can take effect.
pub(super) fn read(
    context: &mut ReadContext<'_>,
    item: &ConfigNode,
    path: &str,
) -> Option<RuleDraft> {
    let (before, first) = (context.report.errors(), context.origins.len());
    let report = &mut context.report;
    let entries = report.table(item, &item.span, path)?;
    report.only_keys(path, entries, &KEYS, &OTHER_NAMES);
    let place = report.place(&item.span);
    let line = place.position.map_or(1, |(line, _)| line);
    let mut reader = TableReader::new(context, path, entries);
    let effect = effect(&mut reader, item);
    let mut list = |key| reader.stated(key, names(texts)).unwrap_or_default();
    let draft = RuleDraft {
        sources: list("source"),
        tools: list("tool"),
        toolsets: list("toolset"),
        environments: list("environment"),
        name: reader.stated("name", words()),
        place: format!("{}:{line}", place.file),
        hints: hints(&mut reader),
        roles: reader.stated("role", roles()).unwrap_or_default(),
        when: reader.stated("when", text(condition, String::clone)),
        effect: effect.unwrap_or(RuleEffect::Deny),
        message: reader.stated("message", words()),
        out_of_band: reader.stated("out_of_band", flag()),
    };
    if context.report.errors() > before {
        context.origins.truncate(first);
        return None;
    }
    // In the order of the file.
    context.origins[first..].sort_by_key(|shown| table::place_of(&shown.origin).position);
    Some(draft)
}

fn effect(reader: &mut TableReader<'_, '_, '_>, item: &ConfigNode) -> Option<RuleEffect> {
    if reader.get("effect").is_none() {
        let hint = "write `effect = \"ask\"`, or `\"allow\"` or `\"deny\"`";
        reader.refuse(&item.span, "config::no-effect", "has no `effect`", hint);
    }
    reader.stated("effect", word())
}

/// A one-line text for people.
fn words() -> impl SettingType<Value = String> {
    let read = |written: &str| free_text::read_free_text(written)?.ok_or_else(nothing);
    text(read, String::clone)
}

fn roles() -> impl SettingType<Value = Vec<Role>> {
    fn read(node: &ConfigNode) -> Result<Vec<Role>, ValueProblem> {
        let words = texts(node)?;
        words.iter().map(|word| values::one_of(word)).collect()
    }
    plain(read, |roles| {
        let words: Vec<&str> = roles.iter().map(|role| role.as_str()).collect();
        format!("{words:?}")
    })
}

fn hints(reader: &mut TableReader<'_, '_, '_>) -> Vec<(Hint, Option<bool>)> {
    let read = reader.read("hints", |node| match node.as_table() {
        Ok([]) => Err(nothing()),
        Ok(entries) => Ok(entries),
        Err(problem) => Err(problem.with_hint("write `hints = { destructive = true }`")),
    });
    let Some((entries, _)) = read else {
        return Vec::new();
    };
    let path = format!("{}.hints", reader.path);
    let known = Hint::ALL.map(Hint::key);
    let others = Hint::ALL.map(|hint| (hint.wire(), hint.key()));
    let report = &mut reader.context.report;
    report.only_keys(&path, entries, &known, &others);
    let mut own = TableReader::new(reader.context, path, entries);
    let stated = |hint: Hint| {
        let say = own.stated(hint.key(), plain(opinion::truth, opinion::show_truth))?;
        let value = match say {
            FieldValue::Set(yes) => Some(yes),
            FieldValue::Clear => None,
        };
        Some((hint, value))
    };
    Hint::ALL.into_iter().filter_map(stated).collect()
}

/// The condition as it was written: `${VAR}` is not filled in.
fn condition(text: &str) -> Result<String, ValueProblem> {
    if text.trim().is_empty() {
        return Err(nothing());
    }
    Ok(text.to_owned())
}

/// One text or a non-empty list of non-empty texts.
fn texts(node: &ConfigNode) -> Result<Vec<String>, ValueProblem> {
    let items = match &node.value {
        ConfigValue::List(items) => items.as_slice(),
        ConfigValue::Text(_) => std::slice::from_ref(node),
        _ => return Err(node.is_not("a text or a list of texts")),
    };
    let mut texts = Vec::with_capacity(items.len());
    for item in items {
        match item.as_text() {
            Ok("") => return Err(nothing()),
            Ok(text) => texts.push(text.to_owned()),
            Err(problem) => return Err(problem.of_item()),
        }
    }
    if texts.is_empty() {
        return Err(nothing());
    }
    Ok(texts)
}

/// The problem that a key has an empty value.
fn nothing() -> ValueProblem {
    ValueProblem::new("is empty").with_hint("say something, or leave the key out")
}

/// The place of a key of a rule, or of the rule if the key is missing.
pub(super) fn span_of<'e>(item: &'e ConfigNode, key: &str) -> &'e ByteSpan {
    let entries: &[ConfigEntry] = item.as_table().unwrap_or_default();
    crate::tree::find(entries, key).map_or(&item.span, |entry| &entry.node.span)
}
