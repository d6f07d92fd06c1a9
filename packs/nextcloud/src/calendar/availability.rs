//! When the account is free.

use candor_functions::{Failure, JsonSchema};
use chrono::{Datelike, TimeZone, Timelike, Weekday};
use serde::{Deserialize, Serialize};

use super::calendars;
use super::component::text;
use super::event_read::span;
use super::moment::{known, shown};
use super::object::ObjectQuery;
use super::occurrence::{self, EventOccurrence};
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use calcard::icalendar::ICalendarProperty;

/// The grid on which slots begin.
const STEP: i64 = 900;
/// The most slots that are given.
const MOST: usize = 50;

#[derive(Deserialize, JsonSchema)]
struct AvailabilityInput {
    /// How many minutes are needed.
    #[schemars(range(min = 5, max = 1440))]
    duration_minutes: i64,
    /// The beginning of the span: a time with a zone or a day in UTC; left out, now.
    date_range_start: Option<String>,
    /// The end of the span: a time with a zone, or the last day in UTC; left out, 31 days later.
    date_range_end: Option<String>,
    /// Whether only times between 9 and 17 o'clock count.
    #[serde(default = "yes")]
    business_hours_only: bool,
    /// Whether Saturdays and Sundays are left out.
    #[serde(default = "yes")]
    exclude_weekends: bool,
    /// Whether events that last whole days take the time.
    #[serde(default)]
    include_all_day: bool,
    /// The zone of business hours and weekends, such as `Europe/Berlin`.
    #[schemars(length(min = 1, max = 60))]
    timezone: String,
}

#[derive(Serialize, JsonSchema)]
struct AvailabilityAnswer {
    /// The free slots, on quarters of an hour; at most 50.
    slots: Vec<FreeSlot>,
    /// Whether there are more slots than are given.
    more: bool,
}

#[derive(Serialize, JsonSchema)]
struct FreeSlot {
    /// When it begins, with its offset.
    start: String,
    /// When it ends, with its offset.
    end: String,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let description = "Find times at which the account is free in all its calendars. Returns \
                       slots of the wanted length. A calendar that cannot be read is an error. \
                       Other people are not asked.";
    vec![
        maker
            .tool(
                ("nc_calendar_find_availability", "Find Availability"),
                description,
                ToolEffect::Read,
                find_availability,
            )
            .sends(
                "`PROPFIND /remote.php/dav/calendars/{user}/`; \
                 `REPORT /remote.php/dav/calendars/{user}/{calendar}/`",
            )
            .because("Only `PROPFIND` and `REPORT`."),
    ]
}

async fn find_availability(
    call: PackCall,
    input: AvailabilityInput,
) -> Result<AvailabilityAnswer, Failure> {
    let zone = known(&input.timezone)?;
    let (start, end) = (&input.date_range_start, &input.date_range_end);
    let (from, to) = span(start.as_deref(), end.as_deref())?;
    let busy = busy(&call, (from, to), input.include_all_day).await?;
    let length = input.duration_minutes * 60;
    let mut slots = Vec::new();
    let mut at = from + (STEP - from.rem_euclid(STEP)) % STEP;
    while at + length <= to && slots.len() <= MOST {
        let taken = busy
            .iter()
            .find(|(start, end)| *start < at + length && *end > at);
        if let Some((_, end)) = taken {
            at = end + (STEP - end.rem_euclid(STEP)) % STEP;
            continue;
        }
        let (begin, end) = (
            zone.timestamp_opt(at, 0),
            zone.timestamp_opt(at + length, 0),
        );
        if let (Some(begin), Some(end)) = (begin.single(), end.single()) {
            let weekend = matches!(begin.weekday(), Weekday::Sat | Weekday::Sun);
            let minutes = end.hour() * 60 + end.minute();
            let in_hours =
                begin.hour() >= 9 && minutes <= 17 * 60 && begin.date_naive() == end.date_naive();
            if (in_hours || !input.business_hours_only) && !(weekend && input.exclude_weekends) {
                slots.push(FreeSlot {
                    start: shown(&begin, false),
                    end: shown(&end, false),
                });
                at += length.max(STEP);
                continue;
            }
        }
        at += STEP;
    }
    let more = slots.len() > MOST;
    slots.truncate(MOST);
    Ok(AvailabilityAnswer { slots, more })
}

/// The times that are taken, in all calendars.
async fn busy(
    call: &PackCall,
    (from, to): (i64, i64),
    with_days: bool,
) -> Result<Vec<(i64, i64)>, Failure> {
    let mut busy = Vec::new();
    for name in calendars::named(call, None, |one| one.events).await? {
        let query = ObjectQuery {
            kind: "VEVENT",
            range: Some((from, to)),
            uid: None,
        };
        for object in query.run(call, &name).await? {
            let all = occurrence::within(&object.content, from, to)?;
            let all = all.iter().filter(|one| takes_time(one, with_days));
            busy.extend(all.map(|one| (one.start.timestamp(), one.end.timestamp())));
        }
    }
    busy.sort_unstable();
    Ok(busy)
}

/// Whether an event takes time: it is not cancelled, not marked as free, and no whole day unless
/// those count.
fn takes_time(one: &EventOccurrence<'_>, with_days: bool) -> bool {
    let is = |name: ICalendarProperty, word: &str| {
        text(one.component, &name).is_some_and(|found| found.eq_ignore_ascii_case(word))
    };
    let cancelled = is(ICalendarProperty::Status, "CANCELLED");
    let free = is(ICalendarProperty::Transp, "TRANSPARENT");
    !cancelled && !free && (with_days || !one.all_day)
}

fn yes() -> bool {
    true
}
