//! Annotation overrides.

pub(crate) mod amend;
mod change;

use candor_gateway::edit::OpinionEntry;
use candor_gateway::{Editor, Endpoint};
use candor_model::{Opinion, OpinionKey, OpinionScope, ToolPattern};

use crate::prelude::*;
use crate::query;
use crate::tools::statement::OpinionFields;

/// The override of some tools, in one place.
#[derive(Serialize, ToSchema)]
#[schema(as = Annotation)]
pub(crate) struct AnnotationView {
    /// The tools: a name, or a pattern such as `shop.*`.
    about: String,
    /// Where it applies: `everywhere`, `environment` or `toolset`.
    #[schema(example = "everywhere")]
    scope: &'static str,
    /// The environment in which it applies, if any.
    environment: Option<String>,
    /// The toolset in which it applies, if any.
    toolset: Option<String>,
    /// Whether the configuration file sets it. Then it cannot be changed here.
    declared: bool,
    /// The version; 0 if nothing is stored, null if the configuration file sets it.
    version: Option<u64>,
    /// The fields that it sets.
    fields: OpinionFields,
    /// What the configuration file says about the same tools in the same place, beside what is
    /// stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<OpinionFields>,
}

/// The query of a list of annotations.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AnnotationsQuery {
    /// Only overrides in this environment.
    environment: Option<String>,
    /// Only overrides in this toolset.
    toolset: Option<String>,
    /// The maximum number of entries, from 1 to 500; 100 by default.
    #[param(value_type = Option<u16>, minimum = 1, maximum = 500)]
    limit: Option<String>,
    /// Where to continue: the `next` of the previous page.
    after: Option<String>,
}

/// Lists the overrides that people set for tools.
///
/// What the configuration file says is among it, as entries of its own.
#[utoipa::path(
    get,
    path = "/annotations",
    params(AnnotationsQuery),
    responses(
        (status = 200, description = "A page of entries.", body = ListPage<AnnotationView>),
        BadName,
    )
)]
pub(crate) async fn list_annotations(
    State(api): State<ApiState>,
    QueryParams(query): QueryParams<AnnotationsQuery>,
) -> Result<Json<ListPage<AnnotationView>>, ApiProblem> {
    let is_key = |key: &str| key.split('\n').count() == 4;
    let paging = PageRequest::read(query.limit.as_deref(), query.after.as_deref(), is_key)?;
    let (environment, toolset) = (query.environment.as_deref(), query.toolset.as_deref());
    let scope = query::scope(environment, toolset)?;
    let endpoint = query::endpoint(environment, toolset)?;
    let catalogue = api.gateway.catalogue();
    catalogue.view(&endpoint).map_err(ApiProblem::unknown)?;
    let mut entries = api.gateway.editor().opinions().await?;
    if scope != OpinionScope::Everywhere {
        entries.retain(|entry| entry.key.scope == scope);
    }
    entries.sort_by_cached_key(cursor);
    let view = |entry: OpinionEntry| AnnotationView::of(&entry);
    Ok(Json(paging.cut(entries, cursor, view)))
}

/// Names hold no line breaks.
fn cursor(entry: &OpinionEntry) -> String {
    let scope = match entry.key.scope {
        OpinionScope::Everywhere => 0,
        OpinionScope::Environment(_) => 1,
        OpinionScope::Toolset(_) => 2,
    };
    let name = entry.key.scope.name().unwrap_or_default();
    let origin = u8::from(entry.version.is_none());
    format!("{scope}\n{name}\n{}\n{origin}", entry.key.about)
}

/// Shows the override of one name or pattern.
///
/// A tool that exists and has no override gives an entry without fields, of version 0.
#[utoipa::path(
    get,
    path = "/annotations/{pattern}",
    params(
        ("pattern" = String, Path, description = "`source.tool` or `source.*`, percent-encoded."),
        PlaceQuery,
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` that you have."),
    ),
    responses(
        (
            status = 200,
            description = "The entry.",
            body = AnnotationView,
            headers(("ETag" = String, description = "Its version."))
        ),
        (status = 304, description = "Not modified."),
        BadName,
        BadPattern,
    )
)]
pub(crate) async fn show_annotation(
    State(api): State<ApiState>,
    PathParams(pattern): PathParams<String>,
    QueryParams(query): QueryParams<PlaceQuery>,
    known: IfNoneMatch,
) -> Result<Response, ApiProblem> {
    let (environment, toolset) = (query.environment.as_deref(), query.toolset.as_deref());
    let key = key(&pattern, environment, toolset)?;
    let editor = api.gateway.editor();
    let stored = editor.opinion(&key).await?;
    let version = stored.version;
    let file = declared(&editor, &key).await?;
    let view = match (version, &file) {
        (Some(0), Some(file)) => AnnotationView::of(file),
        (Some(0), None) => {
            check_known(&api, &key)?;
            AnnotationView::of(&stored)
        }
        _ => AnnotationView::of(&stored).beside(file.as_ref().map(|file| &file.opinion)),
    };
    Ok(known.answer(version, Json(view)))
}

/// The configuration file's overrides under a key.
async fn declared(
    editor: &Editor<'_>,
    key: &OpinionKey,
) -> Result<Option<OpinionEntry>, ApiProblem> {
    let mut entries = editor.opinions().await?.into_iter();
    Ok(entries.find(|entry| entry.version.is_none() && entry.key == *key))
}

/// Fails if the subject does not exist.
fn check_known(api: &ApiState, key: &OpinionKey) -> Result<(), ApiProblem> {
    if let Some(name) = key.about.as_exact() {
        api.gateway.editor().explain(&name, &Endpoint::default())?;
        return Ok(());
    }
    let catalogue = api.gateway.catalogue();
    let mut tools = catalogue.tools().iter();
    if tools.any(|tool| key.about.matches(&tool.name)) {
        return Ok(());
    }
    Err(ApiProblem::unknown(format!(
        "`{}` matches no tool and has no override",
        key.about
    )))
}

/// Parses the key of the override.
fn key(
    pattern: &str,
    environment: Option<&str>,
    toolset: Option<&str>,
) -> Result<OpinionKey, ApiProblem> {
    let scope = query::scope(environment, toolset)?;
    let about = ToolPattern::parse(pattern).map_err(ApiProblem::invalid)?;
    Ok(OpinionKey { scope, about })
}

// === impl AnnotationView ===

impl AnnotationView {
    fn of(entry: &OpinionEntry) -> Self {
        let scope = &entry.key.scope;
        let name = || scope.name().map(str::to_owned);
        let (word, environment, toolset) = match scope {
            OpinionScope::Everywhere => ("everywhere", None, None),
            OpinionScope::Environment(_) => ("environment", name(), None),
            OpinionScope::Toolset(_) => ("toolset", None, name()),
        };
        Self {
            about: entry.key.about.to_string(),
            scope: word,
            environment,
            toolset,
            declared: entry.version.is_none(),
            version: entry.version,
            fields: OpinionFields::of(&entry.opinion),
            file: None,
        }
    }

    fn beside(self, file: Option<&Opinion>) -> Self {
        Self {
            file: file.map(OpinionFields::of),
            ..self
        }
    }
}
