//! From which state of a thing a form was made.

use candor_frame::Form;

use crate::problem::Problem;

/// The name of the field.
pub(crate) const NAME: &str = "version";

/// The version that a form was made from.
pub(crate) fn read(form: &Form) -> Result<u64, Problem> {
    let given = form.get(NAME).unwrap_or_default();
    given.trim().parse().map_err(|_| {
        let given: String = given.chars().take(40).collect();
        Problem::invalid(format!(
            "`{given}` is no version: the form does not say what it was made from; send it again \
             from this page"
        ))
    })
}
