//! What people have said and decided: read from the store, with what the file declares on top.

use std::collections::HashMap;
use std::sync::Arc;

use candor_model::{
    Drift, Environment, Opinion, OpinionKey, Pin, QualifiedName, Toolset, Variable,
};
use candor_resolve::{Book, Shelf};
use candor_store::{PinMark, Store, StoreError};

use crate::catalogue::Style;
use crate::said::Said;

/// What the configuration file says. It wins over the store and cannot be edited here.
#[derive(Clone, Debug, Default)]
pub struct Declarations {
    /// Opinions about tools.
    pub opinions: Vec<(OpinionKey, Opinion)>,
    /// Environments.
    pub environments: Vec<DeclaredEnvironment>,
    /// Toolsets.
    pub toolsets: Vec<DeclaredToolset>,
    /// Whether models may build and equip toolsets with tools of the gateway's own.
    pub management: bool,
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

/// A toolset that the file declares.
#[derive(Clone, Debug)]
pub struct DeclaredToolset {
    /// The toolset.
    pub toolset: Toolset,
    /// The file and line.
    pub place: String,
}

/// Everything at one moment.
#[derive(Debug)]
pub(crate) struct Knowledge {
    pub(crate) said: Arc<Said>,
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
        let said = said(store, declarations).await?;
        // Before the pins: an acceptance in between then looks like a definition that is as it
        // was pinned, and not like one that changed again.
        let drifts = store.drifts().await?;
        let mark = store.pin_mark().await?;
        let pins = match before {
            Some(before) if before.mark == mark => Arc::clone(&before.pins),
            _ => Arc::new(by_name(store.pins().await?)),
        };
        Ok(Self {
            said: Arc::new(said),
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

    /// What the file says.
    pub(crate) fn declarations(&self) -> &Declarations {
        &self.declarations
    }
}

/// What people say, the file after the store.
async fn said(store: &Store, declarations: &Declarations) -> Result<Said, StoreError> {
    let mut book = Book::new();
    for stored in store.opinions().await? {
        book.insert(Shelf::Store, stored.key, stored.opinion);
    }
    for (key, opinion) in &declarations.opinions {
        book.insert(Shelf::File, key.clone(), opinion.clone());
    }
    let stored = store.environments().await?.into_iter();
    let declared = declarations.environments.iter();
    let environments = stored
        .map(|stored| stored.environment)
        .chain(declared.map(|declared| declared.environment.clone()));
    let plain = declarations.style;
    let style = |environment: &Environment| Style {
        profile: environment.profile.unwrap_or(plain.profile),
        provenance: environment.provenance.unwrap_or(plain.provenance),
        ..plain
    };
    let toolsets = store.toolsets().await?.into_iter();
    let toolsets = toolsets.map(|stored| stored.toolset);
    let declared = declarations.toolsets.iter();
    let toolsets = toolsets.chain(declared.map(|declared| declared.toolset.clone()));
    Ok(Said {
        book,
        toolsets: toolsets
            .map(|toolset| (toolset.name.clone(), Arc::new(toolset)))
            .collect(),
        equipped: store.equipped().await?,
        notes: store.house_notes().await?.notes,
        management: declarations.management,
        style: plain,
        environments: environments
            .map(|environment| (environment.name.clone(), style(&environment)))
            .collect(),
    })
}

fn by_name(pins: Vec<Pin>) -> HashMap<QualifiedName, Arc<Pin>> {
    let pins = pins.into_iter();
    pins.map(|pin| (pin.name.clone(), Arc::new(pin))).collect()
}
