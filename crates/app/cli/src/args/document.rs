//! Options for OpenAPI documents.

use candor_config::{DeclaredOperations, EndpointUrl};

use super::values;

/// Options for a target that is an OpenAPI document.
#[derive(Default, clap::Args)]
#[command(next_help_heading = "Options for an OpenAPI document")]
pub(crate) struct DocumentOptions {
    /// Treat the target as an OpenAPI document, whatever its name
    #[arg(long)]
    pub(crate) openapi: bool,

    /// Send requests here instead of to the server in the document
    #[arg(long, value_name = "URL", value_parser = values::base_url)]
    pub(crate) base_url: Option<EndpointUrl>,

    /// Allow private addresses and this machine, for the API, the document and functions
    #[arg(long)]
    pub(crate) allow_private: bool,

    /// Include deprecated operations
    #[arg(long)]
    pub(crate) deprecated: bool,

    /// Include only operations with this tag; can be repeated, like the next three
    #[arg(long = "tag", value_name = "TAG")]
    pub(crate) tags: Vec<String>,

    /// Include only operations at this path, such as '/books/**'
    #[arg(long = "path", value_name = "GLOB")]
    pub(crate) paths: Vec<String>,

    /// Include only this operation; the name can contain `*`
    #[arg(long = "operation", value_name = "NAME")]
    pub(crate) operations: Vec<String>,

    /// Include only operations with this method
    #[arg(long = "method", value_name = "METHOD")]
    pub(crate) methods: Vec<String>,
}

// === impl DocumentOptions ===

impl DocumentOptions {
    /// The options that were given, as they are written.
    pub(crate) fn given(&self) -> impl Iterator<Item = &'static str> {
        [
            ("--openapi", self.openapi),
            ("--base-url", self.base_url.is_some()),
            ("--allow-private", self.allow_private),
            ("--deprecated", self.deprecated),
            ("--tag", !self.tags.is_empty()),
            ("--path", !self.paths.is_empty()),
            ("--operation", !self.operations.is_empty()),
            ("--method", !self.methods.is_empty()),
        ]
        .into_iter()
        .filter_map(|(name, is_given)| is_given.then_some(name))
    }

    /// The selected operations.
    pub(crate) fn wanted(&self) -> DeclaredOperations {
        DeclaredOperations {
            tags: self.tags.clone(),
            paths: self.paths.clone(),
            operations: self.operations.clone(),
            methods: self.methods.clone(),
        }
    }
}
