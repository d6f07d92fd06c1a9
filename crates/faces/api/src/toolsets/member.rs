//! A member of a toolset: a text if possible, else an object.

use std::borrow::Cow;
use std::fmt;

use candor_model::{Digest, Hint, SourceName, ToolPattern, ToolRef, ToolsetMember};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::openapi::schema::{AdditionalProperties, OneOfBuilder};
use utoipa::openapi::{ObjectBuilder, Ref, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::enums::HintWord;
use crate::problem::quoted;

/// A member of a toolset in JSON. What is shown can be sent back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MemberWord(pub(crate) ToolsetMember);

/// A member as an object.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MemberObject {
    #[serde(skip_serializing_if = "Option::is_none")]
    tool: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ref_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pattern: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<HintWord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
}

const FORMS: &str = "`tool`, `ref_id` or both, or `pattern`, or `hint` with `value` and perhaps \
    `source`";

/// The tool that an object names: by name, by id, or by both.
pub(crate) fn tool_ref(tool: Option<&str>, ref_id: Option<&str>) -> Result<ToolRef, String> {
    let name = tool.map(|text| {
        let pattern = ToolPattern::parse(text).map_err(|error| error.to_string())?;
        pattern
            .as_exact()
            .ok_or_else(|| format!("`{pattern}` is a pattern and names no single tool"))
    });
    let id = ref_id.map(|text| {
        let odd = || quoted(text, 100);
        Digest::parse(text)
            .ok_or_else(|| format!("`{}` is no id of a tool: 64 hexadecimal digits", odd()))
    });
    ToolRef::new(name.transpose()?, id.transpose()?)
        .ok_or_else(|| "no tool is named; give `tool`, `ref_id` or both".to_owned())
}

// === impl MemberWord ===

impl MemberWord {
    pub(super) fn of(member: &ToolsetMember) -> Self {
        Self(member.clone())
    }
}

impl Serialize for MemberWord {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let text = self.0.to_string();
        // An id would be lost, and a name with `=` would be parsed as something else.
        if ToolsetMember::parse(&text).as_ref() == Ok(&self.0) {
            return to.serialize_str(&text);
        }
        MemberObject::of(&self.0).serialize(to)
    }
}

impl<'de> Deserialize<'de> for MemberWord {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct MemberVisitor;

        impl<'de> Visitor<'de> for MemberVisitor {
            type Value = ToolsetMember;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a text such as `shop.list_*`, or an object with {FORMS}")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                ToolsetMember::parse(text).map_err(E::custom)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                let parts = MemberObject::deserialize(MapAccessDeserializer::new(map))?;
                parts.member().map_err(A::Error::custom)
            }
        }

        from.deserialize_any(MemberVisitor).map(Self)
    }
}

impl PartialSchema for MemberWord {
    fn schema() -> RefOr<Schema> {
        let text = |about: &str| {
            ObjectBuilder::new()
                .schema_type(Type::String)
                .description(Some(about))
        };
        let short = text(
            "`source.tool`, `source.list_*`, `read_only=true`, `source:read_only=true`, `*` or \
             `!source.tool`: one tool, every tool that fits, every tool that is relied upon to be \
             so, every tool, or no tool that fits, whatever the other members say.",
        );
        let id = text("The id that it has now. If it has another one later, it is not meant.");
        let value = ObjectBuilder::new()
            .schema_type(Type::Boolean)
            .description(Some("The value of the hint."));
        let object = ObjectBuilder::new()
            .property("tool", text("One tool, `source.tool`."))
            .property("ref_id", id.pattern(Some("^[0-9A-Fa-f]{64}$")))
            .property("pattern", text("Every tool whose name matches."))
            .property("hint", Ref::from_schema_name("Hint"))
            .property("value", value)
            .property("source", text("Only tools of this source."))
            .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(false)))
            .description(Some(format!("Either {FORMS}.")));
        let either = OneOfBuilder::new()
            .item(short)
            .item(object)
            .description(Some("What puts tools into a toolset."))
            .build();
        Schema::from(either).into()
    }
}

impl ToSchema for MemberWord {
    fn name() -> Cow<'static, str> {
        "Member".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((HintWord::name().into_owned(), HintWord::schema()));
    }
}

// === impl MemberObject ===

