//! Every row of the lists, computed once per catalogue.

use std::sync::Arc;

use candor_dashboard_kit::CatalogueCache;
use candor_gateway::{Catalogue, ContentKind, Gateway};

use crate::content_row::ContentRow;

/// The rows of the current catalogue.
pub(crate) type ContentIndexCache = CatalogueCache<ContentIndex>;

/// All rows, in the order of the sources.
#[derive(Debug)]
pub(crate) struct ContentIndex {
    prompts: Vec<ContentRow>,
    resources: Vec<ContentRow>,
    templates: Vec<ContentRow>,
}

// === impl ContentIndex ===

impl ContentIndex {
    /// The rows of the current catalogue, from the cache if possible.
    pub(crate) fn current(gateway: &Gateway, cache: &ContentIndexCache) -> Arc<Self> {
        let catalogue = gateway.catalogue();
        cache.get(&catalogue, || Self::of(&catalogue))
    }

    fn of(catalogue: &Catalogue) -> Self {
        let rows = |kind| {
            let listed = catalogue.listed_content(kind).into_iter();
            listed
                .map(|content| ContentRow::new(kind, content))
                .collect()
        };
        Self {
            prompts: rows(ContentKind::Prompt),
            resources: rows(ContentKind::Resource),
            templates: rows(ContentKind::Template),
        }
    }

    pub(crate) fn rows(&self, kind: ContentKind) -> &[ContentRow] {
        match kind {
            ContentKind::Prompt => &self.prompts,
            ContentKind::Resource => &self.resources,
            ContentKind::Template => &self.templates,
        }
    }

    /// Finds an item by its source and its own name.
    pub(crate) fn find(&self, kind: ContentKind, source: &str, own: &str) -> Option<&ContentRow> {
        let mut rows = self.rows(kind).iter();
        rows.find(|row| row.content.source.as_str() == source && row.content.own == own)
    }
}
