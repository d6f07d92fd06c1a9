//! Reading extensions: `x-candor` and its equivalents from other vendors.

use candor_model::ConfirmMode;
use candor_text::quote;
use serde_json::{Map, Value};

use super::budget::size;
use super::field::{as_flag, as_text};
use super::findings::code;
use super::position::DocumentNode;
use super::quote::quote_value;
use super::reader::DocumentReader;
use crate::api::OperationExtension;

/// The vendor of an extension.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ExtensionDialect {
    Candor,
    Gram,
    Speakeasy,
}

/// The settings read so far; the first value of each wins.
#[derive(Default)]
struct MergedExtension {
    name: Option<String>,
    title: Option<String>,
    description: Option<String>,
    annotations: Map<String, Value>,
    confirm: Option<ConfirmMode>,
    when: Option<Vec<Value>>,
    hidden: Option<bool>,
    select: Option<bool>,
}

/// The accepted spellings of each hint.
const HINTS: [(&str, &[&str]); 4] = [
    ("readOnlyHint", &["readOnly", "read_only", "read-only"]),
    ("destructiveHint", &["destructive"]),
    ("idempotentHint", &["idempotent"]),
    ("openWorldHint", &["openWorld", "open_world", "open-world"]),
];

// === impl DocumentReader ===

