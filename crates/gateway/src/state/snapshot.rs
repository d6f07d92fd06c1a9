//! Everything that people set and decided: read from the store, with the file's declarations on
//! top.

mod written;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use candor_model::{
    AccessToken, AnnotationAuthor, AnnotationLayer, ConfirmMode, DefinitionPin, Digest,
    DriftRecord, Environment, EnvironmentVariable, FieldValue, InstanceCheck, InstructionPin,
    NoteName, Opinion, OpinionField, OpinionKey, PreferenceEdits, Provenance, QualifiedName,
    SourceName, TokenId, ToolNotes, ToolPattern, ToolRef, Toolset, ToolsetName, Verification,
};
use candor_resolve::{OpinionIndex, OpinionOrigin};
use candor_store::{OpinionNews, PinMark, Store, StoreError, StoredOpinion, StoredSource};

use crate::catalogue::{EndpointStyle, ListSettings};
use crate::state::saved_rules::{self, SavedRule};
use crate::state::workspace_settings::WorkspaceSettings;

/// The declarations of the configuration file. They take precedence over the store and cannot be
/// edited here.
#[derive(Clone, Debug, Default)]
pub struct FileDeclarations {
    /// Opinions about tools.
    pub opinions: Vec<(OpinionKey, Opinion)>,
    /// Environments that the file declares.
    pub environments: Vec<DeclaredEnvironment>,
    /// Toolsets that the file declares.
    pub toolsets: Vec<DeclaredToolset>,
    /// Notes that apply in every toolset.
    pub notes: Vec<DeclaredNotes>,
    /// The default preferences, and those of single toolsets.
    pub preferences: Vec<(Option<ToolsetName>, PreferenceEdits)>,
    /// Whether models may build and equip toolsets with the management tools.
    pub management: bool,
    /// How the plain endpoint writes definitions.
    pub style: EndpointStyle,
    /// Which tools endpoints list.
    pub listing: ListSettings,
}

/// An environment that the file declares.
#[derive(Clone, Debug)]
pub struct DeclaredEnvironment {
    /// The environment without its variables.
    pub environment: Environment,
    /// The variables of the environment.
    pub variables: Vec<EnvironmentVariable>,
    /// The file and line.
    pub place: String,
}

/// A toolset that the file declares.
#[derive(Clone, Debug)]
pub struct DeclaredToolset {
    /// The toolset as the file declares it.
    pub toolset: Toolset,
    /// The file and line.
    pub place: String,
}

/// Global notes that the file declares.
#[derive(Clone, Debug)]
pub struct DeclaredNotes {
    /// The notes on one tool.
    pub notes: ToolNotes,
    /// The file and line.
    pub place: String,
}

/// Everything at one moment. Clones share large parts.
#[derive(Clone, Debug)]
pub(crate) struct StateSnapshot {
    pub(crate) settings: Arc<WorkspaceSettings>,
    /// The part that is read from the store.
    stored: StoredState,
    pub(crate) pins: Arc<HashMap<QualifiedName, Arc<DefinitionPin>>>,
    /// The definitions that people have accepted.
    pub(crate) accepted: Arc<HashSet<(QualifiedName, Digest)>>,
    pub(crate) drifts: Arc<[DriftRecord]>,
    /// The pinned instructions of sources.
    pub(crate) instructions: Arc<[InstructionPin]>,
    /// All tokens, including those that are no longer valid.
    pub(crate) tokens: Arc<HashMap<TokenId, AccessToken>>,
    /// The saved policy rules.
    pub(crate) saved_rules: Arc<[SavedRule]>,
    /// The added sources as they are stored.
    pub(crate) added_sources: Arc<[StoredSource]>,
    mark: PinMark,
    revision: u64,
    declarations: Arc<FileDeclarations>,
}

/// The opinions, verifications and toolsets in the store. Unchanged parts are shared with earlier
/// states, so that a comparison of pointers is enough.
#[derive(Clone, Debug, Default)]
struct StoredState {
    /// The opinions about tools, with those of the file on top.
    opinions: Arc<OpinionIndex>,
    /// The number of opinions in the store.
    rows: u64,
    /// The results of verifying tools.
    verifications: Arc<[Verification]>,
    /// Whether the instances of sources share their state.
    instances: Arc<[InstanceCheck]>,
    toolsets: BTreeMap<ToolsetName, Arc<Toolset>>,
}

