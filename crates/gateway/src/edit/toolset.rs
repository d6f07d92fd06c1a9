//! Creating, changing, removing and equipping toolsets.

use std::sync::Arc;

use candor_boxed::boxed;
use candor_model::{
    ChangeAuthor, DefinitionPin, Digest, QualifiedName, ToolPattern, Toolset, ToolsetMember,
    ToolsetName,
};
use candor_resolve::MissingMember;
use candor_store::{StoredToolset, ToolsetState, ToolsetVersion};
use serde_json::{Value, json};

use super::record::{check_author, notes_json, record};
use super::retry::retry_stale;
use super::{EditError, Editor, text};
use crate::catalogue::endpoint::Endpoint;
use crate::catalogue::offer::effective;
use crate::catalogue::{CatalogueTool, OfferedTool};

/// The maximum number of members of a toolset.
const MEMBERS_MAX: usize = 1_000;
/// The maximum length of a description, in characters.
const DESCRIPTION_MAX: usize = 500;
/// The allowed budgets for a description with its notes, in characters.
const BUDGETS: std::ops::RangeInclusive<usize> = 200..=100_000;

/// A toolset with its current tools.
#[derive(Clone, Debug)]
pub struct ToolsetDetails {
    /// The toolset as it is stored or declared.
    pub toolset: Arc<Toolset>,
    /// The number of its latest version; `None` if the file declares it.
    pub number: Option<u64>,
    /// The version for concurrent edits; `None` if the file declares it.
    pub version: Option<u64>,
    /// Whether the plain endpoint serves it.
    pub equipped: bool,
    /// Its tools, in their order.
    pub tools: Vec<Arc<OfferedTool>>,
    /// Members that match no tool now.
    pub missing: Vec<MissingMember>,
    /// The estimated number of tokens of its definitions.
    pub tokens: usize,
    /// The estimated number of tokens of all definitions.
    pub tokens_of_everything: usize,
}

/// A change of a toolset.
type ToolsetEdit<'e> = dyn Fn(&mut Toolset) -> Result<(), EditError> + Send + Sync + 'e;

