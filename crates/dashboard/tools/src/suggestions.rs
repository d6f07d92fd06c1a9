//! Suggested hints with their evidence, for a person to accept.

pub(crate) mod accept;

use std::collections::{BTreeMap, HashMap, HashSet};
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
use candor_gateway::edit::{HintSuggestion, SuggestedTool};
use candor_gateway::records::ToolDemand;
use candor_gateway::{Gateway, StartupWait};
use candor_model::{QualifiedName, Role, SourceName};
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
    groups: Vec<SuggestionGroup>,
    /// The suggestions that can be accepted together, by source.
    by_source: Vec<SourceSuggestions>,
    pager: NumberedPager,
    field: Option<String>,
    lacks: Option<String>,
    from: String,
    why: String,
}

/// The suggestions about one tool.
struct SuggestionGroup {
    /// The id of its heading.
    id: String,
    name: ExternalText,
    to: String,
    /// How often it needed approval and is called.
    demand: String,
    items: Vec<SuggestionRow>,
}

/// The suggestions about the tools of one source.
struct SourceSuggestions {
    /// The id of its form.
    id: String,
    name: String,
    count: String,
    tools: String,
    /// How often these tools needed approval.
    questions: String,
    /// The filter that finds them, for the form.
    from: String,
}

/// A suggestion in the list.
struct SuggestionRow {
    /// The value of its checkbox.
    key: String,
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

/// `GET /tools/suggestions`: lists the suggested hints.
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
    let demand = demand(&pages.gateway).await?;
    let view = SuggestionListPage::of(
        &pages.gateway,
        &which.ranked(&options, &demand),
        options.suggestions.is_empty(),
        &user,
        &which,
        (None, SuggestionFormInput::default()),
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

    /// The suggestions by tool, most valuable first.
    fn ranked(
        &self,
        options: &ToolListOptions,
        demand: &HashMap<QualifiedName, ToolDemand>,
    ) -> Vec<SuggestedTool> {
        let open = options.suggestions.iter().filter(|one| self.includes(one));
        SuggestedTool::ranked(open.cloned().collect(), demand)
    }

    /// The same filter for one source.
    fn of_source(&self, source: &SourceName) -> Self {
        Self {
            source: Some(source.clone()),
            page: 1,
            ..self.clone()
        }
    }

    /// The filter as it is sent along with a form.
    fn text(&self, page: usize) -> String {
        let here = self.address(page);
        let text = here.split_once('?').map(|(_, text)| text.to_owned());
        text.unwrap_or_default()
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
        open: &[SuggestedTool],
        none: bool,
        user: &CurrentUser,
        which: &SuggestionFilter,
        (problem, typed): (Option<String>, SuggestionFormInput),
    ) -> Self {
        let count = open.iter().map(|one| one.suggestions.len()).sum();
        let pager = NumberedPager::of(which.page, open.len(), |page| which.address(page));
        let shown = pager.cut(open).iter().enumerate();
        let may = user.identity.may(Role::Editor);
        let found = format!(
            "{} for {}",
            counted(count, "suggestion"),
            counted(open.len(), "tool")
        );
        let sources = gateway.sources().into_iter();
        let sources = sources.map(|source| {
            let selected = which.source.as_ref() == Some(&source.name);
            (source.name.to_string(), selected)
        });
        Self {
            frame: PageLayout::of("Suggestions", SiteSection::Tools, user)
                .wide()
                .beside(PATH, &TOOL_TABS),
            problem,
            none,
            found,
            count: with_separators(count),
            sources: sources.collect(),
            least: LEAST.map(|least| (least, least == which.least)).to_vec(),
            groups: shown
                .map(|(at, one)| SuggestionGroup::of(at, one, &typed.chosen))
                .collect(),
            by_source: by_source(open, which),
            from: which.text(pager.page()),
            pager,
            field: may.then(|| user.field(accept::PATH)),
            lacks: (!may).then(|| user.lacks(Role::Editor)),
            why: typed.why,
        }
    }
}

/// How often tools are called and need approval.
async fn demand(gateway: &Gateway) -> Result<HashMap<QualifiedName, ToolDemand>, PageError> {
    let demand = gateway.editor().tool_demand().await;
    demand.map_err(|error| PageError::refused(&error))
}

/// The suggestions that can be accepted together, by source name.
fn by_source(open: &[SuggestedTool], which: &SuggestionFilter) -> Vec<SourceSuggestions> {
    let mut sources: BTreeMap<&str, Vec<&SuggestedTool>> = BTreeMap::new();
    for one in open {
        let source = one.tool.name.source().as_str();
        sources.entry(source).or_default().push(one);
    }
    let sources = sources.into_iter();
    sources
        .map(|(name, tools)| {
            let count = tools.iter().map(|one| one.suggestions.len()).sum();
            let questions = tools.iter().map(|one| one.demand.questions).sum();
            SourceSuggestions {
                id: format!("of-{name}"),
                name: name.to_owned(),
                count: counted(count, "suggestion"),
                tools: counted(tools.len(), "tool"),
                questions: times_asked(questions),
                from: which.of_source(tools[0].tool.name.source()).text(1),
            }
        })
        .collect()
}

// === impl SuggestionGroup ===

impl SuggestionGroup {
    fn of(at: usize, one: &SuggestedTool, chosen: &HashSet<String>) -> Self {
        let name = one.tool.name.to_string();
        let calls = usize::try_from(one.demand.calls).unwrap_or(usize::MAX);
        let rows = one.suggestions.iter();
        Self {
            id: format!("tool-{at}"),
            to: query::path(&["tools", &name]),
            demand: format!(
                "{}, {}",
                times_asked(one.demand.questions),
                counted(calls, "recent call")
            ),
            items: rows.map(|one| SuggestionRow::of(one, chosen)).collect(),
            name: ExternalText::short(&name, 400),
        }
    }
}

/// The number of approvals, in words.
fn times_asked(questions: u64) -> String {
    match usize::try_from(questions).unwrap_or(usize::MAX) {
        0 => "No approval requests".to_owned(),
        questions => counted(questions, "approval request"),
    }
}

// === impl SuggestionRow ===

impl SuggestionRow {
    fn of(one: &HintSuggestion, chosen: &HashSet<String>) -> Self {
        let finding = &one.finding;
        let key = key(one);
        Self {
            chosen: chosen.contains(&key),
            key,
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

/// The key of a suggestion in a form: the tool as a path segment, which has no blanks, and the
/// hint.
pub(crate) fn key(one: &HintSuggestion) -> String {
    let name = query::path(&[&one.tool.name.to_string()]).split_off(1);
    format!("{name} {}", one.finding.hint.key())
}

/// The reason that is saved with an accepted suggestion.
pub(crate) fn because(confidence: impl Display, evidence: &str) -> String {
    format!("accepted a suggestion of {confidence}: {evidence}")
}
