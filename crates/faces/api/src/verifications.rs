//! Results of verifying tools.

use std::collections::BTreeMap;

use candor_model::{Digest, InstanceCheck, ObservedHint, QualifiedName, SourceName, Verification};

use crate::enums::HintWord;
use crate::prelude::*;

/// What was observed of one tool.
#[derive(Serialize, ToSchema)]
#[schema(as = Verification)]
pub(crate) struct VerificationView {
    /// The tool as `source.tool`.
    name: String,
    /// The hash of the definition that it had then.
    definition: String,
    /// Whether it still has that definition. If not, the observations do not count.
    current: bool,
    /// What the server called its version.
    server_version: String,
    /// The hash of the scenario that was played; null if there was none.
    scenario: Option<String>,
    /// What was observed, hint by hint.
    hints: Vec<ObservedHintView>,
    /// Who verified it.
    by: String,
    /// When it was verified.
    #[schema(format = DateTime)]
    at: String,
}

/// What was observed of one hint.
#[derive(Serialize, ToSchema)]
#[schema(as = ObservedHint)]
pub(crate) struct ObservedHintView {
    /// The hint that was observed.
    hint: HintWord,
    /// Its value, as the tool behaved.
    value: bool,
    /// Whether the tool declared the opposite.
    contradicts: bool,
    /// What was seen, in words.
    evidence: String,
}

/// A report of `candor verify`, and the source that its tools belong to.
#[derive(Deserialize, ToSchema)]
pub(crate) struct VerificationReport {
    /// The name of the source here.
    source: String,
    /// What the server said of itself.
    #[serde(default)]
    server: ReportedServer,
    /// The hash of the scenario that was played.
    scenario: Option<String>,
    /// Tool by tool.
    tools: Vec<ReportedTool>,
    /// Whether two instances of the server share its state, where that was found out.
    instances: Option<ReportedInstances>,
    /// The reason, in your words. The history keeps it.
    why: Option<String>,
}

/// Whether two instances of a server share its state.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ReportedInstances {
    /// Whether what was written through one was seen by the other. If not, the source is not split.
    shared: bool,
    /// What was seen, in a sentence.
    #[serde(default)]
    evidence: String,
}

/// How a server describes itself.
#[derive(Default, Deserialize, ToSchema)]
pub(crate) struct ReportedServer {
    /// The version of the server.
    #[serde(default)]
    version: String,
}

/// One tool of a report.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ReportedTool {
    /// What the server calls it.
    name: String,
    /// The hash of its definition, 64 hexadecimal digits.
    definition: String,
    /// What became of each hint, by its key.
    hints: BTreeMap<String, ReportedHint>,
}

/// What became of one hint.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ReportedHint {
    /// What the tool declares.
    declared: Option<bool>,
    /// Whether it was kept.
    verdict: VerdictWord,
    /// What was seen.
    #[serde(default)]
    evidence: Vec<ReportedEvidence>,
}

/// One reason for a verdict.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ReportedEvidence {
    /// In a sentence.
    text: String,
    /// What was different, each in a sentence.
    #[serde(default)]
    difference: Vec<String>,
}

/// What became of a declared hint.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Verdict)]
pub(crate) enum VerdictWord {
    /// The tool behaved as it says.
    Verified,
    /// The tool did the opposite.
    Contradicted,
    /// Nothing was learnt.
    Unknown,
}

/// Lists what was observed when tools were verified, by name.
#[utoipa::path(
    get,
    path = "/verifications",
    params(PageQuery),
    responses(
        (status = 200, description = "A page of verifications.", body = ListPage<VerificationView>),
        BadQuery,
    )
)]
pub(crate) async fn list_verifications(
    State(api): State<ApiState>,
    QueryParams(query): QueryParams<PageQuery>,
) -> Result<Json<ListPage<VerificationView>>, ApiProblem> {
    let is_name = |key: &str| QualifiedName::parse(key).is_some();
    let paging = PageRequest::read(query.limit.as_deref(), query.after.as_deref(), is_name)?;
    let mut all = api.gateway.editor().verifications().await?;
    let name = |one: &Verification| one.tool.to_string();
    all.sort_by_cached_key(name);
    let catalogue = api.gateway.catalogue();
    let view = |one: Verification| {
        let tool = catalogue.named(&one.tool);
        VerificationView::of(&one, tool.is_some_and(|tool| tool.hash == one.definition))
    };
    Ok(Json(paging.cut(all, name, view)))
}

