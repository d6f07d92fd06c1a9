//! The tool picker: one page of tools to select. The selection is kept as lines in the form.

use std::collections::HashSet;

use candor_dashboard_kit::{BadgeList, DashboardState, ExternalText, ROWS, SubmittedForm};
use candor_gateway::OfferedTool;
use candor_model::ToolsetMember;

use crate::draft::ToolsetDraft;
use crate::member_lines;
use crate::membership;
use crate::risk_view::NAME;
use crate::source_trust::TrustBySource;
use crate::words::number;

/// The most characters of a title that are shown and searched.
const TITLE: usize = 100;

/// The search of the picker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PickerSearch {
    pub(crate) text: String,
    pub(crate) source: String,
    /// The page, from 0.
    pub(crate) page: usize,
}

/// The tool picker.
pub(crate) struct ToolPicker {
    pub(crate) search: PickerSearch,
    pub(crate) sources: Vec<String>,
    pub(crate) rows: Vec<PickerRow>,
    /// The number of matching tools, and the range on this page.
    pub(crate) found: String,
    pub(crate) first: String,
    pub(crate) last: String,
    pub(crate) before: bool,
    pub(crate) after: bool,
    /// Whether the catalogue has no tools.
    pub(crate) empty: bool,
}

pub(crate) struct PickerRow {
    /// The line that selects it; none if no line can.
    pub(crate) line: Option<String>,
    pub(crate) name: ExternalText,
    pub(crate) title: Option<ExternalText>,
    pub(crate) badges: BadgeList,
    pub(crate) picked: bool,
    /// A rule that already selects it.
    pub(crate) rule: Option<ExternalText>,
}

// === impl PickerSearch ===

impl PickerSearch {
    /// The submitted search, moved to the next or previous page if that was requested.
    pub(crate) fn sent(form: &SubmittedForm, action: &str) -> Self {
        let get = |name| form.get(name).unwrap_or_default();
        let page: usize = get("page").parse().unwrap_or_default();
        Self {
            text: get("find").trim().to_owned(),
            source: get("source"),
            page: match action {
                "next" => page.saturating_add(1),
                "back" => page.saturating_sub(1),
                "search" => 0,
                _ => page,
            },
        }
    }

    fn fits(&self, words: &[String], offered: &OfferedTool) -> bool {
        let name = &offered.tool.name;
        if !self.source.is_empty() && name.source().as_str() != self.source {
            return false;
        }
        if words.is_empty() {
            return true;
        }
        let title = offered.effective.shown.title();
        let title = title.map_or("", |fact| &*fact.value);
        let title: String = title.chars().take(TITLE).collect();
        let text = format!("{name} {title}").to_lowercase();
        words.iter().all(|word| text.contains(word))
    }
}

// === impl ToolPicker ===

impl ToolPicker {
    /// The tools that match the search, with the current selection.
    pub(crate) fn of(pages: &DashboardState, draft: &ToolsetDraft, search: PickerSearch) -> Self {
        let catalogue = pages.gateway.catalogue();
        let tools = catalogue.everything().tools();
        let words = search.text.to_lowercase();
        let words: Vec<_> = words.split_whitespace().map(str::to_owned).collect();
        let found: Vec<_> = tools
            .iter()
            .filter(|one| search.fits(&words, one))
            .collect();
        let last_page = found.len().saturating_sub(1) / ROWS;
        let search = PickerSearch {
            page: search.page.min(last_page),
            ..search
        };
        let from = search.page * ROWS;
        let here = &found[from.min(found.len())..found.len().min(from + ROWS)];
        let trusts = TrustBySource::of(&pages.gateway);
        let members = member_lines::read_all(&draft.members).members;
        let picked = picked(&members);
        let sources = pages.gateway.sources().into_iter();
        Self {
            sources: sources.map(|source| source.name.to_string()).collect(),
            rows: here
                .iter()
                .map(|one| PickerRow::of(one, &trusts, &members, &picked))
                .collect(),
            found: number(found.len()),
            first: number((from + 1).min(found.len())),
            last: number(from + here.len()),
            before: search.page > 0,
            after: search.page < last_page,
            empty: tools.is_empty(),
            search,
        }
    }
}

/// Applies checkbox changes to the draft. `had[]` holds what was checked before, so that lines
/// edited by hand are not undone by untouched checkboxes.
pub(crate) fn apply_picks(form: &SubmittedForm, draft: &mut ToolsetDraft) {
    let had: HashSet<&str> = form.all("had[]").collect();
    let ticked: HashSet<&str> = form.all("pick[]").collect();
    let gone: Vec<&str> = had.difference(&ticked).copied().collect();
    if !gone.is_empty() {
        draft.drop_tools(&gone);
    }
    let fresh = form.all("pick[]").filter(|name| !had.contains(name));
    for name in fresh.filter(|name| member_lines::read(name).is_ok()) {
        draft.include(name);
    }
}

/// The tools that are members by name.
fn picked(members: &[ToolsetMember]) -> HashSet<String> {
    let names = members.iter().filter_map(|member| match member {
        ToolsetMember::Tool(tool) => tool.name().map(ToString::to_string),
        _ => None,
    });
    names.collect()
}

// === impl PickerRow ===

impl PickerRow {
    fn of(
        offered: &OfferedTool,
        trusts: &TrustBySource,
        members: &[ToolsetMember],
        picked: &HashSet<String>,
    ) -> Self {
        let name = offered.tool.name.to_string();
        let title = offered.effective.shown.title();
        let rule = membership::rule(members, offered).map(ToString::to_string);
        Self {
            line: member_lines::of_tool(&offered.tool.name),
            title: title.map(|fact| ExternalText::short(&fact.value, TITLE)),
            badges: BadgeList::of(trusts.nature(offered)),
            picked: picked.contains(&name),
            rule: rule.map(|rule| ExternalText::short(&rule, NAME)),
            name: ExternalText::short(&name, NAME),
        }
    }
}
