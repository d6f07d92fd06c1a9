//! Calls of the deck tools.

use serde_json::{Value, json};

use crate::case::{ToolCase, case};

pub(super) fn cases() -> Vec<ToolCase> {
    [reading(), boards(), cards(), belonging(), comments()]
        .into_iter()
        .flatten()
        .collect()
}

/// A card, by where it is, with more arguments.
fn card(id: u64, more: &Value) -> Value {
    let mut place = json!({"board_id": 1, "stack_id": 1, "card_id": id});
    for (name, value) in more.as_object().unwrap() {
        place[name] = value.clone();
    }
    place
}

fn reading() -> Vec<ToolCase> {
    let board = json!({"board_id": 1});
    let missing = json!({"board_id": 9});
    vec![
        case("deck_get_boards", json!({}))
            .gives("/boards/0/title", "House")
            .refused(json!({"offset": 5}), "behind the end"),
        case("deck_get_board", board.clone())
            .gives("/labels/0/title", "urgent")
            .refused(missing.clone(), "403"),
        case("deck_get_labels", board.clone())
            .gives("/labels/1/title", "later")
            .refused(missing.clone(), "403"),
        case("deck_get_label", json!({"board_id": 1, "label_id": 1}))
            .gives("/color", "ff0000")
            .refused(json!({"board_id": 1, "label_id": 9}), "404"),
        case("deck_get_stacks", board.clone())
            .gives("/stacks/1/title", "Doing")
            .gives("/total", 1)
            .also(json!({"board_id": 1, "status": "all"}))
            .also(json!({"board_id": 1, "include_cards": false}))
            .refused(missing.clone(), "403"),
        case(
            "deck_get_stack",
            json!({"board_id": 1, "stack_id": 1, "status": "all"}),
        )
        .gives("/total", 3)
        .refused(json!({"board_id": 1, "stack_id": 9}), "404"),
        case("deck_get_archived_stacks", board.clone())
            .gives("/cards/0/title", "Old")
            .gives("/cards/0/status", "archived")
            .refused(missing.clone(), "403"),
        case(
            "deck_get_cards",
            json!({"board_id": 1, "stack_id": 1, "description_preview_length": 9}),
        )
        .gives("/cards/0/description", "white or ")
        .gives("/cards/0/description_cut", true)
        .gives("/cards/0/assigned", json!(["bob", "gone"]))
        .also(json!({"board_id": 1, "stack_id": 1, "status": "done"}))
        .also(json!({"board_id": 1, "stack_id": 1, "label": "urgent", "assigned_to": "bob"}))
        .refused(json!({"board_id": 1, "stack_id": 9}), "404"),
        case("deck_get_card", card(1, &json!({})))
            .gives("/description", "white or grey")
            .gives("/owner", "ada-uid")
            .gives("/modified", "2023-11-14T22:13:20Z")
            .refused(card(9, &json!({})), "404"),
        case(
            "deck_get_board_overview",
            json!({"board_id": 1, "status": "all"}),
        )
        .gives("/total", 3)
        .gives("/board/title", "House")
        .refused(missing, "403"),
    ]
}

fn boards() -> Vec<ToolCase> {
    let colour = "is not a colour";
    vec![
        case(
            "deck_create_board",
            json!({"title": "Garden", "color": "00ff00"}),
        )
        .gives("/id", 3)
        .refused(json!({"title": "Garden", "color": "green"}), colour),
        case(
            "deck_create_stack",
            json!({"board_id": 1, "title": "Later", "order": 3}),
        )
        .gives("/id", 4)
        .refused(json!({"board_id": 9, "title": "Later", "order": 3}), "403"),
        case(
            "deck_update_stack",
            json!({"board_id": 1, "stack_id": 1, "title": "Next"}),
        )
        .gives("/title", "Next")
        .gives("/order", 0)
        .refused(
            json!({"board_id": 1, "stack_id": 9, "title": "Next"}),
            "404",
        )
        .refused(json!({"board_id": 1, "stack_id": 1}), "nothing to change"),
        case("deck_delete_stack", json!({"board_id": 1, "stack_id": 1}))
            .refused(json!({"board_id": 1, "stack_id": 9}), "404"),
        case(
            "deck_create_label",
            json!({"board_id": 1, "title": "new", "color": "0000ff"}),
        )
        .gives("/id", 3)
        .refused(
            json!({"board_id": 1, "title": "urgent", "color": "0000ff"}),
            "unique",
        )
        .refused(
            json!({"board_id": 1, "title": "new", "color": "0000fg"}),
            colour,
        ),
        case(
            "deck_update_label",
            json!({"board_id": 1, "label_id": 1, "color": "0000ff"}),
        )
        .gives("/title", "urgent")
        .refused(
            json!({"board_id": 1, "label_id": 9, "color": "0000ff"}),
            "404",
        )
        .refused(json!({"board_id": 1, "label_id": 1}), "nothing to change"),
        case("deck_delete_label", json!({"board_id": 1, "label_id": 1}))
            .refused(json!({"board_id": 1, "label_id": 9}), "404"),
    ]
}