// === impl FileDeclarations ===

impl FileDeclarations {
    /// The preferences that the file sets in one place.
    pub(crate) fn preferences_of(&self, toolset: Option<&ToolsetName>) -> PreferenceEdits {
        let mut stated = self.preferences.iter();
        let found = stated.find(|(place, _)| place.as_ref() == toolset);
        found.map(|(_, edits)| *edits).unwrap_or_default()
    }

    /// The global notes: those of the file, followed by those of the store whose names the file
    /// does not use.
    pub(crate) fn with_notes(&self, stored: &[ToolNotes]) -> Vec<ToolNotes> {
        let mut all: Vec<ToolNotes> = Vec::new();
        all.extend(self.notes.iter().map(|declared| declared.notes.clone()));
        for entry in stored {
            let free = entry.notes.iter();
            let free = free.filter(|note| self.note(&entry.tool, note.name()).is_none());
            let free: Vec<_> = free.cloned().collect();
            match all
                .iter_mut()
                .find(|known| is_same(&known.tool, &entry.tool))
            {
                Some(known) => known.notes.extend(free),
                None if free.is_empty() => {}
                None => all.push(ToolNotes {
                    tool: entry.tool.clone(),
                    notes: free,
                }),
            }
        }
        all
    }

    /// The place where the file declares a global note with this name on this tool.
    pub(crate) fn note(&self, tool: &ToolRef, name: &NoteName) -> Option<&str> {
        let mut declared = self.notes.iter();
        let found = declared.find(|declared| {
            let mut notes = declared.notes.notes.iter();
            is_same(&declared.notes.tool, tool) && notes.any(|note| note.name() == name)
        })?;
        Some(&found.place)
    }
}

/// Whether two references are to the same tool: by name, or by id if one of them has no name.
fn is_same(one: &ToolRef, other: &ToolRef) -> bool {
    match (one.name(), other.name()) {
        (Some(one), Some(other)) => one == other,
        _ => one.ref_id().is_some() && one.ref_id() == other.ref_id(),
    }
}

// === impl StateSnapshot ===

impl StateSnapshot {
    /// Reads everything. Pins are many and rarely change: those of `before` are reused if nothing
    /// was written since.
    pub(crate) async fn load(
        store: &Store,
        declarations: &Arc<FileDeclarations>,
        before: Option<&Self>,
    ) -> Result<Self, StoreError> {
        // Read first: whatever is written meanwhile has a later revision, and is read again.
        let revision = store.revision().await?;
        let stored = StoredState::load(store, declarations, before).await?;
        let said = said(store, declarations, &stored).await?;
        // Before the pins: an acceptance in between then looks like an unchanged definition, not
        // like one that changed again.
        let drifts = store.drifts().await?;
        let drifts = kept(before.map(|before| &before.drifts), drifts);
        let instructions = store.instruction_pins().await?;
        let instructions = kept(before.map(|before| &before.instructions), instructions);
        let tokens = store.tokens().await?.into_iter();
        let tokens: HashMap<_, _> = tokens.map(|token| (token.id, token)).collect();
        let saved = saved(store, before).await?;
        let saved_rules = before.map(|before| &before.saved_rules);
        let saved_rules = saved_rules::load(store, saved_rules).await?;
        let mark = store.pin_mark().await?;
        // A definition that is accepted becomes the pin, so one mark is enough for both.
        let (pins, accepted) = match before {
            Some(before) if before.mark == mark => {
                (Arc::clone(&before.pins), Arc::clone(&before.accepted))
            }
            _ => {
                let accepted = store.accepted_definitions().await?.into_iter().collect();
                (Arc::new(by_name(store.pins().await?)), Arc::new(accepted))
            }
        };
        Ok(Self {
            settings: Arc::new(said),
            stored,
            pins,
            accepted,
            mark,
            revision,
            drifts,
            instructions,
            tokens: Arc::new(tokens),
            saved_rules,
            added_sources: saved,
            declarations: Arc::clone(declarations),
        })
    }