/// Stores what was observed of a source's tools.
///
/// Hints that were verified count from now on, whether the source is trusted or not; hints that
/// were contradicted have the opposite value. Both end when the definition changes.
#[utoipa::path(
    post,
    path = "/verifications",
    request_body = VerificationReport,
    responses((status = 204, description = "It is kept."), BadChange)
)]
pub(crate) async fn save_verifications(
    State(api): State<ApiState>,
    who: Requester,
    JsonBody(mut report): JsonBody<VerificationReport>,
) -> Result<StatusCode, ApiProblem> {
    let editor = api.gateway.editor_for(&who.0);
    let author = who.author(report.why.take());
    let verifications = report.verifications(&author.name)?;
    let saved = editor.save_verifications(&author, &verifications).await;
    saved.map_err(|error| ApiProblem::from(error).unconditional())?;
    if let Some(check) = report.instance_check(&author.name)? {
        let saved = editor.save_instance_check(&author, &check).await;
        saved.map_err(|error| ApiProblem::from(error).unconditional())?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes what was observed of a source's tools.
#[utoipa::path(
    delete,
    path = "/verifications/{name}",
    params(("name" = String, Path, description = "The name of the source."), ReasonQuery),
    responses((status = 204, description = "It is forgotten."), BadName)
)]
pub(crate) async fn forget_verifications(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(name): PathParams<String>,
    QueryParams(query): QueryParams<ReasonQuery>,
) -> Result<StatusCode, ApiProblem> {
    let source = SourceName::parse(&name).map_err(ApiProblem::unknown)?;
    let editor = api.gateway.editor_for(&who.0);
    let author = who.author(query.why);
    let forgotten = editor.forget_verifications(&author, &source).await;
    forgotten.map_err(|error| ApiProblem::from(error).unconditional())?;
    Ok(StatusCode::NO_CONTENT)
}

// === impl VerificationView ===

impl VerificationView {
    pub(crate) fn of(verification: &Verification, current: bool) -> Self {
        let hints = verification.hints.iter();
        Self {
            name: verification.tool.to_string(),
            definition: verification.definition.to_string(),
            current,
            server_version: verification.server_version.to_string(),
            scenario: verification.scenario.map(|scenario| scenario.to_string()),
            hints: hints.map(ObservedHintView::of).collect(),
            by: verification.by.to_string(),
            at: time::of_micros(verification.at_micros),
        }
    }
}

// === impl ObservedHintView ===

impl ObservedHintView {
    fn of(observed: &ObservedHint) -> Self {
        Self {
            hint: observed.hint.into(),
            value: observed.value,
            contradicts: observed.contradicts,
            evidence: observed.evidence.to_string(),
        }
    }
}

// === impl VerificationReport ===

impl RequestBody for VerificationReport {
    const SHAPE: &'static str =
        "an object with `source` and `tools`, each with `name`, `definition` and `hints`";
}

impl VerificationReport {
    fn instance_check(&self, by: &str) -> Result<Option<InstanceCheck>, ApiProblem> {
        let source = SourceName::parse(&self.source).map_err(ApiProblem::invalid)?;
        Ok(self.instances.as_ref().map(|found| InstanceCheck {
            source,
            server_version: self.server.version.as_str().into(),
            shared: found.shared,
            evidence: found.evidence.as_str().into(),
            by: by.into(),
            at_micros: time::now_micros(),
        }))
    }

    fn verifications(&self, by: &str) -> Result<Vec<Verification>, ApiProblem> {
        let source = SourceName::parse(&self.source).map_err(ApiProblem::invalid)?;
        let scenario = self.scenario.as_deref();
        let scenario = scenario.map(|text| digest("scenario", text)).transpose()?;
        let tools = self.tools.iter();
        let tools = tools.map(|tool| {
            Ok(Verification {
                tool: QualifiedName::new(source.clone(), tool.name.clone()),
                definition: digest("definition", &tool.definition)?,
                server_version: self.server.version.as_str().into(),
                scenario,
                hints: tool.observed()?,
                by: by.into(),
                at_micros: time::now_micros(),
            })
        });
        tools.collect()
    }
}

// === impl ReportedTool ===

impl ReportedTool {
    fn observed(&self) -> Result<Vec<ObservedHint>, ApiProblem> {
        let mut observed = Vec::new();
        for (key, reported) in &self.hints {
            let Some(hint) = candor_model::Hint::parse(key) else {
                return Err(ApiProblem::invalid(format!(
                    "`{}` of `{}` is no hint; the hints are `read_only`, `destructive`, \
                     `idempotent` and `open_world`",
                    quoted(key, 80),
                    quoted(&self.name, 80)
                )));
            };
            // Only declared hints can be confirmed or contradicted.
            let (Some(declared), Some(contradicts)) = (reported.declared, reported.contradicts())
            else {
                continue;
            };
            let reasons = reported.evidence.iter();
            let reasons = reasons.map(|one| (one.text.as_str(), one.difference.as_slice()));
            observed.push(ObservedHint::new(hint, declared, contradicts, reasons));
        }
        Ok(observed)
    }
}

// === impl ReportedHint ===

impl ReportedHint {
    fn contradicts(&self) -> Option<bool> {
        match self.verdict {
            VerdictWord::Verified => Some(false),
            VerdictWord::Contradicted => Some(true),
            VerdictWord::Unknown => None,
        }
    }
}

fn digest(member: &str, text: &str) -> Result<Digest, ApiProblem> {
    Digest::parse(text).ok_or_else(|| {
        ApiProblem::invalid(format!(
            "`{member}` is `{}`; it takes 64 hexadecimal digits, as `candor verify` writes them",
            quoted(text, 80)
        ))
    })
}
