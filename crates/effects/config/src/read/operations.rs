//! Reads `include` and `exclude` of an API: which operations become tools.

use candor_model::Diagnostic;
use candor_text::{quote, quote_all};

use super::headers::is_token;
use super::setting_type::plain;
use super::table::TableReader;
use crate::problem::ValueProblem;
use crate::settings::DeclaredOperations;
use crate::tree::{ConfigEntry, ConfigNode, find};

/// The known keys.
pub(super) const KEYS: [&str; 4] = ["tags", "paths", "operations", "methods"];

/// The most entries of one list: each is compared with every operation.
const MOST: usize = 1_000;

/// The most characters of one entry.
const LONGEST: usize = 500;

/// The kind of a list's entries.
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

/// Reports problems in both tables, and filters that are both included and excluded.
pub(super) fn check(reader: &mut TableReader<'_, '_, '_>) {
    let others = [
        ("tag", "tags"),
        ("path", "paths"),
        ("operationIds", "operations"),
    ];
    for key in ["include", "exclude"] {
        let (path, entries) = (format!("{}.{key}", reader.path), written(reader, key));
        let report = &mut reader.context.report;
        report.unknown_keys(&path, entries, &KEYS, &others);
    }
    let [included, excluded] = ["include", "exclude"].map(|key| read(reader, key));
    let lists = excluded.lists().into_iter().zip(included.lists());
    for ((key, texts), (_, included)) in lists {
        let both = texts.iter().filter(|text| included.contains(text));
        let both: Vec<&str> = both.map(String::as_str).collect();
        let list = find(written(reader, "exclude"), key).filter(|_| !both.is_empty());
        if let Some(list) = list {
            let path = quote(&format!("{}.exclude.{key}", reader.path));
            let message = format!("{path} holds {}, which is also included", quote_all(both));
            let warning = Diagnostic::warning("config::contradiction", message)
                .with_hint("what is both is left out: remove one of them");
            reader.context.report.push_at(&list.node.span, warning);
        }
    }
}

/// The entries of one of the two tables.
fn written<'t>(reader: &TableReader<'t, '_, '_>, key: &str) -> &'t [ConfigEntry] {
    let table = reader.get(key).and_then(|entry| entry.node.as_table().ok());
    table.unwrap_or_default()
}

/// Reads one of the two tables. Patterns are not interpolated.
pub(super) fn read(reader: &mut TableReader<'_, '_, '_>, key: &str) -> DeclaredOperations {
    let table = reader.read(key, |node| {
        let hint = format!("write `{key} = {{ tags = [\"…\"] }}`");
        node.as_table().map_err(|problem| problem.with_hint(hint))
    });
    let (entries, _) = table.unwrap_or_default();
    let path = format!("{}.{key}", reader.path);
    let mut own = TableReader::new(reader.context, path, entries);
    let mut list = |key, entries: &'static FilterEntries| {
        let kind = plain(|node| texts(node, entries), |texts| format!("{texts:?}"));
        own.stated(key, kind).unwrap_or_default()
    };
    DeclaredOperations {
        tags: list("tags", &TAGS),
        paths: list("paths", &PATHS),
        operations: list("operations", &OPERATIONS),
        methods: list("methods", &METHODS),
    }
}

/// Every entry, or what is wrong with the list.
fn texts(node: &ConfigNode, entries: &FilterEntries) -> Result<Vec<String>, ValueProblem> {
    let items = node
        .as_list()
        .map_err(|problem| problem.with_hint("write a list: `[\"…\"]`"))?;
    if items.len() > MOST {
        return Err(ValueProblem::too_many(items.len(), MOST));
    }
    let mut texts: Vec<String> = Vec::with_capacity(items.len());
    let mut bad = Vec::new();
    for item in items {
        let text = item.as_text().map_err(ValueProblem::of_item)?;
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
    ValueProblem::of_list(&bad, entries.what, entries.hint).map(|()| texts)
}

/// Whether there is something to see, and nothing that hides.
fn is_visible(text: &str) -> bool {
    !text.trim().is_empty() && !text.contains(char::is_control)
}
