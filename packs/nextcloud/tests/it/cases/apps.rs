//! Calls of the tools for tables, shares, recipes and news.

use serde_json::json;

use crate::case::{ToolCase, case};

pub(super) fn cases() -> Vec<ToolCase> {
    [tables(), shares(), recipes(), recipe_writes(), news()]
        .into_iter()
        .flatten()
        .collect()
}

fn tables() -> Vec<ToolCase> {
    vec![
        case("nc_tables_list_tables", json!({}))
            .gives("/tables/0/title", "Plants")
            .refused(json!({"offset": 4}), "behind the end"),
        case("nc_tables_get_schema", json!({"table_id": 1}))
            .gives("/columns/0/type", "text")
            .refused(json!({"table_id": 9}), "404"),
        case("nc_tables_read_table", json!({"table_id": 1, "limit": 1}))
            .gives("/rows/0/cells/0/value", "fern")
            .gives("/next_offset", 1)
            .also(json!({"table_id": 1, "offset": 1}))
            .refused(json!({"table_id": 9}), "404"),
        case(
            "nc_tables_insert_row",
            json!({"table_id": 1, "data": {"1": "ivy"}}),
        )
        .gives("/id", 3)
        .refused(json!({"table_id": 9, "data": {"1": "ivy"}}), "404")
        .refused(json!({"table_id": 1, "data": {}}), "no values")
        .refused(
            json!({"table_id": 1, "data": {"name": "ivy"}}),
            "not the number of a column",
        ),
        case(
            "nc_tables_update_row",
            json!({"row_id": 1, "data": {"1": "moss"}}),
        )
        .gives("/cells/0/value", "moss")
        .refused(json!({"row_id": 9, "data": {"1": "moss"}}), "404"),
        case("nc_tables_delete_row", json!({"row_id": 1})).refused(json!({"row_id": 9}), "404"),
    ]
}

fn shares() -> Vec<ToolCase> {
    let file = "Documents/report.txt";
    vec![
        case("nc_share_list", json!({}))
            .gives("/shares/0/share_with", "bob")
            .also(json!({"shared_with_me": true}))
            .also(json!({"path": file}))
            .refused(json!({"path": "None"}), "404")
            .refused(json!({"path": ".."}), "`..` step"),
        case("nc_share_get", json!({"share_id": 1}))
            .gives("/path", "/Documents/report.txt")
            .refused(json!({"share_id": 9}), "404"),
        case(
            "nc_share_create",
            json!({"path": file, "share_with": "eve", "permissions": 3}),
        )
        .gives("/permissions", 3)
        .also(json!({"path": file, "share_type": 3}))
        .refused(json!({"path": file, "share_with": "bob"}), "already shared")
        .refused(
            json!({"path": file, "share_type": 3, "share_with": "bob"}),
            "no recipient",
        )
        .refused(json!({"path": file}), "needs a recipient")
        .refused(
            json!({"path": file, "share_type": 2, "share_with": "x"}),
            "kind 2",
        )
        .refused(
            json!({"path": file, "share_with": "nobody"}),
            "valid account",
        ),
        case("nc_share_create_public_link", json!({"path": file}))
            .gives("/url", "https://cloud.example.com/s/token3")
            .refused(json!({"path": "None"}), "404"),
        case("nc_share_update", json!({"share_id": 1, "permissions": 15}))
            .gives("/permissions", 15)
            .also(json!({"share_id": 1, "expire_date": "2030-01-01", "note": "for you"}))
            .refused(json!({"share_id": 9, "permissions": 15}), "404")
            .refused(json!({"share_id": 1}), "nothing to change")
            .refused(
                json!({"share_id": 1, "expire_date": "soon"}),
                "is not a day",
            ),
        case("nc_share_delete", json!({"share_id": 1})).refused(json!({"share_id": 9}), "404"),
    ]
}

