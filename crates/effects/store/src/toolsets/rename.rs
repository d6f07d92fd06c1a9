//! Following a tool to its new name.
//!
//! What refers to exactly the old name refers to the new one from then on: members, notes, and
//! when a person is asked. An id stays what it was. Where something refers to the new name
//! already, both stay as they are, as with what is said about tools.

use candor_model::{
    ChangeRecord, DriftRecord, QualifiedName, ToolNotes, ToolPattern, ToolRef, Toolset,
    ToolsetMember,
};

use super::{enter, read, set_body, written};
use crate::{StoreResult, global_notes, opinions, write::WriteTransaction};

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

/// The same for notes.
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

/// Puts the new name in place of the old one, unless something has the new name already; says
/// whether anything had the old one.
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
) -> StoreResult<()> {
    let body = written(toolset)?;
    set_body(write, &toolset.name, &body).await?;
    enter(write, &toolset.name, &body, by).await
}
