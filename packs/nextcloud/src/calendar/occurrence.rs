//! Occurrences of events in a span of time, with recurrence expanded by the library.

#[cfg(test)]
mod tests;

use calcard::common::timezone::Tz;
use calcard::icalendar::{ICalendar, ICalendarComponent, ICalendarProperty};
use candor_functions::Failure;
use chrono::DateTime;

use super::component;

/// The most occurrences of one series that are looked at.
const MOST: usize = 20_000;

/// One occurrence of an event.
#[derive(Clone)]
pub(super) struct EventOccurrence<'a> {
    pub(super) component: &'a ICalendarComponent,
    pub(super) start: DateTime<Tz>,
    pub(super) end: DateTime<Tz>,
    pub(super) all_day: bool,
}

/// The occurrences that touch a span, by their start.
pub(super) fn within(
    content: &ICalendar,
    from: i64,
    to: i64,
) -> Result<Vec<EventOccurrence<'_>>, Failure> {
    let all = all(content)?;
    let touches = |one: &EventOccurrence<'_>| {
        let (start, end) = (one.start.timestamp(), one.end.timestamp());
        start < to && (end > from || (start == end && start >= from))
    };
    let mut found: Vec<_> = all.into_iter().filter(touches).collect();
    found.sort_by_key(|one| one.start.timestamp());
    Ok(found)
}

/// All occurrences. A rule that cannot be expanded is an error, and so is a series that has more
/// than can be looked at.
pub(super) fn all(content: &ICalendar) -> Result<Vec<EventOccurrence<'_>>, Failure> {
    let expanded = content.expand_dates(Tz::Floating, MOST);
    if let Some(error) = expanded.errors.first() {
        return Err(Failure::new(format!(
            "an event cannot be expanded: {}",
            error.error
        )));
    }
    let mut found = Vec::new();
    for event in expanded.events {
        let Some(component) = content.component_by_id(event.comp_id) else {
            continue;
        };
        if !component.component_type.is_event() {
            continue;
        }
        let all_day = component::is_day(component, &ICalendarProperty::Dtstart);
        let Some(event) = event.try_into_date_time() else {
            continue;
        };
        found.push(EventOccurrence {
            component,
            start: event.start,
            end: event.end,
            all_day,
        });
    }
    Ok(found)
}