fn recipes() -> Vec<ToolCase> {
    let behind = "behind the end";
    vec![
        case("nc_cookbook_list_recipes", json!({}))
            .gives("/recipes/0/name", "Rye bread")
            .refused(json!({"offset": 5}), behind),
        case("nc_cookbook_get_recipe", json!({"recipe_id": 1}))
            .gives("/instructions", json!(["mix", "bake"]))
            .gives("/recipe_yield", 4)
            .refused(json!({"recipe_id": 9}), "404"),
        case("nc_cookbook_search_recipes", json!({"query": "rye"}))
            .gives("/total", 1)
            .refused(json!({"query": "rye", "offset": 5}), behind),
        case("nc_cookbook_list_categories", json!({}))
            .gives("/entries/0/name", "Bread")
            .refused(json!({"offset": 5}), behind),
        case(
            "nc_cookbook_get_recipes_in_category",
            json!({"category": "Bread"}),
        )
        .gives("/total", 1)
        .refused(json!({"category": "Bread", "offset": 5}), behind),
        case("nc_cookbook_list_keywords", json!({}))
            .gives("/entries/1/name", "slow")
            .refused(json!({"offset": 5}), behind),
        case(
            "nc_cookbook_get_recipes_with_keywords",
            json!({"keywords": ["rye", "slow"]}),
        )
        .gives("/total", 1)
        .refused(json!({"keywords": ["a,b"]}), "holds a comma"),
    ]
}

fn recipe_writes() -> Vec<ToolCase> {
    vec![
        case(
            "nc_cookbook_create_recipe",
            json!({"name": "Soup", "ingredients": ["water"], "prep_time": "PT5M"}),
        )
        .gives("/id", 2)
        .gives("/ingredients", json!(["water"]))
        .refused(json!({"name": "Rye bread"}), "already exists")
        .refused(
            json!({"name": "Soup", "cook_time": "5 minutes long"}),
            "not a duration",
        ),
        case(
            "nc_cookbook_import_recipe",
            json!({"url": "https://example.com/cake"}),
        )
        .gives("/source_url", "https://example.com/cake")
        .refused(
            json!({"url": "https://example.com/nothing"}),
            "No recipe on this page",
        )
        .refused(
            json!({"url": "file:///etc/passwd"}),
            "not the address of a web page",
        ),
        case(
            "nc_cookbook_update_recipe",
            json!({"recipe_id": 1, "description": "sour"}),
        )
        .gives("/description", "sour")
        .gives("/keywords", "rye,slow")
        .refused(json!({"recipe_id": 1}), "nothing to change")
        .refused(json!({"recipe_id": 9, "description": "sour"}), "404"),
        case("nc_cookbook_delete_recipe", json!({"recipe_id": 1}))
            .refused(json!({"recipe_id": 9}), "404"),
        case(
            "nc_cookbook_set_config",
            json!({"folder": "Food", "print_image": false}),
        )
        .gives("/changed", json!(["folder", "print_image"]))
        .refused(json!({}), "nothing to set")
        .refused(json!({"folder": "../x"}), "`..` step"),
        case("nc_cookbook_reindex", json!({})).refused(json!({"x": 1}), "x"),
    ]
}

fn news() -> Vec<ToolCase> {
    vec![
        case("nc_news_list_folders", json!({}))
            .gives("/folders/0/name", "Science")
            .refused(json!({"x": 1}), "x"),
        case("nc_news_list_feeds", json!({}))
            .gives("/feeds/0/unread", 1)
            .refused(json!({"x": 1}), "x"),
        case("nc_news_get_feed_health", json!({"feed_id": 2}))
            .gives("/healthy", false)
            .gives("/last_error", "410 Gone")
            .refused(json!({"feed_id": 9}), "no feed 9"),
        case("nc_news_get_status", json!({}))
            .gives("/version", "27.0.0")
            .refused(json!({"x": 1}), "x"),
        case("nc_news_list_items", json!({"limit": 1}))
            .gives("/items/0/id", 3)
            .gives("/next_offset", 3)
            .also(json!({"feed_id": 1}))
            .also(json!({"folder_id": 1, "unread_only": true}))
            .also(json!({"limit": 1, "offset": 3}))
            .refused(json!({"feed_id": 1, "folder_id": 1}), "exclude each other"),
        case("nc_news_get_starred_items", json!({}))
            .gives("/items/0/id", 2)
            .refused(json!({"limit": 0}), "limit"),
        case("nc_news_get_unread_items", json!({}))
            .gives("/items/0/unread", true)
            .refused(json!({"limit": 900}), "limit"),
        case("nc_news_get_item", json!({"item_id": 2}))
            .gives("/title", "Item 2")
            .refused(json!({"item_id": 77}), "no item 77"),
    ]
}
