//! Checks of the texts that editors write.

use candor_model::hidden_character;

use super::EditError;

/// Whether a text may be kept: not too long, and all of it can be seen. `what` names it in the
/// sentence.
pub(super) fn check(what: &str, text: &str, max: usize) -> Result<(), EditError> {
    let length = text.chars().count();
    if length > max {
        return Err(EditError::Invalid(format!(
            "{what} has {length} characters; at most {max} are allowed"
        )));
    }
    match hidden_character(text) {
        None => Ok(()),
        Some((before, found)) => Err(EditError::Invalid(format!(
            "{what} holds the hidden character U+{:04X} at position {}; remove it",
            u32::from(found),
            before + 1
        ))),
    }
}
