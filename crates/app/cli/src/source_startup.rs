//! Starting sources only if necessary.

use candor_model::{QualifiedName, SourceName, ToolPattern, ToolsetMember};
use candor_server::SourceStartup;

use crate::known_tools::KnownTools;
use crate::prelude::{CommandResult, CommandWorkspace};

/// Starts the sources if a named one was never seen; otherwise uses cached listings.
pub(crate) async fn start_for_members(
    workspace: &mut CommandWorkspace,
    members: &[ToolsetMember],
) -> CommandResult<()> {
    let mut named: Vec<&SourceName> = members.iter().filter_map(source).collect();
    named.retain(|name| workspace.starts(name));
    if named.is_empty() {
        return Ok(());
    }
    let seen = KnownTools::read(&workspace.settings).await?;
    if named.iter().any(|name| !seen.has(name)) {
        workspace.waking = SourceStartup::AllSources;
    }
    Ok(())
}

/// The source that a member names; none where it is an id or a hint, which may fit any tool.
fn source(member: &ToolsetMember) -> Option<&SourceName> {
    match member {
        ToolsetMember::Tool(tool) => tool.name().map(QualifiedName::source),
        ToolsetMember::Pattern(pattern) | ToolsetMember::Except(pattern) => Some(pattern.source()),
        ToolsetMember::Hint { source, .. } => source.as_ref(),
        ToolsetMember::Every => None,
    }
}

/// Starts only the source of these tools, if it is configured and none of them was ever seen;
/// otherwise uses its cached listing.
pub(crate) async fn start_for_pattern(
    workspace: &mut CommandWorkspace,
    about: &ToolPattern,
) -> CommandResult<()> {
    let source = about.source();
    if workspace.starts(source) && !KnownTools::read(&workspace.settings).await?.fits(about) {
        workspace.start_only(source);
    } else {
        workspace.let_sleep(source);
    }
    Ok(())
}
