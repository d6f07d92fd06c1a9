//! The variables of an environment, as they are shown.

use candor_frame::{Moment, Outside, Wrong, now_micros, query};
use candor_gateway::Gateway;
use candor_gateway::desk::{EnvironmentView, VariableView};
use candor_model::EnvironmentName;
use candor_store::ChangeFilter;

use super::path;

/// The most characters of a value.
const VALUE: usize = 400;

/// One variable.
pub(crate) struct Row {
    /// Its name.
    pub(crate) name: String,
    /// Its value; none where it is secret.
    pub(crate) value: Option<Outside>,
    /// When a secret was set, if the history still says.
    pub(crate) set: Option<Set>,
    /// Where it is replaced.
    pub(crate) replace: String,
    /// Where it is removed.
    pub(crate) remove: String,
}

/// When a secret was set, and by whom.
pub(crate) struct Set {
    /// When.
    pub(crate) at: Moment,
    /// By whom.
    pub(crate) by: Outside,
}

/// The variables of an environment.
pub(crate) async fn rows(
    gateway: &Gateway,
    view: &EnvironmentView,
    shown: &[VariableView],
) -> Result<Vec<Row>, Wrong> {
    let name = &view.environment.name;
    let here = path(name);
    let mut rows = Vec::new();
    for variable in shown {
        let own = variable.name.as_str();
        // The history says nothing about what the file declares.
        let kept = variable.value.is_none() && view.version.is_some();
        rows.push(Row {
            name: own.to_owned(),
            value: variable
                .value
                .as_deref()
                .map(|value| Outside::short(value, VALUE)),
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
) -> Result<Option<Set>, Wrong> {
    let filter = ChangeFilter {
        subject: Some(format!("environment {name} variable {variable}")),
        who: None,
        action: Some("environment.set-variable".to_owned()),
        after: None,
        limit: 1,
    };
    let found = gateway.store().changes(&filter).await;
    let found = found.map_err(|error| Wrong::failed(&error))?;
    let newest = found.changes.into_iter().next();
    Ok(newest.map(|change| Set {
        at: Moment::seen(change.at_micros, now_micros()),
        by: Outside::line(&change.author.name),
    }))
}
