use super::*;

fn starts(lines: &str, from: &str, to: &str) -> Vec<String> {
    let text = format!(
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:a\r\nSUMMARY:x\r\n{lines}\r\n\
         END:VEVENT\r\nEND:VCALENDAR\r\n"
    );
    let content = ICalendar::parse(&text).expect("a calendar");
    let time = |text: &str| text.parse::<jiff::Timestamp>().expect("a time").as_second();
    let found = within(&content, time(from), time(to)).expect("expanded");
    found
        .iter()
        .map(|one| super::super::moment::shown(&one.start, one.all_day))
        .collect()
}

/// A weekly event stays at nine o'clock over the change of the clocks.
#[test]
fn a_series_keeps_its_wall_clock_in_ten_zones() {
    for (zone, before, after) in [
        ("Europe/Berlin", "+01:00", "+02:00"),
        ("Europe/London", "+00:00", "+01:00"),
        ("America/New_York", "-04:00", "-04:00"),
        ("America/Los_Angeles", "-07:00", "-07:00"),
        ("Asia/Tokyo", "+09:00", "+09:00"),
        ("Asia/Kolkata", "+05:30", "+05:30"),
        ("Australia/Sydney", "+11:00", "+11:00"),
        ("America/Sao_Paulo", "-03:00", "-03:00"),
        ("Africa/Nairobi", "+03:00", "+03:00"),
        ("Europe/Riga", "+02:00", "+03:00"),
    ] {
        let lines = format!(
            "DTSTART;TZID={zone}:20260323T090000\r\nDTEND;TZID={zone}:20260323T100000\r\n\
             RRULE:FREQ=WEEKLY;COUNT=2"
        );
        let found = starts(&lines, "2026-03-01T00:00:00Z", "2026-04-30T00:00:00Z");
        let expect = [
            format!("2026-03-23T09:00:00{before}"),
            format!("2026-03-30T09:00:00{after}"),
        ];
        assert_eq!(found, expect, "{zone}");
    }
}

#[test]
fn exceptions_and_days_are_honoured() {
    let lines = "DTSTART;VALUE=DATE:20260101\r\nRRULE:FREQ=DAILY;COUNT=4\r\n\
                 EXDATE;VALUE=DATE:20260102";
    let found = starts(lines, "2025-12-01T00:00:00Z", "2026-02-01T00:00:00Z");
    assert_eq!(found, ["2026-01-01", "2026-01-03", "2026-01-04"]);
    let found = starts(
        "DTSTART:20260101T120000Z",
        "2026-01-01T00:00:00Z",
        "2026-01-02T00:00:00Z",
    );
    assert_eq!(found, ["2026-01-01T12:00:00+00:00"]);
}
