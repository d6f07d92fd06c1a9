//! The five tools.

mod generate;
mod lookup;
mod ping;
mod resolve;
mod validate;

use std::sync::Arc;

use candor_functions::{Context, DefinitionProblems, Failure, Group, Tool, Toolbox};
use candor_store::{Store, StoreError};

use crate::{
    gtin::Gtin,
    link::{CANONICAL, DigitalLink, DigitalLinkError},
};

/// The dependencies of the tools.
#[derive(Clone, Debug)]
pub struct Gs1Options {
    /// The store for products, rules and recorded links.
    pub store: Store,
    /// The stem of the links that are made: a web address without a query.
    pub resolver: String,
}

/// Why there are no tools.
#[derive(Debug, thiserror::Error)]
pub enum Gs1Error {
    /// Links cannot begin so.
    #[error("the resolver of the GS1 tools cannot be used")]
    Resolver(#[source] DigitalLinkError),
    /// A definition is wrong.
    #[error("the GS1 tools are not in order")]
    Definitions(#[source] DefinitionProblems),
}

/// State shared by the handlers.
struct Gs1Shared {
    store: Store,
    resolver: String,
}

// === impl Gs1Options ===

impl Gs1Options {
    /// Links that begin as GS1's own do.
    pub fn new(store: Store) -> Self {
        Self {
            store,
            resolver: CANONICAL.to_owned(),
        }
    }
}

/// The tools, with their definitions checked strictly.
pub fn toolbox(options: Gs1Options) -> Result<Toolbox, Gs1Error> {
    let shared = Arc::new(Gs1Shared::new(options)?);
    Group::new("gs1", env!("CARGO_PKG_VERSION"))
        .instructions(
            "GTINs are numbers of 8, 12, 13 or 14 digits. Check one with `validate_gtin` before \
             you rely on it; `lookup_product` tells what it is, `resolve_gtin` where its links \
             lead, and `generate_qr_url` makes a link and its QR code.",
        )
        .tool(ping::tool())
        .tool(validate::tool())
        .tool(resolve::tool(Arc::clone(&shared)))
        .tool(lookup::tool(Arc::clone(&shared)))
        .tool(generate::tool(shared))
        .strict()
        .build()
        .map_err(Gs1Error::Definitions)
}

/// The common annotations: not destructive, idempotent, closed-world.
fn annotated(tool: Tool, title: &str, read_only: bool) -> Tool {
    tool.title(title)
        .read_only(read_only)
        .destructive(false)
        .idempotent(true)
        .open_world(false)
}

/// The model's message if the store fails. The cause is only logged.
fn store_failed(context: &Context, error: StoreError) -> Failure {
    if let StoreError::Full { .. } = error {
        return error.into();
    }
    let cause = Failure::from(error);
    context.error(cause.sentence());
    Failure::new("the catalogue does not answer just now; try again in a moment")
}

// === impl Gs1Shared ===

impl Gs1Shared {
    fn new(options: Gs1Options) -> Result<Self, Gs1Error> {
        // Any number will do to find out whether links can begin so.
        let stem = Gtin::parse("00000000")
            .map_err(DigitalLinkError::from)
            .and_then(|any| DigitalLink::new(&options.resolver, any))
            .map_err(Gs1Error::Resolver)?;
        Ok(Self {
            store: options.store,
            resolver: stem.stem().to_owned(),
        })
    }
}
