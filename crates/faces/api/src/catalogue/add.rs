//! `POST /catalogue/{name}`.

use std::collections::BTreeMap;

use candor_gateway::edit::SourceDraft;
use candor_model::SourceName;
use candor_registry::{LaunchOption, LaunchPlan, WarningLevel, check};
use candor_registry_client::{KnownEntry, new_source, source_name, usual_confinement};

use crate::prelude::*;
use crate::sources::change::{SavedSourceView, refused, saved};

/// How a server is added.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewCatalogueSource {
    /// The version that is added; it is pinned.
    version: String,
    /// The name of the source; the server's own if nothing is said.
    source: Option<String>,
    /// Which of its options, counted from 1; the first that can be used if nothing is said.
    option: Option<usize>,
    /// The values that it needs, by key; several for one that may be repeated.
    #[serde(default)]
    values: BTreeMap<String, Vec<String>>,
    /// Why, in your words. It is kept in the history.
    why: Option<String>,
}

impl RequestBody for NewCatalogueSource {
    const SHAPE: &'static str =
        "an object with `version`, and perhaps `source`, `option`, `values` and `why`";
    const SECRET: bool = true;
}

/// Adds a server as a source, after the same checks as `candor catalogue add`.
///
/// It is kept encrypted, pinned to the version, not trusted, and confined where the gateway's
/// machine can do that. A server that starts a program is refused, unless `server.allow_commands`
/// is true.
#[utoipa::path(
    post,
    path = "/catalogue/{name}",
    params(("name" = String, Path, description = "Its name, with its slash encoded.")),
    request_body = NewCatalogueSource,
    responses(
        (
            status = 201,
            description = "It was kept.",
            body = SavedSourceView,
            headers(("ETag" = String, description = "Its version."))
        ),
        BadBody,
        NotThere,
        InTheWay,
    )
)]
pub(crate) async fn add_server(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(name): PathParams<String>,
    JsonBody(new): JsonBody<NewCatalogueSource>,
) -> Result<Response, ApiProblem> {
    let (_, view, known) = super::entry(&api, &name, Some(&new.version)).await?;
    let option = chosen(&known, new.option)?;
    let warnings = check::check(&known.entry, option, known.history, &view.known_servers([]));
    let danger = warnings
        .iter()
        .find(|one| one.level == WarningLevel::Danger);
    if let Some(danger) = danger {
        let sentence = format!("the server is not added: {}", danger.message);
        return Err(ApiProblem::new(ProblemKind::Invalid, sentence));
    }
    let plan = launch(option, &new)?;
    let source = named(&known, new.source.as_deref())?;
    let text = new_source(&plan, usual_confinement(&plan)).text(&source);
    let draft = SourceDraft::of(text);
    let editor = api.gateway.editor();
    let plan = editor.plan_source(&draft).map_err(refused)?;
    let version = editor.add_source(&draft, &who.author(new.why)).await;
    Ok(saved(&draft, plan, version.map_err(refused)?))
}

/// The way that is meant.
fn chosen(known: &KnownEntry, wanted: Option<usize>) -> Result<&LaunchOption, ApiProblem> {
    let options = &known.entry.options;
    let found = if let Some(number) = wanted {
        number.checked_sub(1).and_then(|at| options.get(at))
    } else {
        let usable = options.iter().find(|option| option.unusable().is_none());
        usable.or_else(|| options.first())
    };
    found.ok_or_else(|| {
        let sentence = format!("the server has {} options, and not this one", options.len());
        ApiProblem::new(ProblemKind::Invalid, sentence)
    })
}

fn launch(option: &LaunchOption, new: &NewCatalogueSource) -> Result<LaunchPlan, ApiProblem> {
    option.launch(&new.values).map_err(|errors| {
        let sentences: Vec<String> = errors.iter().map(ToString::to_string).collect();
        ApiProblem::new(ProblemKind::Invalid, sentences.join(". "))
    })
}

fn named(known: &KnownEntry, wanted: Option<&str>) -> Result<SourceName, ApiProblem> {
    let invalid = |sentence: String| ApiProblem::new(ProblemKind::Invalid, sentence);
    match wanted {
        Some(name) => SourceName::parse(name).map_err(|error| invalid(error.to_string())),
        None => source_name(&known.entry.name).ok_or_else(|| {
            let short = known.entry.name.short();
            invalid(format!(
                "a source cannot be called `{short}`; give it a `source`"
            ))
        }),
    }
}
