//! The header that distinguishes a repeated request from a new one.

use candor_openapi::{ApiParameter, OpenApiOperation, ParameterPlace};

/// The idempotency header of an operation, unless `headers` already set it.
pub(crate) fn header(operation: &OpenApiOperation, headers: &[(String, String)]) -> Option<String> {
    let parameter = operation.parameters.iter().find(|it| is_key(it))?;
    let is_set = headers
        .iter()
        .any(|(name, _)| name.eq_ignore_ascii_case(&parameter.name));
    (!is_set).then(|| parameter.name.clone())
}

/// Whether a parameter is such a header: by its name, or by the description of an id header.
pub(crate) fn is_key(parameter: &ApiParameter) -> bool {
    if parameter.place != ParameterPlace::Header {
        return false;
    }
    let name = parameter.name.to_ascii_lowercase();
    let says_so = parameter
        .description
        .as_deref()
        .is_some_and(|text| text.to_ascii_lowercase().contains("idempoten"));
    let is_id = ["-id", "-key", "-token"]
        .iter()
        .any(|end| name.ends_with(end));
    name.contains("idempoten") || (says_so && is_id)
}
