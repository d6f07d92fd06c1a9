//! The parameters that clients may know from an earlier server are taken, or it is said why not.

use std::collections::BTreeSet;

use candor_nextcloud::unconnected_toolbox;

/// Tools of the existing server with the names of their parameters; `!` marks those it needs.
const PARAMETERS: &str = include_str!("parameters.txt");

/// What differs, and why.
const EXPLAINED: [(&str, &str); 27] = [
    (
        "deck_create_card_comment does not take overflow",
        "One comment is one request, so that nothing is written by half.",
    ),
    (
        "deck_get_archived_stacks does not take description_max_length",
        "`description_preview_length` says how much of a text is wanted.",
    ),
    (
        "deck_get_board does not take include_acl",
        "A board is told with its people and labels.",
    ),
    (
        "deck_get_board does not take include_labels",
        "A board is told with its people and labels.",
    ),
    (
        "deck_get_board does not take include_users",
        "A board is told with its people and labels.",
    ),
    (
        "deck_get_card_comments does not take detail",
        "Comments are told whole, a page at a time.",
    ),
    (
        "deck_get_card_comments does not take message_max_length",
        "Comments are told whole, a page at a time.",
    ),
    (
        "deck_get_card_comments does not take order",
        "The app gives the latest first.",
    ),
    (
        "deck_get_cards does not take description_max_length",
        "`description_preview_length` says how much of a text is wanted.",
    ),
    (
        "deck_get_stack does not take description_max_length",
        "`description_preview_length` says how much of a text is wanted.",
    ),
    (
        "deck_get_stacks does not take description_max_length",
        "`description_preview_length` says how much of a text is wanted.",
    ),
    (
        "nc_calendar_create_event does not take reminder_email",
        "One reminder is set, with `reminder_minutes`.",
    ),
    (
        "nc_calendar_create_event does not take reminders",
        "One reminder is set, with `reminder_minutes`.",
    ),
    (
        "nc_calendar_create_meeting needs timezone",
        "A time without a zone would be a guess.",
    ),
    (
        "nc_calendar_create_todo does not take reminders",
        "Tasks have no reminders yet.",
    ),
    (
        "nc_calendar_find_availability does not take attendees",
        "Other people are not asked.",
    ),
    (
        "nc_calendar_find_availability does not take preferred_times",
        "The slots are told with their times.",
    ),
    (
        "nc_calendar_find_availability needs timezone",
        "Business hours are hours of a zone.",
    ),
    (
        "nc_calendar_manage_calendar needs calendar_name",
        "`nc_calendar_list_calendars` lists, so every action is about one calendar.",
    ),
    (
        "nc_calendar_update_event does not take reminder_email",
        "One reminder is set, with `reminder_minutes`.",
    ),
    (
        "nc_calendar_update_event does not take reminders",
        "One reminder is set, with `reminder_minutes`.",
    ),
    (
        "nc_calendar_update_todo does not take reminders",
        "Tasks have no reminders yet.",
    ),
    (
        "nc_contacts_list_contacts does not take include_photos",
        "Photos are not told.",
    ),
    (
        "nc_contacts_search_contacts does not take include_photos",
        "Photos are not told.",
    ),
    (
        "nc_webdav_read_file does not take page_end",
        "Documents are not converted.",
    ),
    (
        "nc_webdav_read_file does not take page_start",
        "Documents are not converted.",
    ),
    (
        "nc_webdav_read_file does not take parse_document",
        "Documents are not converted.",
    ),
];

#[test]
fn parameters_of_the_earlier_server_are_taken_or_explained() {
    let toolbox = unconnected_toolbox().unwrap();
    let mut found = Vec::new();
    for line in PARAMETERS.lines() {
        let mut words = line.split(' ');
        let name = words.next().unwrap();
        let Some(tool) = toolbox.definition(name) else {
            continue;
        };
        let theirs: BTreeSet<&str> = words.map(|word| word.trim_end_matches('!')).collect();
        let schema = &tool.input_schema;
        let ours = schema["properties"].as_object().unwrap();
        for missing in theirs.iter().filter(|it| !ours.contains_key(**it)) {
            found.push(format!("{name} does not take {missing}"));
        }
        let needed = schema["required"].as_array().into_iter().flatten();
        for needed in needed.map(|it| it.as_str().unwrap()) {
            let known = line
                .split(' ')
                .any(|word| word.trim_end_matches('!') == needed);
            let theirs = line.split(' ').any(|word| word == format!("{needed}!"));
            if !theirs {
                let word = if known { "needs" } else { "also needs" };
                found.push(format!("{name} {word} {needed}"));
            }
        }
    }
    let explained: Vec<&str> = EXPLAINED.iter().map(|(what, _)| *what).collect();
    assert_eq!(found, explained, "{found:#?}");
    for (what, reason) in EXPLAINED {
        assert!(
            reason.len() > 10 && reason.ends_with('.'),
            "{what}: {reason}"
        );
    }
}
