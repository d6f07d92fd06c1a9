//! Why a tool is in a toolset.

use candor_gateway::Offered;
use candor_model::Member;

/// The first member that puts a tool, as the toolset shows it, into the toolset.
pub(crate) fn of<'a>(members: &'a [Member], offered: &Offered) -> Option<&'a Member> {
    members.iter().find(|member| puts(member, offered))
}

/// The first member that does so without naming the tool.
pub(crate) fn rule<'a>(members: &'a [Member], offered: &Offered) -> Option<&'a Member> {
    let mut rules = members.iter();
    rules.find(|member| !matches!(member, Member::Tool(_)) && puts(member, offered))
}

fn puts(member: &Member, offered: &Offered) -> bool {
    let tool = &offered.tool;
    match member {
        Member::Tool(wanted) => {
            let name = wanted.name().is_none_or(|name| *name == tool.name);
            name && wanted.ref_id().is_none_or(|id| *id == tool.ref_id)
        }
        Member::Pattern(pattern) => pattern.matches(&tool.name),
        Member::Hint {
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
    }
}
