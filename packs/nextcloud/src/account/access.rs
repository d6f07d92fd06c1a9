//! The app password of the account: obtained by browser login, and revoked.

use std::sync::Arc;

use candor_functions::{Context, Failure, JsonSchema, NoInput};
use serde::Serialize;

use crate::accounts::PackAccounts;
use crate::client::{RequestMethod, ServerPlace};
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::removal::RemovalAnswer;

#[derive(Serialize, JsonSchema)]
struct InvitationAnswer {
    /// The account that you are logged in to already; the new login takes its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    logged_in_as: Option<String>,
    /// The address to open in a browser. It works once, for twenty minutes.
    login_url: String,
    /// What to do next.
    next_step: &'static str,
}

/// The tool for callers that log in themselves.
pub(super) fn login_tools(maker: &ToolMaker) -> Vec<PackTool> {
    let provision = "Begin a login to Nextcloud in a browser. Returns an address for the user to \
                     open; once they have agreed there, the other tools work for this caller. \
                     No one else can use this login.";
    vec![
        maker
            .login_tool(
                (
                    "provision_nextcloud_access",
                    "Grant Server Access to Nextcloud",
                ),
                provision,
                ToolEffect::Add,
                provision_access,
            )
            .sends("`POST /index.php/login/v2`; later `POST /index.php/login/v2/poll`")
            .because("Every call begins another login; nothing that was there is changed."),
    ]
}

async fn provision_access(
    accounts: Arc<PackAccounts>,
    context: Context,
) -> Result<InvitationAnswer, Failure> {
    let caller = accounts.caller(&context)?;
    let logged_in_as = caller.username().await?;
    Ok(InvitationAnswer {
        logged_in_as,
        login_url: caller.invite().await?,
        next_step: "Ask the user to open `login_url`, log in and agree. Then call \
                    `check_logged_in`, which says which account it is.",
    })
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let revoke = "Revoke the app password with which these tools log in. From then on no tool \
                  works until another one is configured; it cannot be undone. Returns what was \
                  revoked.";
    vec![
        maker
            .tool(
                (
                    "revoke_nextcloud_access",
                    "Revoke Server Access to Nextcloud",
                ),
                revoke,
                ToolEffect::Remove,
                revoke_access,
            )
            .sends("`DELETE /ocs/v2.php/core/apppassword`")
            .because("`DELETE`; the second call is not logged in any more."),
    ]
}

async fn revoke_access(call: PackCall, _: NoInput) -> Result<RemovalAnswer, Failure> {
    let request = call.request(RequestMethod::Delete, ServerPlace::APP_PASSWORD);
    let answer = call.send(request.query("format", "json")).await?;
    if answer.status() == 403 {
        return Err(Failure::new(format!(
            "{}; the password that is configured may not be an app password",
            answer.refusal()
        )));
    }
    answer.success()?;
    call.forget_login().await?;
    Ok(RemovalAnswer::new(
        format!("the app password of {}", call.username()),
        "Create another one in the security settings of the account and configure it.",
    ))
}
