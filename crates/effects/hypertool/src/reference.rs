//! A tool as hypertool refers to it: `{"namespacedName": "server.tool", "refId": "…"}`.

use candor_model::pattern::PATTERN_MAX;
use candor_model::{Digest, NameError, QualifiedName, SourceName, ToolPattern, hidden_character};
use candor_text::quote;
use serde_json::{Map, Value};

use crate::field::text;
use crate::report::RefusedEntry;

/// By name, by hash, or by both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HypertoolReference {
    /// The name, which may hold `*`.
    pub(crate) name: Option<ToolPattern>,
    /// hypertool's hash of what the tool was.
    pub(crate) ref_id: Option<Digest>,
}

// === impl HypertoolReference ===

impl HypertoolReference {
    /// Parses both fields, at least one of which is present. A reference with one invalid part is
    /// rejected as a whole: without its hash it would match definitions that the author excluded,
    /// and without the name nothing could be found, because hypertool's hash includes the server's
    /// name.
    pub(crate) fn read(object: &Map<String, Value>) -> Result<Self, RefusedEntry> {
        let name = text(object, "namespacedName")?.map(tool_name).transpose()?;
        let ref_id = text(object, "refId")?
            .map(|id| ref_id(id, name.as_ref()))
            .transpose()?;
        if name.is_none() && ref_id.is_none() {
            let why = "it has neither `namespacedName` nor `refId`";
            return Err(RefusedEntry::new("hypertool::no-tool", why)
                .with_hint("add the tool to the toolset as `source.tool`"));
        }
        Ok(Self { name, ref_id })
    }

    /// The name, if it is that of a single tool.
    pub(crate) fn exact(&self) -> Result<Option<QualifiedName>, RefusedEntry> {
        let Some(name) = &self.name else {
            return Ok(None);
        };
        match name.as_exact() {
            Some(exact) => Ok(Some(exact)),
            None => Err(RefusedEntry::new(
                "hypertool::pattern",
                format!("{} is more than one tool", quote(&name.to_string())),
            )
            .with_hint("write one entry for each tool")),
        }
    }
}

/// Parses `server.tool`, split at the first dot.
pub(crate) fn tool_name(text: &str) -> Result<ToolPattern, RefusedEntry> {
    let Some((server, own)) = text.split_once('.') else {
        let why = format!("{} names no server", quote(text));
        return Err(RefusedEntry::new("hypertool::tool-name", why)
            .with_hint("write the server before it, as in `server.tool`"));
    };
    let source = source_name(server)
        .map_err(|refused| refused.with_hint(renaming(server, &format!(".{own}"))))?;
    if let Some((before, found)) = hidden_character(own) {
        let why = format!(
            "the tool name {} holds the hidden character U+{:04X} at position {}",
            quote(own),
            u32::from(found),
            before + 1
        );
        return Err(RefusedEntry::new("hypertool::tool-name", why)
            .with_hint("add the tool under the name that its server gives it"));
    }
    ToolPattern::parse(&format!("{source}.{own}")).map_err(|_| {
        let why = if own.is_empty() {
            format!("{} names no tool", quote(text))
        } else {
            format!("{} is longer than {PATTERN_MAX} bytes", quote(text))
        };
        RefusedEntry::new("hypertool::tool-name", why)
            .with_hint("add the tool under the name that its server gives it")
    })
}

/// All tools of a server.
pub(crate) fn whole_server(name: &str) -> Result<ToolPattern, RefusedEntry> {
    let source = source_name(name).map_err(|refused| refused.with_hint(renaming(name, ".*")))?;
    ToolPattern::parse(&format!("{source}.*"))
        .map_err(|error| RefusedEntry::new("hypertool::server-name", error.to_string()))
}

/// The name of a server, if it can be the name of a source.
fn source_name(text: &str) -> Result<SourceName, RefusedEntry> {
    SourceName::parse(text).map_err(|error| {
        let why = match error {
            NameError::Empty => "the server's name is empty".to_owned(),
            NameError::TooLong(_) => {
                format!(
                    "the server name {} is longer than 64 characters",
                    quote(text)
                )
            }
            NameError::Character(_, bad) => format!(
                "the server name {} holds `{}`, and a source's name has only letters, digits, `_` \
                 and `-`",
                quote(text),
                bad.escape_debug()
            ),
        };
        RefusedEntry::new("hypertool::server-name", why)
    })
}

/// How to get the tool in another way. `rest` is the part after the server's name.
fn renaming(server: &str, rest: &str) -> String {
    let name = near_source_name(server);
    format!(
        "name the source `{name}`, and add {} to the toolset",
        quote(&format!("{name}{rest}"))
    )
}

/// The nearest name that a source can have.
pub(crate) fn near_source_name(text: &str) -> String {
    let plain = |c: char| match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => c,
        _ => '-',
    };
    let dashed: String = text.chars().map(plain).take(64).collect();
    match dashed.trim_matches('-') {
        "" => "source".to_owned(),
        name => name.to_owned(),
    }
}

