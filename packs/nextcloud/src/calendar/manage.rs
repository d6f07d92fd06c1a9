//! Calendars created, changed and deleted.

use candor_functions::{Failure, JsonSchema};
use serde::{Deserialize, Serialize};

use super::object::{self, ObjectQuery};
use crate::client::RequestMethod;
use crate::dav;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::xml::XmlElement;
use crate::xml::XmlNamespace::{AppleIcal, Caldav, Dav};

/// What is done to a calendar.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum CalendarAction {
    /// A new calendar is made.
    Create,
    /// Name, description or colour are replaced.
    Update,
    /// It is deleted with everything in it.
    Delete,
}

#[derive(Deserialize, JsonSchema)]
struct ManageInput {
    /// What to do.
    action: CalendarAction,
    /// The name of the calendar in addresses: letters, digits, `-` and `_`.
    #[schemars(length(min = 1, max = 100))]
    calendar_name: String,
    /// The name that people see.
    display_name: Option<String>,
    /// What it is for.
    description: Option<String>,
    /// The colour, such as `#0082c9`.
    color: Option<String>,
    /// Whether only to say what would be deleted.
    #[serde(default)]
    dry_run: bool,
}

#[derive(Serialize, JsonSchema)]
struct ManageAnswer {
    /// The calendar, by its name in addresses.
    calendar_name: String,
    /// What was done, or would be done.
    done: String,
    /// How many events and tasks a deletion takes along.
    #[serde(skip_serializing_if = "Option::is_none")]
    objects: Option<usize>,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let description = "Create, change or delete a calendar. A deleted one goes to the trash of the \
                       app with everything in it. Returns what was done; with `dry_run` what \
                       would be deleted.";
    vec![
        maker
            .tool(
                ("nc_calendar_manage_calendar", "Manage Calendar"),
                description,
                ToolEffect::Remove,
                manage_calendar,
            )
            .sends(
                "`MKCALENDAR`, `PROPPATCH`, or `REPORT` and `DELETE` of \
                 `/remote.php/dav/calendars/{user}/{calendar}/`",
            )
            .because("Its worst action deletes a whole calendar; each action twice is as once.")
            .when("action", "create", ToolEffect::AddOnce)
            .when("action", "update", ToolEffect::Replace)
            .when("action", "delete", ToolEffect::Remove),
    ]
}

async fn manage_calendar(call: PackCall, input: ManageInput) -> Result<ManageAnswer, Failure> {
    match input.action {
        CalendarAction::Create => create(&call, input).await,
        CalendarAction::Update => update(&call, input).await,
        CalendarAction::Delete => delete(&call, input).await,
    }
}

async fn create(call: &PackCall, input: ManageInput) -> Result<ManageAnswer, Failure> {
    let kinds = ["VEVENT", "VTODO"].into_iter().map(|kind| {
        let mut comp = XmlElement::new(Caldav, "comp");
        comp.attributes = vec![("name".to_owned(), kind.to_owned())];
        comp
    });
    let kinds = XmlElement::new(Caldav, "supported-calendar-component-set").with_all(kinds);
    let prop = input.properties().with(kinds);
    let body = XmlElement::new(Caldav, "mkcalendar").with(XmlElement::new(Dav, "set").with(prop));
    let request = object::calendar(call, RequestMethod::Mkcalendar, &input.calendar_name).await?;
    let answer = call.send(request.at_encoded("").xml("0", &body)?).await?;
    // Nextcloud answers with 405; the standard also knows 403 and 409 with an element that says so.
    let taken = String::from_utf8_lossy(answer.body()).contains("resource-must-be-null");
    if answer.status() == 405 || taken {
        return Err(Failure::new(format!(
            "there is a calendar `{}` already, or one in the trash",
            input.calendar_name.escape_debug()
        )));
    }
    answer.success()?;
    Ok(input.answer("created", None))
}

async fn update(call: &PackCall, input: ManageInput) -> Result<ManageAnswer, Failure> {
    let prop = input.properties();
    if prop.children.is_empty() {
        return Err(Failure::new(
            "there is nothing to change; give `display_name`, `description` or `color`",
        ));
    }
    let set = XmlElement::new(Dav, "set").with(prop);
    let body = XmlElement::new(Dav, "propertyupdate").with(set);
    let request = object::calendar(call, RequestMethod::Proppatch, &input.calendar_name).await?;
    let answer = call.send(request.at_encoded("").xml("0", &body)?).await?;
    dav::resources(answer)?;
    Ok(input.answer("changed", None))
}

async fn delete(call: &PackCall, input: ManageInput) -> Result<ManageAnswer, Failure> {
    let mut objects = 0;
    for kind in ["VEVENT", "VTODO"] {
        let query = ObjectQuery {
            kind,
            range: None,
            uid: None,
        };
        objects += query.run(call, &input.calendar_name).await?.len();
    }
    if input.dry_run {
        return Ok(input.answer("would be deleted", Some(objects)));
    }
    let request = object::calendar(call, RequestMethod::Delete, &input.calendar_name).await?;
    call.send(request.at_encoded("")).await?.success()?;
    Ok(input.answer("deleted", Some(objects)))
}

// === impl ManageInput ===

impl ManageInput {
    fn properties(&self) -> XmlElement {
        let fields = [
            ((Dav, "displayname"), &self.display_name),
            ((Caldav, "calendar-description"), &self.description),
            ((AppleIcal, "calendar-color"), &self.color),
        ];
        let fields = fields.into_iter().filter_map(|((namespace, name), value)| {
            Some(XmlElement::new(namespace, name).with_text(value.clone()?))
        });
        XmlElement::new(Dav, "prop").with_all(fields)
    }

    fn answer(self, done: &str, objects: Option<usize>) -> ManageAnswer {
        ManageAnswer {
            calendar_name: self.calendar_name,
            done: done.to_owned(),
            objects,
        }
    }
}
