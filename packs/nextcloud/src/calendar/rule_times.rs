//! The times that a rule yields, on the wall clock.
//!
//! The library expands the rule without a zone. What its times mean in a zone is decided elsewhere,
//! so that clocks which are put forward or back cannot lose an occurrence.

use calcard::common::PartialDateTime;
use calcard::common::timezone::Tz;
use calcard::icalendar::{
    ICalendar, ICalendarComponentType, ICalendarEntry, ICalendarProperty, ICalendarRecurrenceRule,
    ICalendarValue,
};
use candor_functions::Failure;
use chrono::{Datelike, NaiveDateTime, TimeZone, Timelike};

use super::object;
use super::wall_time::WallTime;

/// The most occurrences of one series that are looked at.
pub(super) const MOST: usize = 20_000;

/// The times of a rule, up to one that is given. A series that has more of them than can be looked
/// at is an error, unless only its beginning is wanted.
pub(super) fn rule_times(
    start: &WallTime,
    rule: &ICalendarRecurrenceRule,
    last: Option<NaiveDateTime>,
) -> Result<Vec<NaiveDateTime>, Failure> {
    let mut rule = rule.clone();
    let until = rule
        .until
        .as_ref()
        .and_then(|until| local_end(start, until));
    let end = match (until, last) {
        (Some(until), Some(last)) => Some(until.min(last)),
        (until, last) => until.or(last),
    };
    // A rule has a count or an end. With a count, what is too late is dropped afterwards.
    rule.until = match rule.count {
        Some(_) => None,
        None => end.as_ref().map(floating),
    };
    let mut content = object::new(ICalendarComponentType::VEvent, "series");
    if let Some(event) = content.components.get_mut(1) {
        let property = |name, value: ICalendarValue| ICalendarEntry::new(name).with_value(value);
        let first = ICalendarValue::PartialDateTime(Box::new(floating(&start.local)));
        event
            .entries
            .push(property(ICalendarProperty::Dtstart, first));
        let rule = ICalendarValue::RecurrenceRule(Box::new(rule));
        event.entries.push(property(ICalendarProperty::Rrule, rule));
    }
    let mut times = expanded(&content)?;
    if times.len() >= MOST && last.is_some() {
        return Err(Failure::new(format!(
            "a series has more than {MOST} occurrences in this time; choose a shorter one"
        )));
    }
    times.retain(|time| end.is_none_or(|end| *time <= end));
    Ok(times)
}

fn expanded(content: &ICalendar) -> Result<Vec<NaiveDateTime>, Failure> {
    let expanded = content.expand_dates(Tz::Floating, MOST);
    if let Some(error) = expanded.errors.first() {
        return Err(Failure::new(format!(
            "an event cannot be expanded: {}",
            error.error
        )));
    }
    let mut times = Vec::with_capacity(expanded.events.len());
    for event in expanded.events {
        if let Some(event) = event.try_into_date_time() {
            times.push(event.start.naive_local());
        }
    }
    Ok(times)
}

/// The end of a rule on the wall clock of the series. An end that is a day includes it.
fn local_end(start: &WallTime, until: &PartialDateTime) -> Option<NaiveDateTime> {
    let found = until.to_date_time()?;
    if until.hour.is_none() {
        return found.date_time.date().and_hms_opt(23, 59, 59);
    }
    match found.tz() {
        Some(zone) if !start.zone.is_floating() => {
            let time = zone.from_local_datetime(&found.date_time).single()?;
            Some(time.with_timezone(&start.zone).naive_local())
        }
        _ => Some(found.date_time),
    }
}

fn floating(time: &NaiveDateTime) -> PartialDateTime {
    let small = |number: u32| u8::try_from(number).ok();
    PartialDateTime {
        year: u16::try_from(time.year()).ok(),
        month: small(time.month()),
        day: small(time.day()),
        hour: small(time.hour()),
        minute: small(time.minute()),
        second: small(time.second()),
        ..PartialDateTime::default()
    }
}
