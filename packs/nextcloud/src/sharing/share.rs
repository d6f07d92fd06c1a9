//! A share, as the server gives it and as the tools tell it.

use candor_functions::JsonSchema;
use serde::{Deserialize, Serialize};

/// A share of a file or folder.
#[derive(Deserialize, Serialize, JsonSchema)]
pub(super) struct ShareAnswer {
    /// The number of the share.
    #[serde(deserialize_with = "crate::php_list::number")]
    id: u64,
    /// The file or folder, relative to the files of the account.
    path: String,
    /// The kind: 0 user, 1 group, 3 public link, 4 e-mail, 6 federated, 10 conversation.
    share_type: u64,
    /// Whom it is shared with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    share_with: Option<String>,
    /// The sum of what they may do: 1 read, 2 update, 4 create, 8 delete, 16 share.
    permissions: u64,
    /// The name of the person who shares it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    uid_owner: Option<String>,
    /// The day on which it ends, in the zone of the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expiration: Option<String>,
    /// A note to those it is shared with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// The address of a public link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}
