//! Shares given, changed and taken back.

use candor_functions::{Failure, JsonSchema};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde::Deserialize;

use super::SHARES;
use super::share::ShareAnswer;
use crate::client::RequestMethod;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::path::UserPath;
use crate::removal::RemovalAnswer;

/// The kind of a public link.
const LINK: u8 = 3;

#[derive(Deserialize, JsonSchema)]
struct CreateInput {
    /// The file or folder, relative to the files of the account.
    #[schemars(length(min = 1, max = 4000))]
    path: String,
    /// Whom to share it with: the name of a person or group, or an address. None for a link.
    share_with: Option<String>,
    /// The kind: 0 user, 1 group, 3 public link, 4 e-mail, 6 federated, 10 conversation.
    #[serde(default)]
    #[schemars(range(min = 0, max = 10))]
    share_type: u8,
    /// The sum of what they may do: 1 read, 2 update, 4 create, 8 delete, 16 share.
    #[serde(default = "read_only")]
    #[schemars(range(min = 1, max = 31))]
    permissions: u8,
}

#[derive(Deserialize, JsonSchema)]
struct LinkInput {
    /// The file or folder, relative to the files of the account.
    #[schemars(length(min = 1, max = 4000))]
    path: String,
    /// After how many minutes the link should end, at most a year. Servers end links by the day,
    /// so it is rounded up to the end of a day.
    #[serde(default = "half_hour")]
    #[schemars(range(min = 1, max = 525_600))]
    expires_in_minutes: i64,
}

#[derive(Deserialize, JsonSchema)]
struct UpdateInput {
    /// The number of the share.
    share_id: u64,
    /// The new sum of what they may do: 1 read, 2 update, 4 create, 8 delete, 16 share.
    #[schemars(range(min = 1, max = 31))]
    permissions: Option<u8>,
    /// The new day on which it ends, such as `2026-12-31`.
    expire_date: Option<String>,
    /// A new note to those it is shared with.
    note: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct DeleteInput {
    /// The number of the share.
    share_id: u64,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let create = "Share a file or folder with a person, a group, an address or by public link. \
                  Anyone who gets it can open it. Returns the share.";
    let link = "Create a public link to a file or folder that anyone can open and download \
                without a login, for a time. Returns its address. Each call makes another link.";
    let delete = "Delete a share: those it was given to lose access, and a link stops working. \
                  The file stays. It cannot be restored. Returns what was deleted.";
    vec![
        maker
            .tool(
                ("nc_share_create", "Create Share"),
                create,
                ToolEffect::Add,
                create_share,
            )
            .open_world()
            .sends("`POST /ocs/v2.php/apps/files_sharing/api/v1/shares`")
            .because(
                "`POST` adds a share, also for people outside; a second one is another or refused.",
            ),
        maker
            .tool(
                ("nc_share_create_public_link", "Create Public Download Link"),
                link,
                ToolEffect::Add,
                create_link,
            )
            .open_world()
            .sends("`POST /ocs/v2.php/apps/files_sharing/api/v1/shares`")
            .because("`POST` adds another link each time, for anyone."),
        maker
            .tool(
                ("nc_share_update", "Update Share"),
                "Replace permissions, end or note of a share. Fields that are left out stay. \
                 Returns the share.",
                ToolEffect::Replace,
                update_share,
            )
            .open_world()
            .sends("`PUT /ocs/v2.php/apps/files_sharing/api/v1/shares/{share}`")
            .because("`PUT` replaces what people may do, also outside; twice is the same."),
        maker
            .tool(
                ("nc_share_delete", "Delete Share"),
                delete,
                ToolEffect::Remove,
                delete_share,
            )
            .sends("`DELETE /ocs/v2.php/apps/files_sharing/api/v1/shares/{share}`")
            .because("`DELETE`; the second call finds none."),
    ]
}

async fn create_share(call: PackCall, input: CreateInput) -> Result<ShareAnswer, Failure> {
    let path = UserPath::parse_inside(&input.path)?;
    let with = input.share_with.filter(|with| !with.is_empty());
    let mut form = vec![
        ("path", path.shown()),
        ("shareType", input.share_type.to_string()),
        ("permissions", input.permissions.to_string()),
    ];
    match (input.share_type, with) {
        (0 | 1 | 4 | 6 | 10, Some(with)) => form.push(("shareWith", with)),
        (LINK, None) => {}
        // The server would ignore the name and publish the file.
        (LINK, Some(_)) => {
            return Err(Failure::new(
                "a public link has no recipient; leave `share_with` out, or choose another kind",
            ));
        }
        (0 | 1 | 4 | 6 | 10, None) => {
            return Err(Failure::new(
                "this kind of share needs a recipient in `share_with`",
            ));
        }
        (other, _) => {
            return Err(Failure::new(format!(
                "there is no share of the kind {other}; use 0, 1, 3, 4, 6 or 10"
            )));
        }
    }
    post(&call, &form).await
}

async fn create_link(call: PackCall, input: LinkInput) -> Result<ShareAnswer, Failure> {
    let path = UserPath::parse_inside(&input.path)?;
    let end = Timestamp::now().checked_add(input.expires_in_minutes.minutes())?;
    // A link ends when its day begins, so the day after is the first that is late enough.
    let day = end.to_zoned(TimeZone::UTC).date().tomorrow()?;
    let form = [
        ("path", path.shown()),
        ("shareType", LINK.to_string()),
        ("permissions", "1".to_owned()),
        ("expireDate", day.to_string()),
    ];
    post(&call, &form).await
}

async fn post(call: &PackCall, form: &[(&str, String)]) -> Result<ShareAnswer, Failure> {
    let request = call
        .request(RequestMethod::Post, SHARES)
        .query("format", "json")
        .form(form);
    call.send(request).await?.ocs()
}

async fn update_share(call: PackCall, input: UpdateInput) -> Result<ShareAnswer, Failure> {
    let mut form = Vec::new();
    if let Some(permissions) = input.permissions {
        form.push(("permissions", permissions.to_string()));
    }
    if let Some(day) = input.expire_date {
        let day: Date = day.parse().map_err(|_| {
            Failure::new(format!(
                "`{}` is not a day; write `2026-12-31`",
                day.escape_debug()
            ))
        })?;
        form.push(("expireDate", day.to_string()));
    }
    if let Some(note) = input.note {
        form.push(("note", note));
    }
    if form.is_empty() {
        return Err(Failure::new(
            "there is nothing to change; give `permissions`, `expire_date` or `note`",
        ));
    }
    let request = call
        .request(RequestMethod::Put, SHARES)
        .at(input.share_id)
        .query("format", "json")
        .form(&form);
    call.send(request).await?.ocs()
}

async fn delete_share(call: PackCall, input: DeleteInput) -> Result<RemovalAnswer, Failure> {
    let request = call
        .request(RequestMethod::Delete, SHARES)
        .at(input.share_id);
    call.send(request).await?.success()?;
    Ok(RemovalAnswer::new(
        format!("share {}", input.share_id),
        "It cannot be restored; the file itself is still there.",
    ))
}

fn read_only() -> u8 {
    1
}

fn half_hour() -> i64 {
    30
}
