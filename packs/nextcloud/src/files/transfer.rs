//! What moving and copying share.

use candor_functions::{Failure, JsonSchema};
use http::HeaderName;
use serde::{Deserialize, Serialize};

use super::entry::{FileEntry, fetch};
use crate::client::RequestMethod;
use crate::etag;
use crate::pack_call::PackCall;
use crate::path::UserPath;

#[derive(Deserialize, JsonSchema)]
pub(super) struct TransferInput {
    /// The file or folder, relative to the files of the account.
    #[schemars(length(min = 1, max = 4000))]
    source_path: String,
    /// Where it is to be, with its new name.
    #[schemars(length(min = 1, max = 4000))]
    destination_path: String,
    /// Whether something that is there may be replaced. It goes to the trash.
    #[serde(default)]
    overwrite: bool,
    /// With `overwrite`: the etag that the file there must have.
    if_destination_match: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct TransferAnswer {
    /// Whether something was replaced.
    replaced: bool,
    #[serde(flatten)]
    entry: FileEntry,
}

/// Moves or copies.
pub(super) async fn transfer(
    call: &PackCall,
    method: RequestMethod,
    input: TransferInput,
) -> Result<TransferAnswer, Failure> {
    let source = UserPath::parse_inside(&input.source_path)?;
    let target = UserPath::parse_inside(&input.destination_path)?;
    if source == target {
        return Err(Failure::new("source and destination are the same path"));
    }
    let principal = crate::path::encode(call.principal().await?);
    let destination = call.dav_address(&format!("files/{principal}/{}", target.encoded()));
    let overwrite = if input.overwrite { "T" } else { "F" };
    let mut request = call
        .dav(method, "files")
        .await?
        .at_encoded(&source.encoded())
        .header(HeaderName::from_static("destination"), &destination)
        .header(HeaderName::from_static("overwrite"), overwrite);
    if let Some(given) = &input.if_destination_match {
        if !input.overwrite {
            return Err(Failure::new(
                "`if_destination_match` has a meaning only with `overwrite`",
            ));
        }
        let condition = format!("<{destination}> ([{}])", etag::quoted(given));
        request = request.header(HeaderName::from_static("if"), condition);
    }
    let answer = call.send(request).await?;
    if answer.status() == 412 {
        return Err(conflict(call, &target, &input).await);
    }
    let answer = answer.success()?;
    Ok(TransferAnswer {
        replaced: answer.status() == 204,
        entry: fetch(call, &target).await?,
    })
}

async fn conflict(call: &PackCall, target: &UserPath, input: &TransferInput) -> Failure {
    let now = fetch(call, target).await.ok().and_then(|entry| entry.etag);
    let shown = target.shown();
    Failure::new(match (&input.if_destination_match, now) {
        (Some(given), Some(now)) => format!(
            "`{shown}` was not replaced: its etag is `{now}` now and not `{}`; look at it again \
             and decide again",
            etag::bare(given)
        ),
        (Some(_), None) => format!("`{shown}` does not exist, so it cannot have that etag"),
        (None, _) => format!("`{shown}` exists already; set `overwrite` to replace it"),
    })
}
