//! A task, as the tools tell it.

use calcard::common::timezone::Tz;
use calcard::icalendar::{ICalendarComponent, ICalendarProperty, ICalendarValue};
use candor_functions::{Failure, JsonSchema};
use serde::{Deserialize, Serialize};

use super::component::{is_day, text, texts, zone};
use super::moment::{known, shown};
use super::object::CalendarObject;

/// The status of a task.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING-KEBAB-CASE")]
pub(super) enum TodoStatus {
    /// Nothing was done yet.
    NeedsAction,
    /// It is being done.
    InProcess,
    /// It is done.
    Completed,
    /// It is not done any more.
    Cancelled,
}

/// A task of a calendar.
#[derive(Serialize, JsonSchema)]
pub(super) struct TodoAnswer {
    /// The identifier of the task.
    uid: String,
    /// The name of its calendar.
    calendar: String,
    /// The title of the task.
    summary: String,
    /// What is to be done, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// The status: `NEEDS-ACTION`, `IN-PROCESS`, `COMPLETED` or `CANCELLED`.
    status: String,
    /// The priority: 1 is highest, 9 lowest, 0 none.
    priority: i64,
    /// How much is done, in percent.
    percent_complete: i64,
    /// When it is due: a time with its offset, or a day.
    #[serde(skip_serializing_if = "Option::is_none")]
    due: Option<String>,
    /// When it starts: a time with its offset, or a day.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    /// When it was completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    completed: Option<String>,
    /// The categories that it has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    categories: Vec<String>,
    /// The version, for `nc_calendar_update_todo`.
    etag: String,
}

// === impl TodoStatus ===

impl TodoStatus {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::NeedsAction => "NEEDS-ACTION",
            Self::InProcess => "IN-PROCESS",
            Self::Completed => "COMPLETED",
            Self::Cancelled => "CANCELLED",
        }
    }
}

// === impl TodoAnswer ===

impl TodoAnswer {
    pub(super) fn of(object: &CalendarObject) -> Result<Self, Failure> {
        let at = object.master();
        let todo = at.and_then(|at| object.content.components.get(at));
        let todo = todo.ok_or_else(|| Failure::new("the object holds no task"))?;
        let number = |name: &ICalendarProperty| {
            let value = todo.property(name).and_then(|entry| entry.values.first());
            value
                .and_then(ICalendarValue::as_integer)
                .unwrap_or_default()
        };
        let status = text(todo, &ICalendarProperty::Status);
        Ok(Self {
            uid: object.uid().unwrap_or_default().to_owned(),
            calendar: object.calendar_name.clone(),
            summary: text(todo, &ICalendarProperty::Summary).unwrap_or_default(),
            description: text(todo, &ICalendarProperty::Description),
            status: status.unwrap_or_else(|| "NEEDS-ACTION".to_owned()),
            priority: number(&ICalendarProperty::Priority),
            percent_complete: number(&ICalendarProperty::PercentComplete),
            due: time(todo, &ICalendarProperty::Due),
            start: time(todo, &ICalendarProperty::Dtstart),
            completed: time(todo, &ICalendarProperty::Completed),
            categories: texts(todo, &ICalendarProperty::Categories),
            etag: object.etag.clone(),
        })
    }

    pub(super) fn status(&self) -> &str {
        &self.status
    }

    pub(super) fn priority(&self) -> i64 {
        self.priority
    }

    pub(super) fn summary(&self) -> &str {
        &self.summary
    }

    pub(super) fn categories(&self) -> &[String] {
        &self.categories
    }
}

/// A time of a task.
fn time(todo: &ICalendarComponent, name: &ICalendarProperty) -> Option<String> {
    let value = todo.property(name)?.values.first()?;
    let mut moment = value.as_partial_date_time()?.clone();
    let all_day = is_day(todo, name);
    if all_day {
        moment.hour = Some(0);
        moment.minute = Some(0);
        moment.second = Some(0);
    }
    let zone = zone(todo, name).and_then(|zone| known(&zone).ok());
    let time = moment.to_date_time_with_tz(zone.unwrap_or(Tz::Floating))?;
    Some(shown(&time, all_day))
}
