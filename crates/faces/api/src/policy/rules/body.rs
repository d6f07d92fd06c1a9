//! A rule as a body, with the keys of the configuration file.

use std::fmt;

use candor_model::Hint;
use candor_policy::{RuleDraft, SAVED_PLACE};
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserializer, Serializer};
use serde_json::json;
use utoipa::openapi::schema::SchemaType;
use utoipa::openapi::{Object, ObjectBuilder};

use crate::enums::{EffectWord, RoleWord};
use crate::prelude::*;

/// A rule. It applies to calls that match all of its parts; one without any applies to every
/// call.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewRule {
    /// The effect on a call.
    effect: EffectWord,
    /// Patterns of tools, `source.tool`.
    #[serde(default)]
    tool: Vec<String>,
    /// Patterns of sources.
    #[serde(default)]
    source: Vec<String>,
    /// Patterns of toolsets.
    #[serde(default)]
    toolset: Vec<String>,
    /// Patterns of environments.
    #[serde(default)]
    environment: Vec<String>,
    /// The effective hints that the tool must have.
    #[serde(default)]
    hints: RuleHints,
    /// Roles of the caller, one of which must match.
    #[serde(default)]
    role: Vec<RoleWord>,
    /// A condition on the arguments and on who calls what.
    when: Option<String>,
    /// The message to the caller, or to the person who is asked.
    message: Option<String>,
    /// Whether the approval must not come from the calling client; by default, the preference.
    out_of_band: Option<bool>,
    /// The reason, in your words. The history keeps it.
    why: Option<String>,
}

/// The effective hints that a tool must have.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RuleHints {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = hint_schema)]
    read_only: Option<RuleHint>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = hint_schema)]
    destructive: Option<RuleHint>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = hint_schema)]
    idempotent: Option<RuleHint>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = hint_schema)]
    open_world: Option<RuleHint>,
}

/// The value that a hint must have; none for one that is unset.
#[derive(Clone, Copy)]
pub(crate) struct RuleHint(pub(crate) Option<bool>);

fn hint_schema() -> Object {
    ObjectBuilder::new()
        .schema_type(SchemaType::AnyValue)
        .enum_values(Some([json!(true), json!(false), json!("unset")]))
        .description(Some(
            "The value that the hint must have; `\"unset\"`: it has none.",
        ))
        .build()
}

// === impl NewRule ===

impl RequestBody for NewRule {
    const SHAPE: &'static str = "an object with `effect`, and perhaps `tool`, `source`, `toolset`, \
        `environment`, `role`, each a list, `hints`, an object, and `when`, `message`, \
        `out_of_band` and `why`";
}

impl NewRule {
    /// The reason, which is no part of the rule.
    pub(crate) fn take_why(&mut self) -> Option<String> {
        self.why.take()
    }

    /// The rule of this name.
    pub(crate) fn draft(self, name: Option<&str>) -> RuleDraft {
        RuleDraft {
            name: name.map(str::to_owned),
            sources: self.source,
            tools: self.tool,
            toolsets: self.toolset,
            environments: self.environment,
            hints: self.hints.wanted(),
            roles: self.role.into_iter().map(Into::into).collect(),
            when: self.when,
            message: self.message,
            out_of_band: self.out_of_band,
            ..RuleDraft::new(self.effect.into(), SAVED_PLACE)
        }
    }
}

// === impl RuleHints ===

impl RuleHints {
    pub(crate) fn of(value: impl Fn(Hint) -> Option<RuleHint>) -> Self {
        Self {
            read_only: value(Hint::ReadOnly),
            destructive: value(Hint::Destructive),
            idempotent: value(Hint::Idempotent),
            open_world: value(Hint::OpenWorld),
        }
    }

    fn wanted(&self) -> Vec<(Hint, Option<bool>)> {
        let all = [
            (Hint::ReadOnly, self.read_only),
            (Hint::Destructive, self.destructive),
            (Hint::Idempotent, self.idempotent),
            (Hint::OpenWorld, self.open_world),
        ];
        let wanted = all.into_iter();
        wanted
            .filter_map(|(hint, value)| Some((hint, value?.0)))
            .collect()
    }
}

// === impl RuleHint ===

impl Serialize for RuleHint {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Some(value) => to.serialize_bool(value),
            None => to.serialize_str("unset"),
        }
    }
}

impl<'de> Deserialize<'de> for RuleHint {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct RuleHintVisitor;

        impl Visitor<'_> for RuleHintVisitor {
            type Value = RuleHint;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("true, false or \"unset\"")
            }

            fn visit_bool<E: Error>(self, value: bool) -> Result<RuleHint, E> {
                Ok(RuleHint(Some(value)))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<RuleHint, E> {
                match text {
                    "unset" => Ok(RuleHint(None)),
                    other => Err(E::invalid_value(Unexpected::Str(other), &self)),
                }
            }
        }

        from.deserialize_any(RuleHintVisitor)
    }
}
