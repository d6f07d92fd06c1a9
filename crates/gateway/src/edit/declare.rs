//! Records changes of what the configuration file declares.

use candor_boxed::boxed;
use candor_model::{ChangeAuthor, ChangeChannel, ToolNotes, VariableValue};
use serde_json::{Map, Value, json};

use super::record::{environment_json, notes_json, opinion_json, record};
use super::{EditError, Editor};
use crate::state::snapshot::FileDeclarations;

impl Editor<'_> {
    /// Compares the file's declarations with those when a gateway last served it, and writes the
    /// difference into the history of changes.
    #[boxed]
    pub async fn record_declarations(
        &self,
        declarations: &FileDeclarations,
    ) -> Result<(), EditError> {
        let now = describe(declarations);
        let text = now.to_string();
        let before = self.store().declarations().await?;
        if before.as_deref() == Some(&text) {
            return Ok(());
        }
        let says_nothing = declarations.opinions.is_empty()
            && declarations.environments.is_empty()
            && declarations.notes.is_empty();
        if before.is_none() && says_nothing {
            return Ok(());
        }
        let author = ChangeAuthor {
            name: "configuration file".to_owned(),
            channel: ChangeChannel::File,
            why: None,
        };
        let old = before.and_then(|before| serde_json::from_str(&before).ok());
        let change = record(&author, "file.declare", "candor.toml", old, Some(now));
        Ok(self.store().set_declarations(&text, &change).await?)
    }
}

/// The declarations as JSON, without the values of secrets.
fn describe(declarations: &FileDeclarations) -> Value {
    let opinions: Map<_, _> = declarations
        .opinions
        .iter()
        .map(|(key, opinion)| (key.to_string(), opinion_json(opinion)))
        .collect();
    let environments: Map<_, _> = declarations
        .environments
        .iter()
        .map(|declared| {
            let environment = &declared.environment;
            let mut about = environment_json(environment);
            let shown = declared.variables.iter().map(|variable| {
                let value = match &variable.value {
                    VariableValue::Plain(value) => json!(value),
                    VariableValue::Secret(_) => json!({"secret": true}),
                };
                (variable.name.to_string(), value)
            });
            about["variables"] = Value::Object(shown.collect());
            (environment.name.to_string(), about)
        })
        .collect();
    let mut said = json!({"annotations": opinions, "environments": environments});
    let notes = declarations.notes.iter();
    let notes: Vec<ToolNotes> = notes.map(|declared| declared.notes.clone()).collect();
    if !notes.is_empty() {
        said["notes"] = notes_json(&notes);
    }
    said
}
