//! `/sources`: sources and their state, and adding sources.

pub(crate) mod change;
mod new_source;
mod plan;
pub(crate) mod refusals;

use candor_gateway::SourceStatus;
use candor_model::{Diagnostic, InstructionPin, SourceName};
use candor_sources::{SourceState, SplitStatus};

use crate::enums::TrustWord;
use crate::prelude::*;
use crate::tools::cost;

/// A source and its state.
#[derive(Serialize, ToSchema)]
#[schema(as = Source)]
pub(crate) struct SourceView {
    /// The name of the source.
    name: String,
    /// How it is: `starting`, `ready`, `failing`, `stopped` or `unusable`. An unusable one was
    /// added and cannot be made of what is kept; `findings` say why and what to do.
    #[schema(example = "ready")]
    state: &'static str,
    /// The same in words, to follow the name.
    says: String,
    /// Whether its hints are trusted.
    trust: TrustWord,
    /// How many tools it brings.
    tools: usize,
    /// How many of its tools are listed from memory while it is starting.
    remembered: usize,
    /// What the definitions of those that are served cost in a model's context, in tokens: an
    /// estimate.
    tokens: usize,
    /// Since when it has been ready or failing.
    #[schema(format = DateTime)]
    since: Option<String>,
    /// The era of the protocol that it speaks, while it is ready.
    #[schema(example = "modern")]
    era: Option<&'static str>,
    /// The revision of the protocol that it speaks, while it is ready.
    #[schema(example = "2026-07-28")]
    revision: Option<&'static str>,
    /// How it is reached, while it is ready: `stdio`, `http`, `sse` or `openapi`.
    transport: Option<&'static str>,
    /// How many attempts in a row have failed.
    attempts: Option<u32>,
    /// Why the last attempt failed, or why it is unusable.
    last_error: Option<String>,
    /// When the next attempt begins.
    #[schema(format = DateTime)]
    retry_at: Option<String>,
    /// What was left out of what it offers, or guessed, or makes it unusable, the gravest first;
    /// at most 100.
    findings: Vec<FindingView>,
    /// Whether it was added while the gateway ran, so that it can be changed here; others come
    /// from the configuration.
    added: bool,
    /// The instructions that it sends, if they have changed and are not accepted yet. They are
    /// accepted with `POST /api/v1/drift/accept` and the name of the source.
    changed_instructions: Option<ChangedInstructions>,
    /// How it is split into an ordinary and a read-only instance; null unless `split` is set.
    split: Option<SplitView>,
}

/// How a source is split.
#[derive(Serialize, ToSchema)]
#[schema(as = Split)]
pub(crate) struct SplitView {
    /// Whether calls that only read are made by a read-only instance.
    active: bool,
    /// The same in words.
    says: String,
    /// How the read-only instance is; null if there is none.
    state: Option<&'static str>,
    /// The number of its process, while it runs.
    process: Option<u32>,
    /// How long its start took, in milliseconds.
    started_in_ms: Option<u64>,
    /// Whether it connects nowhere, so that read-only hints are trusted.
    isolated: bool,
}

/// Instructions that have changed. Clients get the accepted text.
#[derive(Serialize, ToSchema)]
pub(crate) struct ChangedInstructions {
    /// The text that was accepted; empty for none.
    accepted: String,
    /// The text that the source sends now.
    found: String,
}

/// Something that was found about what a source offers.
#[derive(Serialize, ToSchema)]
#[schema(as = SourceFinding)]
pub(crate) struct FindingView {
    /// `error`: it could not be used. `warning`: something was ignored or guessed. `note`: worth
    /// knowing.
    #[schema(example = "warning")]
    severity: &'static str,
    /// A stable name for this kind of finding.
    #[schema(example = "source::malformed-tool")]
    code: &'static str,
    /// What was found.
    message: String,
    /// What to do about it.
    hint: Option<String>,
}

/// The maximum number of findings returned.
const FINDINGS: usize = 100;

/// Lists sources, by name.
#[utoipa::path(
    get,
    path = "/sources",
    params(PageQuery),
    responses(
        (status = 200, description = "A page of sources.", body = ListPage<SourceView>),
        BadQuery,
    )
)]
pub(crate) async fn list_sources(
    State(api): State<ApiState>,
    QueryParams(query): QueryParams<PageQuery>,
) -> Result<Json<ListPage<SourceView>>, ApiProblem> {
    let is_name = |key: &str| SourceName::parse(key).is_ok();
    let paging = PageRequest::read(query.limit.as_deref(), query.after.as_deref(), is_name)?;
    let mut sources = api.gateway.sources();
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    let name = |one: &SourceStatus| one.name.to_string();
    Ok(Json(
        paging.cut(sources, name, |one| SourceView::of(&one, &api)),
    ))
}