    /// The revision of the store that the snapshot is at least as new as.
    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether the pins, drifts and instructions are the same as in `other`.
    pub(crate) fn holds_tools_to_the_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.pins, &other.pins)
            && Arc::ptr_eq(&self.drifts, &other.drifts)
            && Arc::ptr_eq(&self.instructions, &other.instructions)
    }

    /// The last verification of a tool, whatever its definition was then.
    pub(crate) fn verification(&self, tool: &QualifiedName) -> Option<&Verification> {
        let mut all = self.stored.verifications.iter();
        all.find(|verification| verification.tool == *tool)
    }

    /// The result of starting the server of a source twice.
    pub(crate) fn instance_check(&self, source: &SourceName) -> Option<&InstanceCheck> {
        let mut all = self.stored.instances.iter();
        all.find(|check| check.source == *source)
    }

    /// The declarations of the file.
    pub(crate) fn declarations(&self) -> &FileDeclarations {
        &self.declarations
    }
}

// === impl StoredState ===

impl StoredState {
    /// Reads what was written since `before`, or everything.
    async fn load(
        store: &Store,
        declarations: &Arc<FileDeclarations>,
        before: Option<&StateSnapshot>,
    ) -> Result<Self, StoreError> {
        let known = before.map(|before| before.stored.clone());
        let mut known = known.unwrap_or_default();
        let verifications = store.verifications().await?;
        known.verifications = kept(Some(&known.verifications), verifications);
        let instances = store.instance_checks().await?;
        known.instances = kept(Some(&known.instances), instances);
        let news = store.toolset_news(before.map_or(0, StateSnapshot::revision));
        let news = news.await?;
        known
            .toolsets
            .retain(|name, _| news.unchanged.contains(name));
        for written in news.written {
            let toolset = written.toolset;
            known
                .toolsets
                .insert(toolset.name.clone(), Arc::new(toolset));
        }
        let before = before.filter(|before| {
            Arc::ptr_eq(&before.declarations, declarations)
                && Arc::ptr_eq(&before.stored.verifications, &known.verifications)
                // Enforcement by read-only instances depends on them.
                && Arc::ptr_eq(&before.stored.instances, &known.instances)
                && before.stored.confirms().eq(known.confirms())
        });
        if let Some(before) = before {
            let news = store.opinion_news(before.revision).await?;
            if known.add(news) {
                return Ok(known);
            }
        }
        let all = store.opinion_news(0).await?;
        known.rows = all.rows;
        known.opinions = Arc::new(known.index(all.written, declarations));
        Ok(known)
    }

    /// Adds newly written opinions. Returns false if something was removed, too, in which case
    /// everything must be read again.
    fn add(&mut self, news: OpinionNews) -> bool {
        let is_new = |one: &&StoredOpinion| !self.opinions.holds(OpinionOrigin::Store, &one.key);
        let added = news.written.iter().filter(is_new).count() as u64;
        if news.unread > 0 || news.rows != self.rows + added {
            return false;
        }
        self.rows = news.rows;
        if !news.written.is_empty() {
            // Copy on write: unchanged parts are shared with the previous index.
            let opinions = Arc::make_mut(&mut self.opinions);
            for stored in news.written {
                opinions.insert(OpinionOrigin::Store, stored.key, stored.opinion);
            }
        }
        true
    }

    /// Builds the index of opinions. The file comes after the store.
    fn index(&self, stored: Vec<StoredOpinion>, declarations: &FileDeclarations) -> OpinionIndex {
        let mut book = OpinionIndex::new();
        for stored in stored {
            book.insert(OpinionOrigin::Store, stored.key, stored.opinion);
        }
        for verification in self.verifications.iter() {
            book.insert_verification(verification);
        }
        for (key, opinion) in &declarations.opinions {
            book.insert(OpinionOrigin::File, key.clone(), opinion.clone());
        }
        let declared = |name: &ToolsetName| {
            let mut toolsets = declarations.toolsets.iter();
            toolsets.any(|declared| declared.toolset.name == *name)
        };
        for toolset in self.toolsets.values().filter(|one| !declared(&one.name)) {
            ask(&mut book, toolset, None);
        }
        for declared in &declarations.toolsets {
            ask(&mut book, &declared.toolset, Some(&declared.place));
        }
        book
    }

