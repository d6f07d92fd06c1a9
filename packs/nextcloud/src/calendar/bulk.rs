//! Many events changed at once.

use calcard::icalendar::ICalendarProperty;
use candor_functions::{Failure, JsonSchema};
use serde::{Deserialize, Serialize};

use super::calendars;
use super::component::set_text;
use super::event::{EventAnswer, EventFilter};
use super::event_fields::{EventFields, EventStatus};
use super::event_read::span;
use super::object::{self, CalendarObject, ObjectQuery};
use super::occurrence;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};

/// The most events that one call changes.
const MOST: usize = 200;

/// What is done to the events.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum BulkOperation {
    /// The `new_` fields replace what is there.
    Update,
    /// The events go to another calendar.
    Move,
    /// The events are deleted.
    Delete,
}

#[derive(Deserialize, JsonSchema)]
struct BulkInput {
    /// What to do.
    operation: BulkOperation,
    /// Only events with this text in the title.
    title_contains: Option<String>,
    /// Only events with all of these categories, separated by commas.
    categories: Option<String>,
    /// Only events of this calendar; left out, all calendars.
    calendar_name: Option<String>,
    /// The beginning of the span: a time with a zone or a day in UTC; left out, now.
    start_date: Option<String>,
    /// The end of the span: a time with a zone, or the last day in UTC; left out, 31 days later.
    end_date: Option<String>,
    /// Only events of this status.
    status: Option<EventStatus>,
    /// Only events with this text in the location.
    location_contains: Option<String>,
    /// For an update: the new title.
    new_title: Option<String>,
    /// For an update: the new description.
    new_description: Option<String>,
    /// For an update: the new location.
    new_location: Option<String>,
    /// For an update: the new categories, separated by commas.
    new_categories: Option<String>,
    /// For an update: how many minutes before the start to remind; -1 for no reminder.
    #[schemars(range(min = -1, max = 40_320))]
    new_reminder_minutes: Option<i64>,
    /// For an update: the new priority.
    #[schemars(range(min = 0, max = 9))]
    new_priority: Option<i64>,
    /// For a move: the name of the calendar to which they go.
    target_calendar: Option<String>,
    /// Whether series count, which are changed as a whole.
    #[serde(default)]
    apply_to_series: bool,
    /// Whether only to say which events it would be. Set it to false to change them.
    #[serde(default = "yes")]
    dry_run: bool,
}

#[derive(Serialize, JsonSchema)]
struct BulkAnswer {
    /// Whether the events were changed; false for a dry run.
    changed: bool,
    /// The events, as they were.
    events: Vec<EventAnswer>,
    /// How many series were left alone.
    series_left: usize,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let description = "Change, move or delete up to 200 events that fit a filter. Deleted ones go to \
                       the trash of the calendar. A dry run is the default and returns the events \
                       it would be.";
    vec![
        maker
            .tool(
                ("nc_calendar_bulk_operations", "Bulk Calendar Operations"),
                description,
                ToolEffect::Remove,
                bulk_operations,
            )
            .open_world()
            .sends(
                "`REPORT /remote.php/dav/calendars/{user}/{calendar}/`; for each event `PUT` with \
                 `If-Match`, or `PUT` and `DELETE`",
            )
            .because("Its worst operation deletes many events; the second call finds none.")
            .when("dry_run", true, ToolEffect::Read),
    ]
}

async fn bulk_operations(call: PackCall, input: BulkInput) -> Result<BulkAnswer, Failure> {
    let filter = EventFilter {
        title: input.title_contains.clone(),
        location: input.location_contains.clone(),
        categories: input.categories.clone(),
        status: input.status.map(|status| status.as_str().to_owned()),
        ..EventFilter::default()
    };
    if filter.is_empty() {
        return Err(Failure::new(
            "there is no filter; give `title_contains`, `location_contains`, `categories` or \
             `status`, so that not every event is hit",
        ));
    }
    input.check()?;
    let (found, series_left) = matching(&call, &input, &filter).await?;
    let answers = found.iter().map(EventAnswer::first);
    let events: Vec<EventAnswer> = answers.collect::<Result<_, _>>()?;
    if !input.dry_run {
        for object in found {
            input.apply(&call, object).await?;
        }
    }
    Ok(BulkAnswer {
        changed: !input.dry_run,
        events,
        series_left,
    })
}

/// The objects that fit, and how many series were left out.
async fn matching(
    call: &PackCall,
    input: &BulkInput,
    filter: &EventFilter,
) -> Result<(Vec<CalendarObject>, usize), Failure> {
    let (from, to) = span(input.start_date.as_deref(), input.end_date.as_deref())?;
    let (mut found, mut left) = (Vec::new(), 0);
    let names = calendars::named(call, input.calendar_name.as_deref(), |one| one.events).await?;
    for name in names {
        let query = ObjectQuery {
            kind: "VEVENT",
            range: Some((from, to)),
            uid: None,
        };
        for object in query.run(call, &name).await? {
            let hits = occurrence::within(&object.content, from, to)?;
            if !hits.iter().any(|one| filter.fits(one)) {
                continue;
            }
            // The rules of a time zone are none of the event.
            let mut events = object.content.components.iter();
            let series = events.any(|one| one.component_type.is_event() && one.is_recurrent());
            if series && !input.apply_to_series {
                left += 1;
                continue;
            }
            found.push(object);
        }
    }
    if found.len() > MOST {
        return Err(Failure::new(format!(
            "{} events fit, more than the {MOST} that one call changes; narrow the filter",
            found.len()
        )));
    }
    Ok((found, left))
}

// === impl BulkInput ===

impl BulkInput {
    fn check(&self) -> Result<(), Failure> {
        match self.operation {
            BulkOperation::Delete => Ok(()),
            BulkOperation::Move if self.target_calendar.is_some() => Ok(()),
            BulkOperation::Move => Err(Failure::new("a move needs `target_calendar`")),
            BulkOperation::Update => {
                let texts = [
                    &self.new_title,
                    &self.new_description,
                    &self.new_location,
                    &self.new_categories,
                ];
                let numbers = [self.new_priority, self.new_reminder_minutes];
                let given = texts.into_iter().any(Option::is_some)
                    || numbers.into_iter().any(|number| number.is_some());
                let refused = || Failure::new("an update needs one of the `new_` fields");
                given.then_some(()).ok_or_else(refused)
            }
        }
    }

    async fn apply(&self, call: &PackCall, mut object: CalendarObject) -> Result<(), Failure> {
        match self.operation {
            BulkOperation::Delete => object.delete(call).await,
            BulkOperation::Move => {
                let target = self.target_calendar.as_deref().unwrap_or_default();
                if target == object.calendar_name {
                    return Ok(());
                }
                object::create(call, target, &object.name, &object.content).await?;
                object.delete(call).await
            }
            BulkOperation::Update => {
                let at = object.master().unwrap_or_default();
                let event = object.content.components.get_mut(at);
                if let (Some(title), Some(event)) = (&self.new_title, event) {
                    set_text(event, &ICalendarProperty::Summary, title);
                }
                let fields = EventFields {
                    description: self.new_description.clone(),
                    location: self.new_location.clone(),
                    categories: self.new_categories.clone(),
                    reminder_minutes: self.new_reminder_minutes,
                    priority: self.new_priority,
                    ..EventFields::default()
                };
                fields.write(&mut object.content, at)?;
                object.replace(call, None).await
            }
        }
    }
}

fn yes() -> bool {
    true
}
