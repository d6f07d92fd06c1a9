//! Files and folders deleted.

use candor_functions::{Failure, JsonSchema};
use serde::Deserialize;

use super::entry::{EntryKind, fetch};
use crate::client::RequestMethod;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::path::UserPath;
use crate::removal::RemovalAnswer;

#[derive(Deserialize, JsonSchema)]
struct DeleteInput {
    /// The file or folder, relative to the files of the account.
    #[schemars(length(min = 1, max = 4000))]
    path: String,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let description = "Delete a file, or a folder with everything in it. It goes to the trash. \
                       Returns what was deleted; it can be restored with `nc_webdav_restore_from_trash` until the server \
                       empties it.";
    vec![
        maker
            .tool(
                ("nc_webdav_delete_resource", "Delete File or Directory"),
                description,
                ToolEffect::Remove,
                delete_resource,
            )
            .sends(
                "`PROPFIND /remote.php/dav/files/{user}/{path}`; \
                 `DELETE /remote.php/dav/files/{user}/{path}`",
            )
            .because("`DELETE` moves it to the trash; the second call finds nothing."),
    ]
}

async fn delete_resource(call: PackCall, input: DeleteInput) -> Result<RemovalAnswer, Failure> {
    let path = UserPath::parse_inside(&input.path)?;
    let entry = fetch(&call, &path).await?;
    let request = call.dav(RequestMethod::Delete, "files").await?;
    let request = request.at_encoded(&path.encoded());
    call.send(request).await?.success()?;
    let what = match entry.kind {
        EntryKind::File => "file",
        EntryKind::Folder => "folder",
    };
    Ok(RemovalAnswer::new(
        format!("{what} {}", path.shown()),
        "It is in the trash; `nc_webdav_restore_from_trash` brings it back.",
    ))
}
