//! What people have said and decided: read from the store, with what the file declares on top.

use std::collections::HashMap;
use std::sync::Arc;

use candor_model::{
    Drift, Environment, EnvironmentName, Opinion, OpinionKey, Pin, QualifiedName, Variable,
};
use candor_resolve::{Book, Shelf};
use candor_store::{PinMark, Store, StoreError, StoredEnvironment};

use crate::catalogue::Style;
use crate::endpoint::Endpoint;

/// What the configuration file says. It wins over the store and cannot be edited here.
#[derive(Clone, Debug, Default)]
pub struct Declarations {
    /// Opinions about tools.
    pub opinions: Vec<(OpinionKey, Opinion)>,
    /// Environments.
    pub environments: Vec<DeclaredEnvironment>,
    /// How the plain endpoint writes.
    pub style: Style,
}

/// An environment that the file declares.
#[derive(Clone, Debug)]
pub struct DeclaredEnvironment {
    /// The environment.
    pub environment: Environment,
    /// Its variables.
    pub variables: Vec<Variable>,
    /// The file and line.
    pub place: String,
}

/// Everything at one moment.
#[derive(Debug)]
pub(crate) struct Knowledge {
    pub(crate) book: Book,
    pub(crate) environments: Vec<StoredEnvironment>,
    pub(crate) pins: Arc<HashMap<QualifiedName, Arc<Pin>>>,
    pub(crate) drifts: Vec<Drift>,
    mark: PinMark,
    revision: u64,
    declarations: Arc<Declarations>,
}

// === impl Knowledge ===

impl Knowledge {
    /// Reads everything. Pins are many and change seldom: those of `before` are kept where
    /// nothing was written since.
    pub(crate) async fn load(
        store: &Store,
        declarations: &Arc<Declarations>,
        before: Option<&Self>,
    ) -> Result<Self, StoreError> {
        // Read first: whatever is written meanwhile has a later revision, and is read again.
        let revision = store.revision().await?;
        let mut book = Book::new();
        for stored in store.opinions().await? {
            book.insert(Shelf::Store, stored.key, stored.opinion);
        }
        for (key, opinion) in &declarations.opinions {
            book.insert(Shelf::File, key.clone(), opinion.clone());
        }
        // Before the pins: an acceptance in between then looks like a definition that is as it
        // was pinned, and not like one that changed again.
        let drifts = store.drifts().await?;
        let mark = store.pin_mark().await?;
        let pins = match before {
            Some(before) if before.mark == mark => Arc::clone(&before.pins),
            _ => Arc::new(by_name(store.pins().await?)),
        };
        Ok(Self {
            book,
            environments: store.environments().await?,
            pins,
            mark,
            revision,
            drifts,
            declarations: Arc::clone(declarations),
        })
    }

    /// The revision of the store that it is at least as new as.
    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether tools are held to the same definitions as by `other`.
    pub(crate) fn holds_tools_to_the_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.pins, &other.pins) && self.drifts == other.drifts
    }

    /// How the plain endpoint writes.
    pub(crate) fn style(&self) -> Style {
        self.declarations.style
    }

    /// How an endpoint writes.
    pub(crate) fn style_at(&self, endpoint: &Endpoint) -> Style {
        let styles = self.styles();
        let own = styles
            .iter()
            .find(|(name, _)| endpoint.environment.as_ref() == Some(name));
        own.map_or(self.style(), |(_, style)| *style)
    }

    /// Every environment and how its endpoint writes, by name. One that the file declares is as
    /// the file says.
    pub(crate) fn styles(&self) -> Vec<(EnvironmentName, Style)> {
        let stored = self.environments.iter().map(|stored| &stored.environment);
        let declared = self.declarations.environments.iter();
        let declared = declared.map(|declared| &declared.environment);
        let mut styles = std::collections::BTreeMap::new();
        for environment in stored.chain(declared) {
            let style = Style {
                profile: environment.profile.unwrap_or(self.style().profile),
                provenance: environment.provenance.unwrap_or(self.style().provenance),
            };
            styles.insert(environment.name.clone(), style);
        }
        styles.into_iter().collect()
    }

    /// What the file says.
    pub(crate) fn declarations(&self) -> &Declarations {
        &self.declarations
    }
}

fn by_name(pins: Vec<Pin>) -> HashMap<QualifiedName, Arc<Pin>> {
    let pins = pins.into_iter();
    pins.map(|pin| (pin.name.clone(), Arc::new(pin))).collect()
}
