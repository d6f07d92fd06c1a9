//! Earlier versions of a file.

use candor_functions::{Failure, JsonSchema};
use http::HeaderName;
use serde::{Deserialize, Serialize};

use super::entry::{MODIFIED, SIZE, file_id, time};
use crate::client::RequestMethod;
use crate::dav::{self, PropertyName};
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::path::{self, UserPath};
use crate::xml::XmlNamespace::Nextcloud;

const LABEL: PropertyName = (Nextcloud, "version-label");

#[derive(Deserialize, JsonSchema)]
struct VersionsInput {
    /// The file, relative to the files of the account.
    #[schemars(length(min = 1, max = 4000))]
    path: String,
}

#[derive(Deserialize, JsonSchema)]
struct RestoreInput {
    /// The file, relative to the files of the account.
    #[schemars(length(min = 1, max = 4000))]
    path: String,
    /// The version, from `nc_webdav_list_versions`.
    #[schemars(length(min = 1, max = 100))]
    version_id: String,
}

#[derive(Serialize, JsonSchema)]
struct VersionListing {
    /// The file whose versions these are.
    path: String,
    /// All versions that the server keeps, the latest first.
    versions: Vec<FileVersion>,
}

#[derive(Serialize, JsonSchema)]
struct FileVersion {
    /// The version, for `nc_webdav_restore_version`.
    version_id: String,
    /// When it was written, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    modified: Option<String>,
    /// How many bytes it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
    /// The name that a person gave it.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct RestoredVersion {
    /// The file whose versions these are.
    path: String,
    /// The version that it holds again.
    version_id: String,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let restore = "Replace the content of a file by an earlier version. The content that is \
                   replaced becomes a version itself, if the server keeps versions of the file.";
    vec![
        maker
            .tool(
                ("nc_webdav_list_versions", "List File Versions"),
                "List the earlier versions of a file. Returns those that the server still keeps.",
                ToolEffect::Read,
                list_versions,
            )
            .sends(
                "`PROPFIND /remote.php/dav/files/{user}/{path}`; \
                 `PROPFIND /remote.php/dav/versions/{user}/versions/{file}`",
            )
            .because("Only `PROPFIND`."),
        maker
            .tool(
                ("nc_webdav_restore_version", "Restore File Version"),
                restore,
                ToolEffect::ReplaceOnce,
                restore_version,
            )
            .sends(
                "`PROPFIND /remote.php/dav/files/{user}/{path}`; \
                 `MOVE /remote.php/dav/versions/{user}/versions/{file}/{version}`",
            )
            .because("The current content is replaced; the version is used up by it."),
    ]
}

async fn list_versions(call: PackCall, input: VersionsInput) -> Result<VersionListing, Failure> {
    let path = UserPath::parse_inside(&input.path)?;
    let id = file_id(&call, &path).await?;
    let request = call
        .dav(RequestMethod::Propfind, "versions")
        .await?
        .at("versions")
        .at(id)
        .xml("1", &dav::propfind(&[SIZE, MODIFIED, LABEL]))?;
    let found = dav::resources(call.send(request).await?)?;
    let own = id.to_string();
    let mut versions: Vec<FileVersion> = found
        .iter()
        .filter(|one| one.name() != own)
        .map(|one| FileVersion {
            version_id: one.name(),
            modified: one.text(MODIFIED).and_then(time),
            size: one.number(SIZE),
            label: one.text(LABEL).map(str::to_owned),
        })
        .collect();
    versions.sort_by(|one, other| other.version_id.cmp(&one.version_id));
    Ok(VersionListing {
        path: path.shown(),
        versions,
    })
}

async fn restore_version(call: PackCall, input: RestoreInput) -> Result<RestoredVersion, Failure> {
    let path = UserPath::parse_inside(&input.path)?;
    let version = path::segment("a version", &input.version_id)?;
    let id = file_id(&call, &path).await?;
    let user = path::encode(call.principal().await?);
    let target = call.dav_address(&format!("versions/{user}/restore/target"));
    let request = call
        .dav(RequestMethod::Move, "versions")
        .await?
        .at("versions")
        .at(id)
        .at(&version)
        .header(HeaderName::from_static("destination"), target);
    call.send(request).await?.success()?;
    Ok(RestoredVersion {
        path: path.shown(),
        version_id: version,
    })
}
