use super::*;

fn written(text: &str, zone: Option<&str>) -> String {
    let moment = CalendarMoment::parse("start", text, zone).expect("a moment");
    let mut out = String::new();
    let entry = moment.entry(ICalendarProperty::Dtstart);
    entry.write_to(&mut out).expect("written");
    out.trim_end().to_owned()
}

#[test]
fn moments_are_written_as_they_are_meant() {
    for (text, zone, expect) in [
        ("2026-03-01", None, "DTSTART;VALUE=DATE:20260301"),
        ("2026-03-01T12:00:00Z", None, "DTSTART:20260301T120000Z"),
        (
            "2026-03-01T12:00:00+01:00",
            None,
            "DTSTART:20260301T110000Z",
        ),
        (
            "2026-07-01T12:00:00Z",
            Some("Europe/Berlin"),
            "DTSTART;TZID=Europe/Berlin:20260701T140000",
        ),
        (
            "2026-01-01T12:00",
            Some("Europe/Berlin"),
            "DTSTART;TZID=Europe/Berlin:20260101T120000",
        ),
    ] {
        assert_eq!(written(text, zone), expect, "{text}");
    }
}

#[test]
fn a_time_without_a_zone_is_refused() {
    for (text, zone) in [
        ("2026-01-01T12:00", None),
        ("2026-01-01T12:00", Some("Middle/Earth")),
        ("soon", None),
        ("2026-13-01", None),
    ] {
        assert!(
            CalendarMoment::parse("start", text, zone).is_err(),
            "{text}"
        );
    }
}
