//! The organizer of an event with invitations.

use candor_functions::Failure;
use serde_json::Value;

use crate::client::ServerPlace;
use crate::pack_call::PackCall;

const USER: ServerPlace = ServerPlace::Ocs("cloud/user");

/// The email address of the account, without which the server sends no invitations.
pub(super) async fn address(call: &PackCall) -> Result<String, Failure> {
    let request = call.get(USER).query("format", "json");
    let user: Value = call.send(request).await?.ocs()?;
    let address = user.get("email").and_then(Value::as_str);
    match address.filter(|address| !address.is_empty()) {
        Some(address) => Ok(format!("mailto:{address}")),
        None => Err(Failure::new(
            "the account has no e-mail address, so the server cannot invite anyone; set one in the \
             personal settings or leave `attendees` out",
        )),
    }
}
