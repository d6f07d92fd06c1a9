//! The groups of tools on one page.

use std::collections::HashSet;
use std::sync::Arc;

use candor_dashboard_kit::{BadgeList, ExternalText, HelpTip, NumberedPager, query};

use super::tool_page;
use crate::list_query::ToolListQuery;
use crate::order::ToolGrouping;
use crate::row::ToolListRow;
use candor_dashboard_kit::wording::counted;

/// The part of a group that is on this page.
pub(crate) struct ToolGroup {
    pub(crate) id: String,
    pub(crate) words: String,
    /// The number of tools in the whole group.
    pub(crate) count: String,
    /// The tokens of the whole group.
    pub(crate) tokens: String,
    /// Whether it starts on an earlier page.
    pub(crate) continued: bool,
    /// Whether it continues on the next page.
    pub(crate) continues: bool,
    pub(crate) items: Vec<ToolListItem>,
}

/// A tool in the list.
pub(crate) struct ToolListItem {
    pub(crate) to: String,
    /// The value of its checkbox.
    pub(crate) key: String,
    pub(crate) name: ExternalText,
    pub(crate) title: Option<ExternalText>,
    pub(crate) line: ExternalText,
    pub(crate) badges: BadgeList,
    pub(crate) source: String,
    pub(crate) source_to: String,
    pub(crate) tokens: String,
    pub(crate) tip: HelpTip,
    pub(crate) chosen: bool,
    /// Whether it can be edited alone.
    pub(crate) can_be_chosen: bool,
}

/// The groups on a page.
pub(crate) fn tool_groups(
    rows: &[&Arc<ToolListRow>],
    query: &ToolListQuery,
    pager: &NumberedPager,
    chosen: &HashSet<String>,
) -> Vec<ToolGroup> {
    let on_page = pager.rows();
    let mut groups = Vec::new();
    let mut start = 0;
    for group in rows.chunk_by(|one, other| query.group.joins(one, other)) {
        let end = start + group.len();
        let (from, to) = (on_page.start.max(start), on_page.end.min(end));
        if from < to {
            let shown = &group[from - start..to - start];
            let items = shown.iter().enumerate();
            let items = items.map(|(at, row)| ToolListItem::of(row, from + at, query, chosen));
            let tokens: usize = group.iter().map(|row| row.tokens).sum();
            let (id, words) = heading(query.group, group[0]);
            groups.push(ToolGroup {
                id,
                words,
                count: counted(group.len(), "tool"),
                tokens: counted(tokens, "token"),
                continued: from > start,
                continues: to < end,
                items: items.collect(),
            });
        }
        start = end;
    }
    groups
}

fn heading(group: ToolGrouping, row: &ToolListRow) -> (String, String) {
    match group {
        ToolGrouping::Behaviour => {
            let behaviour = row.behaviour();
            (
                format!("group-{}", behaviour.key()),
                behaviour.words().to_owned(),
            )
        }
        ToolGrouping::Source => {
            let source = row.source();
            (format!("group-{source}"), source.to_string())
        }
        ToolGrouping::Flat => ("group".to_owned(), "Tools".to_owned()),
    }
}

// === impl ToolListItem ===

impl ToolListItem {
    fn of(
        row: &ToolListRow,
        place: usize,
        query: &ToolListQuery,
        chosen: &HashSet<String>,
    ) -> Self {
        let name = row.shown_name();
        let source = row.source().to_string();
        Self {
            to: tool_page(row, query),
            key: row.key.clone(),
            title: row.title.clone(),
            line: row.line.clone(),
            badges: BadgeList::of(row.flags),
            source_to: query::path(&["sources", &source]),
            source,
            tokens: counted(row.tokens, "token"),
            tip: HelpTip::new(format!("about-{place}"), name.text(), row.everything()),
            chosen: chosen.contains(&row.key),
            can_be_chosen: row.can_be_named(),
            name,
        }
    }
}
