//! Events created, changed and deleted, whole series and single occurrences.

use calcard::common::PartialDateTime;
use calcard::icalendar::{ICalendarComponentType, ICalendarProperty};
use candor_functions::{Failure, JsonSchema};
use serde::Deserialize;
use uuid::Uuid;

use super::component::{set_text, set_uri};
use super::event::EventAnswer;
use super::event_fields::{EventFields, set_times};
use super::moment::CalendarMoment;
use super::object::{self, ObjectQuery};
use super::occurrence;
use super::organizer;
use super::series;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::removal::RemovalAnswer;

#[derive(Deserialize, JsonSchema)]
struct CreateInput {
    /// The name of the calendar, from `nc_calendar_list_calendars`.
    #[schemars(length(min = 1, max = 200))]
    calendar_name: String,
    /// The title of the event.
    #[schemars(length(min = 1, max = 1000))]
    title: String,
    /// When it begins: a time with an offset, a time of `timezone`, or a day such as `2026-03-01`.
    start_datetime: String,
    /// When it ends; for days, the day after the last. Left out, it lasts an hour or a day.
    end_datetime: Option<String>,
    /// The zone of the times, such as `Europe/Berlin`; a series needs it to keep its wall clock.
    timezone: Option<String>,
    /// Whether it lasts whole days; then only the days of the times count.
    all_day: Option<bool>,
    #[serde(flatten)]
    fields: EventFields,
}

#[derive(Deserialize, JsonSchema)]
struct MeetingInput {
    /// The title of the event.
    #[schemars(length(min = 1, max = 1000))]
    title: String,
    /// The day, such as `2026-03-01`.
    date: String,
    /// The time of the day, such as `14:30`.
    time: String,
    /// How many minutes it lasts.
    #[serde(default = "hour")]
    #[schemars(range(min = 1, max = 10_080))]
    duration_minutes: i64,
    /// The name of the calendar.
    #[serde(default = "personal")]
    calendar_name: String,
    /// The e-mail addresses of those invited, separated by commas. The server invites them.
    attendees: Option<String>,
    /// Where it takes place.
    location: Option<String>,
    /// What it is about, in words.
    description: Option<String>,
    /// How many minutes before the start to remind; -1 for no reminder.
    #[schemars(range(min = -1, max = 40_320))]
    reminder_minutes: Option<i64>,
    /// The zone of the time, such as `Europe/Berlin`.
    timezone: String,
}

