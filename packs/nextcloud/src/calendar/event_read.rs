//! Events listed and read, with recurrence expanded.

use candor_functions::{Failure, JsonSchema};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::calendars;
use super::event::{EventAnswer, EventFilter};
use super::event_fields::EventStatus;
use super::moment::CalendarMoment;
use super::object::ObjectQuery;
use super::occurrence;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::page::{ListPage, PageInfo};

const DAY: i64 = 86_400;

#[derive(Deserialize, JsonSchema)]
struct ListInput {
    /// The name of the calendar, from `nc_calendar_list_calendars`; left out, all calendars.
    calendar_name: Option<String>,
    /// The beginning of the span: a time with a zone or a day in UTC; left out, now.
    start_date: Option<String>,
    /// The end of the span: a time with a zone, or the last day in UTC; left out, 31 days later.
    end_date: Option<String>,
    /// How many events a page has, at most 500.
    #[serde(default = "fifty")]
    #[schemars(range(min = 1, max = 500))]
    limit: usize,
    /// How many events to skip; take `next_offset` of the page before.
    #[serde(default)]
    offset: usize,
    /// Only events with so many people or more.
    min_attendees: Option<usize>,
    /// Only events that last so many minutes or more.
    min_duration_minutes: Option<i64>,
    /// Only events with all of these categories, separated by commas.
    categories: Option<String>,
    /// Only events of this status.
    status: Option<EventStatus>,
    /// Only events with this text in the title.
    title_contains: Option<String>,
    /// Only events with this text in the location.
    location_contains: Option<String>,
    /// Whether all calendars are searched, also if `calendar_name` is given.
    #[serde(default)]
    search_all_calendars: bool,
}

#[derive(Deserialize, JsonSchema)]
struct UpcomingInput {
    /// The name of the calendar; left out, all calendars.
    calendar_name: Option<String>,
    /// How many days to look ahead.
    #[serde(default = "week")]
    #[schemars(range(min = 1, max = 366))]
    days_ahead: i64,
    /// How many events a page has, at most 500.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 500))]
    limit: usize,
    /// How many events to skip; take `next_offset` of the page before.
    #[serde(default)]
    offset: usize,
}

#[derive(Deserialize, JsonSchema)]
struct GetInput {
    /// The name of the calendar, from `nc_calendar_list_calendars`.
    #[schemars(length(min = 1, max = 200))]
    calendar_name: String,
    /// The identifier of the event.
    #[schemars(length(min = 1, max = 400))]
    event_uid: String,
}

#[derive(Serialize, JsonSchema)]
struct EventList {
    /// The events of this page, by their start; a series is given occurrence by occurrence.
    events: Vec<EventAnswer>,
    #[serde(flatten)]
    page: PageInfo,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let read = |tool: PackTool| {
        tool.sends(
            "`PROPFIND /remote.php/dav/calendars/{user}/`; \
             `REPORT /remote.php/dav/calendars/{user}/{calendar}/`",
        )
        .because("Only `PROPFIND` and `REPORT`; recurrence is expanded here.")
    };
    let effect = ToolEffect::Read;
    vec![
        read(maker.tool(
            ("nc_calendar_list_events", "List Calendar Events"),
            "List events in a span of time, a page at a time. Returns every occurrence of a \
             series with its zone.",
            effect,
            list_events,
        )),
        read(maker.tool(
            ("nc_calendar_get_upcoming_events", "Get Upcoming Events"),
            "List the events of the next days, a page at a time. Returns every occurrence of a \
             series with its zone.",
            effect,
            get_upcoming,
        )),
        read(maker.tool(
            ("nc_calendar_get_event", "Get Calendar Event"),
            "Read an event by its identifier. Returns it with its rule and the time of its first \
             occurrence.",
            effect,
            get_event,
        )),
    ]
}

async fn list_events(call: PackCall, input: ListInput) -> Result<EventList, Failure> {
    let (from, to) = span(input.start_date.as_deref(), input.end_date.as_deref())?;
    let filter = EventFilter {
        title: input.title_contains,
        location: input.location_contains,
        categories: input.categories,
        status: input.status.map(|status| status.as_str().to_owned()),
        min_attendees: input.min_attendees,
        min_minutes: input.min_duration_minutes,
    };
    let calendar = input.calendar_name.as_deref();
    let calendar = calendar.filter(|_| !input.search_all_calendars);
    let events = events(&call, calendar, (from, to), &filter).await?;
    EventList::cut(events, input.offset, input.limit)
}

async fn get_upcoming(call: PackCall, input: UpcomingInput) -> Result<EventList, Failure> {
    let from = Timestamp::now().as_second();
    let range = (from, from + input.days_ahead * DAY);
    let filter = EventFilter::default();
    let events = events(&call, input.calendar_name.as_deref(), range, &filter).await?;
    EventList::cut(events, input.offset, input.limit)
}

async fn get_event(call: PackCall, input: GetInput) -> Result<EventAnswer, Failure> {
    let name = &input.calendar_name;
    let object = ObjectQuery::find("VEVENT", &call, name, &input.event_uid).await?;
    EventAnswer::first(&object)
}

/// The beginning and the end of a span, in seconds.
pub(super) fn span(start: Option<&str>, end: Option<&str>) -> Result<(i64, i64), Failure> {
    let read = |name: &str, text: Option<&str>| {
        let Some(text) = text.filter(|text| !text.is_empty()) else {
            return Ok(None);
        };
        let moment = CalendarMoment::parse(name, text, None)?;
        Ok::<_, Failure>(moment.timestamp())
    };
    let from = read("start_date", start)?;
    let from = from.unwrap_or_else(|| Timestamp::now().as_second());
    let to = match read("end_date", end)? {
        // A day that is named as the end belongs to the span.
        Some(to) if end.is_some_and(|end| end.len() == 10) => to + DAY,
        Some(to) => to,
        None => from + 31 * DAY,
    };
    if from >= to {
        return Err(Failure::new(
            "the span ends before it begins; check `end_date`",
        ));
    }
    Ok((from, to))
}

/// The events of one calendar or of all, by their start.
async fn events(
    call: &PackCall,
    calendar: Option<&str>,
    (from, to): (i64, i64),
    filter: &EventFilter,
) -> Result<Vec<EventAnswer>, Failure> {
    let mut found = Vec::new();
    for name in calendars::named(call, calendar, |one| one.events).await? {
        let query = ObjectQuery {
            kind: "VEVENT",
            range: Some((from, to)),
            uid: None,
        };
        for object in query.run(call, &name).await? {
            for one in occurrence::within(&object.content, from, to)? {
                if filter.fits(&one) {
                    found.push((one.start.timestamp(), EventAnswer::of(&object, &one)));
                }
            }
        }
    }
    found.sort_by_key(|(start, _)| *start);
    Ok(found.into_iter().map(|(_, event)| event).collect())
}

// === impl EventList ===

impl EventList {
    fn cut(events: Vec<EventAnswer>, offset: usize, limit: usize) -> Result<Self, Failure> {
        let page = ListPage::cut(events, offset, limit)?;
        Ok(Self {
            events: page.items,
            page: page.info,
        })
    }
}

fn fifty() -> usize {
    50
}

fn ten() -> usize {
    10
}

fn week() -> i64 {
    7
}