    /// The confirmation modes that toolsets set.
    fn confirms(&self) -> impl Iterator<Item = (&ToolsetName, &[(ToolPattern, ConfirmMode)])> {
        let toolsets = self.toolsets.values();
        let asking = toolsets.filter(|toolset| !toolset.confirm.is_empty());
        asking.map(|toolset| (&toolset.name, toolset.confirm.as_slice()))
    }
}

/// Adds the confirmation modes of a toolset. A toolset in the file replaces the one of the same
/// name in the store.
fn ask(book: &mut OpinionIndex, toolset: &Toolset, place: Option<&str>) {
    for (about, confirm) in &toolset.confirm {
        let who = match place {
            Some(place) => AnnotationAuthor::File(place.into()),
            None => AnnotationAuthor::Person("its editor".into()),
        };
        let provenance = Arc::new(Provenance {
            layer: AnnotationLayer::Toolset,
            author: who,
            about: Some(about.to_string().into()),
            at_micros: None,
            why: None,
        });
        let confirm = OpinionField {
            value: FieldValue::Set(*confirm),
            provenance,
        };
        book.ask(toolset.name.clone(), about.clone(), confirm);
    }
}

/// The settings, with the file on top of the store.
async fn said(
    store: &Store,
    declarations: &Arc<FileDeclarations>,
    stored: &StoredState,
) -> Result<WorkspaceSettings, StoreError> {
    let environments = store.environments().await?.into_iter();
    let declared = declarations.environments.iter();
    let environments = environments
        .map(|stored| stored.environment)
        .chain(declared.map(|declared| declared.environment.clone()));
    let plain = declarations.style;
    let style = |environment: &Environment| EndpointStyle {
        profile: environment.profile.unwrap_or(plain.profile),
        provenance: environment.provenance.unwrap_or(plain.provenance),
        ..plain
    };
    let mut toolsets = stored.toolsets.clone();
    for declared in &declarations.toolsets {
        let toolset = Arc::new(declared.toolset.clone());
        toolsets.insert(toolset.name.clone(), toolset);
    }
    Ok(WorkspaceSettings {
        opinions: Arc::clone(&stored.opinions),
        toolsets,
        equipped: store.equipped().await?,
        notes: declarations
            .with_notes(&store.global_notes().await?.notes)
            .into(),
        preferences: preferences(store, declarations).await?,
        management: declarations.management,
        style: plain,
        listing: declarations.listing.clone(),
        environments: environments
            .map(|environment| (environment.name.clone(), style(&environment)))
            .collect(),
    })
}

/// The added sources. They may be large and rarely change: those of `before` are reused if none was
/// written since.
async fn saved(
    store: &Store,
    before: Option<&StateSnapshot>,
) -> Result<Arc<[StoredSource]>, StoreError> {
    if let Some(before) = before {
        let versions = store.saved_source_versions().await?;
        let known = before.added_sources.iter();
        let known = known.map(|source| (source.name.as_str(), source.version));
        if known.eq(versions.iter().map(|(name, version)| (&**name, *version))) {
            return Ok(Arc::clone(&before.added_sources));
        }
    }
    Ok(store.saved_sources().await?.into())
}

/// The preferences, with the file on top of the store.
async fn preferences(
    store: &Store,
    declarations: &FileDeclarations,
) -> Result<BTreeMap<Option<ToolsetName>, PreferenceEdits>, StoreError> {
    let stored = store.preferences().await?.into_iter();
    let mut all: BTreeMap<_, _> = stored.map(|one| (one.toolset, one.edits)).collect();
    for (place, declared) in &declarations.preferences {
        let stated: &mut PreferenceEdits = all.entry(place.clone()).or_default();
        *stated = stated.under(declared);
    }
    Ok(all)
}

/// What was read, or the known value if it is equal.
fn kept<T: PartialEq>(known: Option<&Arc<[T]>>, read: Vec<T>) -> Arc<[T]> {
    match known {
        Some(known) if **known == *read => Arc::clone(known),
        _ => read.into(),
    }
}

fn by_name(pins: Vec<DefinitionPin>) -> HashMap<QualifiedName, Arc<DefinitionPin>> {
    let pins = pins.into_iter();
    pins.map(|pin| (pin.name.clone(), Arc::new(pin))).collect()
}