#[derive(Deserialize, JsonSchema)]
struct UpdateInput {
    /// The name of the calendar, from `nc_calendar_list_calendars`.
    #[schemars(length(min = 1, max = 200))]
    calendar_name: String,
    /// The identifier of the event.
    #[schemars(length(min = 1, max = 400))]
    event_uid: String,
    /// The start of the one occurrence to change, as a list tells it; left out, the whole series.
    occurrence: Option<String>,
    /// The new title; left out, it stays.
    title: Option<String>,
    /// The new start; left out, the times stay.
    start_datetime: Option<String>,
    /// The new end, with `start_datetime`; left out, the event lasts as long as before.
    end_datetime: Option<String>,
    /// The zone of the times, such as `Europe/Berlin`.
    timezone: Option<String>,
    /// With `start_datetime`: whether it lasts whole days; then only the days of the times count.
    all_day: Option<bool>,
    #[serde(flatten)]
    fields: EventFields,
    /// The etag of the version that is replaced; left out, the current one.
    etag: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct DeleteInput {
    /// The name of the calendar, from `nc_calendar_list_calendars`.
    #[schemars(length(min = 1, max = 200))]
    calendar_name: String,
    /// The identifier of the event.
    #[schemars(length(min = 1, max = 400))]
    event_uid: String,
    /// The start of the one occurrence to delete, as a list tells it; left out, the whole series.
    occurrence: Option<String>,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let create = "Create an event, or a series with a rule. People in `attendees` are invited by \
                  e-mail. Returns it with its identifier. Each call makes another event.";
    let meeting = "Create a meeting at a time of a zone. People in `attendees` are invited by \
                   e-mail. Returns it with its identifier. Each call makes another event.";
    let update = "Replace fields of an event, of the whole series or of one occurrence. People \
                  in it are told by e-mail. Returns the event.";
    let delete = "Delete an event, a series or one occurrence. A whole one goes to the trash of the \
                  calendar and can be restored on the web. People in it are told by e-mail. \
                  Returns what was deleted.";
    vec![
        maker
            .tool(
                ("nc_calendar_create_event", "Create Calendar Event"),
                create,
                ToolEffect::Add,
                create_event,
            )
            .open_world()
            .sends(
                "`PUT /remote.php/dav/calendars/{user}/{calendar}/{uid}.ics` with \
                 `If-None-Match: *`; `REPORT` of the event",
            )
            .because("A new identifier each time; the server can mail those invited."),
        maker
            .tool(
                ("nc_calendar_create_meeting", "Create Meeting"),
                meeting,
                ToolEffect::Add,
                create_meeting,
            )
            .open_world()
            .sends(
                "`PUT /remote.php/dav/calendars/{user}/{calendar}/{uid}.ics` with \
                 `If-None-Match: *`; `REPORT` of the event",
            )
            .because("A new identifier each time; the server can mail those invited."),
        maker
            .tool(
                ("nc_calendar_update_event", "Update Calendar Event"),
                update,
                ToolEffect::ReplaceOnce,
                update_event,
            )
            .open_world()
            .sends(
                "`REPORT /remote.php/dav/calendars/{user}/{calendar}/`; `PUT` of the event with \
                 `If-Match`",
            )
            .because("Fields are overwritten; the same etag is refused the second time."),
        maker
            .tool(
                ("nc_calendar_delete_event", "Delete Calendar Event"),
                delete,
                ToolEffect::Remove,
                delete_event,
            )
            .open_world()
            .sends(
                "`REPORT /remote.php/dav/calendars/{user}/{calendar}/`; `DELETE` of the event, or \
                 `PUT` with `If-Match` for one occurrence",
            )
            .because("It is taken away; the second call finds none."),
    ]
}

async fn create_event(call: PackCall, input: CreateInput) -> Result<EventAnswer, Failure> {
    let zone = input.timezone.as_deref();
    let days = input.all_day;
    let start = moment("start_datetime", &input.start_datetime, zone, days)?;
    let end = match input.end_datetime.as_deref().filter(|end| !end.is_empty()) {
        Some(end) => Some(moment("end_datetime", end, zone, days)?),
        None if start.is_day() => None,
        None => start.later(60),
    };
    let name = input.calendar_name;
    create(&call, &name, &input.title, (start, end), &input.fields).await
}

/// A time of an event. Of one that lasts whole days only the day counts.
fn moment(
    name: &str,
    given: &str,
    zone: Option<&str>,
    all_day: Option<bool>,
) -> Result<CalendarMoment, Failure> {
    let day = given.get(..10).filter(|_| all_day == Some(true));
    let moment = CalendarMoment::parse(name, day.unwrap_or(given), zone)?;
    if moment.is_day() && all_day == Some(false) {
        return Err(Failure::new(format!(
            "`{name}` is a day, but `all_day` is false; give a time, or leave `all_day` out"
        )));
    }
    Ok(moment)
}

async fn create_meeting(call: PackCall, input: MeetingInput) -> Result<EventAnswer, Failure> {
    let text = format!("{}T{}", input.date, input.time);
    let start = CalendarMoment::parse("time", &text, Some(&input.timezone))?;
    let end = start.later(input.duration_minutes);
    let fields = EventFields {
        description: input.description,
        location: input.location,
        attendees: input.attendees,
        reminder_minutes: input.reminder_minutes,
        ..EventFields::default()
    };
    create(
        &call,
        &input.calendar_name,
        &input.title,
        (start, end),
        &fields,
    )
    .await
}

async fn create(
    call: &PackCall,
    calendar: &str,
    title: &str,
    (start, end): (CalendarMoment, Option<CalendarMoment>),
    fields: &EventFields,
) -> Result<EventAnswer, Failure> {
    let uid = Uuid::new_v4().to_string();
    let mut content = object::new(ICalendarComponentType::VEvent, &uid);
    if let Some(event) = content.components.get_mut(1) {
        event.add_dtstamp(PartialDateTime::now());
        set_text(event, &ICalendarProperty::Summary, title);
        set_times(event, &start, end.as_ref())?;
    }
    fields.write(&mut content, 1)?;
    if fields.attendees.as_deref().is_some_and(|it| !it.is_empty()) {
        let organizer = organizer::address(call).await?;
        if let Some(event) = content.components.get_mut(1) {
            set_uri(event, &ICalendarProperty::Organizer, &organizer);
        }
    }
    object::create(call, calendar, &format!("{uid}.ics"), &content).await?;
    let object = ObjectQuery::find("VEVENT", call, calendar, &uid).await?;
    EventAnswer::first(&object)
}

async fn update_event(call: PackCall, input: UpdateInput) -> Result<EventAnswer, Failure> {
    let nothing = input.title.is_none() && input.start_datetime.is_none();
    if nothing && input.fields.is_empty() {
        return Err(Failure::new(
            "there is nothing to change; give at least one field",
        ));
    }
    let name = &input.calendar_name;
    let mut object = ObjectQuery::find("VEVENT", &call, name, &input.event_uid).await?;
    let at = match &input.occurrence {
        Some(start) => series::override_of(&mut object, start)?,
        None => object.master().unwrap_or_default(),
    };
    let length = occurrence::length(&object.content, at).unwrap_or(60);
    if let Some(event) = object.content.components.get_mut(at) {
        if let Some(title) = &input.title {
            set_text(event, &ICalendarProperty::Summary, title);
        }
        if let Some(start) = &input.start_datetime {
            let zone = input.timezone.as_deref();
            let days = input.all_day;
            let start = moment("start_datetime", start, zone, days)?;
            let end = match &input.end_datetime {
                Some(end) => Some(moment("end_datetime", end, zone, days)?),
                None => start.end_after(length),
            };
            set_times(event, &start, end.as_ref())?;
        }
    }
    input.fields.write(&mut object.content, at)?;
    object.replace(&call, input.etag.as_deref()).await?;
    let object = ObjectQuery::find("VEVENT", &call, name, &input.event_uid).await?;
    EventAnswer::first(&object)
}

async fn delete_event(call: PackCall, input: DeleteInput) -> Result<RemovalAnswer, Failure> {
    let name = &input.calendar_name;
    let mut object = ObjectQuery::find("VEVENT", &call, name, &input.event_uid).await?;
    let Some(start) = &input.occurrence else {
        object.delete(&call).await?;
        return Ok(RemovalAnswer::new(
            format!("event {}", input.event_uid),
            "The web interface lists it in the trash of the calendar.",
        ));
    };
    let (moment, override_at) = series::find_occurrence(&object, start)?;
    if let Some(at) = override_at {
        let id = u32::try_from(at)?;
        object.content.remove_component_ids(&[id]);
    }
    let master = object.master().unwrap_or_default();
    if let Some(event) = object.content.components.get_mut(master) {
        event.entries.push(moment.entry(ICalendarProperty::Exdate));
    }
    object.replace(&call, None).await?;
    Ok(RemovalAnswer::new(
        format!("occurrence {start} of event {}", input.event_uid),
        "It cannot be restored; create an event of its own instead.",
    ))
}

fn hour() -> i64 {
    60
}

fn personal() -> String {
    "personal".to_owned()
}
