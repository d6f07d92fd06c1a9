//! Shares read and listed.

use candor_functions::{Failure, JsonSchema};
use serde::{Deserialize, Serialize};

use super::SHARES;
use super::share::ShareAnswer;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::page::{ListPage, PageInfo};
use crate::path::UserPath;

#[derive(Deserialize, JsonSchema)]
struct ListInput {
    /// Only shares of this file or folder, relative to the files of the account.
    path: Option<String>,
    /// Whether shares that others gave to the account are wanted, instead of its own.
    #[serde(default)]
    shared_with_me: bool,
    /// How many shares a page has, at most 500.
    #[serde(default = "hundred")]
    #[schemars(range(min = 1, max = 500))]
    limit: usize,
    /// How many shares to skip; take `next_offset` of the page before.
    #[serde(default)]
    offset: usize,
}

#[derive(Deserialize, JsonSchema)]
struct GetInput {
    /// The number of the share.
    share_id: u64,
}

#[derive(Serialize, JsonSchema)]
struct ShareList {
    /// The shares of this page.
    shares: Vec<ShareAnswer>,
    #[serde(flatten)]
    page: PageInfo,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    vec![
        maker
            .tool(
                ("nc_share_list", "List Shares"),
                "List the shares that the account gave or received, a page at a time. Returns \
                 path, recipient and permissions.",
                ToolEffect::Read,
                list_shares,
            )
            .sends("`GET /ocs/v2.php/apps/files_sharing/api/v1/shares`")
            .because("Only `GET`."),
        maker
            .tool(
                ("nc_share_get", "Get Share Details"),
                "Read a share. Returns path, recipient, permissions and link.",
                ToolEffect::Read,
                get_share,
            )
            .sends("`GET /ocs/v2.php/apps/files_sharing/api/v1/shares/{share}`")
            .because("Only `GET`."),
    ]
}

async fn list_shares(call: PackCall, input: ListInput) -> Result<ShareList, Failure> {
    let mut request = call.get(SHARES).query("format", "json");
    if let Some(path) = &input.path {
        request = request.query("path", UserPath::parse_inside(path)?.shown());
    }
    if input.shared_with_me {
        request = request.query("shared_with_me", "true");
    }
    let shares: Vec<ShareAnswer> = call.send(request).await?.ocs()?;
    let page = ListPage::cut(shares, input.offset, input.limit)?;
    Ok(ShareList {
        shares: page.items,
        page: page.info,
    })
}

async fn get_share(call: PackCall, input: GetInput) -> Result<ShareAnswer, Failure> {
    let request = call.get(SHARES).at(input.share_id).query("format", "json");
    let found: Vec<ShareAnswer> = call.send(request).await?.ocs()?;
    let missing = || Failure::new(format!("there is no share {}", input.share_id));
    found.into_iter().next().ok_or_else(missing)
}

fn hundred() -> usize {
    100
}
