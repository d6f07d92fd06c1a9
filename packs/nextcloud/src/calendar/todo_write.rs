//! Tasks created, changed, completed and deleted.

use calcard::common::PartialDateTime;
use calcard::icalendar::{
    ICalendarComponent, ICalendarComponentType, ICalendarEntry, ICalendarProperty,
};
use candor_functions::{Failure, JsonSchema};
use jiff::Timestamp;
use serde::Deserialize;
use uuid::Uuid;

use super::component::{parsed, set, set_list, set_text};
use super::moment::CalendarMoment;
use super::object::{self, ObjectQuery};
use super::todo::{TodoAnswer, TodoStatus};
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::removal::RemovalAnswer;

/// The fields of a task that can be given. One that is left out stays; an empty text removes it.
#[derive(Default, Deserialize, JsonSchema)]
struct TodoFields {
    /// What is to be done, in words.
    description: Option<String>,
    /// The status of the task.
    status: Option<TodoStatus>,
    /// The priority: 1 is highest, 9 lowest, 0 none.
    #[schemars(range(min = 0, max = 9))]
    priority: Option<i64>,
    /// How much is done, in percent.
    #[schemars(range(min = 0, max = 100))]
    percent_complete: Option<i64>,
    /// When it is due: a time with an offset, a time of `timezone`, or a day.
    due: Option<String>,
    /// When it starts: a time with an offset, a time of `timezone`, or a day.
    dtstart: Option<String>,
    /// The zone of the times, such as `Europe/Berlin`.
    timezone: Option<String>,
    /// When it was completed: a time with an offset.
    completed: Option<String>,
    /// The categories, separated by commas.
    categories: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct CreateInput {
    /// The name of the calendar, from `nc_calendar_list_calendars`.
    #[schemars(length(min = 1, max = 200))]
    calendar_name: String,
    /// The title of the task.
    #[schemars(length(min = 1, max = 1000))]
    summary: String,
    #[serde(flatten)]
    fields: TodoFields,
}

#[derive(Deserialize, JsonSchema)]
struct UpdateInput {
    /// The name of the calendar, from `nc_calendar_list_calendars`.
    #[schemars(length(min = 1, max = 200))]
    calendar_name: String,
    /// The identifier of the task.
    #[schemars(length(min = 1, max = 400))]
    todo_uid: String,
    /// The new title; left out, it stays.
    summary: Option<String>,
    #[serde(flatten)]
    fields: TodoFields,
    /// The etag of the version that is replaced; left out, the current one.
    etag: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct CompleteInput {
    /// The name of the calendar, from `nc_calendar_list_calendars`.
    #[schemars(length(min = 1, max = 200))]
    calendar_name: String,
    /// The identifier of the task.
    #[schemars(length(min = 1, max = 400))]
    todo_uid: String,
    /// When it was completed: a time with an offset; left out, now.
    completed: Option<String>,
    /// The etag of the version that is replaced; left out, the current one.
    etag: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct DeleteInput {
    /// The name of the calendar, from `nc_calendar_list_calendars`.
    #[schemars(length(min = 1, max = 200))]
    calendar_name: String,
    /// The identifier of the task.
    #[schemars(length(min = 1, max = 400))]
    todo_uid: String,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let put = "`REPORT /remote.php/dav/calendars/{user}/{calendar}/`; `PUT` of the task with \
               `If-Match`";
    let overwritten = "Fields are overwritten; the same etag is refused the second time.";
    vec![
        maker
            .tool(
                ("nc_calendar_create_todo", "Create Todo Task"),
                "Create a task. Returns it with its identifier. Each call makes another task.",
                ToolEffect::Add,
                create_todo,
            )
            .sends(
                "`PUT /remote.php/dav/calendars/{user}/{calendar}/{uid}.ics` with \
                 `If-None-Match: *`; `REPORT` of the task",
            )
            .because("A new identifier each time; nothing can be overwritten."),
        maker
            .tool(
                ("nc_calendar_update_todo", "Update Todo Task"),
                "Replace fields of a task. Fields that are left out stay. Returns the task.",
                ToolEffect::ReplaceOnce,
                update_todo,
            )
            .sends(put)
            .because(overwritten),
        maker
            .tool(
                ("nc_calendar_complete_todo", "Complete Todo Task"),
                "Mark a task as completed. Replaces its status; `nc_calendar_update_todo` can undo \
                 it. Returns the task.",
                ToolEffect::ReplaceOnce,
                complete_todo,
            )
            .sends(put)
            .because(overwritten),
        maker
            .tool(
                ("nc_calendar_delete_todo", "Delete Todo Task"),
                "Delete a task. It goes to the trash of the calendar app and can be restored in \
                 the web interface. Returns what was deleted.",
                ToolEffect::Remove,
                delete_todo,
            )
            .sends("`REPORT /remote.php/dav/calendars/{user}/{calendar}/`; `DELETE` of the task")
            .because("`DELETE`; the second call finds none."),
    ]
}

async fn create_todo(call: PackCall, input: CreateInput) -> Result<TodoAnswer, Failure> {
    let uid = Uuid::new_v4().to_string();
    let mut content = object::new(ICalendarComponentType::VTodo, &uid);
    if let Some(todo) = content.components.get_mut(1) {
        todo.add_dtstamp(PartialDateTime::now());
        set_text(todo, &ICalendarProperty::Summary, &input.summary);
        input.fields.write(todo)?;
    }
    let name = &input.calendar_name;
    object::create(&call, name, &format!("{uid}.ics"), &content).await?;
    TodoAnswer::of(&ObjectQuery::find("VTODO", &call, name, &uid).await?)
}

async fn update_todo(call: PackCall, input: UpdateInput) -> Result<TodoAnswer, Failure> {
    if input.summary.is_none() && input.fields.is_empty() {
        return Err(Failure::new(
            "there is nothing to change; give at least one field",
        ));
    }
    let name = &input.calendar_name;
    let mut object = ObjectQuery::find("VTODO", &call, name, &input.todo_uid).await?;
    let at = object.master().unwrap_or_default();
    if let Some(todo) = object.content.components.get_mut(at) {
        if let Some(summary) = &input.summary {
            set_text(todo, &ICalendarProperty::Summary, summary);
        }
        input.fields.write(todo)?;
    }
    object.replace(&call, input.etag.as_deref()).await?;
    TodoAnswer::of(&ObjectQuery::find("VTODO", &call, name, &input.todo_uid).await?)
}

async fn complete_todo(call: PackCall, input: CompleteInput) -> Result<TodoAnswer, Failure> {
    let now = || Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
    let fields = TodoFields {
        status: Some(TodoStatus::Completed),
        percent_complete: Some(100),
        completed: Some(input.completed.unwrap_or_else(now)),
        ..TodoFields::default()
    };
    let input = UpdateInput {
        calendar_name: input.calendar_name,
        todo_uid: input.todo_uid,
        summary: None,
        fields,
        etag: input.etag,
    };
    update_todo(call, input).await
}

async fn delete_todo(call: PackCall, input: DeleteInput) -> Result<RemovalAnswer, Failure> {
    let name = &input.calendar_name;
    let object = ObjectQuery::find("VTODO", &call, name, &input.todo_uid).await?;
    object.delete(&call).await?;
    Ok(RemovalAnswer::new(
        format!("task {}", input.todo_uid),
        "The web interface lists it in the trash of the calendar.",
    ))
}

// === impl TodoFields ===

impl TodoFields {
    fn write(&self, todo: &mut ICalendarComponent) -> Result<(), Failure> {
        if let Some(text) = &self.description {
            set_text(todo, &ICalendarProperty::Description, text);
        }
        if let Some(categories) = &self.categories {
            set_list(todo, &ICalendarProperty::Categories, categories);
        }
        if let Some(status) = self.status {
            let name = ICalendarProperty::Status;
            set(todo, &name, vec![parsed(&name, status.as_str())?]);
        }
        let numbers = [
            (ICalendarProperty::Priority, self.priority),
            (ICalendarProperty::PercentComplete, self.percent_complete),
        ];
        for (name, number) in numbers {
            if let Some(number) = number {
                let entry = ICalendarEntry::new(name.clone()).with_value(number);
                set(todo, &name, vec![entry]);
            }
        }
        let times = [
            ("due", ICalendarProperty::Due, &self.due),
            ("dtstart", ICalendarProperty::Dtstart, &self.dtstart),
            ("completed", ICalendarProperty::Completed, &self.completed),
        ];
        for (field, name, given) in times {
            let Some(given) = given else {
                continue;
            };
            let new = match given.as_str() {
                "" => Vec::new(),
                given => {
                    let zone = self.timezone.as_deref();
                    let mut moment = CalendarMoment::parse(field, given, zone)?;
                    // The standard wants the time of completion in UTC.
                    if name == ICalendarProperty::Completed {
                        moment = moment.to_utc().unwrap_or(moment);
                    }
                    vec![moment.entry(name.clone())]
                }
            };
            set(todo, &name, new);
        }
        Ok(())
    }

    fn is_empty(&self) -> bool {
        let texts = [
            &self.description,
            &self.due,
            &self.dtstart,
            &self.completed,
            &self.categories,
        ];
        texts.into_iter().all(Option::is_none)
            && self.status.is_none()
            && self.priority.is_none()
            && self.percent_complete.is_none()
    }
}
