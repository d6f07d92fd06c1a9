//! `/sources/{name}/refusals`: operations that a source's confined program was denied.

use candor_model::{ProgramRefusal, RefusedCall, SourceName};

use crate::prelude::*;

/// What the program of a source was refused, the newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct RefusalList {
    /// At most 200: of each source the newest are kept.
    refusals: Vec<RefusalView>,
}

/// One attempt that was refused.
#[derive(Serialize, ToSchema)]
#[schema(as = Refusal)]
pub(crate) struct RefusalView {
    /// When it was refused.
    #[schema(format = DateTime)]
    at: String,
    /// Which instance of the program tried it: `ordinary` or `read-only`.
    #[schema(example = "read-only")]
    instance: &'static str,
    /// What it tried, in words that the target follows.
    #[schema(example = "create")]
    action: String,
    /// The path or the address.
    target: String,
    /// The program that tried it: the server, or one that it started.
    program: String,
    /// Whether that was `during` the calls, shortly `after` them, or `outside` of any.
    timing: &'static str,
    /// The calls; several, if they were running at the same time.
    calls: Vec<RefusedCallView>,
    /// How many refusals before this one are not listed, because there were too many.
    left_out: u64,
    /// The same in a sentence.
    says: String,
}

/// A call during which a program was refused something.
#[derive(Serialize, ToSchema)]
#[schema(as = RefusedCall)]
pub(crate) struct RefusedCallView {
    /// The call, as the audit knows it.
    id: String,
    /// What the source calls the tool, prompt or resource.
    name: String,
}

/// Lists what the confined program of a source was refused.
#[utoipa::path(
    get,
    path = "/sources/{name}/refusals",
    params(("name" = String, Path, description = "Its name.")),
    responses((status = 200, description = "The refusals.", body = RefusalList), BadName)
)]
pub(crate) async fn list_refusals(
    State(api): State<ApiState>,
    PathParams(name): PathParams<String>,
) -> Result<Json<RefusalList>, ApiProblem> {
    let name = SourceName::parse(&name).map_err(ApiProblem::unknown)?;
    let sources = api.gateway.sources();
    if !sources.iter().any(|source| source.name == name) {
        return Err(super::unknown(&name));
    }
    let found = api.gateway.editor().refusals(Some(&name)).await?;
    let refusals = found.iter().map(RefusalView::of).collect();
    Ok(Json(RefusalList { refusals }))
}

// === impl RefusalView ===

impl RefusalView {
    fn of(refusal: &ProgramRefusal) -> Self {
        Self {
            at: time::of_micros(refusal.at_micros),
            instance: refusal.instance.as_str(),
            action: refusal.action.to_string(),
            target: refusal.target.to_string(),
            program: refusal.program.to_string(),
            timing: refusal.timing.as_str(),
            calls: refusal.calls.iter().map(RefusedCallView::of).collect(),
            left_out: refusal.left_out,
            says: refusal.to_string(),
        }
    }
}

// === impl RefusedCallView ===

impl RefusedCallView {
    fn of(call: &RefusedCall) -> Self {
        Self {
            id: call.id.to_string(),
            name: call.name.to_string(),
        }
    }
}
