//! Whether clients take the name.

use candor_model::name::EXPOSED_MAX;

use crate::commands::lint::Subject;

/// It is longer than clients take.
pub(super) fn too_long(subject: &Subject) -> Option<String> {
    let length = subject.own.chars().count();
    (length > EXPOSED_MAX).then(|| format!("the name has {length} characters"))
}

/// It has characters that clients refuse.
pub(super) fn characters(subject: &Subject) -> Option<String> {
    let refused = |c: &char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '-');
    let refused = subject.own.chars().find(refused)?;
    Some(format!(
        "the name has the character `{}`",
        refused.escape_debug()
    ))
}