impl MemberObject {
    fn of(member: &ToolsetMember) -> Self {
        match member {
            ToolsetMember::Tool(tool) => Self {
                tool: tool.name().map(ToString::to_string),
                ref_id: tool.ref_id().map(ToString::to_string),
                ..Self::default()
            },
            ToolsetMember::Pattern(pattern) => Self {
                pattern: Some(pattern.to_string()),
                ..Self::default()
            },
            ToolsetMember::Hint {
                source,
                hint,
                value,
            } => Self {
                hint: Some((*hint).into()),
                value: Some(*value),
                source: source.as_ref().map(ToString::to_string),
                ..Self::default()
            },
            // These are always written as a text.
            ToolsetMember::Every | ToolsetMember::Except(_) => Self {
                pattern: Some(member.to_string()),
                ..Self::default()
            },
        }
    }

    fn member(self) -> Result<ToolsetMember, String> {
        let named = self.tool.is_some() || self.ref_id.is_some();
        let hinted = self.value.is_some() || self.source.is_some();
        match (self.pattern, self.hint, self.value) {
            (None, None, None) if named && !hinted => {
                let tool = tool_ref(self.tool.as_deref(), self.ref_id.as_deref())?;
                Ok(ToolsetMember::Tool(tool))
            }
            (Some(text), None, None) if !named && !hinted => {
                let pattern = ToolPattern::parse(&text).map_err(|error| error.to_string())?;
                Ok(match pattern.as_exact() {
                    Some(name) => ToolsetMember::Tool(ToolRef::named(name)),
                    None => ToolsetMember::Pattern(pattern),
                })
            }
            (None, Some(hint), Some(value)) if !named => Ok(ToolsetMember::Hint {
                source: self
                    .source
                    .map(|text| SourceName::parse(&text).map_err(|error| error.to_string()))
                    .transpose()?,
                hint: Hint::from(hint),
                value,
            }),
            _ => Err(format!("a member is an object with {FORMS}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    #[test]
    fn what_is_shown_is_read_back() {
        let same = [
            r#""shop.list_books""#.to_owned(),
            r#""shop.list_*""#.to_owned(),
            r#""read_only=true""#.to_owned(),
            r#""shop:open_world=false""#.to_owned(),
            format!(r#"{{"tool":"shop.x","ref_id":"{ID}"}}"#),
            format!(r#"{{"ref_id":"{ID}"}}"#),
            r#"{"tool":"shop.a=b"}"#.to_owned(),
            r#"{"pattern":"shop.a=*"}"#.to_owned(),
        ];
        for text in same {
            let member: MemberWord = serde_json::from_str(&text).expect(&text);
            assert_eq!(serde_json::to_string(&member).expect("JSON"), text);
        }
        for (text, shown) in [
            (r#"{"tool":"shop.x"}"#, r#""shop.x""#),
            (r#"{"pattern":"shop.x"}"#, r#""shop.x""#),
            (r#"{"pattern":"shop.*"}"#, r#""shop.*""#),
            (
                r#"{"hint":"read_only","value":true,"source":"a"}"#,
                r#""a:read_only=true""#,
            ),
        ] {
            let member: MemberWord = serde_json::from_str(text).expect(text);
            assert_eq!(serde_json::to_string(&member).expect("JSON"), shown);
        }
    }

    #[test]
    fn nonsense_is_named() {
        for (text, part) in [
            (r#""shop""#, "`shop` names no tool"),
            (r#""read_only=yes""#, "`read_only=yes` selects nothing"),
            ("7", "expected a text such as `shop.list_*`"),
            ("null", "expected a text such as `shop.list_*`"),
            ("{}", "a member is an object with `tool`"),
            (r#"{"tool":"shop.*"}"#, "`shop.*` is a pattern"),
            (r#"{"tool":"shop"}"#, "`shop` names no tool"),
            (r#"{"ref_id":"abc"}"#, "`abc` is no id of a tool"),
            (r#"{"hint":"read_only"}"#, "`hint` with `value`"),
            (r#"{"value":true}"#, "a member is an object with"),
            (r#"{"hint":"kind","value":true}"#, "unknown variant `kind`"),
            (r#"{"hint":"read_only","value":true,"source":"a b"}"#, "a b"),
            (
                r#"{"tool":"shop.x","pattern":"shop.*"}"#,
                "a member is an object with",
            ),
            (
                r#"{"tool":"shop.x","hint":"read_only","value":true}"#,
                "a member is an object with",
            ),
            (
                r#"{"tool":"shop.x","source":"shop"}"#,
                "a member is an object with",
            ),
            (r#"{"colour":"red"}"#, "unknown field `colour`"),
        ] {
            let error = serde_json::from_str::<MemberWord>(text).expect_err(text);
            assert!(error.to_string().contains(part), "{text}: {error}");
        }
    }
}
