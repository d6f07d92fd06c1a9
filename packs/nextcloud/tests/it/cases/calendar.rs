//! Calls of the calendar and task tools.

use serde_json::json;

use crate::case::{ToolCase, case};

pub(super) fn cases() -> Vec<ToolCase> {
    [reading(), writing(), many(), todos()]
        .into_iter()
        .flatten()
        .collect()
}

const MEETING: &str = "$etag:object/personal/meet.ics";

fn reading() -> Vec<ToolCase> {
    vec![
        case("nc_calendar_list_calendars", json!({}))
            .gives("/calendars/0/name", "personal")
            .gives("/calendars/0/todos", true)
            .refused(json!({"x": 1}), "x"),
        case(
            "nc_calendar_list_events",
            json!({"start_date": "2027-01-04", "end_date": "2027-01-04"}),
        )
        .gives("/total", 2)
        .gives("/events/0/start", "2027-01-04T08:00:00+01:00")
        .gives("/events/1/start", "2027-01-04T10:00:00+01:00")
        .gives("/events/1/location", "Room 1")
        .also(json!({"calendar_name": "personal", "title_contains": "meet", "min_attendees": 1}))
        .also(json!({"calendar_name": "none", "search_all_calendars": true}))
        .refused(
            json!({"start_date": "2027-01-05", "end_date": "2027-01-04"}),
            "ends before it begins",
        )
        .refused(json!({"start_date": "2027-01-05T10:00"}), "has no zone")
        .refused(json!({"calendar_name": "none"}), "404"),
        case(
            "nc_calendar_get_upcoming_events",
            json!({"limit": 2, "days_ahead": 5}),
        )
        .gives("/events/0/title", "Stand-up")
        .refused(json!({"calendar_name": "../x"}), "`..` step"),
        case(
            "nc_calendar_get_event",
            json!({"calendar_name": "personal", "event_uid": "daily"}),
        )
        .gives("/recurrence_rule", "FREQ=DAILY")
        .gives("/timezone", "Europe/Berlin")
        .refused(
            json!({"calendar_name": "personal", "event_uid": "none"}),
            "404",
        ),
        case(
            "nc_calendar_find_availability",
            json!({
                "duration_minutes": 60, "timezone": "Europe/Berlin",
                "date_range_start": "2027-01-04", "date_range_end": "2027-01-05",
            }),
        )
        .gives("/slots/0/start", "2027-01-04T09:00:00+01:00")
        .gives("/slots/1/start", "2027-01-04T11:00:00+01:00")
        .refused(
            json!({"duration_minutes": 60, "timezone": "Nowhere"}),
            "not a time zone",
        ),
    ]
}

fn writing() -> Vec<ToolCase> {
    let new = json!({
        "calendar_name": "personal", "title": "Lunch", "start_datetime": "2027-03-01T12:00",
        "timezone": "Europe/Berlin", "recurrence_rule": "FREQ=WEEKLY;COUNT=3",
        "categories": "food, fun", "reminder_minutes": 15, "status": "TENTATIVE",
    });
    let mut bad_rule = new.clone();
    bad_rule["recurrence_rule"] = json!("FREQ=WEEKLY\r\nX-EVIL:1");
    let series_without_rule = json!({
        "calendar_name": "personal", "title": "Lunch", "start_datetime": "2027-03-01",
        "recurring": true,
    });
    let mut no_zone = new.clone();
    no_zone["timezone"] = json!("");
    let mut elsewhere = new.clone();
    elsewhere["calendar_name"] = json!("none");
    let mut bad_guest = new.clone();
    bad_guest["attendees"] = json!("somebody");
    let one = "2027-01-05T08:00:00+01:00";
    vec![
        case("nc_calendar_create_event", new)
            .gives("/start", "2027-03-01T12:00:00+01:00")
            .gives("/end", "2027-03-01T13:00:00+01:00")
            .gives("/recurrence_rule", "FREQ=WEEKLY;COUNT=3")
            .gives("/categories", json!(["food", "fun"]))
            .also(json!({
                "calendar_name": "personal", "title": "Trip", "start_datetime": "2027-03-01",
                "end_datetime": "2027-03-03", "attendees": "bob@example.com",
            }))
            .also(json!({
                "calendar_name": "personal", "title": "Course", "all_day": true, "color": "tomato",
                "start_datetime": "2027-03-01T09:00:00", "recurrence_rule": "FREQ=WEEKLY",
                "recurring": true, "recurrence_end_date": "2027-04-01",
            }))
            .refused(series_without_rule, "needs a rule")
            .refused(bad_rule, "not a valid `RRULE`")
            .refused(no_zone, "has no zone")
            .refused(elsewhere, "404")
            .refused(bad_guest, "not an e-mail address"),
        case(
            "nc_calendar_create_meeting",
            json!({
                "title": "Review", "date": "2027-07-01", "time": "14:30", "duration_minutes": 45,
                "timezone": "America/New_York", "attendees": "bob@example.com",
            }),
        )
        .gives("/start", "2027-07-01T14:30:00-04:00")
        .gives("/end", "2027-07-01T15:15:00-04:00")
        .gives("/attendees", json!(["bob@example.com"]))
        .gives("/organizer", "ada@example.com")
        .refused(
            json!({"title": "Review", "date": "July", "time": "14:30", "timezone": "UTC"}),
            "is not a time",
        ),
        case(
            "nc_calendar_update_event",
            json!({"calendar_name": "personal", "event_uid": "meet", "title": "Talk", "etag": MEETING}),
        )
        .gives("/title", "Talk")
        .gives("/location", "Room 1")
        .also(json!({
            "calendar_name": "personal", "event_uid": "daily", "occurrence": one, "title": "Late",
        }))
        .refused(
            json!({"calendar_name": "personal", "event_uid": "meet", "title": "Talk", "etag": "old"}),
            "and not `old`",
        )
        .refused(
            json!({"calendar_name": "personal", "event_uid": "meet"}),
            "nothing to change",
        )
        .refused(
            json!({
                "calendar_name": "personal", "event_uid": "daily", "occurrence": "2027-01-05",
                "title": "Late",
            }),
            "no occurrence at",
        ),
        case(
            "nc_calendar_delete_event",
            json!({"calendar_name": "personal", "event_uid": "meet"}),
        )
        .also(json!({"calendar_name": "personal", "event_uid": "daily", "occurrence": one}))
        .refused(json!({"calendar_name": "personal", "event_uid": "none"}), "404")
        .refused(
            json!({"calendar_name": "personal", "event_uid": "meet", "occurrence": one}),
            "no occurrence at",
        ),
    ]
}