impl Editor<'_> {
    /// All toolsets, by name. For one that the file declares, the file's version.
    #[boxed]
    pub async fn toolsets(&self) -> Result<Vec<ToolsetDetails>, EditError> {
        self.toolsets_named(&self.toolset_names()).await
    }

    /// Some toolsets, in the given order. Avoids computing all toolsets for a page that shows a
    /// few. A toolset that was removed meanwhile is left out.
    #[boxed]
    pub async fn toolsets_named(
        &self,
        names: &[ToolsetName],
    ) -> Result<Vec<ToolsetDetails>, EditError> {
        let states = self.store().toolset_states().await?;
        let snapshot = self.gateway.snapshot();
        let everything = self.cost_of_everything();
        let state = |name: &ToolsetName| {
            let state = states.get(name).copied();
            state.filter(|_| !self.is_declared(name))
        };
        let toolsets = names
            .iter()
            .filter_map(|name| snapshot.settings.toolsets.get(name));
        toolsets
            .map(|toolset| self.view(toolset, state(&toolset.name), everything))
            .collect()
    }

    /// The names of all toolsets, including those of the file.
    pub fn toolset_names(&self) -> Vec<ToolsetName> {
        self.gateway
            .snapshot()
            .settings
            .toolsets
            .keys()
            .cloned()
            .collect()
    }

    /// The names of the toolsets that contain a tool while it is served.
    pub fn toolsets_with(&self, tool: &CatalogueTool) -> Vec<ToolsetName> {
        let snapshot = self.gateway.snapshot();
        let toolsets = snapshot.settings.toolsets.iter();
        toolsets
            .filter(|(name, toolset)| self.has_tool(name, &toolset.members, tool))
            .map(|(name, _)| name.clone())
            .collect()
    }

    /// Whether a toolset with these members would contain a tool.
    pub(super) fn has_tool(
        &self,
        name: &ToolsetName,
        members: &[ToolsetMember],
        tool: &CatalogueTool,
    ) -> bool {
        let snapshot = self.gateway.snapshot();
        let endpoint = Endpoint {
            toolset: Some(name.clone()),
            environment: None,
        };
        let relied = |hint| {
            let effective = effective(tool, &snapshot.settings.opinions, &endpoint);
            effective.relied.hint(hint).map(|fact| fact.value)
        };
        candor_resolve::toolset_includes(members, &tool.name, &tool.ref_id, relied)
    }

    /// The place where the file declares a toolset, if it does.
    pub fn toolset_place(&self, name: &ToolsetName) -> Option<String> {
        let snapshot = self.gateway.snapshot();
        let mut declared = snapshot.declarations().toolsets.iter();
        let declared = declared.find(|declared| declared.toolset.name == *name);
        declared.map(|declared| declared.place.clone())
    }

    /// The maximum length in characters of a description with notes at an endpoint.
    pub fn budget(&self, endpoint: &Endpoint) -> usize {
        self.gateway.snapshot().settings.style_at(endpoint).budget
    }

    /// Reads one toolset.
    #[boxed]
    pub async fn toolset(&self, name: &ToolsetName) -> Result<ToolsetDetails, EditError> {
        let snapshot = self.gateway.snapshot();
        let toolset = snapshot
            .settings
            .toolsets
            .get(name)
            .ok_or_else(|| unknown(name))?;
        let state = if self.is_declared(name) {
            None
        } else {
            let stored = self.store().toolset(name).await?;
            stored.map(|stored| ToolsetState {
                number: stored.number,
                version: stored.version,
            })
        };
        self.view(toolset, state, self.cost_of_everything())
    }

    /// Creates a toolset.
    #[boxed]
    pub async fn create_toolset(
        &self,
        author: &ChangeAuthor,
        toolset: &Toolset,
    ) -> Result<ToolsetDetails, EditError> {
        check_author(author)?;
        self.check_own(&toolset.name)?;
        check_shape(toolset)?;
        self.check_members(&toolset.members)?;
        self.check_own_toolset(None, Some(toolset))?;
        let new = Some(describe(toolset));
        let change = record(author, "toolset.create", subject(&toolset.name), None, new);
        self.store().create_toolset(toolset, &change).await?;
        self.gateway.catch_up().await;
        self.toolset(&toolset.name).await
    }

    /// Changes a toolset. With `expected`, only if it is still at that version; without, `edit` is
    /// retried after a conflict. A changed name renames it.
    #[boxed]
    pub async fn edit_toolset(
        &self,
        author: &ChangeAuthor,
        name: &ToolsetName,
        expected: Option<u64>,
        edit: &ToolsetEdit<'_>,
    ) -> Result<ToolsetDetails, EditError> {
        check_author(author)?;
        self.check_own(name)?;
        let changed = {
            let _alone = self.gateway.lock_edits().await;
            retry_stale(&named(name), expected, || {
                Box::pin(self.try_edit(author, name, expected, edit))
            })
            .await?
        };
        self.gateway.catch_up().await;
        self.toolset(&changed).await
    }

    async fn try_edit(
        &self,
        author: &ChangeAuthor,
        name: &ToolsetName,
        expected: Option<u64>,
        edit: &ToolsetEdit<'_>,
    ) -> Result<ToolsetName, EditError> {
        let before = self.stored_toolset(name, expected).await?;
        let mut after = before.toolset.clone();
        edit(&mut after)?;
        if after == before.toolset {
            return Ok(after.name);
        }
        if after.name != *name {
            self.check_own(&after.name)?;
            self.check_own_toolset_gone(name).await?;
        }
        self.check_own_toolset(Some(&before.toolset), Some(&after))?;
        check_shape(&after)?;
        self.check_members(&added(&before.toolset, &after))?;
        let (old, new) = (describe(&before.toolset), describe(&after));
        let change = record(author, "toolset.edit", subject(name), Some(old), Some(new));
        let store = self.store();
        store
            .update_toolset(name, &after, before.version, &change)
            .await?;
        Ok(after.name)
    }

    /// Removes a toolset, with the opinions about tools in it. Earlier versions stay readable.
    #[boxed]
    pub async fn delete_toolset(
        &self,
        author: &ChangeAuthor,
        name: &ToolsetName,
        expected: Option<u64>,
    ) -> Result<(), EditError> {
        check_author(author)?;
        self.check_own(name)?;
        self.check_own_toolset_gone(name).await?;
        let before = self.stored_toolset(name, expected).await?;
        let old = Some(describe(&before.toolset));
        let change = record(author, "toolset.delete", subject(name), old, None);
        let store = self.store();
        store.delete_toolset(name, before.version, &change).await?;
        self.gateway.catch_up().await;
        Ok(())
    }

    /// The stored versions of a toolset, newest first.
    #[boxed]
    pub async fn toolset_versions(
        &self,
        name: &ToolsetName,
    ) -> Result<Vec<ToolsetVersion>, EditError> {
        let versions = self.store().toolset_versions(name).await?;
        if versions.is_empty() {
            return Err(unknown(name));
        }
        Ok(versions)
    }

    /// Makes the plain endpoint serve a toolset, or everything again.
    #[boxed]
    pub async fn equip(
        &self,
        author: &ChangeAuthor,
        name: Option<&ToolsetName>,
    ) -> Result<(), EditError> {
        check_author(author)?;
        if let Some(name) = name {
            self.check_toolset(name)?;
        }
        let before = self.gateway.snapshot().settings.equipped.clone();
        if let Some(before) = before.as_ref().filter(|before| name != Some(before)) {
            self.check_own_toolset_gone(before).await?;
        }
        let shown = |name: &ToolsetName| json!(name.as_str());
        let (old, new) = (before.as_ref().map(shown), name.map(shown));
        let change = record(author, "toolset.equip", "equipped toolset", old, new);
        self.store().equip(name, &change).await?;
        self.gateway.catch_up().await;
        Ok(())
    }

    /// The toolset that the plain endpoint serves.
    pub fn equipped(&self) -> Option<ToolsetName> {
        self.gateway.snapshot().settings.equipped.clone()
    }

    pub(super) fn check_toolset(&self, name: &ToolsetName) -> Result<(), EditError> {
        let snapshot = self.gateway.snapshot();
        let exists = snapshot.settings.toolsets.contains_key(name);
        exists.then_some(()).ok_or_else(|| unknown(name))
    }

    /// The tool that a reference currently means, by name and id.
    pub(super) fn find_tool(
        &self,
        tool: &candor_model::ToolRef,
    ) -> Result<(QualifiedName, Digest), EditError> {
        let catalogue = self.gateway.catalogue();
        let everything = catalogue.everything().tools().iter();
        let mut tools = everything.map(|offered| &offered.tool);
        let found = tools.find(|one| match tool.name() {
            Some(name) => one.name == *name,
            None => tool.ref_id() == Some(&one.ref_id),
        });
        match (found, tool.name()) {
            (Some(found), _) if tool.ref_id().is_some_and(|id| *id != found.ref_id) => {
                Err(EditError::Unknown(format!(
                    "`{}` no longer has the id `{}`; refer to it by name only",
                    found.name,
                    shown_id(tool)
                )))
            }
            (Some(found), _) => Ok((found.name.clone(), found.ref_id)),
            (None, Some(name)) => {
                self.check_known(&ToolPattern::exactly(name))?;
                Err(EditError::Unknown(format!(
                    "`{name}` is not offered now, though it was before"
                )))
            }
            (None, None) => Err(EditError::Unknown(format!(
                "no tool has the id `{}` now",
                shown_id(tool)
            ))),
        }
    }

    /// Whether a reference means a pinned tool, offered or not.
    fn is_pinned(&self, tool: &candor_model::ToolRef) -> bool {
        let snapshot = self.gateway.snapshot();
        let is_meant = |pin: &DefinitionPin| tool.ref_id().is_none_or(|id| pin.ref_id == *id);
        match tool.name() {
            Some(name) => snapshot.pins.get(name).is_some_and(|pin| is_meant(pin)),
            None => snapshot.pins.values().any(|pin| is_meant(pin)),
        }
    }

    /// Checks that members match something. A tool that is not offered now may be named if it is
    /// known: its source may be offline, or it is in quarantine. The toolset lists such members as
    /// missing.
    fn check_members(&self, members: &[ToolsetMember]) -> Result<(), EditError> {
        for member in members {
            match member {
                ToolsetMember::Tool(tool) if self.is_pinned(tool) => {}
                ToolsetMember::Tool(tool) => drop(self.find_tool(tool)?),
                ToolsetMember::Pattern(pattern) => self.check_known(pattern)?,
                // A hint may match later, when a suggestion is accepted or a tool appears. Excluded
                // tools may not exist yet.
                ToolsetMember::Hint { .. } | ToolsetMember::Every | ToolsetMember::Except(_) => {}
            }
        }
        Ok(())
    }

    pub(super) fn check_own(&self, name: &ToolsetName) -> Result<(), EditError> {
        let snapshot = self.gateway.snapshot();
        let mut declared = snapshot.declarations().toolsets.iter();
        match declared.find(|declared| declared.toolset.name == *name) {
            None => Ok(()),
            Some(declared) => Err(EditError::Declared {
                what: named(name),
                place: declared.place.clone(),
            }),
        }
    }

    pub(super) fn is_declared(&self, name: &ToolsetName) -> bool {
        self.check_own(name).is_err()
    }

    pub(super) async fn stored_toolset(
        &self,
        name: &ToolsetName,
        expected: Option<u64>,
    ) -> Result<StoredToolset, EditError> {
        let stored = self.store().toolset(name).await?;
        let stored = stored.ok_or_else(|| unknown(name))?;
        if expected.is_some_and(|expected| expected != stored.version) {
            return Err(EditError::Stale {
                what: named(name),
                found: stored.version,
            });
        }
        Ok(stored)
    }

    fn view(
        &self,
        toolset: &Arc<Toolset>,
        state: Option<ToolsetState>,
        tokens_of_everything: usize,
    ) -> Result<ToolsetDetails, EditError> {
        let endpoint = Endpoint {
            toolset: Some(toolset.name.clone()),
            environment: None,
        };
        let catalogue = self.gateway.catalogue();
        let offer = catalogue
            .peek(&endpoint)
            .map_err(|error| EditError::Unknown(error.to_string()))?;
        Ok(ToolsetDetails {
            toolset: Arc::clone(toolset),
            number: state.map(|state| state.number),
            version: state.map(|state| state.version),
            equipped: self.equipped().as_ref() == Some(&toolset.name),
            tokens: offer.costs().total,
            tools: offer.tools().to_vec(),
            missing: offer.missing().to_vec(),
            tokens_of_everything,
        })
    }

    fn cost_of_everything(&self) -> usize {
        self.gateway.catalogue().everything().costs().total
    }
}

