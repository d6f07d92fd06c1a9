//! Starting sources only where that is needed.

use candor_model::{Member, QualifiedName, SourceName};
use candor_server::Waking;

use crate::problems::Failure;
use crate::seen::Seen;
use crate::workspace::Workspace;

/// Starts the sources if one is named that was never seen; otherwise they are as they were when
/// they were last seen.
pub(crate) async fn for_members(
    workspace: &mut Workspace,
    members: &[Member],
) -> Result<(), Failure> {
    let mut named: Vec<&SourceName> = members.iter().filter_map(source).collect();
    named.retain(|name| workspace.starts(name));
    if named.is_empty() {
        return Ok(());
    }
    let seen = Seen::read(&workspace.settings).await?;
    if named.iter().any(|name| !seen.has(name)) {
        workspace.waking = Waking::Everybody;
    }
    Ok(())
}

/// The source that a member names; none where it is an id or a hint, which may fit any tool.
fn source(member: &Member) -> Option<&SourceName> {
    match member {
        Member::Tool(tool) => tool.name().map(QualifiedName::source),
        Member::Pattern(pattern) => Some(pattern.source()),
        Member::Hint { source, .. } => source.as_ref(),
    }
}
