//! Calls of the file tools.

use serde_json::{Value, json};

use crate::case::{ToolCase, case};

fn path(path: &str) -> Value {
    json!({ "path": path })
}

pub(super) fn cases() -> Vec<ToolCase> {
    [reading(), searching(), writing(), trash(), tags()]
        .into_iter()
        .flatten()
        .collect()
}

fn reading() -> Vec<ToolCase> {
    vec![
        case("nc_webdav_list_directory", path("Documents"))
            .gives("/total", 4)
            .gives("/entries/0/kind", "folder")
            .gives("/entries/0/path", "/Documents/Old & new")
            .gives("/entries/3/etag", "$etag:file/Documents/report.txt")
            .also(json!({}))
            .refused(path("Documents/report.txt"), "is a file")
            .refused(path("a/../../b"), "`..` step")
            .refused(path("None"), "404"),
        case("nc_webdav_read_file", path("/Documents/report.txt"))
            .gives("/text", "größer")
            .gives("/content_type", "text/plain")
            .also(json!({"path": "Documents/empty.txt"}))
            .also(json!({"path": "Documents/report.txt", "offset": 3}))
            .refused(path("Documents"), "is a folder")
            .refused(path("Documents/none.txt"), "404")
            .refused(
                json!({"path": "Documents/report.txt", "offset": 99}),
                "behind the end",
            )
            .refused(path("Documents/..\\secret"), "`..` step"),
        case("nc_webdav_list_comments", path("Documents/report.txt"))
            .gives("/comments/0/message", "second <b>")
            .gives("/comments/0/created", "2023-11-14T22:13:20Z")
            .also(json!({"path": "Documents/report.txt", "limit": 1}))
            .refused(path("None"), "404"),
        case(
            "nc_webdav_create_comment",
            json!({"path": "Documents/report.txt", "message": "third"}),
        )
        .gives("/id", 3)
        .refused(json!({"path": "None", "message": "third"}), "404"),
    ]
}

fn searching() -> Vec<ToolCase> {
    vec![
        case(
            "nc_webdav_search_files",
            json!({"name_pattern": "*.png", "mime_type": "image/"}),
        )
        .gives("/entries/0/path", "/Documents/a<b>.png")
        .also(json!({"only_favorites": true}))
        .also(json!({"scope": "Documents"}))
        .also(json!({"mime_type": "image/*"}))
        .refused(json!({"mime_type": "image/p*"}), "not a media type")
        .refused(json!({"scope": ".."}), "`..` step"),
        case("nc_webdav_find_by_name", json!({"pattern": "<b>"}))
            .gives("/entries/0/path", "/Documents/a<b>.png")
            .also(json!({"pattern": "report*"}))
            .refused(json!({"pattern": ""}), "pattern"),
        case(
            "nc_webdav_find_by_type",
            json!({"mime_type": "text/plain", "limit": 1}),
        )
        .gives("/next_offset", 1)
        .also(json!({"mime_type": "text/plain", "limit": 1, "offset": 1}))
        .refused(json!({"mime_type": ""}), "mime_type"),
        case("nc_webdav_list_favorites", json!({}))
            .gives("/entries/0/favorite", true)
            .refused(json!({"scope": "a\u{0}"}), "control character"),
    ]
}

