//! One `[[policy.rule]]` table.

use candor_model::{Diagnostic, FieldValue, Hint, Role};
use candor_policy::{RuleDraft, RuleEffect};
use candor_text::quote;

use super::context::ReadContext;
use super::fields::TableFields;
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

/// What people may call the same thing.
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

/// A table being read, and what there is to show of it.
struct RuleReading<'f, 'r> {
    fields: TableFields<'f, 'r>,
    shown: Vec<(String, String, ByteSpan)>,
}

/// Reads the rule `item`, whose path is `path`; nothing if anything in it is wrong. Whether it
/// makes sense is for [`PolicyRules::compile`](candor_policy::Policy::compile) to say.
pub(super) fn read(
    context: &mut ReadContext<'_>,
    item: &ConfigNode,
    path: &str,
) -> Option<RuleDraft> {
    let before = context.report.errors();
    let report = &mut context.report;
    let entries = item
        .as_table()
        .map_err(|problem| report.bad_value(&item.span, path, problem))
        .ok()?;
    report.only_keys(path, entries, &KEYS, &OTHER_NAMES);
    let place = report.place(&item.span);
    let line = place.position.map_or(1, |(line, _)| line);
    let mut reading = RuleReading {
        fields: TableFields::new(report, path, entries),
        shown: Vec::new(),
    };
    let effect = reading.effect(item);
    let draft = RuleDraft {
        name: reading.text("name"),
        place: format!("{}:{line}", place.file),
        sources: reading.texts("source"),
        tools: reading.texts("tool"),
        toolsets: reading.texts("toolset"),
        environments: reading.texts("environment"),
        hints: reading.hints(),
        roles: reading.roles(),
        when: reading.condition(),
        effect: effect.unwrap_or(RuleEffect::Deny),
        message: reading.text("message"),
        out_of_band: reading.take("out_of_band", ConfigNode::as_bool, bool::to_string),
    };
    let mut shown = reading.shown;
    shown.sort_by_key(|(_, _, span)| span.start);
    if context.report.errors() > before {
        return None;
    }
    for (key, value, span) in shown {
        let origin = context.origin_of(Some(&span));
        context.show(&format!("{path}.{key}"), &value, origin);
    }
    Some(draft)
}

// === impl RuleReading ===

impl RuleReading<'_, '_> {
    fn effect(&mut self, item: &ConfigNode) -> Option<RuleEffect> {
        if self.fields.get("effect").is_none() {
            let message = format!("{} has no `effect`", quote(&self.fields.path));
            let diagnostic = Diagnostic::error("config::no-effect", message)
                .with_hint("write `effect = \"ask\"`, or `\"allow\"` or `\"deny\"`");
            self.fields.report.push_at(&item.span, diagnostic);
            return None;
        }
        let read = |node: &ConfigNode| values::one_of::<RuleEffect>(node.as_text()?);
        self.take("effect", read, |effect| effect.as_str().to_owned())
    }

    /// Words for people, on one line.
    fn text(&mut self, key: &str) -> Option<String> {
        let read =
            |node: &ConfigNode| free_text::read_free_text(node.as_text()?)?.ok_or_else(nothing);
        self.take(key, read, String::clone)
    }

    /// One text or several. An empty list would mean every call to some and none to others.
    fn texts(&mut self, key: &str) -> Vec<String> {
        self.take(key, texts, |texts| format!("{texts:?}"))
            .unwrap_or_default()
    }

    fn roles(&mut self) -> Vec<Role> {
        let read = |node: &ConfigNode| {
            let words = texts(node)?;
            words.iter().map(|word| values::one_of(word)).collect()
        };
        let show = |roles: &Vec<Role>| {
            let words: Vec<&str> = roles.iter().map(|role| role.as_str()).collect();
            format!("{words:?}")
        };
        self.take("role", read, show).unwrap_or_default()
    }

    fn hints(&mut self) -> Vec<(Hint, Option<bool>)> {
        let hint = "write `hints = { destructive = true }`";
        let read = |node: &ConfigNode| match node.as_table() {
            Ok([]) => Err(nothing()),
            Ok(entries) => Ok(entries.to_vec()),
            Err(problem) => Err(problem.with_hint(hint)),
        };
        let Some((entries, _)) = self.fields.read("hints", read) else {
            return Vec::new();
        };
        let path = format!("{}.hints", self.fields.path);
        let known = Hint::ALL.map(Hint::key);
        let others = Hint::ALL.map(|hint| (hint.wire(), hint.key()));
        let report = &mut *self.fields.report;
        report.only_keys(&path, &entries, &known, &others);
        let mut own = TableFields::new(report, path, &entries);
        let mut hints = Vec::new();
        for hint in Hint::ALL {
            let Some((say, span)) = own.read(hint.key(), opinion::truth) else {
                continue;
            };
            let value = match say {
                FieldValue::Set(yes) => Some(yes),
                FieldValue::Clear => None,
            };
            let shown = value.map_or_else(|| opinion::UNSET.to_owned(), |yes| yes.to_string());
            let key = format!("hints.{}", hint.key());
            self.shown.push((key, shown, span));
            hints.push((hint, value));
        }
        hints
    }

    /// The condition as it was written: `${VAR}` is not filled in.
    fn condition(&mut self) -> Option<String> {
        let read = |node: &ConfigNode| match node.as_text()? {
            text if text.trim().is_empty() => Err(nothing()),
            text => Ok(text.to_owned()),
        };
        self.take("when", read, String::clone)
    }

    fn take<T>(
        &mut self,
        key: &str,
        read: impl FnOnce(&ConfigNode) -> Result<T, ValueProblem>,
        show: impl FnOnce(&T) -> String,
    ) -> Option<T> {
        let (value, span) = self.fields.read(key, read)?;
        self.shown.push((key.to_owned(), show(&value), span));
        Some(value)
    }
}

/// One text or a list of them; at least one, and none empty.
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
            Err(problem) => {
                let says = format!("is a list in which an item {}", problem.says);
                return Err(ValueProblem::new(says));
            }
        }
    }
    if texts.is_empty() {
        return Err(nothing());
    }
    Ok(texts)
}

/// The problem that a key is there and says nothing.
fn nothing() -> ValueProblem {
    ValueProblem::new("is empty").with_hint("say something, or leave the key out")
}

/// Where a key of a rule stands, or the rule, where the key was not written.
pub(super) fn span_of<'e>(item: &'e ConfigNode, key: &str) -> &'e ByteSpan {
    let entries: &[ConfigEntry] = item.as_table().unwrap_or_default();
    crate::tree::find(entries, key).map_or(&item.span, |entry| &entry.node.span)
}
