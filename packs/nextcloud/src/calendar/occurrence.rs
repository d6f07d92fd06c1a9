//! Occurrences of events in a span of time: what the rule yields, further times, times that are
//! left out, and occurrences that are kept apart.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use calcard::common::timezone::Tz;
use calcard::icalendar::{
    ICalendar, ICalendarComponent, ICalendarParameterName, ICalendarProperty, ICalendarValue,
};
use candor_functions::Failure;
use chrono::{DateTime, NaiveDate, NaiveDateTime, TimeDelta, TimeZone};

use super::rule_times::rule_times;
use super::wall_time::{CalendarZones, EventLength, WallTime, zoned};

/// One occurrence of an event.
#[derive(Clone)]
pub(super) struct EventOccurrence<'a> {
    pub(super) component: &'a ICalendarComponent,
    pub(super) start: DateTime<Tz>,
    pub(super) end: DateTime<Tz>,
    pub(super) all_day: bool,
}

/// The times at which a series does not take place as its rule says.
struct SeriesChanges<'a> {
    /// Left out: points in time, and whole days.
    without: BTreeSet<i64>,
    without_days: BTreeSet<NaiveDate>,
    /// Kept apart, by the time that they replace.
    apart: BTreeMap<i64, &'a ICalendarComponent>,
    /// From such a time on, the rest of the series is like that one.
    from_then: Vec<(i64, &'a ICalendarComponent)>,
}

/// The occurrences that touch a span, by their start.
pub(super) fn within(
    content: &ICalendar,
    from: i64,
    to: i64,
) -> Result<Vec<EventOccurrence<'_>>, Failure> {
    let all = expanded(content, Some(to))?;
    let touches = |one: &EventOccurrence<'_>| {
        let (start, end) = (one.start.timestamp(), one.end.timestamp());
        start < to && (end > from || (start == end && start >= from))
    };
    let mut found: Vec<_> = all.into_iter().filter(touches).collect();
    found.sort_by_key(|one| one.start.timestamp());
    Ok(found)
}

/// The first occurrence.
pub(super) fn first(content: &ICalendar) -> Result<Option<EventOccurrence<'_>>, Failure> {
    let all = expanded(content, None)?;
    Ok(all.into_iter().min_by_key(|one| one.start.timestamp()))
}

/// How many minutes an event lasts.
pub(super) fn length(content: &ICalendar, at: usize) -> Option<i64> {
    let zones = content.build_tz_resolver();
    let event = content.components.get(at)?;
    let start = WallTime::of(event, &ICalendarProperty::Dtstart, &zones)?;
    EventLength::of(event, &start, &zones).map(EventLength::minutes)
}

/// All occurrences that begin before a time; without one, at least the first.
fn expanded(content: &ICalendar, to: Option<i64>) -> Result<Vec<EventOccurrence<'_>>, Failure> {
    let zones = content.build_tz_resolver();
    let events = content.components.iter();
    let events = events.filter(|one| one.component_type.is_event());
    let (apart, series): (Vec<_>, Vec<_>) = events.partition(|one| one.is_recurrence_override());
    let changes = |event| SeriesChanges::of(event, &apart, &zones);
    let mut found = Vec::new();
    for event in series {
        let start = start_of(event, &zones)?;
        let changes = changes(event);
        for time in starts(event, &start, &zones, to)? {
            if let Some(one) = changes.occurrence(event, &start, time, &zones)? {
                found.push(one);
            }
        }
    }
    for event in apart {
        let start = start_of(event, &zones)?;
        let time = start.instant().ok_or_else(unreadable)?;
        found.push(EventOccurrence::of(event, &start, time, &zones)?);
    }
    Ok(found)
}

/// The times at which a series would take place if nothing were changed.
fn starts(
    event: &ICalendarComponent,
    start: &WallTime,
    zones: &CalendarZones<'_>,
    to: Option<i64>,
) -> Result<Vec<DateTime<Tz>>, Failure> {
    let rule = event.property(&ICalendarProperty::Rrule);
    let rule = rule.and_then(|entry| entry.values.first());
    let locals = match rule {
        Some(ICalendarValue::RecurrenceRule(rule)) => {
            let mut times = rule_times(start, rule, to.and_then(|to| local(start, to)))?;
            // The start is the first occurrence, also where the rule does not give it.
            times.push(start.local);
            times
        }
        Some(_) => return Err(Failure::new("the rule of a series cannot be read")),
        None => vec![start.local],
    };
    let mut times: Vec<_> = locals
        .into_iter()
        .filter_map(|local| zoned(local, start.zone))
        .collect();
    let further = WallTime::all(event, &ICalendarProperty::Rdate, zones);
    times.extend(further.filter_map(|time| time.instant()));
    times.sort_unstable();
    times.dedup_by_key(|time| time.timestamp());
    Ok(times)
}

