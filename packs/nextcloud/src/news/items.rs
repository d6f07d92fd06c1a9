//! Items of feeds.

use candor_functions::{Failure, JsonSchema};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::client::ServerPlace;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};

const ITEMS: ServerPlace = ServerPlace::App("news/api/v1-3/items");
/// How many characters of an item a list has.
const EXCERPT: usize = 300;
/// The kinds of lists, as the app numbers them.
const OF_FEED: u8 = 0;
const OF_FOLDER: u8 = 1;
const STARRED: u8 = 2;
const ALL: u8 = 3;

#[derive(Deserialize, JsonSchema)]
struct ListInput {
    /// Only items of this feed.
    feed_id: Option<u64>,
    /// Only items of the feeds in this folder.
    folder_id: Option<u64>,
    /// Whether only starred items are wanted.
    #[serde(default)]
    starred_only: bool,
    /// Whether only unread items are wanted.
    #[serde(default)]
    unread_only: bool,
    /// How many items a page has, at most 200.
    #[serde(default = "fifty")]
    #[schemars(range(min = 1, max = 200))]
    limit: usize,
    /// Only items older than this one: the `next_offset` of the page before; 0 for the latest.
    #[serde(default)]
    offset: u64,
}

#[derive(Deserialize, JsonSchema)]
struct PageInput {
    /// How many items a page has, at most 200.
    #[serde(default = "fifty")]
    #[schemars(range(min = 1, max = 200))]
    limit: usize,
    /// Only items older than this one: the `next_offset` of the page before; 0 for the latest.
    #[serde(default)]
    offset: u64,
}

#[derive(Deserialize, JsonSchema)]
struct GetInput {
    /// The number of the item.
    item_id: u64,
}

