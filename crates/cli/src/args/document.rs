//! What commands take about an OpenAPI document.

use candor_config::{Endpoint, Operations};

use super::values;

/// How a document is looked at, where the target is one.
#[derive(clap::Args)]
#[command(next_help_heading = "Options for an OpenAPI document")]
pub(crate) struct DocumentOptions {
    /// Take the target for an OpenAPI document, whatever it is called
    #[arg(long)]
    pub(crate) openapi: bool,

    /// Call the API here, instead of where the document says
    #[arg(long, value_name = "URL", value_parser = values::base_url)]
    pub(crate) base_url: Option<Endpoint>,

    /// Let the API, or the document, be at a private address or on this machine; functions may
    /// then reach such addresses
    #[arg(long)]
    pub(crate) allow_private: bool,

    /// Take operations that the document calls deprecated, too
    #[arg(long)]
    pub(crate) deprecated: bool,

    /// Take only operations with this tag; may be given several times, as may the next three
    #[arg(long = "tag", value_name = "TAG")]
    pub(crate) tags: Vec<String>,

    /// Take only operations at this path, such as '/books/**'
    #[arg(long = "path", value_name = "GLOB")]
    pub(crate) paths: Vec<String>,

    /// Take only this operation, or several with `*`
    #[arg(long = "operation", value_name = "NAME")]
    pub(crate) operations: Vec<String>,

    /// Take only operations with this method
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

    /// The operations that are wanted.
    pub(crate) fn wanted(&self) -> Operations {
        Operations {
            tags: self.tags.clone(),
            paths: self.paths.clone(),
            operations: self.operations.clone(),
            methods: self.methods.clone(),
        }
    }
}
