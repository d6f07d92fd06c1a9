//! Tasks listed and searched.

use candor_functions::{Failure, JsonSchema};
use serde::{Deserialize, Serialize};

use super::calendars;
use super::object::ObjectQuery;
use super::todo::{TodoAnswer, TodoStatus};
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::page::{ListPage, PageInfo};

/// Which tasks are wanted.
#[derive(Deserialize, JsonSchema)]
struct TodoFilter {
    /// Only tasks of this status.
    status: Option<TodoStatus>,
    /// Only tasks of this priority or a higher one, where 1 is highest.
    #[schemars(range(min = 1, max = 9))]
    min_priority: Option<i64>,
    /// Only tasks with all of these categories, separated by commas.
    categories: Option<String>,
    /// Only tasks with this text in the title.
    summary_contains: Option<String>,
    /// How many tasks a page has, at most 500.
    #[serde(default = "hundred")]
    #[schemars(range(min = 1, max = 500))]
    limit: usize,
    /// How many tasks to skip; take `next_offset` of the page before.
    #[serde(default)]
    offset: usize,
}

#[derive(Deserialize, JsonSchema)]
struct ListInput {
    /// The name of the calendar, from `nc_calendar_list_calendars`.
    #[schemars(length(min = 1, max = 200))]
    calendar_name: String,
    #[serde(flatten)]
    filter: TodoFilter,
}

#[derive(Serialize, JsonSchema)]
struct TodoList {
    /// The tasks of this page.
    todos: Vec<TodoAnswer>,
    #[serde(flatten)]
    page: PageInfo,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let read = |tool: PackTool| {
        tool.sends(
            "`PROPFIND /remote.php/dav/calendars/{user}/`; \
             `REPORT /remote.php/dav/calendars/{user}/{calendar}/`",
        )
        .because("Only `PROPFIND` and `REPORT`.")
    };
    vec![
        read(maker.tool(
            ("nc_calendar_list_todos", "List Todo Tasks"),
            "List the tasks of a calendar, filtered, a page at a time. Returns status, due time \
             and etag of each.",
            ToolEffect::Read,
            list_todos,
        )),
        read(maker.tool(
            ("nc_calendar_search_todos", "Search Todo Tasks"),
            "Search the tasks of all calendars, a page at a time. Returns status, due time and \
             etag of each.",
            ToolEffect::Read,
            search_todos,
        )),
    ]
}

async fn list_todos(call: PackCall, input: ListInput) -> Result<TodoList, Failure> {
    input.filter.page(&call, &[input.calendar_name]).await
}

async fn search_todos(call: PackCall, filter: TodoFilter) -> Result<TodoList, Failure> {
    let names = calendars::named(&call, None, |one| one.todos).await?;
    filter.page(&call, &names).await
}

// === impl TodoFilter ===

impl TodoFilter {
    async fn page(&self, call: &PackCall, names: &[String]) -> Result<TodoList, Failure> {
        let mut todos = Vec::new();
        for name in names {
            let query = ObjectQuery {
                kind: "VTODO",
                range: None,
                uid: None,
            };
            for object in query.run(call, name).await? {
                let todo = TodoAnswer::of(&object)?;
                if self.fits(&todo) {
                    todos.push(todo);
                }
            }
        }
        let page = ListPage::cut(todos, self.offset, self.limit)?;
        Ok(TodoList {
            todos: page.items,
            page: page.info,
        })
    }

    fn fits(&self, todo: &TodoAnswer) -> bool {
        let status = self
            .status
            .is_none_or(|status| todo.status() == status.as_str());
        let urgent = |least: i64| (1..=least).contains(&todo.priority());
        let wanted = self.categories.as_deref().unwrap_or_default();
        let mut wanted = wanted.split(',').map(str::trim).filter(|it| !it.is_empty());
        let summary = todo.summary().to_lowercase();
        let text = self.summary_contains.as_deref().unwrap_or_default();
        status
            && self.min_priority.is_none_or(urgent)
            && wanted.all(|word| todo.categories().iter().any(|known| known == word))
            && summary.contains(&text.to_lowercase())
    }
}

fn hundred() -> usize {
    100
}
