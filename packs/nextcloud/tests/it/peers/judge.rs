//! Recurrence as an independent library expands it: `recurring-ical-events` in Python.

use std::io::Write as _;
use std::process::{Command, Stdio};

use jiff::Timestamp;
use serde_json::{Value, json};

use super::series::{FROM, SERIES, TO, calendar_text};
use super::server::{python, script};
use crate::case::PackWorld;

/// Series whose ends are not compared. Beside a change of the clocks, Python adds a duration to what
/// the clock shows, so that an event may end before it begins; the standard counts the time that
/// passes, and so do we.
const ENDS_DIFFER: [&str; 4] = [
    "a time that the clocks skip, Berlin",
    "a time that the clocks skip, New York",
    "a time that comes twice, Berlin",
    "a time that comes twice, Los Angeles",
];

/// Starts and ends, sorted.
type Expansion = Vec<(String, String)>;

#[tokio::test]
async fn series_are_expanded_as_another_library_does() {
    assert!(SERIES.len() >= 40, "{}", SERIES.len());
    let Some(judged) = judged() else {
        return;
    };
    let world = PackWorld::start().await;
    let mut wrong = Vec::new();
    for ((name, lines), expect) in SERIES.iter().zip(judged) {
        let ours = ours(&world, &calendar_text(lines)).await;
        assert!(!expect.is_empty(), "{name} has no occurrence to compare");
        let same = if ENDS_DIFFER.contains(name) {
            ours.iter()
                .map(|one| &one.0)
                .eq(expect.iter().map(|one| &one.0))
        } else {
            ours == expect
        };
        if !same {
            wrong.push(format!("{name}\n  ours  {ours:?}\n  judge {expect:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the other library finds; nothing if it is not installed.
fn judged() -> Option<Vec<Expansion>> {
    let asked: Vec<Value> = SERIES
        .iter()
        .map(|(_, lines)| json!({"ics": calendar_text(lines), "from": FROM, "to": TO}))
        .collect();
    let mut process = Command::new(python("recurrence")?)
        .arg(script("recurrence_judge.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = process.stdin.take().unwrap();
    input
        .write_all(Value::from(asked).to_string().as_bytes())
        .unwrap();
    drop(input);
    let output = process.wait_with_output().unwrap();
    assert!(output.status.success());
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

/// What a list of events tells of the series.
async fn ours(world: &PackWorld, text: &str) -> Expansion {
    world.server.reset();
    world.server.change(|state| {
        for (file, _) in state.store.below("object/") {
            state.store.remove(&format!("object/{file}"));
        }
        state
            .store
            .put("object/personal/series.ics", json!({ "ics": text }));
    });
    let arguments = json!({
        "calendar_name": "personal", "start_date": FROM, "end_date": TO, "limit": 500,
    });
    let answer = world.ask("nc_calendar_list_events", &arguments).await;
    assert_eq!(answer.get("next_offset"), None, "more than a page: {text}");
    let mut found: Expansion = answer["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| (shown(&event["start"]), shown(&event["end"])))
        .collect();
    found.sort_unstable();
    found
}

/// A time with an offset in UTC; a day and a time without a zone as they are.
fn shown(moment: &Value) -> String {
    let text = moment.as_str().unwrap();
    match text.parse::<Timestamp>() {
        Ok(time) => time.to_string(),
        Err(_) => text.to_owned(),
    }
}
