//! Definitions of management tools.

use std::sync::Arc;

use candor_model::{
    Digest, FieldValue, Hint, Hints, MANAGEMENT_SOURCE, Opinion, OpinionField, Provenance,
    QualifiedName, SourceName, SourceTrust,
};
use candor_resolve::{EffectiveAnnotations, ToolLayers, resolve_layers};
use candor_schema::SchemaValidator;
use candor_wire::RawJson;
use serde_json::{Map, Value, json};

use super::{ManagementAction, ManagementTool};

/// A definition before it is finished.
pub(super) struct DefinitionDraft {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) description: &'static str,
    pub(super) input: Value,
    /// What arguments are validated against, if not `input`.
    pub(super) checked: Option<Value>,
    /// `None` if the answer is that of another tool.
    pub(super) output: Option<Value>,
    pub(super) hints: Hints,
}

/// Hints of tools that change nothing and read only local data.
pub(super) const LOOKS: Hints = hints([true, false, true, false]);
/// Hints of tools whose local changes can be reverted and are idempotent.
pub(super) const SETS: Hints = hints([false, false, true, false]);

/// The hints from their four values, in order.
pub(super) const fn hints(values: [bool; 4]) -> Hints {
    Hints::UNSET
        .with(Hint::ReadOnly, values[0])
        .with(Hint::Destructive, values[1])
        .with(Hint::Idempotent, values[2])
        .with(Hint::OpenWorld, values[3])
}

// === impl DefinitionDraft ===

impl DefinitionDraft {
    /// The finished tool. `None` if its schema does not compile, which a test rules out.
    pub(super) fn finish(self, kind: ManagementAction) -> Option<ManagementTool> {
        let source = SourceName::parse(MANAGEMENT_SOURCE).ok()?;
        let definition = RawJson::from_value(&self.definition());
        let input = SchemaValidator::compile(self.checked.as_ref().unwrap_or(&self.input));
        let input = input.inspect_err(|error| {
            tracing::error!(tool.name = self.name, %error, "A management tool is left out");
        });
        Some(ManagementTool {
            name: self.name,
            qualified: QualifiedName::new(source, self.name),
            hash: Digest::of(definition.to_string()),
            effective: self.effective(),
            definition,
            input: input.ok()?,
            changes: kind.changes(),
            kind,
        })
    }

    /// The effective annotations, stated by Candor itself.
    fn effective(&self) -> EffectiveAnnotations {
        let provenance = Arc::new(Provenance::candor("it is a tool of the gateway itself"));
        let mut opinion = Opinion::default();
        opinion.title = Some(OpinionField {
            value: FieldValue::Set(self.title.into()),
            provenance: Arc::clone(&provenance),
        });
        for (hint, value) in self.hints.iter() {
            let said = OpinionField {
                value: FieldValue::Set(value),
                provenance: Arc::clone(&provenance),
            };
            opinion.set_hint(hint, Some(said));
        }
        resolve_layers(&ToolLayers {
            inferred: &opinion,
            declared: &Opinion::default(),
            above: &[],
            trust: SourceTrust::Trusted,
        })
    }

    fn definition(&self) -> Value {
        let mut annotations = Map::new();
        annotations.insert("title".to_owned(), json!(self.title));
        for (hint, value) in self.hints.iter() {
            annotations.insert(hint.wire().to_owned(), json!(value));
        }
        let mut definition = json!({
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": self.input,
        });
        if let Some(output) = &self.output {
            definition["outputSchema"] = output.clone();
        }
        definition["annotations"] = Value::Object(annotations);
        definition
    }
}
