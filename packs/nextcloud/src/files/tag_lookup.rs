//! The tags that the server knows.

use candor_functions::{Failure, JsonSchema};
use serde::Serialize;

use crate::client::{RequestMethod, ServerPlace};
use crate::dav::{self, DavResource, PropertyName};
use crate::pack_call::PackCall;
use crate::xml::XmlNamespace::Owncloud;

const ID: PropertyName = (Owncloud, "id");
const NAME: PropertyName = (Owncloud, "display-name");
const VISIBLE: PropertyName = (Owncloud, "user-visible");
const ASSIGNABLE: PropertyName = (Owncloud, "user-assignable");

/// A tag of the server.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct SystemTag {
    /// The number of the tag.
    pub(super) id: u64,
    /// The name that people see.
    pub(super) name: String,
    /// Whether people see it.
    visible: bool,
    /// Whether people may give it to files.
    assignable: bool,
}

/// All tags that the account can see.
pub(super) async fn all(call: &PackCall) -> Result<Vec<SystemTag>, Failure> {
    let request = call
        .request(RequestMethod::Propfind, ServerPlace::Dav)
        .at_encoded("systemtags/");
    listed(call, request).await
}

/// The tags of a file.
pub(super) async fn of_file(call: &PackCall, file: u64) -> Result<Vec<SystemTag>, Failure> {
    let request = call
        .request(RequestMethod::Propfind, ServerPlace::Dav)
        .at_encoded("systemtags-relations/files")
        .at(file);
    listed(call, request).await
}

/// The tag of a name. Letters count as they are, as on the server.
pub(super) async fn named(call: &PackCall, name: &str) -> Result<Option<SystemTag>, Failure> {
    let all = all(call).await?;
    Ok(all.into_iter().find(|tag| tag.name == name))
}

/// The tag of a name, or a refusal that says how to see all of them.
pub(super) async fn known(call: &PackCall, name: &str) -> Result<SystemTag, Failure> {
    let found = named(call, name).await?;
    found.ok_or_else(|| {
        Failure::new(format!(
            "there is no tag `{}`; see all with `nc_webdav_list_tags`",
            name.escape_debug()
        ))
    })
}

async fn listed(
    call: &PackCall,
    request: crate::client::PackRequest,
) -> Result<Vec<SystemTag>, Failure> {
    let request = request.xml("1", &dav::propfind(&[ID, NAME, VISIBLE, ASSIGNABLE]))?;
    let found = dav::resources(call.send(request).await?)?;
    let mut tags: Vec<SystemTag> = found.iter().filter_map(SystemTag::of).collect();
    tags.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(tags)
}

// === impl SystemTag ===

impl SystemTag {
    fn of(resource: &DavResource) -> Option<Self> {
        Some(Self {
            id: resource.number(ID)?,
            name: resource.text(NAME)?.to_owned(),
            visible: resource.text(VISIBLE) == Some("true"),
            assignable: resource.text(ASSIGNABLE) == Some("true"),
        })
    }
}
