//! Holding tools to what they are now.

use candor_gateway::Gateway;
use candor_model::{Member, ToolRef};

/// The members, each named tool with the id it has now. One that is not there stays as it is:
/// the desk knows better what to say about it.
pub(super) fn pinned(gateway: &Gateway, members: &[Member]) -> Vec<Member> {
    let catalogue = gateway.catalogue();
    let pin = |member: &Member| {
        let Member::Tool(tool) = member else {
            return None;
        };
        let known = catalogue.named(tool.name()?)?;
        ToolRef::new(Some(known.name.clone()), Some(known.ref_id)).map(Member::Tool)
    };
    let members = members.iter();
    members
        .map(|member| pin(member).unwrap_or_else(|| member.clone()))
        .collect()
}
