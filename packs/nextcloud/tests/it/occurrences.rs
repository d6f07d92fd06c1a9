//! Single occurrences of a series, changed and deleted.

use serde_json::json;

use crate::case::PackWorld;

#[tokio::test]
async fn one_occurrence_is_changed_and_another_deleted() {
    let world = PackWorld::start().await;
    let series = json!({"calendar_name": "personal", "event_uid": "daily"});
    let mut change = series.clone();
    change["occurrence"] = json!("2027-03-29T08:00:00+02:00");
    change["title"] = json!("Late");
    change["start_datetime"] = json!("2027-03-29T09:00");
    change["end_datetime"] = json!("2027-03-29T09:30");
    change["timezone"] = json!("Europe/Berlin");
    world.ask("nc_calendar_update_event", &change).await;
    let mut delete = series;
    delete["occurrence"] = json!("2027-03-30T08:00:00+02:00");
    world.ask("nc_calendar_delete_event", &delete).await;
    let span = json!({"start_date": "2027-03-27", "end_date": "2027-03-31"});
    let listed = world.ask("nc_calendar_list_events", &span).await;
    let events = listed["events"].as_array().unwrap();
    let events: Vec<(&str, &str)> = events
        .iter()
        .map(|event| {
            (
                event["start"].as_str().unwrap(),
                event["title"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        events,
        [
            ("2027-03-27T08:00:00+01:00", "Stand-up"),
            ("2027-03-28T08:00:00+02:00", "Stand-up"),
            ("2027-03-29T09:00:00+02:00", "Late"),
            ("2027-03-31T08:00:00+02:00", "Stand-up"),
        ]
    );
}

/// The last day of a series counts in the zone of the event, where it is not yet over in UTC.
#[tokio::test]
async fn a_series_ends_with_its_last_day() {
    let world = PackWorld::start().await;
    let series = json!({
        "calendar_name": "work", "title": "Evening", "start_datetime": "2027-05-03T20:00",
        "timezone": "America/New_York", "recurrence_rule": "FREQ=DAILY;COUNT=9",
        "recurrence_end_date": "2027-05-05",
    });
    let made = world.ask("nc_calendar_create_event", &series).await;
    let rule = "FREQ=DAILY;UNTIL=20270506T035959Z";
    assert_eq!(made["recurrence_rule"], rule);
    let span = json!({
        "calendar_name": "work", "start_date": "2027-05-01", "end_date": "2027-05-20",
    });
    let listed = world.ask("nc_calendar_list_events", &span).await;
    assert_eq!(listed["total"], 3);
}
