//! Following a tool to its new name.
//!
//! What refers to exactly the old name refers to the new one from then on: members, notes, and
//! when a person is asked. An id stays what it was. Where something refers to the new name
//! already, both stay as they are, as with what is said about tools.

use candor_model::{
    ChangeRecord, DriftRecord, QualifiedName, ToolNotes, ToolPattern, ToolRef, Toolset,
    ToolsetMember,
};

use super::{body, called, enter, read};
use crate::{StoreError, global_notes, opinions, write::WriteTransaction};

/// A tool's old and new name.
pub(crate) type ToolRename<'a> = (&'a QualifiedName, &'a QualifiedName);

/// Follows the tools that were renamed, in every toolset and in the notes for all of them.
///
/// A name that holds `*` would be read as a pattern as soon as a person writes it down, so nothing
/// follows a tool to or from such a name.
pub(crate) async fn follow(
    write: &mut WriteTransaction<'_>,
    drifts: &[DriftRecord],
    by: Option<&ChangeRecord>,
) -> Result<(), StoreError> {
    let renamed = drifts.iter().filter_map(|drift| {
        let old = drift.renamed_from.as_ref()?;
        let wild = old.own().contains('*') || drift.name.own().contains('*');
        (*old != drift.name && !wild).then_some((old, &drift.name))
    });
    let renamed: Vec<ToolRename<'_>> = renamed.collect();
    if renamed.is_empty() {
        return Ok(());
    }
    // What is said about tools has followed them already.
    let said = opinions::toolsets_at(write).await?;
    for mut stored in read::all(write).await? {
        let noticed = said.contains(stored.toolset.name.as_str());
        if in_toolset(&mut stored.toolset, &renamed) || noticed {
            put(write, &stored.toolset, by).await?;
        }
    }
    global_notes::follow(write, &renamed).await
}

/// Changes what refers to the tools; says whether anything did.
fn in_toolset(toolset: &mut Toolset, renamed: &[ToolRename<'_>]) -> bool {
    let mut changed = false;
    for one in renamed {
        changed |= in_members(&mut toolset.members, *one);
        let patterns = toolset.confirm.iter_mut().map(|(pattern, _)| pattern);
        changed |= in_patterns(&mut patterns.collect::<Vec<_>>(), *one);
    }
    in_notes(&mut toolset.notes, renamed) || changed
}

/// The same for notes.
pub(crate) fn in_notes(notes: &mut [ToolNotes], renamed: &[ToolRename<'_>]) -> bool {
    let mut changed = false;
    for one in renamed {
        let tools = notes.iter_mut().map(|notes| &mut notes.tool);
        changed |= in_refs(&mut tools.collect::<Vec<_>>(), *one);
    }
    changed
}

fn in_members(members: &mut [ToolsetMember], (old, new): ToolRename<'_>) -> bool {
    let names = |member: &ToolsetMember, name: &QualifiedName| match member {
        ToolsetMember::Tool(tool) => tool.name() == Some(name),
        ToolsetMember::Pattern(pattern) => pattern.as_exact().as_ref() == Some(name),
        ToolsetMember::Hint { .. } => false,
    };
    if members.iter().any(|member| names(member, new)) {
        return false;
    }
    let mut changed = false;
    for member in members.iter_mut().filter(|member| names(member, old)) {
        changed = true;
        match member {
            ToolsetMember::Tool(tool) => point(tool, new),
            ToolsetMember::Pattern(pattern) => *pattern = ToolPattern::exactly(new),
            ToolsetMember::Hint { .. } => {}
        }
    }
    changed
}

fn in_patterns(patterns: &mut [&mut ToolPattern], (old, new): ToolRename<'_>) -> bool {
    let [old, new] = [old, new].map(ToolPattern::exactly);
    if patterns.iter().any(|pattern| **pattern == new) {
        return false;
    }
    let mut changed = false;
    for pattern in patterns.iter_mut().filter(|pattern| ***pattern == old) {
        changed = true;
        **pattern = new.clone();
    }
    changed
}

fn in_refs(tools: &mut [&mut ToolRef], (old, new): ToolRename<'_>) -> bool {
    if tools.iter().any(|tool| tool.name() == Some(new)) {
        return false;
    }
    let mut changed = false;
    for tool in tools.iter_mut().filter(|tool| tool.name() == Some(old)) {
        changed = true;
        point(tool, new);
    }
    changed
}

/// Makes a reference one to another name, with the id it had.
fn point(tool: &mut ToolRef, new: &QualifiedName) {
    if let Some(to) = ToolRef::new(Some(new.clone()), tool.ref_id().copied()) {
        *tool = to;
    }
}

/// Writes a toolset in place of what it was. A longer name may bring it above the limit: that is
/// for its next editor to see, and no reason to refuse what a source did.
async fn put(
    write: &mut WriteTransaction<'_>,
    toolset: &Toolset,
    by: Option<&ChangeRecord>,
) -> Result<(), StoreError> {
    let body = body::write(toolset).map_err(|cause| StoreError::NotJson {
        what: called(&toolset.name),
        cause: cause.into(),
    })?;
    let values = [toolset.name.as_str().into(), body.as_str().into()];
    let statement = "UPDATE toolsets SET body = $2 WHERE name = $1";
    write.execute(statement, &values).await?;
    enter(write, &toolset.name, &body, by).await
}