impl<'a> DocumentReader<'a> {
    /// The extensions of an operation and its path, in order of precedence.
    pub(super) fn extension(&mut self, places: &[&DocumentNode<'a>]) -> OperationExtension {
        let mut said = MergedExtension::default();
        for dialect in [
            ExtensionDialect::Candor,
            ExtensionDialect::Gram,
            ExtensionDialect::Speakeasy,
        ] {
            for place in places {
                if let Some(node) = place.get(dialect.key()) {
                    self.dialect(dialect, &node, &mut said);
                }
            }
        }
        OperationExtension {
            name: said.name,
            title: said.title,
            description: said.description,
            annotations: said.annotations,
            confirm: said.confirm,
            when: said.when.unwrap_or_default(),
            hidden: said.hidden.unwrap_or(false),
            select: said.select,
        }
    }

    fn dialect(
        &mut self,
        dialect: ExtensionDialect,
        node: &DocumentNode<'a>,
        said: &mut MergedExtension,
    ) {
        self.allowance.pay(size(node.value));
        if !node.value.is_object() {
            // Speakeasy's generator accepts `false` for `disabled: true`.
            match (dialect, node.value) {
                (ExtensionDialect::Speakeasy, Value::Bool(on)) => fill(&mut said.hidden, Some(!on)),
                _ => self.wrong_type(node, dialect.key(), "an object"),
            }
            return;
        }
        for (key, value) in node.members() {
            if value.value.is_null() || key.starts_with("x-") {
                continue;
            }
            self.extension_key(dialect, key, &value, said);
        }
    }

    fn extension_key(
        &mut self,
        dialect: ExtensionDialect,
        key: &str,
        node: &DocumentNode<'a>,
        said: &mut MergedExtension,
    ) {
        use ExtensionDialect::{Candor, Gram, Speakeasy};
        match (dialect, key) {
            (_, "name") => fill(&mut said.name, self.word(key, node)),
            (Candor | Speakeasy, "title") | (Gram, "summary") => {
                fill(&mut said.title, self.word(key, node));
            }
            (_, "description") => fill(&mut said.description, self.word(key, node)),
            (Candor, "annotations") => self.annotations(node, said),
            (Candor | Gram, "confirm") => {
                let confirm = self.confirm(dialect, node);
                fill(&mut said.confirm, confirm);
            }
            (Candor, "hidden") | (Speakeasy, "disabled") => {
                fill(&mut said.hidden, self.truth(key, node));
            }
            (Candor, "when") => {
                let cases = self.cases(node);
                fill(&mut said.when, cases);
            }
            (Candor, "select") => fill(&mut said.select, self.truth(key, node)),
            (Gram, "responseFilterType") => {
                let select = match node.value.as_str() {
                    Some("jq") => Some(true),
                    Some("none") => Some(false),
                    _ => {
                        self.wrong_value(key, node, "`jq` or `none`");
                        None
                    }
                };
                fill(&mut said.select, select);
            }
            (Speakeasy, hint) if hint_named(hint).is_some() => self.annotation(hint, node, said),
            // They have no equivalent here.
            (Gram, "confirmPrompt") | (Speakeasy, "scopes") => {}
            _ => self.unknown_key(dialect.key(), key, dialect.keys(), node),
        }
    }

    fn annotations(&mut self, node: &DocumentNode<'a>, said: &mut MergedExtension) {
        if !node.value.is_object() {
            return self.wrong_type(node, "annotations", "an object");
        }
        for (key, value) in node.members() {
            self.annotation(key, &value, said);
        }
    }

    fn annotation(&mut self, key: &str, node: &DocumentNode<'a>, said: &mut MergedExtension) {
        let (name, value) = if let Some(hint) = hint_named(key) {
            (hint, self.truth(key, node).map(Value::Bool))
        } else if key == "title" {
            ("title", self.word(key, node).map(Value::String))
        } else {
            let known: Vec<&str> = HINTS
                .iter()
                .map(|(name, _)| *name)
                .chain(["title"])
                .collect();
            return self.unknown_key("annotations", key, &known, node);
        };
        if let Some(value) = value {
            said.annotations.entry(name).or_insert(value);
        }
    }

    fn confirm(
        &mut self,
        dialect: ExtensionDialect,
        node: &DocumentNode<'a>,
    ) -> Option<ConfirmMode> {
        let (once, expected) = match dialect {
            ExtensionDialect::Gram => ("session", "`always`, `session` or `never`"),
            _ => ("first", "`always`, `first` or `never`"),
        };
        match node.value.as_str() {
            Some("always") => Some(ConfirmMode::Always),
            Some("never") => Some(ConfirmMode::Never),
            Some(word) if word == once => Some(ConfirmMode::First),
            _ => {
                self.wrong_value("confirm", node, expected);
                None
            }
        }
    }

    fn word(&mut self, key: &str, node: &DocumentNode<'a>) -> Option<String> {
        let text = as_text(node.value).filter(|text| !text.trim().is_empty());
        if text.is_none() {
            self.wrong_value(key, node, "a text");
        }
        text
    }

    pub(super) fn truth(&mut self, key: &str, node: &DocumentNode<'a>) -> Option<bool> {
        let flag = as_flag(node.value);
        if flag.is_none() {
            self.wrong_value(key, node, "`true` or `false`");
        }
        flag
    }

    pub(super) fn wrong_value(&mut self, key: &str, node: &DocumentNode<'a>, expected: &str) {
        let found = quote_value(node.value);
        let message = format!("`{key}` should be {expected} and is {found}; it is ignored");
        self.warn(code::WRONG_VALUE, &node.spot, message);
    }

    pub(super) fn unknown_key(
        &mut self,
        of: &str,
        key: &str,
        known: &[&str],
        node: &DocumentNode<'a>,
    ) {
        let value = quote_value(node.value);
        let message = format!(
            "{} is not known in `{of}`; its value, {value}, is ignored",
            quote(key)
        );
        self.unknown(&node.spot, &message, key, known);
    }
}

// === impl ExtensionDialect ===

impl ExtensionDialect {
    const fn key(self) -> &'static str {
        match self {
            Self::Candor => "x-candor",
            Self::Gram => "x-gram",
            Self::Speakeasy => "x-speakeasy-mcp",
        }
    }

    const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Candor => &[
                "name",
                "title",
                "description",
                "annotations",
                "confirm",
                "when",
                "hidden",
                "select",
            ],
            Self::Gram => &[
                "name",
                "summary",
                "description",
                "confirm",
                "confirmPrompt",
                "responseFilterType",
            ],
            Self::Speakeasy => &[
                "name",
                "title",
                "description",
                "disabled",
                "scopes",
                "readOnlyHint",
                "destructiveHint",
                "idempotentHint",
                "openWorldHint",
            ],
        }
    }
}

/// The hint with one of its spellings.
pub(super) fn hint_named(key: &str) -> Option<&'static str> {
    let named = |(name, others): &(&'static str, &[&str])| {
        (*name == key || others.contains(&key)).then_some(*name)
    };
    HINTS.iter().find_map(named)
}

/// Sets a value unless one with higher precedence is already set.
fn fill<T>(slot: &mut Option<T>, value: Option<T>) {
    if slot.is_none() {
        *slot = value;
    }
}
