//! The tools of one page, in their groups. A group that goes on from the page before says so.

use std::collections::HashSet;
use std::sync::Arc;

use candor_frame::{Badges, Outside, Pager, Tip, query};

use super::tool_page;
use crate::order::Group;
use crate::row::Row;
use crate::thousands::many;
use crate::wish::Wish;

/// A group, as far as it is on this page.
pub(crate) struct Shelf {
    pub(crate) id: String,
    pub(crate) words: String,
    /// How many tools the whole group has.
    pub(crate) count: String,
    /// What the whole group costs.
    pub(crate) tokens: String,
    /// Whether it began on an earlier page.
    pub(crate) continued: bool,
    /// Whether it ends on a later one.
    pub(crate) continues: bool,
    pub(crate) items: Vec<Item>,
}

/// One tool.
pub(crate) struct Item {
    pub(crate) to: String,
    /// What its box says.
    pub(crate) key: String,
    pub(crate) name: Outside,
    pub(crate) title: Option<Outside>,
    pub(crate) line: Outside,
    pub(crate) badges: Badges,
    pub(crate) source: String,
    pub(crate) source_to: String,
    pub(crate) tokens: String,
    pub(crate) tip: Tip,
    pub(crate) chosen: bool,
    /// Whether it can be corrected alone.
    pub(crate) can_be_chosen: bool,
}

/// The groups that are on a page.
pub(crate) fn shelves(
    rows: &[&Arc<Row>],
    wish: &Wish,
    pager: &Pager,
    chosen: &HashSet<String>,
) -> Vec<Shelf> {
    let on_page = pager.rows();
    let mut shelves = Vec::new();
    let mut start = 0;
    for group in rows.chunk_by(|one, other| wish.group.joins(one, other)) {
        let end = start + group.len();
        let (from, to) = (on_page.start.max(start), on_page.end.min(end));
        if from < to {
            let shown = &group[from - start..to - start];
            let items = shown.iter().enumerate();
            let items = items.map(|(at, row)| Item::of(row, from + at, wish, chosen));
            let tokens: usize = group.iter().map(|row| row.tokens).sum();
            let (id, words) = heading(wish.group, group[0]);
            shelves.push(Shelf {
                id,
                words,
                count: many(group.len(), "tool"),
                tokens: many(tokens, "token"),
                continued: from > start,
                continues: to < end,
                items: items.collect(),
            });
        }
        start = end;
    }
    shelves
}

fn heading(group: Group, row: &Row) -> (String, String) {
    match group {
        Group::Behaviour => {
            let behaviour = row.behaviour();
            (
                format!("group-{}", behaviour.key()),
                behaviour.words().to_owned(),
            )
        }
        Group::Source => {
            let source = row.source();
            (format!("group-{source}"), source.to_string())
        }
        Group::Flat => ("group".to_owned(), "Tools".to_owned()),
    }
}

// === impl Item ===

impl Item {
    fn of(row: &Row, place: usize, wish: &Wish, chosen: &HashSet<String>) -> Self {
        let name = row.shown_name();
        let source = row.source().to_string();
        Self {
            to: tool_page(row, wish),
            key: row.key.clone(),
            title: row.title.clone(),
            line: row.line.clone(),
            badges: Badges::folding(row.nature),
            source_to: query::path(&["sources", &source]),
            source,
            tokens: many(row.tokens, "token"),
            tip: Tip::new(format!("about-{place}"), name.text(), row.everything()),
            chosen: chosen.contains(&row.key),
            can_be_chosen: row.can_be_named(),
            name,
        }
    }
}
