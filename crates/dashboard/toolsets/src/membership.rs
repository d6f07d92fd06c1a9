//! Which member selects a tool of a toolset.

use candor_gateway::OfferedTool;
use candor_model::ToolsetMember;

/// The first member that selects a tool.
pub(crate) fn of<'a>(
    members: &'a [ToolsetMember],
    offered: &OfferedTool,
) -> Option<&'a ToolsetMember> {
    let mut selecting = members.iter().filter(|_| !is_left_out(members, offered));
    selecting.find(|member| selects(member, offered))
}

/// The first pattern or hint that selects a tool.
pub(crate) fn rule<'a>(
    members: &'a [ToolsetMember],
    offered: &OfferedTool,
) -> Option<&'a ToolsetMember> {
    let mut rules = members.iter().filter(|_| !is_left_out(members, offered));
    rules.find(|member| !matches!(member, ToolsetMember::Tool(_)) && selects(member, offered))
}

fn is_left_out(members: &[ToolsetMember], offered: &OfferedTool) -> bool {
    candor_resolve::is_left_out(members, &offered.tool.name)
}

fn selects(member: &ToolsetMember, offered: &OfferedTool) -> bool {
    let tool = &offered.tool;
    match member {
        ToolsetMember::Tool(wanted) => {
            let name = wanted.name().is_none_or(|name| *name == tool.name);
            name && wanted.ref_id().is_none_or(|id| *id == tool.ref_id)
        }
        ToolsetMember::Pattern(pattern) => pattern.matches(&tool.name),
        ToolsetMember::Hint {
            source,
            hint,
            value,
        } => {
            let relied = offered.effective.relied.hint(*hint);
            source
                .as_ref()
                .is_none_or(|source| source == tool.name.source())
                && relied.map(|fact| fact.value) == Some(*value)
        }
        ToolsetMember::Every => true,
        ToolsetMember::Except(_) => false,
    }
}
