//! Stores renewed credentials, since the old ones are no longer valid.

use std::sync::Arc;

use candor_model::{
    ChangeAuthor, ChangeChannel, ChangeId, ChangeRecord, EnvironmentName, EnvironmentVariable,
    Secret, SourceName, VariableName, VariableValue,
};
use candor_store::{Keyring, Store};
use serde_json::json;

use crate::clock::now_micros;

/// Writes the new value into its environment.
pub(crate) async fn keep(
    store: Store,
    keyring: Arc<Keyring>,
    source: SourceName,
    environment: Option<EnvironmentName>,
    name: VariableName,
    value: Secret<String>,
) {
    let Some(environment) = environment else {
        tracing::warn!(
            source.name = %source,
            "`{name}` was exchanged for a new one, which the configuration file cannot hold; after a \
             restart the old one may be refused; keep it in an environment instead"
        );
        return;
    };
    let change = ChangeRecord {
        id: ChangeId::fresh(),
        at_micros: now_micros(),
        author: ChangeAuthor {
            name: format!("source `{source}`"),
            channel: ChangeChannel::Gateway,
            why: Some("the token server handed out a new one".to_owned()),
        },
        action: "environment.renew-variable".to_owned(),
        subject: format!("environment {environment} variable {name}"),
        old: Some(json!({"secret": true}).to_string()),
        new: Some(json!({"secret": true}).to_string()),
    };
    let variable = EnvironmentVariable {
        name,
        value: VariableValue::Secret(value),
    };
    let kept = store.set_variable(&environment, &variable, &keyring, &change);
    if let Err(error) = kept.await {
        tracing::warn!(
            source.name = %source,
            %error,
            "`{}` of the environment `{environment}` was exchanged for a new one, which could not be kept",
            variable.name
        );
    }
}