/// A point in time on the wall clock of a series, a day later: zones differ by less than that.
fn local(start: &WallTime, to: i64) -> Option<NaiveDateTime> {
    let time = Tz::UTC.timestamp_opt(to, 0).single()?;
    let local = match start.zone {
        Tz::Floating => time.naive_utc(),
        zone => time.with_timezone(&zone).naive_local(),
    };
    local.checked_add_signed(TimeDelta::days(1))
}

fn start_of(event: &ICalendarComponent, zones: &CalendarZones<'_>) -> Result<WallTime, Failure> {
    let own = WallTime::of(event, &ICalendarProperty::Dtstart, zones);
    let replaced = || WallTime::of(event, &ICalendarProperty::RecurrenceId, zones);
    own.or_else(replaced).ok_or_else(unreadable)
}

fn unreadable() -> Failure {
    Failure::new("an event has no start that can be read")
}

// === impl EventOccurrence ===

impl<'a> EventOccurrence<'a> {
    fn of(
        component: &'a ICalendarComponent,
        start: &WallTime,
        time: DateTime<Tz>,
        zones: &CalendarZones<'_>,
    ) -> Result<Self, Failure> {
        let length = EventLength::of(component, start, zones);
        let end = length.and_then(|length| length.end(&time));
        let ends = || Failure::new("an event has no end that can be read");
        Ok(Self {
            component,
            end: end.ok_or_else(ends)?,
            start: time,
            all_day: start.is_day,
        })
    }
}

// === impl SeriesChanges ===

impl<'a> SeriesChanges<'a> {
    fn of(
        event: &ICalendarComponent,
        apart: &[&'a ICalendarComponent],
        zones: &CalendarZones<'_>,
    ) -> Self {
        let mut changes = Self {
            without: BTreeSet::new(),
            without_days: BTreeSet::new(),
            apart: BTreeMap::new(),
            from_then: Vec::new(),
        };
        for time in WallTime::all(event, &ICalendarProperty::Exdate, zones) {
            if time.is_day {
                changes.without_days.insert(time.local.date());
            } else if let Some(time) = time.instant() {
                changes.without.insert(time.timestamp());
            }
        }
        for one in apart.iter().filter(|one| one.uid() == event.uid()) {
            let name = ICalendarProperty::RecurrenceId;
            let Some(time) = WallTime::of(one, &name, zones).and_then(|time| time.instant()) else {
                continue;
            };
            let range = one.property(&name);
            let range = range.and_then(|id| id.parameter(&ICalendarParameterName::Range));
            if range.is_some() {
                changes.from_then.push((time.timestamp(), one));
            }
            changes.apart.insert(time.timestamp(), one);
        }
        changes.from_then.sort_unstable_by_key(|(time, _)| *time);
        changes
    }

    /// The occurrence at a time of the series, unless it is left out or kept apart.
    fn occurrence(
        &self,
        event: &'a ICalendarComponent,
        start: &WallTime,
        time: DateTime<Tz>,
        zones: &CalendarZones<'_>,
    ) -> Result<Option<EventOccurrence<'a>>, Failure> {
        let at = time.timestamp();
        let left_out = self.without.contains(&at)
            || self.without_days.contains(&time.naive_local().date())
            || self.apart.contains_key(&at);
        if left_out {
            return Ok(None);
        }
        let mut rest = self.from_then.iter().rev();
        let Some((then, like)) = rest.find(|(then, _)| *then < at) else {
            return EventOccurrence::of(event, start, time, zones).map(Some);
        };
        let own = start_of(like, zones)?;
        let moved = own.instant().ok_or_else(unreadable)?.timestamp() - then;
        let time = time + TimeDelta::seconds(moved);
        EventOccurrence::of(like, &own, time, zones).map(Some)
    }
}
