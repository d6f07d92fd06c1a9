//! An event, as the tools tell it.

use calcard::icalendar::{ICalendarComponent, ICalendarProperty};
use candor_functions::{Failure, JsonSchema};
use chrono::TimeDelta;
use serde::Serialize;

use super::component::{addresses, text, texts, zone};
use super::moment;
use super::object::CalendarObject;
use super::occurrence::{self, EventOccurrence};

/// An event, or one occurrence of it.
#[derive(Serialize, JsonSchema)]
pub(super) struct EventAnswer {
    /// The identifier of the event.
    uid: String,
    /// The name of its calendar.
    calendar: String,
    /// The title of the event.
    title: String,
    /// When it begins: a time with its offset, or a day.
    start: String,
    /// When it ends: a time with its offset, or the day after the last.
    end: String,
    /// Whether it lasts whole days.
    all_day: bool,
    /// The name of its time zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    timezone: Option<String>,
    /// What it is about, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// Where it takes place.
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<String>,
    /// The status: `CONFIRMED`, `TENTATIVE` or `CANCELLED`.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<String>,
    /// The categories that it has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    categories: Vec<String>,
    /// The rule by which it recurs.
    #[serde(skip_serializing_if = "Option::is_none")]
    recurrence_rule: Option<String>,
    /// The address of the organiser.
    #[serde(skip_serializing_if = "Option::is_none")]
    organizer: Option<String>,
    /// The addresses of those invited.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    attendees: Vec<String>,
    /// The version, for `nc_calendar_update_event`.
    etag: String,
}

// === impl EventAnswer ===

impl EventAnswer {
    pub(super) fn of(object: &CalendarObject, one: &EventOccurrence<'_>) -> Self {
        let event = one.component;
        let master = object
            .master()
            .and_then(|at| object.content.components.get(at));
        let rule = |it: &ICalendarComponent| text(it, &ICalendarProperty::Rrule);
        Self {
            uid: object.uid().unwrap_or_default().to_owned(),
            calendar: object.calendar_name.clone(),
            title: text(event, &ICalendarProperty::Summary).unwrap_or_default(),
            start: moment::shown(&one.start, one.all_day),
            end: moment::shown(&one.end, one.all_day),
            all_day: one.all_day,
            timezone: zone(event, &ICalendarProperty::Dtstart),
            description: text(event, &ICalendarProperty::Description),
            location: text(event, &ICalendarProperty::Location),
            status: text(event, &ICalendarProperty::Status),
            categories: texts(event, &ICalendarProperty::Categories),
            recurrence_rule: rule(event).or_else(|| master.and_then(rule)),
            organizer: addresses(event, &ICalendarProperty::Organizer).pop(),
            attendees: addresses(event, &ICalendarProperty::Attendee),
            etag: object.etag.clone(),
        }
    }

    /// The event itself, with the time of its first occurrence.
    pub(super) fn first(object: &CalendarObject) -> Result<Self, Failure> {
        let first = occurrence::first(&object.content)?;
        let none = || Failure::new("every occurrence of the event was deleted");
        Ok(Self::of(object, &first.ok_or_else(none)?))
    }
}

/// Which events are wanted.
#[derive(Default)]
pub(super) struct EventFilter {
    pub(super) title: Option<String>,
    pub(super) location: Option<String>,
    pub(super) categories: Option<String>,
    pub(super) status: Option<String>,
    pub(super) min_attendees: Option<usize>,
    pub(super) min_minutes: Option<i64>,
}

// === impl EventFilter ===

impl EventFilter {
    pub(super) fn is_empty(&self) -> bool {
        let texts = [&self.title, &self.location, &self.categories, &self.status];
        texts
            .into_iter()
            .all(|text| text.as_deref().unwrap_or_default().is_empty())
    }

    pub(super) fn fits(&self, one: &EventOccurrence<'_>) -> bool {
        let event = one.component;
        let holds = |wanted: &Option<String>, name: ICalendarProperty| {
            let Some(wanted) = wanted.as_deref().filter(|it| !it.is_empty()) else {
                return true;
            };
            let found = texts(event, &name).join(",").to_lowercase();
            found.contains(&wanted.to_lowercase())
        };
        let categories = texts(event, &ICalendarProperty::Categories);
        let wanted = self.categories.as_deref().unwrap_or_default();
        let mut wanted = wanted.split(',').map(str::trim).filter(|it| !it.is_empty());
        let attendees = addresses(event, &ICalendarProperty::Attendee).len();
        let minutes = self.min_minutes.map(TimeDelta::minutes);
        holds(&self.title, ICalendarProperty::Summary)
            && holds(&self.location, ICalendarProperty::Location)
            && holds(&self.status, ICalendarProperty::Status)
            && wanted.all(|word| categories.iter().any(|known| known == word))
            && self.min_attendees.is_none_or(|least| attendees >= least)
            && minutes.is_none_or(|least| one.end - one.start >= least)
    }
}