/// Parses hypertool's hash: 64 hexadecimal digits.
fn ref_id(text: &str, name: Option<&ToolPattern>) -> Result<Digest, RefusedEntry> {
    Digest::parse(text).ok_or_else(|| {
        let why = format!(
            "the refId {} is not a hash of 64 hexadecimal digits",
            quote(text)
        );
        let hint = match name {
            Some(name) => format!(
                "add {} to the toolset without a refId",
                quote(&name.to_string())
            ),
            None => "add the tool to the toolset as `source.tool`".to_owned(),
        };
        RefusedEntry::new("hypertool::ref-id", why).with_hint(hint)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(value: &Value) -> Result<HypertoolReference, RefusedEntry> {
        HypertoolReference::read(value.as_object().expect("an object"))
    }

    #[test]
    fn each_half_is_kept() {
        let id = Digest::of("x").to_string();
        for (value, name, ref_id) in [
            (json!({ "namespacedName": "a.b" }), Some("a.b"), None),
            (json!({ "namespacedName": "a.b.c" }), Some("a.b.c"), None),
            (json!({ "refId": id }), None, Some(&id)),
            (json!({ "refId": id.to_uppercase() }), None, Some(&id)),
            (
                json!({ "namespacedName": "a.b", "refId": id }),
                Some("a.b"),
                Some(&id),
            ),
            (
                json!({ "namespacedName": null, "refId": id }),
                None,
                Some(&id),
            ),
            (
                json!({ "namespacedName": "a.b", "refId": "", "more": 1 }),
                Some("a.b"),
                None,
            ),
        ] {
            let reference = read(&value).unwrap_or_else(|error| panic!("{value}: {error:?}"));
            let text = |pattern: &ToolPattern| pattern.to_string();
            assert_eq!(
                reference.name.as_ref().map(text).as_deref(),
                name,
                "{value}"
            );
            let text = |digest: &Digest| digest.to_string();
            assert_eq!(
                reference.ref_id.as_ref().map(text).as_ref(),
                ref_id,
                "{value}"
            );
        }
    }

    #[test]
    fn what_is_refused_says_why_and_what_to_do() {
        for (value, why, hint) in [
            (
                json!({}),
                "it has neither `namespacedName` nor `refId`",
                Some("add the tool to the toolset as `source.tool`"),
            ),
            (
                json!({ "namespacedName": 7 }),
                "its `namespacedName` is a number, and a text belongs there",
                None,
            ),
            (
                json!({ "refId": ["x"] }),
                "its `refId` is a list, and a text belongs there",
                None,
            ),
            (
                json!({ "namespacedName": "echo" }),
                "`echo` names no server",
                Some("write the server before it, as in `server.tool`"),
            ),
            (
                json!({ "namespacedName": "a." }),
                "`a.` names no tool",
                Some("add the tool under the name that its server gives it"),
            ),
            (
                json!({ "namespacedName": ".b" }),
                "the server's name is empty",
                Some("name the source `source`, and add `source.b` to the toolset"),
            ),
            (
                json!({ "namespacedName": "my server.echo" }),
                "the server name `my server` holds ` `, and a source's name has only letters, digits, `_` and `-`",
                Some("name the source `my-server`, and add `my-server.echo` to the toolset"),
            ),
            (
                json!({ "namespacedName": "a.b\u{200b}" }),
                "the tool name `b\\u{200b}` holds the hidden character U+200B at position 2",
                Some("add the tool under the name that its server gives it"),
            ),
            (
                json!({ "refId": "f81e359a05" }),
                "the refId `f81e359a05` is not a hash of 64 hexadecimal digits",
                Some("add the tool to the toolset as `source.tool`"),
            ),
            (
                json!({ "namespacedName": "a.b", "refId": "g".repeat(164) }),
                &format!(
                    "the refId `{}…` is not a hash of 64 hexadecimal digits",
                    "g".repeat(100)
                ),
                Some("add `a.b` to the toolset without a refId"),
            ),
        ] {
            let refused = read(&value).expect_err("refused");
            assert_eq!(
                (refused.why.as_str(), refused.hint.as_deref()),
                (why, hint),
                "{value}"
            );
        }
    }

    #[test]
    fn long_names_make_short_messages() {
        for name in [
            format!("{}.b", "a".repeat(1_000_000)),
            format!("a.{}", "b".repeat(1_000_000)),
            format!("{}.b", "é".repeat(1_000_000)),
            "x".repeat(1_000_000),
        ] {
            let refused = tool_name(&name).expect_err("too long");
            let length = refused.why.len() + refused.hint.map_or(0, |hint| hint.len());
            assert!(length < 1000, "{}", refused.why);
        }
    }

    #[test]
    fn a_near_name_is_a_name() {
        for text in [
            "my.server",
            "",
            "日本",
            &"é".repeat(99),
            "--x--",
            &"a.".repeat(99),
        ] {
            assert!(SourceName::parse(&near_source_name(text)).is_ok(), "{text}");
        }
    }
}
