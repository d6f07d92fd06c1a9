//! The headers of requests to a registry.

use candor_model::Secret;
use http::{HeaderMap, HeaderName, HeaderValue};

use crate::error::RegistryError;

/// The headers of the settings. Their values are never printed.
pub(crate) fn of(pairs: &[(String, Secret<String>)]) -> Result<HeaderMap, RegistryError> {
    let mut headers = HeaderMap::new();
    for (name, value) in pairs {
        let bad = || RegistryError::Header(name.clone());
        let key = HeaderName::from_bytes(name.as_bytes()).map_err(|_| bad())?;
        let mut value = HeaderValue::from_str(value.expose()).map_err(|_| bad())?;
        value.set_sensitive(true);
        headers.insert(key, value);
    }
    Ok(headers)
}
