//! Calls of the notes tools.

use serde_json::json;

use crate::case::{ToolCase, case};

pub(super) fn cases() -> Vec<ToolCase> {
    let missing = json!({"note_id": 99});
    vec![
        case("nc_notes_list_notes", json!({}))
            .gives("/total", 3)
            .gives("/notes/1/title", "Travel")
            .also(json!({"category": "Work/Trips"}))
            .also(json!({"limit": 1, "offset": 2}))
            .refused(json!({"offset": 9}), "behind the end"),
        case("nc_notes_search_notes", json!({"query": "bread"}))
            .gives("/total", 2)
            .gives("/notes/0/excerpt", "milk and bread")
            .refused(json!({"query": "  "}), "holds no word"),
        case("nc_notes_get_note", json!({"note_id": 2}))
            .gives("/content", "tickets to Riga")
            .gives("/modified", "2023-11-14T22:13:20Z")
            .refused(missing.clone(), "404"),
        case(
            "nc_notes_get_attachment",
            json!({"note_id": 2, "attachment_filename": "map.png"}),
        )
        .gives("/path", "/My Notes/Work/Trips/.attachments.2/map.png")
        .gives("/content_base64", "bWFw")
        .refused(
            json!({"note_id": 2, "attachment_filename": "../../map.png"}),
            "`..` step",
        )
        .refused(
            json!({"note_id": 2, "attachment_filename": "none.png"}),
            "404",
        ),
        case(
            "nc_notes_create_note",
            json!({"title": "New", "content": "text", "category": "Work"}),
        )
        .gives("/category", "Work")
        .refused(json!({"title": "", "content": "text"}), "title"),
        case(
            "nc_notes_update_note",
            json!({"note_id": 1, "etag": "$etag:notes/1", "content": "milk"}),
        )
        .gives("/content", "milk")
        .gives("/title", "Shopping")
        .also(json!({"note_id": 1, "etag": "$etag:notes/1", "content": "", "clear_content": true}))
        .refused(
            json!({"note_id": 1, "etag": "old", "content": "milk"}),
            "was not changed: its etag is",
        )
        .refused(
            json!({"note_id": 1, "etag": "$etag:notes/1", "content": ""}),
            "would blank the note",
        )
        .refused(
            json!({"note_id": 1, "etag": "$etag:notes/1"}),
            "nothing to change",
        ),
        case(
            "nc_notes_append_content",
            json!({"note_id": 1, "content": "eggs"}),
        )
        .gives("/content", "milk and bread\n---\neggs")
        .refused(json!({"note_id": 99, "content": "eggs"}), "404"),
        case("nc_notes_delete_note", json!({"note_id": 2}))
            .gives("/removed", "note 2 (Travel)")
            .refused(missing, "404"),
    ]
}
