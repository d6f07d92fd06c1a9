//! Every tool with its calls, module by module.

mod apps;
mod calendar;
mod deck;
mod files;
mod notes;
mod people;

use crate::case::ToolCase;

pub(crate) fn all() -> Vec<ToolCase> {
    [
        notes::cases(),
        files::cases(),
        deck::cases(),
        apps::cases(),
        people::cases(),
        calendar::cases(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
