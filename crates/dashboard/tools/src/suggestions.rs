//! Suggested hints with their evidence, for a person to accept.

pub(crate) mod accept;

use std::collections::HashSet;
use std::fmt::Display;
use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, ExternalText, NumberedPager, PageError, PageLayout, SiteSection,
    TOOL_TABS, query, render_page,
};
use candor_gateway::edit::HintSuggestion;
use candor_gateway::{Gateway, StartupWait};
use candor_model::{Role, SourceName};
use http::{StatusCode, Uri};

use crate::bulk;
use crate::list_cache::{ToolListCache, ToolListOptions};
use crate::list_query::{self, behind};
use candor_dashboard_kit::wording::{brief, counted, hint_label, hint_value, with_separators};

/// The path of the list.
pub(crate) const PATH: &str = "/tools/suggestions";

/// The options for the minimum confidence, in percent.
const LEAST: [u8; 5] = [50, 70, 80, 90, 95];

/// The filter of the list.
#[derive(Clone, Debug)]
pub(crate) struct SuggestionFilter {
    source: Option<SourceName>,
    least: u8,
    page: usize,
}

#[derive(Template)]
#[template(path = "suggestions.html")]
struct SuggestionListPage {
    frame: PageLayout,
    problem: Option<String>,
    /// Whether there are no suggestions at all.
    none: bool,
    found: String,
    count: String,
    sources: Vec<(String, bool)>,
    least: Vec<(u8, bool)>,
    items: Vec<SuggestionRow>,
    pager: NumberedPager,
    field: Option<String>,
    lacks: Option<String>,
    from: String,
    why: String,
}

/// A suggestion in the list.
struct SuggestionRow {
    /// The value of its checkbox.
    key: String,
    name: ExternalText,
    to: String,
    hint: &'static str,
    value: &'static str,
    confidence: u8,
    evidence: Vec<ExternalText>,
    chosen: bool,
}

/// The input of the form.
#[derive(Default)]
pub(crate) struct SuggestionFormInput {
    chosen: HashSet<String>,
    why: String,
}

/// `GET /tools/suggestions`
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    Extension(cache): Extension<Arc<ToolListCache>>,
    user: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    user.needs(Role::Viewer, PATH)?;
    pages.gateway.settled(StartupWait::Greeting).await;
    let which = SuggestionFilter::read(&uri, &pages.gateway)?;
    let options = cache.options(&pages.gateway).await;
    let options = options.map_err(|error| PageError::refused(&error))?;
    let view = SuggestionListPage::of(
        &pages.gateway,
        &options,
        &user,
        &which,
        None,
        SuggestionFormInput::default(),
    );
    let view = SuggestionListPage {
        frame: view.frame.done(bulk::done(&uri)),
        ..view
    };
    Ok(render_page(StatusCode::OK, &view))
}

// === impl SuggestionFilter ===

impl SuggestionFilter {
    fn read(uri: &Uri, gateway: &Gateway) -> Result<Self, PageError> {
        let given = |name| query::get(uri, name).filter(|value| !value.is_empty());
        let mut problems = Vec::new();
        let mut which = Self {
            source: None,
            least: LEAST[0],
            page: 1,
        };
        if let Some(value) = given("source") {
            let mut known = gateway.sources().into_iter().map(|source| source.name);
            which.source = known.find(|name| name.as_str() == value);
            if which.source.is_none() {
                problems.push(format!("There is no source `{}`.", brief(&value)));
            }
        }
        if let Some(value) = given("least") {
            match value.parse().ok().filter(|least| LEAST.contains(least)) {
                Some(least) => which.least = least,
                None => problems.push(format!("`{}` is not a value of `least`.", brief(&value))),
            }
        }
        if let Some(value) = given("page") {
            match list_query::page(&value) {
                Some(page) => which.page = page,
                None => problems.push(format!("`{}` is not a value of `page`.", brief(&value))),
            }
        }
        list_query::refuse(problems, PATH, "All suggestions")?;
        Ok(which)
    }

    fn read_text(text: &str, gateway: &Gateway) -> Result<Self, PageError> {
        Self::read(&behind(PATH, text)?, gateway)
    }

    fn includes(&self, one: &HintSuggestion) -> bool {
        self.source
            .as_ref()
            .is_none_or(|source| source == one.tool.name.source())
            && one.finding.confidence.percent() >= self.least
    }

    fn address(&self, page: usize) -> String {
        let source = self.source.as_ref().map(ToString::to_string);
        let least = self.least.to_string();
        let page = page.to_string();
        let unless = |is: bool, text: String| if is { String::new() } else { text };
        let least = unless(self.least == LEAST[0], least);
        let page = unless(page == "1", page);
        let pairs = [
            ("source", source.as_deref().unwrap_or_default()),
            ("least", &least),
            ("page", &page),
        ];
        query::with_all(PATH, pairs)
    }
}

// === impl SuggestionListPage ===

impl SuggestionListPage {
    fn of(
        gateway: &Gateway,
        options: &ToolListOptions,
        user: &CurrentUser,
        which: &SuggestionFilter,
        problem: Option<String>,
        typed: SuggestionFormInput,
    ) -> Self {
        let open = options.suggestions.iter().filter(|one| which.includes(one));
        let open: Vec<_> = open.collect();
        let pager = NumberedPager::of(which.page, open.len(), |page| which.address(page));
        let items = pager.cut(&open).iter();
        let may = user.identity.may(Role::Editor);
        let here = which.address(pager.page());
        Self {
            frame: PageLayout::of("Suggestions", SiteSection::Tools, user)
                .wide()
                .beside(PATH, &TOOL_TABS),
            problem,
            none: options.suggestions.is_empty(),
            found: counted(open.len(), "suggestion"),
            count: with_separators(open.len()),
            sources: gateway
                .sources()
                .into_iter()
                .map(|source| {
                    (
                        source.name.to_string(),
                        which.source.as_ref() == Some(&source.name),
                    )
                })
                .collect(),
            least: LEAST.map(|least| (least, least == which.least)).to_vec(),
            items: items
                .map(|one| SuggestionRow::of(one, &typed.chosen))
                .collect(),
            pager,
            field: may.then(|| user.field(accept::PATH)),
            lacks: (!may).then(|| user.lacks(Role::Editor)),
            from: here
                .split_once('?')
                .map(|(_, text)| text.to_owned())
                .unwrap_or_default(),
            why: typed.why,
        }
    }
}

// === impl SuggestionRow ===

impl SuggestionRow {
    fn of(one: &HintSuggestion, chosen: &HashSet<String>) -> Self {
        let HintSuggestion { tool, finding } = one;
        let name = tool.name.to_string();
        let key = key(one);
        Self {
            chosen: chosen.contains(&key),
            key,
            to: query::path(&["tools", &name]),
            name: ExternalText::short(&name, 400),
            hint: hint_label(finding.hint),
            value: hint_value(Some(finding.value)),
            confidence: finding.confidence.percent(),
            evidence: finding
                .evidence
                .iter()
                .map(|text| ExternalText::sentence(text, 300))
                .collect(),
        }
    }
}

/// The key of a suggestion in a form: the tool as a path segment, which has no blanks, and the hint.
pub(crate) fn key(one: &HintSuggestion) -> String {
    let name = query::path(&[&one.tool.name.to_string()]).split_off(1);
    format!("{name} {}", one.finding.hint.key())
}

/// The reason that is saved with an accepted suggestion.
pub(crate) fn because(confidence: impl Display, evidence: &str) -> String {
    format!("accepted a suggestion of {confidence}: {evidence}")
}
