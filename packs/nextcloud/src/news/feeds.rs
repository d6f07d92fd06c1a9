//! Folders, feeds and how they fare.

use candor_functions::{Failure, JsonSchema, NoInput};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::client::ServerPlace;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};

const FOLDERS: ServerPlace = ServerPlace::App("news/api/v1-3/folders");
const FEEDS: ServerPlace = ServerPlace::App("news/api/v1-3/feeds");
const STATUS: ServerPlace = ServerPlace::App("news/api/v1-3/status");

#[derive(Deserialize, JsonSchema)]
struct HealthInput {
    /// The number of the feed.
    feed_id: u64,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct FolderList {
    /// All folders of the account.
    folders: Vec<NewsFolder>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct NewsFolder {
    /// The number of the folder.
    id: u64,
    /// The name of the folder.
    name: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireFeeds {
    feeds: Vec<WireFeed>,
    #[serde(default)]
    starred_count: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireFeed {
    id: u64,
    url: String,
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    folder_id: Option<u64>,
    #[serde(default)]
    unread_count: u64,
    #[serde(default)]
    update_error_count: u64,
    #[serde(default)]
    last_update_error: Option<String>,
    #[serde(default)]
    next_update_time: Option<i64>,
}

#[derive(Serialize, JsonSchema)]
struct FeedList {
    /// All feeds that the account follows.
    feeds: Vec<NewsFeed>,
    /// How many items are starred.
    starred: u64,
}

#[derive(Serialize, JsonSchema)]
struct NewsFeed {
    /// The number of the feed.
    id: u64,
    /// The title of the feed.
    title: String,
    /// The address it is fetched from.
    url: String,
    /// The number of its folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    folder_id: Option<u64>,
    /// How many items are unread.
    unread: u64,
}

#[derive(Serialize, JsonSchema)]
struct FeedHealth {
    /// The number of the feed.
    feed_id: u64,
    /// The title of the feed.
    title: String,
    /// Whether the last update worked.
    healthy: bool,
    /// How many updates failed in a row.
    failed_updates: u64,
    /// What went wrong last.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_error: Option<String>,
    /// When it is fetched next, in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_update: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct NewsStatus {
    /// The version of the app.
    version: String,
    /// Whether its background job is not set up properly.
    improperly_configured_cron: bool,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let read = ToolEffect::Read;
    vec![
        maker
            .tool(
                ("nc_news_list_folders", "List News Folders"),
                "List the folders of the feeds. Returns their numbers and names.",
                read,
                list_folders,
            )
            .sends("`GET /apps/news/api/v1-3/folders`")
            .because("Only `GET`."),
        maker
            .tool(
                ("nc_news_list_feeds", "List News Feeds"),
                "List the feeds that the account follows. Returns title, address and unread count.",
                read,
                list_feeds,
            )
            .sends("`GET /apps/news/api/v1-3/feeds`")
            .because("Only `GET`."),
        maker
            .tool(
                ("nc_news_get_feed_health", "Get News Feed Health"),
                "Read whether a feed is fetched without errors. Returns the last error.",
                read,
                get_feed_health,
            )
            .sends("`GET /apps/news/api/v1-3/feeds`")
            .because("Only `GET`."),
        maker
            .tool(
                ("nc_news_get_status", "Get News App Status"),
                "Read the version of the News app. Returns also whether its background job works.",
                read,
                get_status,
            )
            .sends("`GET /apps/news/api/v1-3/status`")
            .because("Only `GET`."),
    ]
}

async fn list_folders(call: PackCall, _: NoInput) -> Result<FolderList, Failure> {
    call.send(call.get(FOLDERS)).await?.json()
}

async fn list_feeds(call: PackCall, _: NoInput) -> Result<FeedList, Failure> {
    let found: WireFeeds = call.send(call.get(FEEDS)).await?.json()?;
    let feeds = found.feeds.into_iter().map(|feed| NewsFeed {
        id: feed.id,
        title: feed.title.unwrap_or_default(),
        url: feed.url,
        folder_id: feed.folder_id,
        unread: feed.unread_count,
    });
    Ok(FeedList {
        feeds: feeds.collect(),
        starred: found.starred_count,
    })
}

async fn get_feed_health(call: PackCall, input: HealthInput) -> Result<FeedHealth, Failure> {
    let found: WireFeeds = call.send(call.get(FEEDS)).await?.json()?;
    let feed = found.feeds.into_iter().find(|it| it.id == input.feed_id);
    let Some(feed) = feed else {
        return Err(Failure::new(format!(
            "there is no feed {}; list them with `nc_news_list_feeds`",
            input.feed_id
        )));
    };
    let next = feed.next_update_time.filter(|time| *time > 0);
    let next = next.and_then(|time| Timestamp::from_second(time).ok());
    Ok(FeedHealth {
        feed_id: feed.id,
        title: feed.title.unwrap_or_default(),
        healthy: feed.update_error_count == 0,
        failed_updates: feed.update_error_count,
        last_error: feed.last_update_error.filter(|text| !text.is_empty()),
        next_update: next.map(|time| time.to_string()),
    })
}

async fn get_status(call: PackCall, _: NoInput) -> Result<NewsStatus, Failure> {
    let found: Value = call.send(call.get(STATUS)).await?.json()?;
    let version = found.get("version").and_then(Value::as_str);
    let wrong = found.pointer("/warnings/improperlyConfiguredCron");
    Ok(NewsStatus {
        version: version.unwrap_or_default().to_owned(),
        improperly_configured_cron: wrong == Some(&Value::Bool(true)),
    })
}
