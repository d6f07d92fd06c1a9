//! Writes opinions to a file for review.

use std::collections::BTreeMap;

use candor_model::{
    CallCondition, CaseOpinion, ConditionValue, FieldOpinion, FieldValue, Hint, JsonText, Opinion,
    OpinionKey, OpinionScope,
};
use toml_edit::{
    Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, Value as Toml, value,
};

use crate::free_text;
use crate::read::opinion::UNSET;
use crate::tree::{ConfigNode, ConfigValue, json};

/// The header of the file.
const HEADER: &str = "\
# What people say about tools: one table for each tool or pattern.
# `candor annotate --apply FILE` takes this file. The tables can stand in a candor.toml, too.
";

/// Writes opinions in the format that [`read_opinions`](super::read_opinions) reads, in a canonical
/// order: first those that apply everywhere, then by environment, then by toolset, each by pattern.
/// Authors and times are not written; of several reasons in one opinion, only the latest is.
pub fn write_opinions(entries: &[(OpinionKey, Opinion)]) -> String {
    let mut scopes: BTreeMap<&OpinionScope, BTreeMap<String, Opinion>> = BTreeMap::new();
    for (OpinionKey { scope, about }, opinion) in entries {
        let known = scopes.entry(scope).or_default();
        let merged = known.entry(about.to_string()).or_default();
        *merged = std::mem::take(merged).under(opinion);
    }
    let mut document = DocumentMut::new();
    let mut environments = implicit();
    let mut toolsets = implicit();
    for (scope, opinions) in scopes {
        match scope {
            OpinionScope::Everywhere => {
                document.insert("annotations", Item::Table(tables(&opinions)));
            }
            OpinionScope::Environment(name) => {
                environments.insert(name.as_str(), Item::Table(within(&opinions)));
            }
            OpinionScope::Toolset(name) => {
                toolsets.insert(name.as_str(), Item::Table(within(&opinions)));
            }
        }
    }
    document.insert("environments", Item::Table(environments));
    document.insert("toolsets", Item::Table(toolsets));
    format!("{HEADER}\n{document}")
}

/// The table of an environment or toolset, with only its opinions.
fn within(opinions: &BTreeMap<String, Opinion>) -> Table {
    let mut table = implicit();
    table.insert("annotations", Item::Table(tables(opinions)));
    table
}

/// A table of which only what is in it is written.
pub(crate) fn implicit() -> Table {
    let mut table = Table::new();
    table.set_implicit(true);
    table
}

/// One table per pattern.
pub(crate) fn tables(opinions: &BTreeMap<String, Opinion>) -> Table {
    let mut tables = implicit();
    for (about, opinion) in opinions.iter().filter(|(_, opinion)| !opinion.is_empty()) {
        tables.insert(about, Item::Table(table(opinion)));
    }
    tables
}

fn table(opinion: &Opinion) -> Table {
    let mut table = Table::new();
    for hint in Hint::ALL {
        match opinion.hint(hint).map(|statement| &statement.value) {
            Some(FieldValue::Set(yes)) => table.insert(hint.key(), value(*yes)),
            Some(FieldValue::Clear) => table.insert(hint.key(), value(UNSET)),
            None => None,
        };
    }
    match opinion.title.as_ref().map(|statement| &statement.value) {
        Some(FieldValue::Set(title)) => table.insert("title", value(&**title)),
        Some(FieldValue::Clear) => table.insert("title", value("")),
        None => None,
    };
    match opinion.confirm.as_ref().map(|statement| &statement.value) {
        Some(FieldValue::Set(mode)) => table.insert("confirm", value(mode.as_str())),
        Some(FieldValue::Clear) => table.insert("confirm", value(UNSET)),
        None => None,
    };
    extra(&mut table, opinion);
    if let Some(why) = why(opinion) {
        table.insert("why", value(why));
    }
    if !opinion.cases.is_empty() {
        let cases: ArrayOfTables = opinion.cases.iter().map(case).collect();
        table.insert("when", Item::ArrayOfTables(cases));
    }
    table
}

/// One case. Cases with equal hints for several values are kept separate, because each may change
/// independently.
fn case((condition, said): (&CallCondition, &CaseOpinion)) -> Table {
    let mut table = Table::new();
    table.insert("argument", value(&*condition.argument));
    match &condition.value {
        ConditionValue::Text(text) => table.insert("is", value(&**text)),
        ConditionValue::Truth(yes) => table.insert("is", value(*yes)),
        ConditionValue::ReadingSql(flavour) => table.insert("sql", value(flavour.as_str())),
    };
    for (hint, statement) in said.iter() {
        match &statement.value {
            FieldValue::Set(yes) => table.insert(hint.key(), value(*yes)),
            FieldValue::Clear => table.insert(hint.key(), value(UNSET)),
        };
    }
    table
}

/// The further members, each under the key that can hold it.
fn extra(table: &mut Table, opinion: &Opinion) {
    let mut native = InlineTable::new();
    let mut texts = InlineTable::new();
    let mut unset = Array::new();
    for (key, statement) in &opinion.extra {
        match &statement.value {
            FieldValue::Set(json) => match as_toml(json) {
                Some(value) => native.insert(&**key, value),
                None => texts.insert(&**key, json.as_str().into()),
            },
            FieldValue::Clear => {
                unset.push(&**key);
                None
            }
        };
    }
    if !native.is_empty() {
        table.insert("extra", value(native));
    }
    if !texts.is_empty() {
        table.insert("extra_json", value(texts));
    }
    if !unset.is_empty() {
        table.insert("extra_unset", value(unset));
    }
}

/// Converts JSON to TOML, if possible without loss.
fn as_toml(json: &JsonText) -> Option<Toml> {
    native(&json::parse(json.as_str()).ok()?.root)
}

fn native(node: &ConfigNode) -> Option<Toml> {
    match &node.value {
        ConfigValue::Null | ConfigValue::Date(_) => None,
        ConfigValue::Bool(yes) => Some(Toml::from(*yes)),
        ConfigValue::Number(digits) => number(digits),
        ConfigValue::Text(text) => Some(Toml::from(text.as_str())),
        ConfigValue::List(items) => {
            let items: Option<Array> = items.iter().map(native).collect();
            items.map(Toml::from)
        }
        ConfigValue::Table(entries) => {
            let mut table = InlineTable::new();
            for entry in entries {
                table.insert(&entry.key, native(&entry.node)?);
            }
            Some(Toml::from(table))
        }
    }
}

/// A number that TOML writes with the same characters.
fn number(digits: &str) -> Option<Toml> {
    if let Ok(whole) = digits.parse::<i64>() {
        return (whole.to_string() == digits).then(|| Toml::from(whole));
    }
    let float: Toml = digits.parse().ok()?;
    let same = float.is_float() && float.to_string() == digits;
    same.then_some(float)
}

/// The common reason of all fields, or else the latest one.
fn why(opinion: &Opinion) -> Option<String> {
    let (_, latest) = opinion
        .fields()
        .map(FieldOpinion::provenance)
        .filter_map(|provenance| Some((provenance.at_micros, provenance.why.as_deref()?)))
        .max_by_key(|(at, _)| *at)?;
    free_text::tamed(latest)
}
