//! `[[annotations."PATTERN".when]]`: hints for calls that meet a condition.

use candor_model::{CallCondition, ConditionValue, FieldValue, Hint, Opinion, SqlFlavour};

use super::opinion::{OpinionAuthor, check, show_truth, truth};
use super::table::TableReader;
use super::values;
use crate::problem::ValueProblem;
use crate::tree::{ByteSpan, ConfigNode, ConfigValue};

/// The known keys.
const KEYS: [&str; 7] = [
    "argument",
    "is",
    "sql",
    "read_only",
    "destructive",
    "idempotent",
    "open_world",
];

/// An example of a case, for hints.
const EXAMPLE: &str = "write `[[….when]]` with `argument = \"action\"`, `is = \"list\"` and a hint such as `read_only = true`";

/// Reads the cases of a table.
pub(super) fn read(
    reader: &mut TableReader<'_, '_, '_>,
    speaker: &OpinionAuthor,
    said: &mut Opinion,
) {
    let items = reader.read("when", |node| {
        let items = node.as_list();
        items.map_err(|problem| problem.with_hint(EXAMPLE))
    });
    let Some((items, _)) = items else { return };
    for (index, item) in items.iter().enumerate() {
        let path = format!("{}.when[{index}]", reader.path);
        let report = &mut reader.context.report;
        let Some(entries) = report.table(item, &item.span, &path) else {
            continue;
        };
        report.unknown_keys(&path, entries, &KEYS, &[]);
        let mut case = TableReader::new(reader.context, path, entries);
        read_case(&mut case, &item.span, speaker, said);
    }
}

fn read_case(
    reader: &mut TableReader<'_, '_, '_>,
    span: &ByteSpan,
    speaker: &OpinionAuthor,
    said: &mut Opinion,
) {
    let argument = reader.read("argument", |node| node.as_text().map(str::to_owned));
    let values = condition_values(reader, span);
    let hints: Vec<_> = Hint::ALL
        .into_iter()
        .filter_map(|hint| Some((hint, reader.read(hint.key(), truth)?)))
        .collect();
    let missing = match (&argument, hints.is_empty()) {
        (None, _) => Some("names no `argument`"),
        (_, true) => Some("says nothing about its calls"),
        _ => None,
    };
    if let Some(says) = missing {
        reader.refuse(span, "config::bad-case", says, EXAMPLE);
    }
    let (Some((argument, _)), Some(values)) = (argument, values) else {
        return;
    };
    for value in values {
        let condition = CallCondition {
            argument: argument.as_str().into(),
            value,
        };
        add_case(reader, span, speaker, said, (condition, &hints));
    }
}

/// A hint in a case, with its place.
type CaseHint = (Hint, (FieldValue<bool>, ByteSpan));

/// Adds a hint for one value, unless it is already set.
fn add_case(
    reader: &mut TableReader<'_, '_, '_>,
    span: &ByteSpan,
    speaker: &OpinionAuthor,
    said: &mut Opinion,
    (condition, hints): (CallCondition, &[CaseHint]),
) {
    if said.cases.contains_key(&condition) {
        let says = format!("is about {condition}, as an earlier case is");
        let hint = "say everything about one value of an argument in one case";
        reader.refuse(span, "config::bad-case", &says, hint);
        return;
    }
    let mut alone = Opinion::default();
    for (hint, (say, span)) in hints {
        let statement = speaker.says(&reader.context.report, span, say.clone());
        alone.set_case_hint(condition.clone(), *hint, statement);
        let key = format!("{} ({condition})", hint.key());
        reader.show(&key, &show_truth(say), Some(span));
    }
    check(reader, span, &alone);
    said.cases.append(&mut alone.cases);
}

/// The condition's values: those of `is`, or SQL that only reads.
fn condition_values(
    reader: &mut TableReader<'_, '_, '_>,
    span: &ByteSpan,
) -> Option<Vec<ConditionValue>> {
    let is = reader.read("is", equal_values);
    let sql = reader.read("sql", |node| {
        values::one_of::<SqlFlavour>(node.as_text()?).map(ConditionValue::ReadingSql)
    });
    match (is, sql) {
        (Some((values, _)), None) => Some(values),
        (None, Some((sql, _))) => Some(vec![sql]),
        (Some(_), Some(_)) => {
            let says = "has both `is` and `sql`";
            reader.refuse(span, "config::bad-case", says, "write one case for each");
            None
        }
        (None, None) => {
            if reader.get("is").is_none() && reader.get("sql").is_none() {
                let says = "says neither `is` nor `sql`";
                reader.refuse(span, "config::bad-case", says, EXAMPLE);
            }
            None
        }
    }
}

/// A value, or a list of values.
fn equal_values(node: &ConfigNode) -> Result<Vec<ConditionValue>, ValueProblem> {
    match &node.value {
        ConfigValue::List(items) if !items.is_empty() => items
            .iter()
            .map(equal_value)
            .collect::<Result<_, _>>()
            .map_err(ValueProblem::of_item),
        _ => equal_value(node).map(|value| vec![value]),
    }
}

fn equal_value(node: &ConfigNode) -> Result<ConditionValue, ValueProblem> {
    match &node.value {
        ConfigValue::Text(text) => Ok(ConditionValue::Text(text.as_str().into())),
        ConfigValue::Bool(yes) => Ok(ConditionValue::Truth(*yes)),
        _ => Err(node.is_not("a text, `true`, `false` or a list of these")),
    }
}
