//! Calendars of the account.

use candor_functions::{Failure, JsonSchema, NoInput};
use serde::Serialize;

use crate::client::RequestMethod;
use crate::dav::{self, PropertyName};
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::xml::XmlNamespace::{AppleIcal, Caldav, CalendarServer, Dav};

const DISPLAY: PropertyName = (Dav, "displayname");
const DESCRIPTION: PropertyName = (Caldav, "calendar-description");
const COLOR: PropertyName = (AppleIcal, "calendar-color");
const COMPONENTS: PropertyName = (Caldav, "supported-calendar-component-set");

#[derive(Serialize, JsonSchema)]
pub(super) struct CalendarList {
    /// All calendars of the account.
    pub(super) calendars: Vec<CalendarEntry>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct CalendarEntry {
    /// The name in addresses, which the other tools take.
    pub(super) name: String,
    /// The name that people see.
    display_name: String,
    /// What it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// The colour, such as `#0082c9`.
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<String>,
    /// Whether it holds events.
    pub(super) events: bool,
    /// Whether it holds tasks.
    pub(super) todos: bool,
    /// Whether it is a subscription that can only be read.
    subscribed: bool,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    vec![
        maker
            .tool(
                ("nc_calendar_list_calendars", "List Calendars"),
                "List the calendars of the account. Returns their names and what they hold.",
                ToolEffect::Read,
                list_calendars,
            )
            .sends("`PROPFIND /remote.php/dav/calendars/{user}/`")
            .because("Only `PROPFIND`."),
    ]
}

async fn list_calendars(call: PackCall, _: NoInput) -> Result<CalendarList, Failure> {
    Ok(CalendarList {
        calendars: all(&call).await?,
    })
}

/// All calendars of the account.
pub(super) async fn all(call: &PackCall) -> Result<Vec<CalendarEntry>, Failure> {
    let names = [
        DISPLAY,
        (Dav, "resourcetype"),
        DESCRIPTION,
        COLOR,
        COMPONENTS,
        (CalendarServer, "source"),
    ];
    let request = call
        .dav(RequestMethod::Propfind, "calendars")
        .await?
        .at_encoded("")
        .xml("1", &dav::propfind(&names))?;
    let found = dav::resources(call.send(request).await?)?;
    let calendars = found.iter().filter_map(|one| {
        let subscribed = one.is_a((CalendarServer, "subscribed"));
        if !subscribed && !one.is_a((Caldav, "calendar")) {
            return None;
        }
        let components = one.property(COMPONENTS);
        let holds = |kind: &str| {
            let Some(components) = components else {
                return true;
            };
            let mut all = components.all(Caldav, "comp");
            all.any(|comp| comp.attributes.iter().any(|(_, value)| value == kind))
        };
        Some(CalendarEntry {
            name: one.name(),
            display_name: one.text(DISPLAY).unwrap_or_default().to_owned(),
            description: one.text(DESCRIPTION).map(str::to_owned),
            color: one.text(COLOR).map(str::to_owned),
            events: holds("VEVENT"),
            todos: holds("VTODO"),
            subscribed,
        })
    });
    let mut calendars: Vec<CalendarEntry> = calendars.collect();
    calendars.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(calendars)
}

/// The names of the calendars that a call is about: the one that is given, or all.
pub(super) async fn named(
    call: &PackCall,
    given: Option<&str>,
    wanted: impl Fn(&CalendarEntry) -> bool,
) -> Result<Vec<String>, Failure> {
    if let Some(given) = given.filter(|given| !given.is_empty()) {
        return Ok(vec![given.to_owned()]);
    }
    let all = all(call).await?.into_iter();
    Ok(all.filter(wanted).map(|one| one.name).collect())
}
