//! Pinning tools to their current definition.

use candor_gateway::Gateway;
use candor_model::{ToolRef, ToolsetMember};

/// The members, each named tool with its current id. A missing tool stays as it is:
/// the editor reports it.
pub(super) fn pinned(gateway: &Gateway, members: &[ToolsetMember]) -> Vec<ToolsetMember> {
    let catalogue = gateway.catalogue();
    let pin = |member: &ToolsetMember| {
        let ToolsetMember::Tool(tool) = member else {
            return None;
        };
        let known = catalogue.named(tool.name()?)?;
        ToolRef::new(Some(known.name.clone()), Some(known.ref_id)).map(ToolsetMember::Tool)
    };
    let members = members.iter();
    members
        .map(|member| pin(member).unwrap_or_else(|| member.clone()))
        .collect()
}