#[derive(Deserialize)]
struct WireItems {
    items: Vec<WireItem>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireItem {
    id: u64,
    feed_id: u64,
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    url: Option<String>,
    #[serde(default)]
    author: Option<String>,
    #[serde(default)]
    pub_date: Option<i64>,
    #[serde(default)]
    body: Option<String>,
    #[serde(default)]
    unread: bool,
    #[serde(default)]
    starred: bool,
}

#[derive(Serialize, JsonSchema)]
struct ItemList {
    /// The items of this page, the latest first.
    items: Vec<NewsItem>,
    /// The offset of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_offset: Option<u64>,
}

#[derive(Serialize, JsonSchema)]
struct NewsItem {
    /// The number of the item.
    id: u64,
    /// The number of its feed.
    feed_id: u64,
    /// The title, empty if the feed gives none.
    title: String,
    /// The address of the article.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    /// Who wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<String>,
    /// When it was published, in UTC, if the feed says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<String>,
    /// The text in HTML, or its beginning.
    body: String,
    /// Whether the text goes on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    body_cut: bool,
    /// Whether it is unread.
    unread: bool,
    /// Whether it is starred.
    starred: bool,
}

/// Which items are asked for.
struct ItemQuery {
    kind: u8,
    id: u64,
    with_read: bool,
    limit: usize,
    offset: u64,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let read = |tool: PackTool| {
        tool.open_world()
            .sends("`GET /apps/news/api/v1-3/items`")
            .because("Only `GET`; the texts come from the web.")
    };
    vec![
        read(maker.tool(
            ("nc_news_list_items", "List News Items"),
            "List items of one feed, one folder or all, a page at a time. Returns titles and the \
             beginnings of the texts, which third parties wrote.",
            ToolEffect::Read,
            list_items,
        )),
        read(maker.tool(
            ("nc_news_get_starred_items", "Get Starred News Items"),
            "List the starred items, a page at a time. Returns titles and the beginnings of the \
             texts.",
            ToolEffect::Read,
            get_starred,
        )),
        read(maker.tool(
            ("nc_news_get_unread_items", "Get Unread News Items"),
            "List the unread items, a page at a time, and leave them unread. Returns titles and \
             the beginnings of the texts.",
            ToolEffect::Read,
            get_unread,
        )),
        read(maker.tool(
            ("nc_news_get_item", "Get News Item"),
            "Read one item. Returns its whole text as HTML.",
            ToolEffect::Read,
            get_item,
        )),
    ]
}

async fn list_items(call: PackCall, input: ListInput) -> Result<ItemList, Failure> {
    let (kind, id) = match (input.feed_id, input.folder_id, input.starred_only) {
        (Some(feed), None, false) => (OF_FEED, feed),
        (None, Some(folder), false) => (OF_FOLDER, folder),
        (None, None, true) => (STARRED, 0),
        (None, None, false) => (ALL, 0),
        _ => {
            return Err(Failure::new(
                "`feed_id`, `folder_id` and `starred_only` exclude each other; give one of them",
            ));
        }
    };
    let query = ItemQuery {
        kind,
        id,
        with_read: !input.unread_only,
        limit: input.limit,
        offset: input.offset,
    };
    query.page(&call).await
}

async fn get_starred(call: PackCall, input: PageInput) -> Result<ItemList, Failure> {
    let query = ItemQuery {
        kind: STARRED,
        id: 0,
        with_read: true,
        limit: input.limit,
        offset: input.offset,
    };
    query.page(&call).await
}

async fn get_unread(call: PackCall, input: PageInput) -> Result<ItemList, Failure> {
    let query = ItemQuery {
        kind: ALL,
        id: 0,
        with_read: false,
        limit: input.limit,
        offset: input.offset,
    };
    query.page(&call).await
}

/// Reads one item. There is no route for one, so the list is asked for the items below the next
/// number.
async fn get_item(call: PackCall, input: GetInput) -> Result<NewsItem, Failure> {
    let query = ItemQuery {
        kind: ALL,
        id: 0,
        with_read: true,
        limit: 1,
        offset: input.item_id.saturating_add(1),
    };
    let items = query.fetch(&call).await?;
    let found = items.into_iter().find(|item| item.id == input.item_id);
    let missing = || Failure::new(format!("there is no item {}", input.item_id));
    found
        .map(|item| NewsItem::of(item, usize::MAX))
        .ok_or_else(missing)
}

// === impl ItemQuery ===

impl ItemQuery {
    /// One item more than the page has, so that it is known whether there is another.
    async fn fetch(&self, call: &PackCall) -> Result<Vec<WireItem>, Failure> {
        let request = call
            .get(ITEMS)
            .query("batchSize", self.limit + 1)
            .query("offset", self.offset)
            .query("type", self.kind)
            .query("id", self.id)
            .query("getRead", self.with_read)
            .query("oldestFirst", false);
        let found: WireItems = call.send(request).await?.json()?;
        Ok(found.items)
    }

    async fn page(&self, call: &PackCall) -> Result<ItemList, Failure> {
        let mut items = self.fetch(call).await?;
        let more = items.len() > self.limit;
        items.truncate(self.limit);
        let last = items.last().map(|item| item.id);
        Ok(ItemList {
            next_offset: last.filter(|_| more),
            items: items
                .into_iter()
                .map(|item| NewsItem::of(item, EXCERPT))
                .collect(),
        })
    }
}

// === impl NewsItem ===

impl NewsItem {
    fn of(item: WireItem, longest: usize) -> Self {
        let whole = item.body.unwrap_or_default();
        let body: String = whole.chars().take(longest).collect();
        let published = item
            .pub_date
            .and_then(|time| Timestamp::from_second(time).ok());
        Self {
            id: item.id,
            feed_id: item.feed_id,
            title: item.title.unwrap_or_default(),
            url: item.url,
            author: item.author,
            published: published.map(|time| time.to_string()),
            body_cut: body.len() < whole.len(),
            body,
            unread: item.unread,
            starred: item.starred,
        }
    }
}

fn fifty() -> usize {
    50
}