fn cards() -> Vec<ToolCase> {
    let new = json!({"board_id": 1, "stack_id": 1, "title": "Roof"});
    vec![
        case(
            "deck_create_card",
            json!({"board_id": 1, "stack_id": 1, "title": "Roof", "duedate": "2026-03-01T12:00:00+01:00"}),
        )
        .gives("/duedate", "2026-03-01T11:00:00Z")
        .also(new)
        .refused(json!({"board_id": 1, "stack_id": 9, "title": "Roof"}), "404")
        .refused(
            json!({"board_id": 1, "stack_id": 1, "title": "Roof", "duedate": "tomorrow"}),
            "not a time with a zone",
        ),
        case("deck_update_card", card(1, &json!({"title": "Paint walls"})))
            .gives("/title", "Paint walls")
            .gives("/description", "white or grey")
            .gives("/duedate", "2026-01-01T00:00:00Z")
            .also(card(1, &json!({"duedate": "", "done": "2026-01-01T00:00:00Z"})))
            .refused(card(9, &json!({"title": "x"})), "404"),
        case("deck_delete_card", card(1, &json!({}))).refused(card(9, &json!({})), "404"),
        case("deck_archive_card", card(1, &json!({})))
            .gives("/status", "archived")
            .refused(card(9, &json!({})), "404"),
        case("deck_unarchive_card", card(3, &json!({})))
            .gives("/status", "open")
            .refused(card(9, &json!({})), "404"),
        case("deck_reorder_card", card(1, &json!({"order": 2, "target_stack_id": 2})))
            .gives("/stack_id", 2)
            .refused(card(1, &json!({"order": 2, "target_stack_id": 9})), "has no stack 9")
            .refused(card(9, &json!({"order": 2, "target_stack_id": 2})), "404"),
        case("deck_move_card_to_board", moved(1, 2, 3))
            .gives("/stack_id", 3)
            .gives("/owner", "ada-uid")
            .gives("/duedate", "2026-01-01T00:00:00Z")
            .refused(moved(1, 2, 9), "has no stack 9")
            .refused(moved(9, 2, 3), "404")
            .refused(moved(3, 2, 3), "archived card cannot be moved")
            .refused(moved(1, 9, 3), "403"),
    ]
}

/// A card of the first stack that goes to a stack of another board.
fn moved(card: u64, board: u64, stack: u64) -> Value {
    json!({
        "source_board_id": 1, "source_stack_id": 1, "card_id": card, "target_board_id": board,
        "target_stack_id": stack,
    })
}

fn belonging() -> Vec<ToolCase> {
    vec![
        case(
            "deck_assign_label_to_card",
            card(1, &json!({"label_id": 2})),
        )
        .gives("/labels/1/title", "later")
        .also(card(1, &json!({"label_id": 1})))
        .refused(card(1, &json!({"label_id": 9})), "No such label"),
        case(
            "deck_remove_label_from_card",
            card(1, &json!({"label_id": 1})),
        )
        .also(card(1, &json!({"label_id": 2})))
        .refused(card(9, &json!({"label_id": 1})), "404"),
        case(
            "deck_assign_user_to_card",
            card(1, &json!({"user_id": "eve"})),
        )
        .gives("/assigned", json!(["bob", "gone", "eve"]))
        .also(card(1, &json!({"user_id": "bob"})))
        .refused(
            card(1, &json!({"user_id": "nobody"})),
            "not part of the board",
        ),
        case(
            "deck_unassign_user_from_card",
            card(1, &json!({"user_id": "bob"})),
        )
        .also(card(1, &json!({"user_id": "eve"})))
        .refused(card(9, &json!({"user_id": "bob"})), "404"),
        case("deck_list_attachments", card(1, &json!({})))
            .gives("/attachments/0/name", "plan.pdf")
            .refused(card(9, &json!({})), "404"),
        case(
            "deck_attach_file",
            json!({"card_id": 1, "path": "Documents/report.txt"}),
        )
        .gives("/share_id", "3")
        .refused(json!({"card_id": 1, "path": "None"}), "404")
        .refused(json!({"card_id": 1, "path": "../x"}), "`..` step"),
        case("deck_attach_note", json!({"card_id": 1, "note_id": 9}))
            .gives("/path", "/starred.md")
            .refused(json!({"card_id": 1, "note_id": 77}), "number 77"),
        case(
            "deck_delete_attachment",
            card(1, &json!({"attachment_id": 1})),
        )
        .refused(
            card(1, &json!({"attachment_id": 1, "attachment_type": "file"})),
            "404",
        ),
    ]
}

fn comments() -> Vec<ToolCase> {
    vec![
        case("deck_get_card_comments", json!({"card_id": 1}))
            .gives("/comments/0/message", "second")
            .also(json!({"card_id": 1, "limit": 1}))
            .refused(json!({"card_id": 9}), "404"),
        case(
            "deck_create_card_comment",
            json!({"card_id": 1, "message": "third"}),
        )
        .gives("/id", 3)
        .refused(json!({"card_id": 9, "message": "third"}), "404"),
        case(
            "deck_update_card_comment",
            json!({"card_id": 1, "comment_id": 1, "message": "other"}),
        )
        .gives("/message", "other")
        .refused(
            json!({"card_id": 1, "comment_id": 9, "message": "other"}),
            "404",
        ),
        case(
            "deck_delete_card_comment",
            json!({"card_id": 1, "comment_id": 1}),
        )
        .refused(json!({"card_id": 1, "comment_id": 9}), "404"),
    ]
}
