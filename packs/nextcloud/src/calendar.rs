//! Calendars, events and tasks over `CalDAV`.

mod availability;
mod bulk;
mod calendars;
mod component;
mod event;
mod event_fields;
mod event_read;
mod event_write;
mod manage;
mod moment;
mod object;
mod occurrence;
mod organizer;
mod rule_times;
mod series;
mod series_rule;
mod todo;
mod todo_read;
mod todo_write;
mod wall_time;

use crate::pack_tool::{PackTool, ToolMaker};

pub(crate) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    [
        calendars::tools(maker),
        event_read::tools(maker),
        event_write::tools(maker),
        availability::tools(maker),
        bulk::tools(maker),
        manage::tools(maker),
        todo_read::tools(maker),
        todo_write::tools(maker),
    ]
    .into_iter()
    .flatten()
    .collect()
}
