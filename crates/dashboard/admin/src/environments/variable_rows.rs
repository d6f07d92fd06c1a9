//! The variables of an environment.

use candor_dashboard_kit::{DisplayTime, ExternalText, PageError, now_micros, query};
use candor_gateway::Gateway;
use candor_gateway::edit::{EnvironmentDetails, VariableDetails};
use candor_gateway::records::ChangeFilter;
use candor_model::EnvironmentName;

use super::path;

/// The most characters of a value.
const VALUE: usize = 400;

pub(crate) struct EnvironmentVariableRow {
    pub(crate) name: String,
    /// None if it is secret.
    pub(crate) value: Option<ExternalText>,
    /// When a secret was set, if the history still has it.
    pub(crate) set: Option<SecretLastSet>,
    /// The form that replaces it.
    pub(crate) replace: String,
    /// The page that removes it.
    pub(crate) remove: String,
}

/// When a secret was set, and by whom.
pub(crate) struct SecretLastSet {
    pub(crate) at: DisplayTime,
    pub(crate) by: ExternalText,
}

/// The rows of these variables.
pub(crate) async fn rows(
    gateway: &Gateway,
    view: &EnvironmentDetails,
    shown: &[VariableDetails],
) -> Result<Vec<EnvironmentVariableRow>, PageError> {
    let name = &view.environment.name;
    let here = path(name);
    let mut rows = Vec::new();
    for variable in shown {
        let own = variable.name.as_str();
        // The history has nothing about the configuration file.
        let kept = variable.value.is_none() && view.version.is_some();
        rows.push(EnvironmentVariableRow {
            name: own.to_owned(),
            value: variable
                .value
                .as_deref()
                .map(|value| ExternalText::short(value, VALUE)),
            set: if kept {
                set(gateway, name, own).await?
            } else {
                None
            },
            replace: format!("{}#set", query::with(&here, "variable", own)),
            remove: query::with(&format!("{here}/remove"), "variable", own),
        });
    }
    Ok(rows)
}

async fn set(
    gateway: &Gateway,
    name: &EnvironmentName,
    variable: &str,
) -> Result<Option<SecretLastSet>, PageError> {
    let filter = ChangeFilter {
        subject: Some(format!("environment {name} variable {variable}")),
        who: None,
        action: Some("environment.set-variable".to_owned()),
        after: None,
        limit: 1,
    };
    let found = gateway.records().changes(&filter).await;
    let found = found.map_err(|error| PageError::failed(&error))?;
    let newest = found.changes.into_iter().next();
    Ok(newest.map(|change| SecretLastSet {
        at: DisplayTime::seen(change.at_micros, now_micros()),
        by: ExternalText::line(&change.author.name),
    }))
}
