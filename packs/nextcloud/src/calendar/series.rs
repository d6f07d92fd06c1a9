//! Single occurrences of a series: found, and given properties of their own.

use calcard::icalendar::{ICalendarComponent, ICalendarEntry, ICalendarProperty};
use candor_functions::Failure;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::component::set;
use super::event_fields::set_times;
use super::moment::{self, CalendarMoment};
use super::object::CalendarObject;
use super::occurrence;

const DAY: i64 = 86_400;

/// The start of an occurrence, and the override it has already.
pub(super) fn find_occurrence(
    object: &CalendarObject,
    start: &str,
) -> Result<(CalendarMoment, Option<usize>), Failure> {
    let all = around(object, start)?;
    let shown =
        |one: &&occurrence::EventOccurrence<'_>| moment::shown(&one.start, one.all_day) == start;
    let recurs = object
        .master()
        .and_then(|at| object.content.components.get(at))
        .is_some_and(ICalendarComponent::is_recurrent);
    let Some(one) = all.iter().find(shown).filter(|_| recurs) else {
        return Err(Failure::new(format!(
            "the series has no occurrence at `{}`; list it and take `start` as it is told",
            start.escape_debug()
        )));
    };
    let at = object
        .content
        .components
        .iter()
        .position(|component| std::ptr::eq(component, one.component));
    let is_override = one.component.is_recurrence_override();
    Ok((
        CalendarMoment::of(&one.start, one.all_day),
        at.filter(|_| is_override),
    ))
}

/// The override of an occurrence, made from the series where there is none yet.
pub(super) fn override_of(object: &mut CalendarObject, start: &str) -> Result<usize, Failure> {
    let (moment, known) = find_occurrence(object, start)?;
    if let Some(at) = known {
        return Ok(at);
    }
    let master = object.master().unwrap_or_default();
    let length = occurrence::length(&object.content, master).unwrap_or_default();
    let Some(mut event) = object.content.components.get(master).cloned() else {
        return Err(Failure::new("the object holds no event"));
    };
    let dropped = [
        ICalendarProperty::Rrule,
        ICalendarProperty::Rdate,
        ICalendarProperty::Exdate,
    ];
    event
        .entries
        .retain(|entry: &ICalendarEntry| !dropped.contains(&entry.name));
    event.component_ids.clear();
    let name = ICalendarProperty::RecurrenceId;
    set(&mut event, &name, vec![moment.entry(name.clone())]);
    let end = moment.end_after(length);
    set_times(&mut event, &moment, end.as_ref())?;
    let id = u32::try_from(object.content.components.len())?;
    object.content.components.push(event);
    if let Some(root) = object.content.components.first_mut() {
        root.component_ids.push(id);
    }
    Ok(usize::try_from(id)?)
}

/// The occurrences around a time that a list told: two days on both sides, since the text may have
/// no zone.
fn around<'a>(
    object: &'a CalendarObject,
    start: &str,
) -> Result<Vec<occurrence::EventOccurrence<'a>>, Failure> {
    let day = start.get(..10).and_then(|day| day.parse::<Date>().ok());
    let Some(noon) = day.and_then(|day| day.at(12, 0, 0, 0).to_zoned(TimeZone::UTC).ok()) else {
        return Ok(Vec::new());
    };
    let noon = noon.timestamp().as_second();
    occurrence::within(&object.content, noon - 2 * DAY, noon + 2 * DAY)
}
