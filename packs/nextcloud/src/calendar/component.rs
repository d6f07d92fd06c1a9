//! Properties of an event or a task, read and replaced.

use calcard::icalendar::{
    ICalendar, ICalendarComponent, ICalendarComponentType, ICalendarEntry, ICalendarParameterName,
    ICalendarProperty, ICalendarValue, Uri,
};
use candor_functions::Failure;

/// The text of a property.
pub(super) fn text(component: &ICalendarComponent, name: &ICalendarProperty) -> Option<String> {
    let entry = component.property(name)?;
    let text = entry.values.first()?.clone().into_text()?;
    (!text.is_empty()).then(|| text.into_owned())
}

/// All texts of a property that can occur several times or hold a list.
pub(super) fn texts(component: &ICalendarComponent, name: &ICalendarProperty) -> Vec<String> {
    let entries = component.properties(name);
    let values = entries.flat_map(|entry| entry.values.iter());
    values
        .filter_map(|value| Some(value.clone().into_text()?.into_owned()))
        .collect()
}

/// The addresses of a property, without `mailto:`.
pub(super) fn addresses(component: &ICalendarComponent, name: &ICalendarProperty) -> Vec<String> {
    let all = texts(component, name).into_iter();
    let bare = |one: String| match one.get(..7) {
        Some(scheme) if scheme.eq_ignore_ascii_case("mailto:") => one.split_at(7).1.to_owned(),
        _ => one,
    };
    all.map(bare).collect()
}

/// Replaces a property; nothing removes it.
pub(super) fn set(
    component: &mut ICalendarComponent,
    name: &ICalendarProperty,
    new: Vec<ICalendarEntry>,
) {
    let at = component
        .entries
        .iter()
        .position(|entry| entry.name == *name);
    component.entries.retain(|entry| entry.name != *name);
    let at = at
        .unwrap_or(component.entries.len())
        .min(component.entries.len());
    component.entries.splice(at..at, new);
}

/// Replaces a property by a text; an empty one removes it.
pub(super) fn set_text(component: &mut ICalendarComponent, name: &ICalendarProperty, text: &str) {
    let new = match text {
        "" => Vec::new(),
        text => vec![ICalendarEntry::new(name.clone()).with_value(text.to_owned())],
    };
    set(component, name, new);
}

/// Replaces a property by an address; an empty text removes it.
pub(super) fn set_uri(component: &mut ICalendarComponent, name: &ICalendarProperty, uri: &str) {
    let new = match uri {
        "" => Vec::new(),
        uri => vec![ICalendarEntry::new(name.clone()).with_value(Uri::parse(uri))],
    };
    set(component, name, new);
}

/// Replaces a property by a list that is given with commas.
pub(super) fn set_list(component: &mut ICalendarComponent, name: &ICalendarProperty, text: &str) {
    let words = text
        .split(',')
        .map(str::trim)
        .filter(|word| !word.is_empty());
    let values: Vec<ICalendarValue> = words.map(|word| word.to_owned().into()).collect();
    let new = if values.is_empty() {
        Vec::new()
    } else {
        vec![ICalendarEntry::new(name.clone()).with_values(values)]
    };
    set(component, name, new);
}

/// Reads a property that has a grammar of its own, such as `RRULE`.
pub(super) fn parsed(name: &ICalendarProperty, value: &str) -> Result<ICalendarEntry, Failure> {
    let refused = || {
        Failure::new(format!(
            "`{}` is not a valid `{}`",
            value.escape_debug(),
            name.as_str()
        ))
    };
    if value.chars().any(char::is_control) {
        return Err(refused());
    }
    let text = format!(
        "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n{}:{value}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
        name.as_str()
    );
    let calendar = ICalendar::parse(&text).map_err(|_| refused())?;
    let events = calendar.components.into_iter();
    let mut entries = events
        .filter(|one| one.component_type == ICalendarComponentType::VEvent)
        .flat_map(|event| event.entries);
    let entry = entries
        .find(|entry| entry.name == *name)
        .ok_or_else(refused)?;
    match entry.values.first() {
        Some(ICalendarValue::Text(_)) | None => Err(refused()),
        Some(_) => Ok(entry),
    }
}

/// Whether a property is a day and not a time.
pub(super) fn is_day(component: &ICalendarComponent, name: &ICalendarProperty) -> bool {
    let value = component
        .property(name)
        .and_then(|entry| entry.values.first());
    let time = value.and_then(ICalendarValue::as_partial_date_time);
    time.is_some_and(|time| time.hour.is_none())
}

/// The name of the zone of a property.
pub(super) fn zone(component: &ICalendarComponent, name: &ICalendarProperty) -> Option<String> {
    let entry = component.property(name)?;
    let zone = entry.parameter(&ICalendarParameterName::Tzid)?;
    zone.as_text().map(str::to_owned)
}
