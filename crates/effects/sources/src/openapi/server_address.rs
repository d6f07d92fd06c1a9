//! The base URL of an API, as configured for the source and for an environment.

use candor_model::{SourceName, VariableName};
use candor_openapi::ApiServer;
use candor_rest::BaseUrlSettings;
use url::Url;

use super::credential::shout;
use crate::request::VariableValues;

/// A variable that should contain a URL, but does not.
#[derive(Debug, thiserror::Error)]
#[error("the variable `{name}` is not the address of an API: {reason}")]
pub(super) struct InvalidAddressVariable {
    name: String,
    reason: String,
}

/// The settings in the environment with these variables. `SHOP_BASE_URL` is the base URL of the
/// source `shop`, `SHOP_SERVER` selects one of the documented servers, and `SHOP_SERVER_REGION` is
/// the value of `{region}` in their URLs.
pub(super) fn base_url(
    general: &BaseUrlSettings,
    source: &SourceName,
    variables: [&VariableValues; 2],
    servers: &[ApiServer],
) -> Result<BaseUrlSettings, InvalidAddressVariable> {
    let mut settings = general.clone();
    // The environment's variables come last, so that they take precedence.
    for variables in variables.into_iter().rev() {
        let get = |part: &str| {
            let name = VariableName::parse(&format!("{}_{part}", shout(source.as_str()))).ok()?;
            let value = variables.get(&name)?.expose().clone();
            (!value.is_empty()).then_some((name, value))
        };
        if let Some((_, server)) = get("SERVER") {
            settings.server = Some(server);
            settings.base_url = None;
        }
        if let Some((name, address)) = get("BASE_URL") {
            let url = Url::parse(&address).map_err(|error| InvalidAddressVariable {
                name: name.to_string(),
                reason: error.to_string(),
            })?;
            settings.base_url = Some(url);
        }
        for variable in servers.iter().flat_map(|server| server.variables.keys()) {
            if let Some((_, value)) = get(&format!("SERVER_{}", shout(variable))) {
                settings.variables.insert(variable.clone(), value);
            }
        }
    }
    Ok(settings)
}