fn many() -> Vec<ToolCase> {
    let bulk = |operation: &str| {
        json!({
            "operation": operation, "title_contains": "meet", "start_date": "2027-01-01",
            "end_date": "2027-02-01", "dry_run": false, "new_location": "Room 2",
            "target_calendar": "work",
        })
    };
    let mut dry = bulk("delete");
    dry["dry_run"] = json!(true);
    let mut all = bulk("delete");
    all["title_contains"] = json!("");
    let mut nowhere = bulk("move");
    nowhere.as_object_mut().unwrap().remove("target_calendar");
    let mut nothing = bulk("update");
    nothing.as_object_mut().unwrap().remove("new_location");
    vec![
        case("nc_calendar_bulk_operations", bulk("delete"))
            .gives("/changed", true)
            .gives("/events/0/uid", "meet")
            .also(dry)
            .also(bulk("update"))
            .also(bulk("move"))
            .refused(all, "there is no filter")
            .refused(nowhere, "needs `target_calendar`")
            .refused(nothing, "needs one of the `new_` fields"),
        case(
            "nc_calendar_manage_calendar",
            json!({"action": "delete", "calendar_name": "personal"}),
        )
        .gives("/objects", 3)
        .also(json!({"action": "delete", "calendar_name": "personal", "dry_run": true}))
        .also(json!({"action": "create", "calendar_name": "new", "display_name": "A & <B>"}))
        .also(json!({"action": "update", "calendar_name": "work", "display_name": "Job"}))
        .refused(
            json!({"action": "create", "calendar_name": "work"}),
            "already",
        )
        .refused(
            json!({"action": "update", "calendar_name": "work"}),
            "nothing to change",
        )
        .refused(json!({"action": "delete", "calendar_name": "none"}), "404"),
    ]
}

fn todos() -> Vec<ToolCase> {
    let task = "$etag:object/personal/task.ics";
    let place = json!({"calendar_name": "personal", "todo_uid": "none"});
    vec![
        case(
            "nc_calendar_list_todos",
            json!({"calendar_name": "personal"}),
        )
        .gives("/todos/0/due", "2027-01-05")
        .gives("/todos/0/priority", 2)
        .also(json!({"calendar_name": "personal", "status": "COMPLETED", "min_priority": 3}))
        .refused(json!({"calendar_name": "none"}), "404"),
        case(
            "nc_calendar_search_todos",
            json!({"summary_contains": "PLANTS"}),
        )
        .gives("/total", 1)
        .refused(json!({"offset": 9}), "behind the end"),
        case(
            "nc_calendar_create_todo",
            json!({
                "calendar_name": "work", "summary": "Report", "due": "2027-02-01T10:00:00+01:00",
                "timezone": "Europe/Berlin", "priority": 1,
            }),
        )
        .gives("/due", "2027-02-01T10:00:00+01:00")
        .refused(
            json!({"calendar_name": "work", "summary": "Report", "due": "soon"}),
            "is not a time",
        )
        .refused(json!({"calendar_name": "none", "summary": "Report"}), "404"),
        case(
            "nc_calendar_update_todo",
            json!({
                "calendar_name": "personal", "todo_uid": "task", "summary": "Water", "etag": task,
                "status": "IN-PROCESS",
            }),
        )
        .gives("/status", "IN-PROCESS")
        .also(json!({"calendar_name": "personal", "todo_uid": "task", "due": ""}))
        .refused(
            json!({"calendar_name": "personal", "todo_uid": "task", "summary": "x", "etag": "old"}),
            "and not `old`",
        )
        .refused(
            json!({"calendar_name": "personal", "todo_uid": "task"}),
            "nothing to change",
        ),
        case(
            "nc_calendar_complete_todo",
            json!({
                "calendar_name": "personal", "todo_uid": "task", "etag": task,
                "completed": "2027-01-01T00:00:00Z",
            }),
        )
        .gives("/status", "COMPLETED")
        .gives("/percent_complete", 100)
        .refused(place.clone(), "404"),
        case(
            "nc_calendar_delete_todo",
            json!({"calendar_name": "personal", "todo_uid": "task"}),
        )
        .refused(place, "404"),
    ]
}
