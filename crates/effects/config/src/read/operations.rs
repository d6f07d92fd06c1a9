//! The `include` and `exclude` of an API: which operations become tools.

use candor_model::Diagnostic;
use candor_text::{quote, quote_all};

use super::draft::DraftOperations;
use super::fields::TableFields;
use super::headers::is_token;
use crate::problem::ValueProblem;
use crate::settings::DeclaredOperations;
use crate::tree::ConfigNode;

/// The known keys.
pub(super) const KEYS: [&str; 4] = ["tags", "paths", "operations", "methods"];

/// The most entries of one list: each is compared with every operation.
const MOST: usize = 1_000;

/// The most characters of one entry.
const LONGEST: usize = 500;

/// What an entry of a list is.
struct FilterEntries {
    what: &'static str,
    hint: &'static str,
    fits: fn(&str) -> bool,
}

const TAGS: FilterEntries = FilterEntries {
    what: "a tag",
    hint: "write a tag of the document, such as `books`",
    fits: is_visible,
};

const PATHS: FilterEntries = FilterEntries {
    what: "a path",
    hint: "write a path as it is in the document, such as `/books/{isbn}`, or with `*` and `**`, \
           such as `/books/**`",
    fits: |text| is_visible(text) && text.starts_with(['/', '*']),
};

const OPERATIONS: FilterEntries = FilterEntries {
    what: "an operation",
    hint: "write an `operationId`, or several with `*`, such as `list*`",
    fits: is_visible,
};

const METHODS: FilterEntries = FilterEntries {
    what: "a method",
    hint: "write methods such as `GET` or `POST`",
    fits: is_token,
};

/// Reads one of the two tables. `${VAR}` is not filled in: a pattern is taken as it is.
pub(super) fn read(fields: &mut TableFields<'_, '_>, key: &str) -> DraftOperations {
    let mut draft = DraftOperations::default();
    let Some(entry) = fields.get(key) else {
        return draft;
    };
    let entries = match entry.node.as_table() {
        Ok(entries) => entries,
        Err(problem) => {
            let hint = format!("write `{key} = {{ tags = [\"…\"] }}`");
            fields.bad(key, &entry.node.span, problem.with_hint(hint));
            return draft;
        }
    };
    let path = format!("{}.{key}", fields.path);
    let mut own = TableFields::new(&mut *fields.report, path, entries);
    let others = [
        ("tag", "tags"),
        ("path", "paths"),
        ("operationIds", "operations"),
    ];
    own.report.unknown_keys(&own.path, entries, &KEYS, &others);
    let spans = &mut draft.spans;
    let mut list = |key: &'static str, entries: &FilterEntries| {
        let (texts, span) = own.read(key, |node| texts(node, entries))?;
        spans.push((key, span));
        Some(texts)
    };
    draft.operations = DeclaredOperations {
        tags: list("tags", &TAGS).unwrap_or_default(),
        paths: list("paths", &PATHS).unwrap_or_default(),
        operations: list("operations", &OPERATIONS).unwrap_or_default(),
        methods: list("methods", &METHODS).unwrap_or_default(),
    };
    draft
}

/// Warns of what is wanted and not wanted in the same words.
pub(super) fn contradictions(
    fields: &mut TableFields<'_, '_>,
    include: &DraftOperations,
    exclude: &DraftOperations,
) {
    let included = include.operations.lists();
    for ((key, texts), (_, included)) in exclude.operations.lists().into_iter().zip(included) {
        let both: Vec<&str> = texts
            .iter()
            .filter(|text| included.contains(text))
            .map(String::as_str)
            .collect();
        let Some((_, span)) = exclude.spans.iter().find(|(listed, _)| *listed == key) else {
            continue;
        };
        if !both.is_empty() {
            let path = quote(&format!("{}.exclude.{key}", fields.path));
            let message = format!("{path} holds {}, which is also included", quote_all(both));
            let warning = Diagnostic::warning("config::contradiction", message)
                .with_hint("what is both is left out: remove one of them");
            fields.report.push_at(span, warning);
        }
    }
}

/// Every entry, or what is wrong with the list.
fn texts(node: &ConfigNode, entries: &FilterEntries) -> Result<Vec<String>, ValueProblem> {
    let items = node
        .as_list()
        .map_err(|problem| problem.with_hint("write a list: `[\"…\"]`"))?;
    if items.len() > MOST {
        let says = format!(
            "has {} entries, but at most {MOST} are allowed",
            items.len()
        );
        return Err(ValueProblem::new(says));
    }
    let mut texts: Vec<String> = Vec::with_capacity(items.len());
    let mut bad = Vec::new();
    for item in items {
        let text = item.as_text().map_err(|problem| {
            ValueProblem::new(format!("is a list in which an item {}", problem.says))
        })?;
        if text.chars().count() > LONGEST {
            let says = format!(
                "holds {}, which is longer than {LONGEST} characters",
                quote(text)
            );
            return Err(ValueProblem::new(says));
        }
        if !(entries.fits)(text) {
            bad.push(text);
        } else if !texts.iter().any(|known| known == text) {
            texts.push(text.to_owned());
        }
    }
    match bad.as_slice() {
        [] => Ok(texts),
        [one] => Err(format!(
            "holds {}, which is not {}",
            quote(one),
            entries.what
        )),
        _ => Err(format!(
            "holds {}, none of which is {}",
            quote_all(bad),
            entries.what
        )),
    }
    .map_err(|says| ValueProblem::new(says).with_hint(entries.hint))
}

/// Whether there is something to see, and nothing that hides.
fn is_visible(text: &str) -> bool {
    !text.trim().is_empty() && !text.contains(char::is_control)
}
