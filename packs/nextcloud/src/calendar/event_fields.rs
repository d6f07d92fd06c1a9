//! What a caller says about an event.

use calcard::icalendar::{
    ICalendar, ICalendarComponent, ICalendarComponentType, ICalendarDuration, ICalendarEntry,
    ICalendarParameter, ICalendarProperty, Uri,
};
use candor_functions::{Failure, JsonSchema};
use serde::Deserialize;

use super::component::{parsed, set, set_list, set_text, set_uri};
use super::moment::CalendarMoment;
use super::series_rule;

/// The status of an event.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum EventStatus {
    /// It takes place.
    Confirmed,
    /// It may take place.
    Tentative,
    /// It does not take place.
    Cancelled,
}

/// Who may see an event.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum EventPrivacy {
    /// Everybody who sees the calendar.
    Public,
    /// Its owner only.
    Private,
    /// Others see only that the time is taken.
    Confidential,
}

/// The fields of an event that can be given besides title and times.
#[derive(Default, Deserialize, JsonSchema)]
pub(super) struct EventFields {
    /// What it is about, in words.
    pub(super) description: Option<String>,
    /// Where it takes place.
    pub(super) location: Option<String>,
    /// The categories, separated by commas.
    pub(super) categories: Option<String>,
    /// The rule of a series, such as `FREQ=WEEKLY;BYDAY=MO`; an empty text ends the series.
    pub(super) recurrence_rule: Option<String>,
    /// The last day of the series, such as `2026-12-31`, in the zone of the event.
    pub(super) recurrence_end_date: Option<String>,
    /// Whether it is a series; false makes it a single event, true needs a rule.
    pub(super) recurring: Option<bool>,
    /// How many minutes before the start to remind; -1 for no reminder.
    #[schemars(range(min = -1, max = 40_320))]
    pub(super) reminder_minutes: Option<i64>,
    /// Whether it takes place.
    pub(super) status: Option<EventStatus>,
    /// The priority: 1 is highest, 9 lowest, 0 none.
    #[schemars(range(min = 0, max = 9))]
    pub(super) priority: Option<i64>,
    /// Who may see it.
    pub(super) privacy: Option<EventPrivacy>,
    /// The e-mail addresses of those invited, separated by commas. The server invites them.
    pub(super) attendees: Option<String>,
    /// A web address that belongs to it.
    pub(super) url: Option<String>,
    /// The name of a colour of CSS, such as `tomato`.
    pub(super) color: Option<String>,
}

// === impl EventStatus ===

impl EventStatus {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Confirmed => "CONFIRMED",
            Self::Tentative => "TENTATIVE",
            Self::Cancelled => "CANCELLED",
        }
    }
}

// === impl EventPrivacy ===

impl EventPrivacy {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Public => "PUBLIC",
            Self::Private => "PRIVATE",
            Self::Confidential => "CONFIDENTIAL",
        }
    }
}

// === impl EventFields ===

impl EventFields {
    /// Puts the fields into the event at a place of a calendar.
    pub(super) fn write(&self, content: &mut ICalendar, at: usize) -> Result<(), Failure> {
        let rule = series_rule::new_rule(self, content, at)?;
        let Some(event) = content.components.get_mut(at) else {
            return Err(Failure::new("the object holds no event"));
        };
        let texts = [
            (ICalendarProperty::Description, &self.description),
            (ICalendarProperty::Location, &self.location),
            (ICalendarProperty::Color, &self.color),
        ];
        for (name, text) in texts {
            if let Some(text) = text {
                set_text(event, &name, text);
            }
        }
        if let Some(url) = &self.url {
            set_uri(event, &ICalendarProperty::Url, url);
        }
        if let Some(categories) = &self.categories {
            set_list(event, &ICalendarProperty::Categories, categories);
        }
        let status = self.status.map(EventStatus::as_str);
        let privacy = self.privacy.map(EventPrivacy::as_str);
        let words = [
            (ICalendarProperty::Status, status),
            (ICalendarProperty::Class, privacy),
        ];
        for (name, word) in words {
            if let Some(word) = word {
                set(event, &name, vec![parsed(&name, word)?]);
            }
        }
        if let Some(priority) = self.priority {
            let entry = ICalendarEntry::new(ICalendarProperty::Priority).with_value(priority);
            set(event, &ICalendarProperty::Priority, vec![entry]);
        }
        if let Some(rule) = &rule {
            let name = ICalendarProperty::Rrule;
            let new = match rule.as_str() {
                "" => Vec::new(),
                rule => vec![parsed(&name, rule.trim_start_matches("RRULE:"))?],
            };
            set(event, &name, new);
        }
        if let Some(attendees) = &self.attendees {
            invite(event, attendees)?;
        }
        if let Some(minutes) = self.reminder_minutes {
            remind(content, at, minutes);
        }
        Ok(())
    }

