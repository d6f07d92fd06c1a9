//! Prevents editors who also make calls, but may not approve them, from letting their own calls
//! through by an edit.
//!
//! Every editor may make guards stricter. An approver, or an editor who makes no calls, is not
//! limited: the first may approve the calls anyway, and the second guards the calls of others.

use candor_model::{
    CallerIdentity, DriftRecord, Opinion, OpinionKey, OpinionScope, PreferenceEdits, Role, Toolset,
    ToolsetName,
};
use candor_policy::{opinion_loosens, preferences_loosen, toolset_loosens};

use super::{EditError, Editor};

/// Whether an identity must not loosen call guards, because it makes calls itself.
pub(super) fn is_guarded(identity: &CallerIdentity) -> bool {
    let decides = identity.may(Role::Approver) || identity.may(Role::Admin);
    identity.may(Role::Caller) && !decides
}

impl Editor<'_> {
    /// Refuses an opinion that requires less approval than the current one.
    pub(super) fn check_own_opinion(
        &self,
        key: &OpinionKey,
        before: &Opinion,
        after: &Opinion,
    ) -> Result<(), EditError> {
        if !self.guarded {
            return Ok(());
        }
        match opinion_loosens(before, after) {
            Some(field) => Err(EditError::OwnGuard(format!("`{field}` of `{key}`"))),
            None => Ok(()),
        }
    }

    /// Refuses preferences that require less approval.
    pub(super) fn check_own_preferences(
        &self,
        before: &PreferenceEdits,
        after: &PreferenceEdits,
    ) -> Result<(), EditError> {
        if !self.guarded {
            return Ok(());
        }
        match preferences_loosen(before, after) {
            Some(name) => Err(EditError::OwnGuard(format!("`{name}`"))),
            None => Ok(()),
        }
    }

    /// Refuses a toolset that requires less approval than the one it replaces.
    pub(super) fn check_own_toolset(
        &self,
        before: Option<&Toolset>,
        after: Option<&Toolset>,
    ) -> Result<(), EditError> {
        let name = after.or(before).map(|toolset| &toolset.name);
        match name.filter(|_| self.guarded && toolset_loosens(before, after)) {
            Some(name) => Err(EditError::OwnGuard(format!(
                "`confirm` of the toolset `{name}`"
            ))),
            None => Ok(()),
        }
    }

    /// Refuses to remove a toolset, or to stop serving it, if something in it requires more
    /// approval than elsewhere.
    pub(super) async fn check_own_toolset_gone(&self, name: &ToolsetName) -> Result<(), EditError> {
        if !self.guarded {
            return Ok(());
        }
        let snapshot = self.gateway.snapshot();
        let toolset = snapshot.settings.toolsets.get(name);
        self.check_own_toolset(toolset.map(|toolset| &**toolset), None)?;
        let scope = OpinionScope::Toolset(name.clone());
        for entry in self.opinions().await? {
            if entry.key.scope == scope {
                self.check_own_opinion(&entry.key, &entry.opinion, &Opinion::default())?;
            }
        }
        let stated = self.preference(Some(name)).await?;
        self.check_own_preferences(&stated.stated, &PreferenceEdits::default())?;
        self.check_own_preferences(&stated.declared, &PreferenceEdits::default())
    }

    /// Refuses to release a tool that is held because it changed, or to accept a definition that
    /// declares less danger than before.
    pub(super) fn check_own_drifts(&self, accepted: &[DriftRecord]) -> Result<(), EditError> {
        let mut held = accepted.iter();
        let held = held.find(|drift| drift.quarantined || drift.loosens);
        match held.filter(|_| self.guarded) {
            Some(drift) => Err(EditError::OwnGuard(format!(
                "the changed definition of `{}`",
                drift.name
            ))),
            None => Ok(()),
        }
    }
}