/// The members that are new.
fn added(before: &Toolset, after: &Toolset) -> Vec<ToolsetMember> {
    let known: std::collections::HashSet<_> = before.members.iter().collect();
    let new = after.members.iter().filter(|one| !known.contains(one));
    new.cloned().collect()
}

pub(super) fn check_shape(toolset: &Toolset) -> Result<(), EditError> {
    if toolset.members.len() > MEMBERS_MAX {
        return Err(EditError::Invalid(format!(
            "a toolset has at most {MEMBERS_MAX} members; use a pattern such as `source.*`"
        )));
    }
    if let Some(budget) = toolset.budget.filter(|budget| !BUDGETS.contains(budget)) {
        return Err(EditError::Invalid(format!(
            "a budget of {budget} characters is out of range; it must be between {} and {}",
            BUDGETS.start(),
            BUDGETS.end()
        )));
    }
    text::check("the description", &toolset.description, DESCRIPTION_MAX)
}

pub(super) fn unknown(name: &ToolsetName) -> EditError {
    EditError::Unknown(format!(
        "there is no toolset `{name}`; `candor toolset list` shows those that exist"
    ))
}

/// A toolset as errors name it.
pub(super) fn named(name: &ToolsetName) -> String {
    format!("the toolset `{name}`")
}

pub(super) fn subject(name: &ToolsetName) -> String {
    format!("toolset {name}")
}

fn shown_id(tool: &candor_model::ToolRef) -> String {
    tool.ref_id().map(ToString::to_string).unwrap_or_default()
}

/// A toolset as it is shown in the history.
pub(super) fn describe(toolset: &Toolset) -> Value {
    json!({
        "name": toolset.name.as_str(),
        "description": toolset.description,
        "members": toolset.members.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "notes": notes_json(&toolset.notes),
    })
}
