//! The identity of the account, and the server's features.

use candor_functions::{Failure, JsonSchema, NoInput};
use serde::Serialize;
use serde_json::Value;

use crate::capability::{ModuleState, NEWS_VERSION, news_state, published};
use crate::client::ServerPlace;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackModule, PackTool, ToolMaker};

const USER: ServerPlace = ServerPlace::Ocs("cloud/user");
const CAPABILITIES: ServerPlace = ServerPlace::Ocs("cloud/capabilities");

#[derive(Serialize, JsonSchema)]
struct LoginAnswer {
    /// The login name that is configured.
    login_name: String,
    /// The identifier of the account, which can differ from the login name.
    user_id: String,
    /// The name that people see.
    #[serde(skip_serializing_if = "Option::is_none")]
    display_name: Option<String>,
    /// The e-mail address of the account.
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    /// The address of the server.
    server: String,
}

#[derive(Serialize, JsonSchema)]
struct ProvisioningAnswer {
    /// The version of Nextcloud.
    #[serde(skip_serializing_if = "Option::is_none")]
    server_version: Option<String>,
    /// The modules whose tools work with this server.
    available: Vec<&'static str>,
    /// The modules whose tools do not, with the reason.
    missing: Vec<MissingModule>,
}

#[derive(Serialize, JsonSchema)]
struct MissingModule {
    /// The module that is meant.
    module: &'static str,
    /// Why its tools do not work.
    reason: String,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    vec![
        maker
            .tool(
                ("check_logged_in", "Check Server Login Status"),
                "Check whether the configured login works. Returns which account it is.",
                ToolEffect::Read,
                check_logged_in,
            )
            .sends("`GET /ocs/v2.php/cloud/user`")
            .because("Only `GET`."),
        maker
            .tool(
                ("check_provisioning_status", "Check Provisioning Status"),
                "Check which apps the server has. Returns the modules that work, and why others \
                 do not.",
                ToolEffect::Read,
                check_provisioning,
            )
            .sends("`GET /ocs/v2.php/cloud/capabilities`; `GET /apps/news/api/v1-3/version`")
            .because("Only `GET`."),
    ]
}

async fn check_logged_in(call: PackCall, _: NoInput) -> Result<LoginAnswer, Failure> {
    let request = call.get(USER).query("format", "json");
    let user: Value = call.send(request).await?.ocs()?;
    let text = |name: &str| user.get(name).and_then(Value::as_str).map(str::to_owned);
    let missing = || Failure::new("the server does not say which account this is");
    Ok(LoginAnswer {
        login_name: call.username().to_owned(),
        user_id: text("id").ok_or_else(missing)?,
        display_name: text("display-name").or_else(|| text("displayname")),
        email: text("email"),
        server: call.link("").trim_end_matches("/index.php/").to_owned(),
    })
}

async fn check_provisioning(call: PackCall, _: NoInput) -> Result<ProvisioningAnswer, Failure> {
    let request = call.get(CAPABILITIES).query("format", "json");
    let found: Value = call.send(request).await?.ocs()?;
    let capabilities = found.get("capabilities").cloned().unwrap_or_default();
    let version = found.pointer("/version/string").and_then(Value::as_str);
    // The News app publishes no capability, so it is queried directly.
    let news = news_state(call.send(call.get(NEWS_VERSION)).await?.status());
    let (mut available, mut missing) = (Vec::new(), Vec::new());
    for module in PackModule::ALL {
        let state = match module {
            PackModule::News => news.clone(),
            module => published(module, &capabilities),
        };
        match state {
            ModuleState::Available => available.push(module.as_str()),
            ModuleState::Missing { reason } => missing.push(MissingModule {
                module: module.as_str(),
                reason,
            }),
        }
    }
    Ok(ProvisioningAnswer {
        server_version: version.map(str::to_owned),
        available,
        missing,
    })
}
