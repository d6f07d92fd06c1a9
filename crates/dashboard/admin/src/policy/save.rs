//! Saving policy settings, by default or for a toolset.

use candor_dashboard_kit::{CurrentUser, PageError, SubmittedForm};
use candor_gateway::edit::PreferenceDetails;
use candor_gateway::{EditError, Gateway};
use candor_model::{PreferenceEdits, ToolsetName};

use super::setting::PolicySetting;
use crate::form_error::FormError;
use crate::form_version;

/// The submitted settings, valid or not.
#[derive(Debug)]
pub(crate) struct PolicyForm {
    values: [String; 8],
    pub(crate) why: String,
}

/// The result of saving.
pub(crate) enum PolicySaveOutcome {
    Done,
    /// The form changes nothing.
    Same,
    Refused(FormError),
}

/// Saves the submitted settings.
pub(crate) async fn save_policy(
    gateway: &Gateway,
    visitor: &CurrentUser,
    toolset: Option<&ToolsetName>,
    sent: &SubmittedForm,
    typed: &PolicyForm,
) -> Result<PolicySaveOutcome, PageError> {
    let editor = gateway.editor_for(&visitor.identity);
    let before = editor.preference(toolset).await;
    let before = before.map_err(|error| PageError::refused(&error))?;
    let read = form_version::read(sent).and_then(|version| Ok((version, edits(typed, &before)?)));
    let (version, edits) = match read {
        Ok(read) => read,
        Err(problem) => return Ok(PolicySaveOutcome::Refused(problem)),
    };
    if version == before.version && edits == before.stated {
        return Ok(PolicySaveOutcome::Same);
    }
    let author = visitor.author(sent.get("why"));
    match editor.prefer(toolset, &edits, Some(version), &author).await {
        Ok(_) => Ok(PolicySaveOutcome::Done),
        Err(EditError::Stale { .. }) => {
            Ok(PolicySaveOutcome::Refused(FormError::stale("the policy")))
        }
        Err(error) => Ok(PolicySaveOutcome::Refused(FormError::of(&error)?)),
    }
}

/// The submitted settings. The form has no fields for settings of the configuration file; their
/// saved values are kept as far as they agree with the file.
fn edits(typed: &PolicyForm, before: &PreferenceDetails) -> Result<PreferenceEdits, FormError> {
    let mut edits = PreferenceEdits::default();
    for key in PolicySetting::ALL {
        let declared = key.read(&before.declared);
        let stated = key.read(&before.stated);
        let value = match declared {
            None => Some(typed.get(key).to_owned()),
            Some(_) => stated.filter(|stated| Some(stated) == declared.as_ref()),
        };
        let written = key.write(&mut edits, value.as_deref());
        written.map_err(FormError::invalid)?;
    }
    Ok(edits)
}

// === impl PolicyForm ===

impl PolicyForm {
    /// The submitted form.
    pub(crate) fn of(sent: &SubmittedForm) -> Self {
        Self {
            values: PolicySetting::ALL.map(|key| sent.get(key.word()).unwrap_or_default()),
            why: sent.get("why").unwrap_or_default(),
        }
    }

    /// The submitted value of a setting.
    pub(crate) fn get(&self, wanted: PolicySetting) -> &str {
        let mut all = PolicySetting::ALL.into_iter().zip(&self.values);
        let found = all.find(|(key, _)| *key == wanted);
        found.map_or("", |(_, value)| value)
    }
}
