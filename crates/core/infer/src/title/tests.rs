use super::*;
use crate::head_verb;

fn check(siblings: &[&str], cases: &[(&str, &str)]) {
    let names: Vec<_> = siblings.iter().map(|name| NameWords::split(name)).collect();
    let house = NamingStyle::of("source", &names);
    for (full, expect) in cases {
        let name = NameWords::split(full);
        let head = head_verb::find(&name, &house, None);
        assert_eq!(
            &*title(full, &name, head.as_ref(), &house, false),
            *expect,
            "{full}"
        );
    }
}

#[test]
fn prefixes_and_groups_are_dropped() {
    check(
        &["nc_notes_create_note", "nc_tables_list", "nc_deck_get_card"],
        &[
            ("nc_notes_create_note", "Create Note"),
            ("nc_notes_create_folder", "Create Note Folder"),
            ("nc_calendar_get_event", "Get Calendar Event"),
            ("nc", "Nc"),
        ],
    );
}

#[test]
fn verbs_come_first_where_they_are_verbs() {
    check(
        &[],
        &[
            ("issues_list", "List Issues"),
            ("shopping_list", "Shopping List"),
            ("pages.delete", "Delete Pages"),
            ("connected-system_list-apps", "List Connected System Apps"),
            ("get_create_fields", "Get Create Fields"),
            ("getUserById", "Get User by ID"),
        ],
    );
}

#[test]
fn groups_are_learnt_from_the_neighbours() {
    check(
        &[
            "shopping_list_create_list",
            "shopping_list_delete",
            "share_get",
            "share_add",
        ],
        &[
            ("shopping_list_create_list", "Create Shopping List"),
            ("shopping_list_delete_item", "Delete Shopping List Item"),
            ("share_get", "Get Share"),
        ],
    );
}

#[test]
fn two_tools_do_not_share_a_title() {
    let full = [
        "nc_kilo_get",
        "nc_kilo_list",
        "nc_lima_get",
        "nc_lima_list",
        "nc_mike_get",
        "nc_mike_list",
        "kilo_get",
        "oscar_get",
    ];
    let names: Vec<_> = full.iter().map(|name| NameWords::split(name)).collect();
    let house = NamingStyle::of("source", &names);
    let heads: Vec<_> = names
        .iter()
        .map(|name| head_verb::find(name, &house, None))
        .collect();
    let tools = full.map(ToolFacts::named);
    let titles = titles(&tools, &names, &heads, &house);
    let titles: Vec<&str> = titles.iter().map(|title| &**title).collect();
    assert_eq!(titles[..3], ["Get Nc Kilo", "List Kilo", "Get Lima"]);
    assert_eq!(titles[6..], ["Get Kilo", "Get Oscar"]);
}

#[test]
fn acronyms_numbers_and_small_words() {
    check(
        &[],
        &[
            ("add_book_to_list", "Add Book to List"),
            ("fetch_url", "Fetch URL"),
            ("list_api_ids", "List API IDs"),
            ("parseHTTPResponse2", "Parse HTTP Response2"),
            ("get_BIC_code", "Get BIC Code"),
            ("of_mice", "Of Mice"),
            ("getOAuthToken", "Get OAuth Token"),
            ("graphql_query", "GraphQL Query"),
            ("list_vm_uids", "List VM UIDs"),
            ("bulk_delete_rows", "Bulk Delete Rows"),
            ("größe_ändern", "Größe Ändern"),
        ],
    );
}

#[test]
fn a_title_is_never_empty_and_never_long() {
    check(
        &[],
        &[("", "Tool"), ("\u{7}", "Tool"), ("__", "__"), ("🙂", "🙂")],
    );
    let house = NamingStyle::of("", &[]);
    for full in ["word_".repeat(1000), "ä".repeat(1000), "-".repeat(1000)] {
        let name = NameWords::split(&full);
        let title = title(&full, &name, None, &house, false);
        let length = title.chars().count();
        assert!((1..=LONGEST).contains(&length), "{length}");
    }
}
