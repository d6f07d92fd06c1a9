//! Folders made, files moved and copied.

use candor_functions::{Failure, JsonSchema};
use serde::{Deserialize, Serialize};

use super::entry::{EntryKind, FileEntry, fetch};
use super::transfer::{TransferAnswer, TransferInput, transfer};
use crate::client::RequestMethod;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::path::UserPath;

#[derive(Deserialize, JsonSchema)]
struct FolderInput {
    /// The folder, relative to the files of the account. The folder around it must exist.
    #[schemars(length(min = 1, max = 4000))]
    path: String,
}

#[derive(Serialize, JsonSchema)]
struct FolderAnswer {
    /// Whether the folder is new; false if it was there already.
    created: bool,
    #[serde(flatten)]
    entry: FileEntry,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let moving = "Move or rename a file or folder. With `overwrite`, what is at the destination \
                  is replaced and goes to the trash. Returns the entry at its new place.";
    let copying = "Copy a file or folder. With `overwrite`, what is at the destination is \
                   replaced and goes to the trash. Returns the copy.";
    vec![
        maker
            .tool(
                ("nc_webdav_create_directory", "Create Directory"),
                "Make a folder. If it already exists, nothing changes. Returns whether it is new.",
                ToolEffect::AddOnce,
                create_directory,
            )
            .sends("`MKCOL /remote.php/dav/files/{user}/{path}`; `PROPFIND` of the same")
            .because("`MKCOL` never replaces; a folder that is there is left as it is."),
        maker
            .tool(
                ("nc_webdav_move_resource", "Move or Rename File"),
                moving,
                ToolEffect::ReplaceOnce,
                move_resource,
            )
            .sends(
                "`MOVE /remote.php/dav/files/{user}/{path}` with `Destination` and `Overwrite`; \
                 `PROPFIND` of the destination",
            )
            .because("It can replace the destination; the second call finds no source.")
            .when("overwrite", false, ToolEffect::Add),
        maker
            .tool(
                ("nc_webdav_copy_resource", "Copy File or Directory"),
                copying,
                ToolEffect::Replace,
                copy_resource,
            )
            .sends(
                "`COPY /remote.php/dav/files/{user}/{path}` with `Destination` and `Overwrite`; \
                 `PROPFIND` of the destination",
            )
            .because("It can replace the destination; a second copy is the same or is refused.")
            .when("overwrite", false, ToolEffect::AddOnce),
    ]
}

async fn create_directory(call: PackCall, input: FolderInput) -> Result<FolderAnswer, Failure> {
    let path = UserPath::parse_inside(&input.path)?;
    let request = call.dav(RequestMethod::Mkcol, "files").await?;
    let answer = call.send(request.at_encoded(&path.encoded())).await?;
    let shown = path.shown();
    match answer.status() {
        405 => {
            let entry = fetch(&call, &path).await?;
            if entry.kind == EntryKind::File {
                return Err(Failure::new(format!("`{shown}` exists and is a file")));
            }
            Ok(FolderAnswer {
                created: false,
                entry,
            })
        }
        409 => Err(Failure::new(format!(
            "the folder around `{shown}` does not exist; make it first"
        ))),
        _ => {
            answer.success()?;
            Ok(FolderAnswer {
                created: true,
                entry: fetch(&call, &path).await?,
            })
        }
    }
}

async fn move_resource(call: PackCall, input: TransferInput) -> Result<TransferAnswer, Failure> {
    transfer(&call, RequestMethod::Move, input).await
}

async fn copy_resource(call: PackCall, input: TransferInput) -> Result<TransferAnswer, Failure> {
    transfer(&call, RequestMethod::Copy, input).await
}
