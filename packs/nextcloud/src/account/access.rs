//! The app password of the account, given back.

use candor_functions::{Failure, NoInput};

use crate::client::{RequestMethod, ServerPlace};
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::removal::RemovalAnswer;

const PASSWORD: ServerPlace = ServerPlace::Ocs("core/apppassword");

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
    let request = call.request(RequestMethod::Delete, PASSWORD);
    let answer = call.send(request.query("format", "json")).await?;
    if answer.status() == 403 {
        return Err(Failure::new(format!(
            "{}; the password that is configured may not be an app password",
            answer.refusal()
        )));
    }
    answer.success()?;
    Ok(RemovalAnswer::new(
        format!("the app password of {}", call.username()),
        "Create another one in the security settings of the account and configure it.",
    ))
}