    pub(super) fn is_empty(&self) -> bool {
        let texts = [
            &self.description,
            &self.location,
            &self.categories,
            &self.recurrence_rule,
            &self.recurrence_end_date,
            &self.attendees,
            &self.url,
            &self.color,
        ];
        texts.into_iter().all(Option::is_none)
            && self.recurring.is_none()
            && self.reminder_minutes.is_none()
            && self.status.is_none()
            && self.priority.is_none()
            && self.privacy.is_none()
    }
}

/// Replaces those invited.
fn invite(event: &mut ICalendarComponent, attendees: &str) -> Result<(), Failure> {
    let addresses = attendees
        .split(',')
        .map(str::trim)
        .filter(|it| !it.is_empty());
    let mut new = Vec::new();
    for address in addresses {
        let bad = |it: char| it.is_control() || it.is_whitespace();
        if !address.contains('@') || address.contains(bad) {
            return Err(Failure::new(format!(
                "`{}` is not an e-mail address",
                address.escape_debug()
            )));
        }
        let entry = ICalendarEntry::new(ICalendarProperty::Attendee)
            .with_value(Uri::parse(format!("mailto:{address}")))
            .with_param(ICalendarParameter::rsvp(true));
        new.push(entry);
    }
    set(event, &ICalendarProperty::Attendee, new);
    Ok(())
}

/// Replaces the reminders of an event by one, or by none.
fn remind(content: &mut ICalendar, at: usize, minutes: i64) {
    let Some(event) = content.components.get(at) else {
        return;
    };
    let alarms: Vec<u32> = event.component_ids.clone();
    content.remove_component_ids(&alarms);
    if minutes < 0 {
        return;
    }
    let mut alarm = ICalendarComponent::new(ICalendarComponentType::VAlarm);
    let text = |name, value: &str| ICalendarEntry::new(name).with_value(value.to_owned());
    alarm
        .entries
        .push(text(ICalendarProperty::Action, "DISPLAY"));
    alarm
        .entries
        .push(text(ICalendarProperty::Description, "Reminder"));
    let before = ICalendarDuration::from_seconds(-60 * minutes);
    alarm
        .entries
        .push(ICalendarEntry::new(ICalendarProperty::Trigger).with_value(before));
    let id = u32::try_from(content.components.len()).unwrap_or(u32::MAX);
    content.components.push(alarm);
    if let Some(event) = content.components.get_mut(at) {
        event.component_ids.push(id);
    }
}

/// Replaces the times of an event.
pub(super) fn set_times(
    event: &mut ICalendarComponent,
    start: &CalendarMoment,
    end: Option<&CalendarMoment>,
) -> Result<(), Failure> {
    if let Some(end) = end {
        if start.is_day() != end.is_day() {
            return Err(Failure::new(
                "start and end are not of the same kind; give two days or two times",
            ));
        }
        if end.timestamp() < start.timestamp() {
            return Err(Failure::new("the event ends before it begins"));
        }
    }
    let name = ICalendarProperty::Dtstart;
    set(event, &name, vec![start.entry(name.clone())]);
    set(event, &ICalendarProperty::Duration, Vec::new());
    let name = ICalendarProperty::Dtend;
    let end = end.map(|end| end.entry(name.clone()));
    set(event, &name, end.into_iter().collect());
    Ok(())
}
