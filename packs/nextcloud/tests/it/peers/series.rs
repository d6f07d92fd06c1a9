//! Series that are expanded by ours and by another library.

/// The span in which they are looked at.
pub(super) const FROM: &str = "2026-01-01T00:00:00+00:00";
pub(super) const TO: &str = "2028-01-01T00:00:00+00:00";

/// A name, and the lines of the events. A blank line begins another event of the same series.
pub(super) const SERIES: [(&str, &str); 56] = [
    ("once", "DTSTART:20260105T090000Z\nDTEND:20260105T100000Z"),
    (
        "daily with a count",
        "DTSTART:20260105T090000Z\nDTEND:20260105T100000Z\nRRULE:FREQ=DAILY;COUNT=10",
    ),
    (
        "daily without an end",
        "DTSTART:20270901T090000Z\nDURATION:PT30M\nRRULE:FREQ=DAILY",
    ),
    (
        "daily since long ago",
        "DTSTART;TZID=Europe/Berlin:20150101T080000\nDURATION:PT30M\nRRULE:FREQ=DAILY;INTERVAL=3",
    ),
    (
        "every third day until a time",
        "DTSTART:20260105T090000Z\nDTEND:20260105T100000Z\nRRULE:FREQ=DAILY;INTERVAL=3;UNTIL=20260201T090000Z",
    ),
    (
        "until just before the next one",
        "DTSTART:20260105T090000Z\nDTEND:20260105T100000Z\nRRULE:FREQ=DAILY;UNTIL=20260110T085959Z",
    ),
    (
        "until in UTC for a series with a zone",
        "DTSTART;TZID=America/New_York:20260105T200000\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20260111T010000Z",
    ),
    (
        "until a day for a series of days",
        "DTSTART;VALUE=DATE:20260105\nDTEND;VALUE=DATE:20260106\nRRULE:FREQ=DAILY;UNTIL=20260110",
    ),
    (
        "daily in two months",
        "DTSTART:20260105T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;BYMONTH=1,3;UNTIL=20260320T090000Z",
    ),
    (
        "daily at several hours",
        "DTSTART:20260105T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0,30;COUNT=9",
    ),
    (
        "hourly",
        "DTSTART:20260105T090000Z\nDURATION:PT15M\nRRULE:FREQ=HOURLY;INTERVAL=5;COUNT=20",
    ),
    (
        "weekly",
        "DTSTART;TZID=Europe/Berlin:20260302T090000\nDTEND;TZID=Europe/Berlin:20260302T100000\nRRULE:FREQ=WEEKLY;COUNT=8",
    ),
    (
        "weekly on three days",
        "DTSTART;TZID=Europe/London:20260302T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR;COUNT=14",
    ),
    (
        "every second week on two days, weeks begin on Sunday",
        "DTSTART;TZID=America/New_York:20260104T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU,SU;COUNT=9",
    ),
    (
        "the same with weeks that begin on Monday",
        "DTSTART;TZID=America/New_York:20260104T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;INTERVAL=2;WKST=MO;BYDAY=TU,SU;COUNT=9",
    ),
    (
        "monthly on the day of the start",
        "DTSTART;TZID=Asia/Tokyo:20260115T090000\nDURATION:PT1H\nRRULE:FREQ=MONTHLY;COUNT=12",
    ),
    (
        "monthly on the 31st, which many months lack",
        "DTSTART;TZID=Asia/Tokyo:20260131T090000\nDURATION:PT1H\nRRULE:FREQ=MONTHLY;COUNT=8",
    ),
    (
        "monthly on the last day",
        "DTSTART:20260131T090000Z\nDURATION:PT1H\nRRULE:FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=14",
    ),
    (
        "monthly on the second Tuesday",
        "DTSTART;TZID=Asia/Kolkata:20260113T090000\nDURATION:PT1H\nRRULE:FREQ=MONTHLY;BYDAY=2TU;COUNT=10",
    ),
    (
        "monthly on the last Friday",
        "DTSTART;TZID=Australia/Sydney:20260130T090000\nDURATION:PT1H\nRRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=10",
    ),
    (
        "monthly on the first and third Monday",
        "DTSTART:20260105T090000Z\nDURATION:PT1H\nRRULE:FREQ=MONTHLY;BYDAY=1MO,3MO;COUNT=10",
    ),
    (
        "monthly on the fifth Sunday",
        "DTSTART:20260329T090000Z\nDURATION:PT1H\nRRULE:FREQ=MONTHLY;BYDAY=5SU;COUNT=5",
    ),
    (
        "monthly on Friday the thirteenth",
        "DTSTART:20260213T090000Z\nDURATION:PT1H\nRRULE:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
    ),
    (
        "the last working day of a month",
        "DTSTART;TZID=America/Sao_Paulo:20260130T170000\nDURATION:PT1H\nRRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=15",
    ),
    (
        "the first and last weekend day of a month",
        "DTSTART:20260103T090000Z\nDURATION:PT1H\nRRULE:FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1,-1;COUNT=12",
    ),
    (
        "the second working day of every third month",
        "DTSTART:20260102T090000Z\nDURATION:PT1H\nRRULE:FREQ=MONTHLY;INTERVAL=3;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=2;COUNT=6",
    ),
    (
        "monthly on several days of the month",
        "DTSTART:20260101T090000Z\nDURATION:PT1H\nRRULE:FREQ=MONTHLY;BYMONTHDAY=1,15,-2;COUNT=12",
    ),
    (
        "yearly",
        "DTSTART;TZID=Africa/Nairobi:20200415T090000\nDURATION:PT1H\nRRULE:FREQ=YEARLY",
    ),
    (
        "yearly on the 29th of February",
        "DTSTART;VALUE=DATE:20200229\nRRULE:FREQ=YEARLY;INTERVAL=1\nRDATE;VALUE=DATE:20260301",
    ),
    (
        "yearly on the fourth Thursday of November",
        "DTSTART;VALUE=DATE:20201126\nRRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH",
    ),
    (
        "yearly on the last Sunday of March and October",
        "DTSTART:20200329T010000Z\nDURATION:PT1H\nRRULE:FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU",
    ),
    (
        "yearly on the hundredth day",
        "DTSTART:20200409T090000Z\nDURATION:PT1H\nRRULE:FREQ=YEARLY;BYYEARDAY=100",
    ),
    (
        "yearly on the Monday of the twentieth week",
        "DTSTART:20200511T090000Z\nDURATION:PT1H\nRRULE:FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO",
    ),
    (
        "yearly on the twentieth Monday",
        "DTSTART:20200518T090000Z\nDURATION:PT1H\nRRULE:FREQ=YEARLY;BYDAY=20MO",
    ),
    (
        "two occurrences are left out",
        "DTSTART:20260105T090000Z\nDTEND:20260105T100000Z\nRRULE:FREQ=DAILY;COUNT=6\nEXDATE:20260106T090000Z,20260108T090000Z",
    ),
    (
        "an occurrence with a zone is left out",
        "DTSTART;TZID=Europe/Berlin:20260105T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=5\nEXDATE;TZID=Europe/Berlin:20260107T090000",
    ),
    (
        "an occurrence with a zone is left out in UTC",
        "DTSTART;TZID=Europe/Berlin:20260105T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=5\nEXDATE:20260107T080000Z",
    ),
    (
        "a day is left out",
        "DTSTART;VALUE=DATE:20260105\nRRULE:FREQ=DAILY;COUNT=5\nEXDATE;VALUE=DATE:20260107",
    ),
    (
        "the first is left out",
        "DTSTART:20260105T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=4\nEXDATE:20260105T090000Z",
    ),
    (
        "further times without a rule",
        "DTSTART:20260105T090000Z\nDURATION:PT1H\nRDATE:20260107T120000Z,20260201T090000Z",
    ),
    (
        "further times with a rule",
        "DTSTART;TZID=Europe/Riga:20260105T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=3\nRDATE;TZID=Europe/Riga:20260108T140000",
    ),
    (
        "a further time that the rule gives too",
        "DTSTART:20260105T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3\nRDATE:20260106T090000Z",
    ),
    (
        "one is moved",
        "DTSTART;TZID=Europe/Berlin:20260105T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=4\n\nRECURRENCE-ID;TZID=Europe/Berlin:20260106T090000\nDTSTART;TZID=Europe/Berlin:20260106T150000\nDURATION:PT2H",
    ),
    (
        "one is moved to another day, its place named in UTC",
        "DTSTART;TZID=Europe/Berlin:20260105T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=4\n\nRECURRENCE-ID:20260112T080000Z\nDTSTART;TZID=Europe/Berlin:20260114T090000\nDURATION:PT1H",
    ),
    (
        "one is moved out of the series and one is left out",
        "DTSTART:20260105T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=5\nEXDATE:20260108T090000Z\n\nRECURRENCE-ID:20260106T090000Z\nDTSTART:20260301T090000Z\nDURATION:PT1H",
    ),
    (
        "one is cancelled and still told",
        "DTSTART:20260105T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3\n\nRECURRENCE-ID:20260106T090000Z\nDTSTART:20260106T090000Z\nDURATION:PT1H\nSTATUS:CANCELLED",
    ),
    (
        "a day is moved",
        "DTSTART;VALUE=DATE:20260105\nDTEND;VALUE=DATE:20260106\nRRULE:FREQ=WEEKLY;COUNT=3\n\nRECURRENCE-ID;VALUE=DATE:20260112\nDTSTART;VALUE=DATE:20260113\nDTEND;VALUE=DATE:20260115",
    ),
    (
        "several whole days",
        "DTSTART;VALUE=DATE:20260601\nDTEND;VALUE=DATE:20260604\nRRULE:FREQ=MONTHLY;COUNT=4",
    ),
    (
        "a time that the clocks skip, Berlin",
        "DTSTART;TZID=Europe/Berlin:20260327T023000\nDURATION:PT30M\nRRULE:FREQ=DAILY;COUNT=5",
    ),
    (
        "a time that the clocks skip, New York",
        "DTSTART;TZID=America/New_York:20260306T023000\nDURATION:PT30M\nRRULE:FREQ=DAILY;COUNT=5",
    ),
    (
        "a time that comes twice, Berlin",
        "DTSTART;TZID=Europe/Berlin:20261023T023000\nDURATION:PT30M\nRRULE:FREQ=DAILY;COUNT=5",
    ),
    (
        "a time that comes twice, Los Angeles",
        "DTSTART;TZID=America/Los_Angeles:20261030T013000\nDURATION:PT30M\nRRULE:FREQ=DAILY;COUNT=5",
    ),
    (
        "over the change of the clocks, Sydney",
        "DTSTART;TZID=Australia/Sydney:20260330T090000\nDTEND;TZID=Australia/Sydney:20260330T100000\nRRULE:FREQ=DAILY;COUNT=10",
    ),
    (
        "a night over the change of the clocks",
        "DTSTART;TZID=Europe/London:20260327T220000\nDTEND;TZID=Europe/London:20260328T060000\nRRULE:FREQ=DAILY;COUNT=4",
    ),
    (
        "a start that the rule does not give",
        "DTSTART:20260106T090000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=4",
    ),
    (
        "half an hour off: Adelaide",
        "DTSTART;TZID=Australia/Adelaide:20260401T083000\nDURATION:PT45M\nRRULE:FREQ=DAILY;COUNT=7",
    ),
];

/// The series as a calendar. An event that has no end of its own lasts an hour or a day.
pub(super) fn calendar_text(lines: &str) -> String {
    let events: Vec<String> = lines
        .split("\n\n")
        .map(|event| {
            let event = event.replace('\n', "\r\n");
            format!(
                "BEGIN:VEVENT\r\nUID:series\r\nDTSTAMP:20200101T000000Z\r\nSUMMARY:x\r\n{event}\r\n\
                 END:VEVENT\r\n"
            )
        })
        .collect();
    let events = events.concat();
    format!("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//1\r\n{events}END:VCALENDAR\r\n")
}
