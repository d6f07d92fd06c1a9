//! `/catalogue`: servers in registries.

pub(crate) mod add;
pub(crate) mod show;
mod view;

use std::sync::Arc;

use candor_registry::ServerName;
use candor_registry_client::{CatalogueView, KnownEntry, SharedCatalogue};

use self::view::{CatalogueServer, RegistryView};
use crate::prelude::*;

/// The default and maximum number of servers in a response.
const FOUND: usize = 50;
const MOST_FOUND: usize = 500;

/// What to look for.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct CatalogueQuery {
    /// Words of a name, title, description or package; everything is listed by default.
    search: Option<String>,
    /// The maximum number of entries, from 1 to 500; 50 by default.
    #[param(value_type = Option<u16>, minimum = 1, maximum = 500)]
    limit: Option<String>,
}

/// Servers that were found, the best first.
#[derive(Serialize, ToSchema)]
pub(crate) struct CatalogueResults {
    /// The registries that were looked in.
    registries: Vec<RegistryView>,
    /// The servers that match.
    servers: Vec<CatalogueServer>,
}

/// Finds servers in the registries of the configuration.
///
/// A registry is asked again when what is known of it is old. One that cannot be asked is shown as
/// it was last seen, with the reason.
#[utoipa::path(
    get,
    path = "/catalogue",
    params(CatalogueQuery),
    responses(
        (status = 200, description = "What was found.", body = CatalogueResults),
        BadQuery,
    )
)]
pub(crate) async fn search_catalogue(
    State(api): State<ApiState>,
    QueryParams(query): QueryParams<CatalogueQuery>,
) -> Result<Json<CatalogueResults>, ApiProblem> {
    let limit = match query.limit.as_deref().map(str::parse::<usize>) {
        None => FOUND,
        Some(Ok(limit)) if (1..=MOST_FOUND).contains(&limit) => limit,
        Some(_) => {
            let sentence = format!("`limit` must be a number from 1 to {MOST_FOUND}");
            return Err(ApiProblem::malformed(sentence));
        }
    };
    let Some(catalogue) = &api.catalogue else {
        return Ok(Json(CatalogueResults {
            registries: Vec::new(),
            servers: Vec::new(),
        }));
    };
    let view = catalogue.view().await;
    let found = view.search(query.search.as_deref().unwrap_or_default(), limit);
    Ok(Json(CatalogueResults {
        registries: view.registries.iter().map(RegistryView::of).collect(),
        servers: found
            .into_iter()
            .map(|known| CatalogueServer::of(known, &view))
            .collect(),
    }))
}

/// The catalogue, with one of its servers in the requested version.
async fn entry(
    api: &ApiState,
    name: &str,
    version: Option<&str>,
) -> Result<(Arc<SharedCatalogue>, Arc<CatalogueView>, KnownEntry), ApiProblem> {
    let unknown = |sentence: String| ApiProblem::new(ProblemKind::Unknown, sentence);
    let parsed = ServerName::parse(name).map_err(ApiProblem::unknown)?;
    let Some(catalogue) = &api.catalogue else {
        let sentence = "there is no registry in the catalogue; name one in `[catalogue]` of the \
                        configuration";
        return Err(unknown(sentence.to_owned()));
    };
    let view = catalogue.view().await;
    let known = view.find(&parsed).cloned();
    let known = known.ok_or_else(|| unknown(format!("the catalogue has no server `{parsed}`")))?;
    let known = match version {
        None => known,
        Some(version) => {
            let asked = catalogue.client().version(&known, version).await;
            asked.map_err(|error| unknown(error.to_string()))?
        }
    };
    Ok((Arc::clone(catalogue), view, known))
}
