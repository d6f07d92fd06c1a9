//! Detects the server's apps, so that tools for missing ones are not offered.

use serde_json::Value;

use crate::client::{NextcloudClient, PackRequest, PackResponse, RequestMethod, ServerPlace};
use crate::pack_tool::PackModule;
use crate::{NextcloudError, NextcloudOptions};

/// The News app's version endpoint.
pub(crate) const NEWS_VERSION: ServerPlace = ServerPlace::App("news/api/v1-3/version");

/// A module, and whether the server has what it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleGate {
    /// The module.
    pub module: PackModule,
    /// Whether its tools can work.
    pub state: ModuleState,
}

/// Whether the tools of a module can work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModuleState {
    /// The server has what the module needs.
    Available,
    /// It does not, for this reason. The tools should not be offered.
    Missing {
        /// The reason, in a sentence.
        reason: String,
    },
}

/// Queries which modules the server supports. Fails if the server does not respond, because a
/// guessed list of tools is worse than none.
pub async fn capability_gate(options: NextcloudOptions) -> Result<Vec<ModuleGate>, NextcloudError> {
    let client = NextcloudClient::new(&options)?;
    let request = PackRequest::new(RequestMethod::Get, ServerPlace::Ocs("cloud/capabilities"));
    let answer = client.send(request.query("format", "json")).await;
    let answer: Value = answer
        .and_then(PackResponse::ocs)
        .map_err(|failure| NextcloudError::Capabilities(failure.to_string()))?;
    let capabilities = answer.get("capabilities").cloned().unwrap_or_default();
    let mut gates = Vec::new();
    for module in PackModule::ALL {
        let state = match module {
            PackModule::News => news(&client).await?,
            module => published(module, &capabilities),
        };
        gates.push(ModuleGate { module, state });
    }
    Ok(gates)
}

/// The state of a module according to the list of capabilities.
pub(crate) fn published(module: PackModule, capabilities: &Value) -> ModuleState {
    let app = match module {
        PackModule::Notes => "notes",
        PackModule::Deck => "deck",
        PackModule::Tables => "tables",
        PackModule::Cookbook => "cookbook",
        PackModule::Sharing => return sharing(capabilities),
        PackModule::Contacts | PackModule::Calendar => return dav(capabilities),
        PackModule::Files | PackModule::Account | PackModule::News => {
            return ModuleState::Available;
        }
    };
    if capabilities.get(app).is_some_and(|value| !value.is_null()) {
        return ModuleState::Available;
    }
    missing(format!(
        "the `{app}` app is not installed or not enabled for this account"
    ))
}

fn sharing(capabilities: &Value) -> ModuleState {
    let enabled = capabilities.pointer("/files_sharing/api_enabled");
    if enabled == Some(&Value::Bool(true)) {
        return ModuleState::Available;
    }
    missing("sharing is switched off by the administrator of the server".to_owned())
}

fn dav(capabilities: &Value) -> ModuleState {
    if capabilities.get("dav").is_some() {
        return ModuleState::Available;
    }
    missing("the server publishes no DAV service for calendars and contacts".to_owned())
}

/// The News app publishes no capability, so it is queried directly.
async fn news(client: &NextcloudClient) -> Result<ModuleState, NextcloudError> {
    let answer = client
        .send(PackRequest::new(RequestMethod::Get, NEWS_VERSION))
        .await
        .map_err(|failure| NextcloudError::Capabilities(failure.to_string()))?;
    Ok(news_state(answer.status()))
}

/// Interprets the status of a News app request. A route of a missing app returns 404 or a redirect.
pub(crate) fn news_state(status: u16) -> ModuleState {
    if matches!(status, 404 | 300..=399) {
        missing("the `news` app is not installed or not enabled for this account".to_owned())
    } else {
        ModuleState::Available
    }
}

fn missing(reason: String) -> ModuleState {
    ModuleState::Missing { reason }
}
