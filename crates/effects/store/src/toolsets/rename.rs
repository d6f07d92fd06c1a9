//! Updating toolsets when a tool is renamed.
//!
//! References to exactly the old name are changed to the new one: in members, notes and confirm
//! modes. Ids are unchanged. If something already refers to the new name, both stay as they are, as
//! with opinions.

use candor_model::{
    ChangeRecord, DriftRecord, QualifiedName, ToolNotes, ToolPattern, ToolRef, Toolset,
    ToolsetMember,
};

use super::{enter, read, set_body, written};
use crate::{StoreResult, global_notes, opinions, write::WriteTransaction};

/// A tool's old and new name.
pub(crate) type ToolRename<'a> = (&'a QualifiedName, &'a QualifiedName);

/// Updates references to renamed tools, in every toolset and in the global notes.
///
/// A name that contains `*` would become a pattern when written, so renames from or to such a name
/// are ignored.
pub(crate) async fn follow(
    write: &mut WriteTransaction<'_>,
    drifts: &[DriftRecord],
    by: Option<&ChangeRecord>,
) -> StoreResult<()> {
    let renamed = drifts.iter().filter_map(|drift| {
        let old = drift.renamed_from.as_ref()?;
        let wild = old.own().contains('*') || drift.name.own().contains('*');
        (*old != drift.name && !wild).then_some((old, &drift.name))
    });
    let renamed: Vec<ToolRename<'_>> = renamed.collect();
    if renamed.is_empty() {
        return Ok(());
    }
    // Opinions have already been moved.
    let said = opinions::toolsets_at(write).await?;
    for mut stored in read::all(write).await? {
        let noticed = said.contains(stored.toolset.name.as_str());
        if in_toolset(&mut stored.toolset, &renamed) || noticed {
            put(write, &stored.toolset, by).await?;
        }
    }
    global_notes::follow(write, &renamed).await
}

/// Updates references in a toolset; returns whether there were any.
fn in_toolset(toolset: &mut Toolset, renamed: &[ToolRename<'_>]) -> bool {
    let mut changed = false;
    for one in renamed {
        let mut members: Vec<_> = toolset.members.iter_mut().collect();
        changed |= replace(&mut members, *one, is_named, point_member);
        let patterns = toolset.confirm.iter_mut().map(|(pattern, _)| pattern);
        changed |= replace(
            &mut patterns.collect::<Vec<_>>(),
            *one,
            |pattern, name| *pattern == ToolPattern::exactly(name),
            |pattern, new| *pattern = ToolPattern::exactly(new),
        );
    }
    in_notes(&mut toolset.notes, renamed) || changed
}

/// Updates references in notes; returns whether there were any.
pub(crate) fn in_notes(notes: &mut [ToolNotes], renamed: &[ToolRename<'_>]) -> bool {
    let mut changed = false;
    for one in renamed {
        let tools = notes.iter_mut().map(|notes| &mut notes.tool);
        let mut tools: Vec<_> = tools.collect();
        changed |= replace(
            &mut tools,
            *one,
            |tool, name| tool.name() == Some(name),
            point,
        );
    }
    changed
}

fn is_named(member: &ToolsetMember, name: &QualifiedName) -> bool {
    match member {
        ToolsetMember::Tool(tool) => tool.name() == Some(name),
        ToolsetMember::Pattern(pattern) | ToolsetMember::Except(pattern) => {
            pattern.as_exact().as_ref() == Some(name)
        }
        ToolsetMember::Hint { .. } | ToolsetMember::Every => false,
    }
}

fn point_member(member: &mut ToolsetMember, new: &QualifiedName) {
    match member {
        ToolsetMember::Tool(tool) => point(tool, new),
        ToolsetMember::Pattern(pattern) | ToolsetMember::Except(pattern) => {
            *pattern = ToolPattern::exactly(new);
        }
        ToolsetMember::Hint { .. } | ToolsetMember::Every => {}
    }
}

/// Replaces the old name by the new one, unless the new one is already used; returns whether the
/// old name was used.
fn replace<T>(
    parts: &mut [&mut T],
    (old, new): ToolRename<'_>,
    names: impl Fn(&T, &QualifiedName) -> bool,
    rename: impl Fn(&mut T, &QualifiedName),
) -> bool {
    if parts.iter().any(|part| names(part, new)) {
        return false;
    }
    let mut changed = false;
    for part in parts.iter_mut().filter(|part| names(part, old)) {
        changed = true;
        rename(part, new);
    }
    changed
}

/// Changes the name of a reference and keeps its id.
fn point(tool: &mut ToolRef, new: &QualifiedName) {
    if let Some(to) = ToolRef::new(Some(new.clone()), tool.ref_id().copied()) {
        *tool = to;
    }
}

/// Overwrites a toolset. A longer name may bring it above the size limit; the next editor will see
/// that, and the rename is not rejected for it.
async fn put(
    write: &mut WriteTransaction<'_>,
    toolset: &Toolset,
    by: Option<&ChangeRecord>,
) -> StoreResult<()> {
    let body = written(toolset)?;
    set_body(write, &toolset.name, &body).await?;
    enter(write, &toolset.name, &body, by).await
}
