//! Checks of the texts that editors write.

use candor_model::hidden_character;

use super::EditError;

/// Checks that a text is not too long and has no hidden characters. `what` names it in the error.
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