/// Shows one source.
#[utoipa::path(
    get,
    path = "/sources/{name}",
    params(("name" = String, Path, description = "Its name.")),
    responses(
        (
            status = 200,
            description = "The source.",
            body = SourceView,
            headers(("ETag" = String, description = "Its version, if it was added here."))
        ),
        BadName,
    )
)]
pub(crate) async fn show_source(
    State(api): State<ApiState>,
    PathParams(name): PathParams<String>,
) -> Result<Response, ApiProblem> {
    let name = SourceName::parse(&name).map_err(ApiProblem::unknown)?;
    let sources = api.gateway.sources();
    let found = sources.iter().find(|source| source.name == name);
    let found = found.ok_or_else(|| unknown(&name))?;
    Ok(etag::tagged(found.added, Json(SourceView::of(found, &api))))
}

/// There is no such source.
pub(crate) fn unknown(name: &SourceName) -> ApiProblem {
    ApiProblem::unknown(format!(
        "there is no source `{name}`; `GET /api/v1/sources` lists those that are configured"
    ))
}

// === impl ChangedInstructions ===

impl ChangedInstructions {
    fn of(pin: &InstructionPin) -> Self {
        Self {
            accepted: pin.accepted.to_string(),
            found: pin.found.as_deref().unwrap_or_default().to_owned(),
        }
    }
}

// === impl FindingView ===

impl FindingView {
    fn of(found: &Diagnostic) -> Self {
        Self {
            severity: found.severity.as_str(),
            code: found.code,
            message: found.message.clone(),
            hint: found.hint.clone(),
        }
    }
}

// === impl SplitView ===

impl SplitView {
    fn of(split: &SplitStatus) -> Self {
        let mut view = Self {
            active: false,
            says: split.to_string(),
            state: None,
            process: None,
            started_in_ms: None,
            isolated: false,
        };
        if let SplitStatus::Split {
            state,
            process,
            is_isolated,
        } = split
        {
            view.active = true;
            view.state = Some(state.as_str());
            view.process = process.map(|process| process.id);
            view.started_in_ms = process
                .map(|process| u64::try_from(process.started_in.as_millis()).unwrap_or(u64::MAX));
            view.isolated = *is_isolated;
        }
        view
    }
}

// === impl SourceView ===

impl SourceView {
    fn of(status: &SourceStatus, api: &ApiState) -> Self {
        let catalogue = api.gateway.catalogue();
        let served = catalogue.everything().tools().iter();
        let own = served.filter(|offered| *offered.tool.name.source() == status.name);
        let findings = status.findings.iter().map(FindingView::of);
        let mut view = Self {
            name: status.name.to_string(),
            state: status.state.as_str(),
            says: status.says(),
            trust: status.trust.into(),
            tools: status.tools,
            remembered: status.remembered,
            tokens: cost::of_all(own),
            since: None,
            era: None,
            revision: None,
            transport: None,
            attempts: None,
            last_error: None,
            retry_at: None,
            findings: findings.take(FINDINGS).collect(),
            added: status.added.is_some(),
            changed_instructions: catalogue
                .changed_instructions(&status.name)
                .map(ChangedInstructions::of),
            split: status.split.as_ref().map(SplitView::of),
        };
        match &status.state {
            SourceState::Starting | SourceState::Stopped => {}
            SourceState::Ready {
                since,
                era,
                revision,
                transport,
            } => {
                view.since = Some(time::of_system(*since));
                view.transport = Some(transport);
                // An API speaks no revision of the protocol.
                if *transport != "openapi" {
                    view.era = Some(era.as_str());
                    view.revision = Some(revision.as_str());
                }
            }
            SourceState::Failing {
                since,
                attempts,
                last_error,
                retry_at,
            } => {
                view.since = Some(time::of_system(*since));
                view.attempts = Some(*attempts);
                view.last_error = Some(last_error.clone());
                view.retry_at = Some(time::of_system(*retry_at));
            }
            SourceState::Unusable { reason } => view.last_error = Some(reason.clone()),
        }
        view
    }
}
