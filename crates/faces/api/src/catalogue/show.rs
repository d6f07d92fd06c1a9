//! `GET /catalogue/{name}`.

use candor_registry::{RegistryEntry, check};
use candor_registry_client::SharedCatalogue;

use super::view::{CatalogueServer, OptionView};
use crate::enums::HintValues;
use crate::prelude::*;

/// Which version of the server to show.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct VersionQuery {
    /// This version instead of the latest.
    version: Option<String>,
}

/// A server with everything that is known of it.
#[derive(Serialize, ToSchema)]
pub(crate) struct CatalogueServerDetail {
    #[serde(flatten)]
    server: CatalogueServer,
    /// Where people can read more.
    website: Option<String>,
    /// Where its source code is.
    repository: Option<String>,
    /// When it was published, as its registry says.
    published_at: Option<String>,
    /// How it can be used.
    options: Vec<OptionView>,
    /// From where its tools are known: `inspected`, `declared` or `unknown`.
    #[schema(example = "declared")]
    tools_known: &'static str,
    /// Its tools, as far as they are known.
    tools: Vec<CatalogueTool>,
}

/// A tool of a server that could be added.
#[derive(Serialize, ToSchema)]
pub(crate) struct CatalogueTool {
    /// The tool's name at the server.
    name: String,
    /// What it does.
    description: Option<String>,
    /// What is declared about it.
    hints: HintValues,
}

/// Shows a server: how it would run, what it needs, what is known of its tools.
#[utoipa::path(
    get,
    path = "/catalogue/{name}",
    params(
        ("name" = String, Path, description = "Its name, with its slash encoded."),
        VersionQuery,
    ),
    responses(
        (status = 200, description = "The server.", body = CatalogueServerDetail),
        BadName,
        BadQuery,
    )
)]
pub(crate) async fn show_server(
    State(api): State<ApiState>,
    PathParams(name): PathParams<String>,
    QueryParams(query): QueryParams<VersionQuery>,
) -> Result<Json<CatalogueServerDetail>, ApiProblem> {
    let version = query.version.as_deref();
    let (catalogue, view, known) = super::entry(&api, &name, version).await?;
    let names = view.known_servers([]);
    let entry = &known.entry;
    let options = entry.options.iter().map(|option| {
        let warnings = check::check(entry, option, known.history, &names);
        OptionView::of(option, warnings)
    });
    let (tools_known, tools) = tools(&catalogue, entry);
    Ok(Json(CatalogueServerDetail {
        server: CatalogueServer::of(&known, &view),
        website: entry.website.clone(),
        repository: entry.repository.clone(),
        published_at: entry.published_at.clone(),
        options: options.collect(),
        tools_known,
        tools,
    }))
}

/// Inspected tools take precedence over declared ones.
fn tools(catalogue: &SharedCatalogue, entry: &RegistryEntry) -> (&'static str, Vec<CatalogueTool>) {
    if let Some(look) = catalogue.client().inspected(&entry.name, &entry.version) {
        let tools = look.tools.into_iter().map(|tool| CatalogueTool {
            name: tool.name,
            description: tool.description,
            hints: tool.hints.into(),
        });
        return ("inspected", tools.collect());
    }
    let Some(tools) = &entry.tools else {
        return ("unknown", Vec::new());
    };
    let tools = tools.iter().map(|tool| CatalogueTool {
        name: tool.name.clone(),
        description: tool.description.clone(),
        hints: tool.hints.into(),
    });
    ("declared", tools.collect())
}
