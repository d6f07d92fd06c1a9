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
    let span = json!({"start_date": "2027-03-27", "end_date": "2027-04-01"});
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
