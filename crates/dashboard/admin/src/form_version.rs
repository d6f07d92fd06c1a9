//! The version that a form was made from.

use candor_dashboard_kit::SubmittedForm;
use candor_dashboard_kit::wording::brief;

use crate::form_error::FormError;

/// The name of the field.
pub(crate) const NAME: &str = "version";

/// Reads the version.
pub(crate) fn read(form: &SubmittedForm) -> Result<u64, FormError> {
    let given = form.get(NAME).unwrap_or_default();
    given.trim().parse().map_err(|_| {
        let given = brief(&given);
        FormError::invalid(format!(
            "`{given}` is not a version; reload this page and submit again"
        ))
    })
}
