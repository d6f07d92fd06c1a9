//! The rule that a caller gives a series: as a rule, by its last day, or as no rule at all.

use calcard::common::timezone::Tz;
use calcard::icalendar::{ICalendar, ICalendarProperty};
use candor_functions::Failure;
use chrono::NaiveDate;

use super::component::text;
use super::event_fields::EventFields;
use super::wall_time::{WallTime, zoned};

/// The rule that an event is to have: nothing if it stays, and an empty text for none.
pub(super) fn new_rule(
    fields: &EventFields,
    content: &ICalendar,
    at: usize,
) -> Result<Option<String>, Failure> {
    let given = fields.recurrence_rule.as_deref();
    if fields.recurring == Some(false) {
        return Ok(Some(String::new()));
    }
    let event = content.components.get(at);
    let known = event.and_then(|event| text(event, &ICalendarProperty::Rrule));
    let rule = match given {
        Some(rule) => Some(rule.trim_start_matches("RRULE:").to_owned()),
        None => known,
    };
    let rule = rule.filter(|rule| !rule.is_empty());
    let end = fields.recurrence_end_date.as_deref();
    let end = end.filter(|end| !end.is_empty());
    match (rule, end) {
        (Some(rule), Some(end)) => {
            let until = until(content, at, end)?;
            let parts = rule.split(';');
            let kept =
                parts.filter(|part| !part.starts_with("UNTIL=") && !part.starts_with("COUNT="));
            let kept: Vec<&str> = kept.collect();
            Ok(Some(format!("{};UNTIL={until}", kept.join(";"))))
        }
        (None, Some(_)) => Err(Failure::new(
            "only a series has a last day; give `recurrence_rule` with `recurrence_end_date`",
        )),
        (None, None) if fields.recurring == Some(true) => Err(Failure::new(
            "a series needs a rule; give `recurrence_rule`, such as `FREQ=WEEKLY`",
        )),
        (rule, None) => Ok(given.map(|_| rule.unwrap_or_default())),
    }
}

/// The end of a rule: a day for days, and for times the end of the day in their zone, as UTC.
fn until(content: &ICalendar, at: usize, end: &str) -> Result<String, Failure> {
    let day: NaiveDate = end.parse().map_err(|_| {
        Failure::new(format!(
            "`recurrence_end_date` is not a day: `{}`; write `2026-12-31`",
            end.escape_debug()
        ))
    })?;
    let zones = content.build_tz_resolver();
    let event = content.components.get(at);
    let start = event.and_then(|event| WallTime::of(event, &ICalendarProperty::Dtstart, &zones));
    let whole = day.format("%Y%m%d").to_string();
    let Some(start) = start.filter(|start| !start.is_day) else {
        return Ok(whole);
    };
    if start.zone.is_floating() {
        return Ok(format!("{whole}T235959"));
    }
    let last = day.and_hms_opt(23, 59, 59);
    let last = last.and_then(|last| zoned(last, start.zone));
    let last = last.map(|last| last.with_timezone(&Tz::UTC).naive_local());
    let last = last.map(|last| last.format("%Y%m%dT%H%M%SZ").to_string());
    last.ok_or_else(|| Failure::new("the last day of the series is too far away"))
}
