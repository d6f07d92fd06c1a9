//! The tools to choose from, a page at a time. What is chosen is kept as lines in the form.

use std::collections::HashSet;

use candor_frame::{Badges, Form, Outside, Pages, ROWS};
use candor_gateway::Offered;
use candor_model::Member;

use crate::draft::Draft;
use crate::line;
use crate::reason;
use crate::risk_view::NAME;
use crate::trust::Trusts;
use crate::words::number;

/// How much of a title is shown and searched.
const TITLE: usize = 100;

/// What is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Search {
    pub(crate) text: String,
    pub(crate) source: String,
    /// Which page, counted from 0.
    pub(crate) page: usize,
}

/// See the module.
pub(crate) struct Picker {
    pub(crate) search: Search,
    pub(crate) sources: Vec<String>,
    pub(crate) rows: Vec<Row>,
    /// How many are found, and which of them are here.
    pub(crate) found: String,
    pub(crate) first: String,
    pub(crate) last: String,
    pub(crate) before: bool,
    pub(crate) after: bool,
    /// Whether there are no tools at all.
    pub(crate) empty: bool,
}

/// A tool.
pub(crate) struct Row {
    /// What is sent if it is chosen; none where no line means it.
    pub(crate) line: Option<String>,
    pub(crate) name: Outside,
    pub(crate) title: Option<Outside>,
    pub(crate) badges: Badges,
    pub(crate) picked: bool,
    /// The rule that chooses it anyway.
    pub(crate) rule: Option<Outside>,
}

// === impl Search ===

impl Search {
    /// As it was sent, one page on or back if that was asked for.
    pub(crate) fn sent(form: &Form, action: &str) -> Self {
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

    fn fits(&self, words: &[String], offered: &Offered) -> bool {
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

// === impl Picker ===

impl Picker {
    /// What is found, with what is chosen already.
    pub(crate) fn of(pages: &Pages, draft: &Draft, search: Search) -> Self {
        let catalogue = pages.gateway.catalogue();
        let tools = catalogue.everything().tools();
        let words = search.text.to_lowercase();
        let words: Vec<_> = words.split_whitespace().map(str::to_owned).collect();
        let found: Vec<_> = tools
            .iter()
            .filter(|one| search.fits(&words, one))
            .collect();
        let last_page = found.len().saturating_sub(1) / ROWS;
        let search = Search {
            page: search.page.min(last_page),
            ..search
        };
        let from = search.page * ROWS;
        let here = &found[from.min(found.len())..found.len().min(from + ROWS)];
        let trusts = Trusts::of(&pages.gateway);
        let members = line::read_all(&draft.members).members;
        let picked = picked(&members);
        let sources = pages.gateway.sources().into_iter();
        Self {
            sources: sources.map(|source| source.name.to_string()).collect(),
            rows: here
                .iter()
                .map(|one| Row::of(one, &trusts, &members, &picked))
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

/// Takes over what was ticked and unticked since the page was drawn. What was ticked then is in
/// `had[]`: a line that was typed or taken away by hand is not undone by a box that nobody touched.
pub(crate) fn take(form: &Form, draft: &mut Draft) {
    let had: HashSet<&str> = form.all("had[]").collect();
    let ticked: HashSet<&str> = form.all("pick[]").collect();
    let gone: Vec<&str> = had.difference(&ticked).copied().collect();
    if !gone.is_empty() {
        draft.drop_tools(&gone);
    }
    let fresh = form.all("pick[]").filter(|name| !had.contains(name));
    for name in fresh.filter(|name| line::read(name).is_ok()) {
        draft.add(name);
    }
}

/// The names of the tools that are members by name.
fn picked(members: &[Member]) -> HashSet<String> {
    let names = members.iter().filter_map(|member| match member {
        Member::Tool(tool) => tool.name().map(ToString::to_string),
        _ => None,
    });
    names.collect()
}

// === impl Row ===

impl Row {
    fn of(
        offered: &Offered,
        trusts: &Trusts,
        members: &[Member],
        picked: &HashSet<String>,
    ) -> Self {
        let name = offered.tool.name.to_string();
        let title = offered.effective.shown.title();
        let rule = reason::rule(members, offered).map(ToString::to_string);
        Self {
            line: line::of_tool(&offered.tool.name),
            title: title.map(|fact| Outside::short(&fact.value, TITLE)),
            badges: Badges::signs(trusts.nature(offered)),
            picked: picked.contains(&name),
            rule: rule.map(|rule| Outside::short(&rule, NAME)),
            name: Outside::short(&name, NAME),
        }
    }
}