fn writing() -> Vec<ToolCase> {
    let report = "Documents/report.txt";
    vec![
        case(
            "nc_webdav_write_file",
            json!({"path": report, "content": "new", "if_match": "$etag:file/Documents/report.txt"}),
        )
        .gives("/created", false)
        .also(json!({"path": "Documents/new.txt", "content": "new"}))
        .also(json!({"path": report, "content": "bmV3", "encoding": "base64", "if_match": "*"}))
        .refused(json!({"path": report, "content": "new"}), "exists already, with the etag")
        .refused(
            json!({"path": report, "content": "new", "if_match": "old"}),
            "and not `old`",
        )
        .refused(
            json!({"path": "None.txt", "content": "new", "if_match": "*"}),
            "no such file",
        )
        .refused(json!({"path": "None/a.txt", "content": "new"}), "409")
        .refused(
            json!({"path": "a.txt", "content": "?", "encoding": "base64"}),
            "not Base64",
        ),
        case("nc_webdav_create_directory", path("Documents/New"))
            .gives("/created", true)
            .also(path("Documents"))
            .refused(path("None/New"), "around `/None/New` does not exist")
            .refused(path(report), "is a file"),
        case(
            "nc_webdav_move_resource",
            json!({"source_path": "Documents/a<b>.png", "destination_path": report, "overwrite": true}),
        )
        .gives("/replaced", true)
        .also(json!({"source_path": "Documents", "destination_path": "Papers", "overwrite": false}))
        .also(json!({
            "source_path": "Documents/a<b>.png", "destination_path": report, "overwrite": true,
            "if_destination_match": "$etag:file/Documents/report.txt",
        }))
        .refused(
            json!({"source_path": "Documents/a<b>.png", "destination_path": report}),
            "exists already; set `overwrite`",
        )
        .refused(
            json!({
                "source_path": "Documents/a<b>.png", "destination_path": report,
                "overwrite": true, "if_destination_match": "old",
            }),
            "and not `old`",
        )
        .refused(
            json!({"source_path": "None", "destination_path": "Other"}),
            "404",
        ),
        case(
            "nc_webdav_copy_resource",
            json!({"source_path": "Documents/a<b>.png", "destination_path": report, "overwrite": true}),
        )
        .gives("/replaced", true)
        .also(json!({
            "source_path": report, "destination_path": "Documents/copy.txt", "overwrite": false,
        }))
        .refused(
            json!({"source_path": "Documents/a<b>.png", "destination_path": report}),
            "exists already; set `overwrite`",
        )
        .refused(json!({"source_path": report, "destination_path": report}), "same path"),
        case("nc_webdav_delete_resource", path(report))
            .gives("/removed", "file /Documents/report.txt")
            .refused(path("None"), "404")
            .refused(path("/"), "path is empty"),
    ]
}

fn trash() -> Vec<ToolCase> {
    vec![
        case("nc_webdav_list_trash", json!({}))
            .gives("/entries/0/original_path", "/Documents/gone.txt")
            .gives("/entries/0/deleted", "2023-11-14T22:13:20Z")
            .refused(json!({"offset": 7}), "behind the end"),
        case(
            "nc_webdav_restore_from_trash",
            json!({"entry_id": "gone.txt.d1700000000"}),
        )
        .gives("/restored", "/Documents/gone.txt")
        .refused(json!({"entry_id": "none"}), "no `none` in the trash")
        .refused(json!({"entry_id": "a/b"}), "without slashes"),
        case("nc_webdav_list_versions", path("Documents/report.txt"))
            .gives("/versions/0/version_id", "1690000000")
            .gives("/versions/0/size", 3)
            .refused(path("None"), "404"),
        case(
            "nc_webdav_restore_version",
            json!({"path": "Documents/report.txt", "version_id": "1690000000"}),
        )
        .gives("/version_id", "1690000000")
        .refused(
            json!({"path": "Documents/report.txt", "version_id": "1"}),
            "404",
        ),
    ]
}

fn tags() -> Vec<ToolCase> {
    let report = "Documents/report.txt";
    vec![
        case("nc_webdav_list_tags", json!({}))
            .gives("/tags/0/name", "draft")
            .refused(json!({"x": 1}), "x"),
        case("nc_webdav_get_file_tags", path(report))
            .gives("/tags/0/name", "draft")
            .refused(path("None"), "404"),
        case("nc_webdav_find_by_tag_name", json!({"tag": "draft"}))
            .gives("/entries/0/path", "/Documents/report.txt")
            .refused(json!({"tag": "none"}), "no tag `none`"),
        case(
            "nc_webdav_tag_file",
            json!({"path": report, "tag": "brand new"}),
        )
        .gives("/tags/0/name", "brand new")
        .also(json!({"path": report, "tag": "final"}))
        .also(json!({"path": report, "tag": "draft"}))
        .refused(json!({"path": "None", "tag": "final"}), "404"),
        case(
            "nc_webdav_untag_file",
            json!({"path": report, "tag": "draft"}),
        )
        .gives("/tags", json!([]))
        .refused(json!({"path": report, "tag": "none"}), "no tag `none`"),
    ]
}
