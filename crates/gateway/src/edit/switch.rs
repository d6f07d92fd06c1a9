//! Turns a tool on or off at an endpoint, by editing the toolset that is served there.
//!
//! The plain endpoint serves the equipped toolset. While none is equipped it serves every tool, and
//! turning off the first tool creates a toolset of all the others and equips it.

use candor_boxed::boxed;
use candor_model::{
    ChangeAuthor, QualifiedName, ToolPattern, ToolRef, Toolset, ToolsetMember, ToolsetName,
};

use super::{EditError, Editor};

/// The toolset that is created with every tool except those that are turned off.
const EVERY_OTHER: &str = "enabled-tools";

/// The description of that toolset.
const DESCRIPTION: &str = "Every tool except those that were turned off";

/// Whether a tool is served at an endpoint, and what decides that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolSwitch {
    /// Whether the tool is served.
    pub on: bool,
    /// The toolset that decides; `None` if every tool is served.
    pub toolset: Option<ToolsetName>,
    /// The place where the file declares that toolset, which then cannot be changed here.
    pub declared: Option<String>,
}

impl Editor<'_> {
    /// Whether a tool is turned on at the endpoint of a toolset, or at the plain one. `None` if it
    /// is not served at all now, or the toolset does not exist.
    pub fn tool_switch(
        &self,
        toolset: Option<&ToolsetName>,
        tool: &QualifiedName,
    ) -> Option<ToolSwitch> {
        let catalogue = self.gateway.catalogue();
        let known = catalogue.named(tool)?;
        catalogue.everything().tool(known.exposed.as_str())?;
        let toolset = toolset.cloned().or_else(|| self.equipped());
        let on = match &toolset {
            None => true,
            Some(name) => {
                self.check_toolset(name).ok()?;
                self.toolsets_with(known).contains(name)
            }
        };
        Some(ToolSwitch {
            on,
            declared: toolset.as_ref().and_then(|name| self.toolset_place(name)),
            toolset,
        })
    }

    /// Turns a tool on or off at the endpoint of a toolset, or at the plain one.
    #[boxed]
    pub async fn switch_tool(
        &self,
        author: &ChangeAuthor,
        toolset: Option<&ToolsetName>,
        tool: &QualifiedName,
        on: bool,
    ) -> Result<(), EditError> {
        if ToolPattern::exactly(tool).is_wild() {
            return Err(EditError::Invalid(format!(
                "the name of `{tool}` holds `*`, so it cannot be turned on or off alone"
            )));
        }
        let catalogue = self.gateway.catalogue();
        let known = catalogue
            .named(tool)
            .ok_or_else(|| EditError::Unknown(format!("there is no tool `{tool}` now")))?;
        let relied =
            |name: &ToolsetName, members: &[ToolsetMember]| self.has_tool(name, members, known);
        match toolset.cloned().or_else(|| self.equipped()) {
            Some(name) => {
                let edit = |toolset: &mut Toolset| {
                    let selects = |members: &[ToolsetMember]| relied(&name, members);
                    switch(&mut toolset.members, tool, on, selects)
                };
                self.edit_toolset(author, &name, None, &edit)
                    .await
                    .map(drop)
            }
            None if on => Ok(()),
            None => self.leave_out(author, tool).await,
        }
    }

    /// Makes the plain endpoint serve every tool but this one.
    async fn leave_out(
        &self,
        author: &ChangeAuthor,
        tool: &QualifiedName,
    ) -> Result<(), EditError> {
        let name = ToolsetName::parse(EVERY_OTHER)
            .map_err(|error| EditError::Invalid(error.to_string()))?;
        let members = vec![
            ToolsetMember::Every,
            ToolsetMember::Except(ToolPattern::exactly(tool)),
        ];
        if self.check_toolset(&name).is_ok() {
            // It was unequipped, so the tools it left out are served again, and stay so.
            let edit = |toolset: &mut Toolset| {
                toolset.members.clone_from(&members);
                Ok(())
            };
            self.edit_toolset(author, &name, None, &edit).await?;
        } else {
            let toolset = Toolset {
                description: DESCRIPTION.to_owned(),
                members,
                ..Toolset::new(name.clone())
            };
            self.create_toolset(author, &toolset).await?;
        }
        self.equip(author, Some(&name)).await
    }
}

/// Turns a tool on or off among the members of a toolset. `selects` says whether members select it.
fn switch(
    members: &mut Vec<ToolsetMember>,
    tool: &QualifiedName,
    on: bool,
    selects: impl Fn(&[ToolsetMember]) -> bool,
) -> Result<(), EditError> {
    let exactly = ToolPattern::exactly(tool);
    if on {
        members.retain(|member| *member != ToolsetMember::Except(exactly.clone()));
        if let Some(wider) = members.iter().find(|member| leaves_out(member, tool)) {
            return Err(EditError::Invalid(format!(
                "the member `{wider}` of the toolset leaves `{tool}` out; edit the toolset to \
                 change that"
            )));
        }
        if !selects(members) {
            members.push(ToolsetMember::Tool(ToolRef::named(tool.clone())));
        }
        return Ok(());
    }
    members.retain(|member| !names(member, tool));
    if selects(members) {
        members.push(ToolsetMember::Except(exactly));
    }
    Ok(())
}

/// Whether a member names exactly this tool.
fn names(member: &ToolsetMember, tool: &QualifiedName) -> bool {
    matches!(member, ToolsetMember::Tool(one) if one.name() == Some(tool))
}

fn leaves_out(member: &ToolsetMember, tool: &QualifiedName) -> bool {
    matches!(member, ToolsetMember::Except(pattern) if pattern.matches(tool))
}

#[cfg(test)]
mod tests {
    use candor_model::Digest;

    use super::*;

    /// The members after a tool was turned on or off.
    fn after(texts: &[&str], on: bool) -> Result<Vec<String>, String> {
        let tool = QualifiedName::parse("shop.delete").expect("a name");
        let members: Result<Vec<_>, _> = texts
            .iter()
            .map(|text| ToolsetMember::parse(text))
            .collect();
        let mut members = members.expect("members");
        let selects = |members: &[ToolsetMember]| {
            candor_resolve::toolset_includes(members, &tool, &Digest::of("x"), |_| Some(true))
        };
        switch(&mut members, &tool, on, selects).map_err(|error| error.to_string())?;
        assert_eq!(selects(&members), on, "{texts:?}");
        Ok(members.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_tool_is_turned_off_by_the_smallest_edit() {
        for (texts, expect) in [
            (&["shop.delete", "shop.list"][..], &["shop.list"][..]),
            (&["shop.*"], &["shop.*", "!shop.delete"]),
            (&["shop.delete", "*"], &["*", "!shop.delete"]),
            (&["read_only=true"], &["read_only=true", "!shop.delete"]),
            (&["shop.list"], &["shop.list"]),
            (&["*", "!shop.delete"], &["*", "!shop.delete"]),
        ] {
            assert_eq!(after(texts, false).expect("an edit"), expect, "{texts:?}");
        }
    }

    #[test]
    fn a_tool_is_turned_on_again() {
        for (texts, expect) in [
            (&["*", "!shop.delete"][..], &["*"][..]),
            (&["shop.list"], &["shop.list", "shop.delete"]),
            (&["shop.delete", "!shop.delete"], &["shop.delete"]),
            (&["shop.*"], &["shop.*"]),
        ] {
            assert_eq!(after(texts, true).expect("an edit"), expect, "{texts:?}");
        }
        let refused = after(&["*", "!shop.del*"], true).expect_err("a wider member");
        assert!(refused.contains("`!shop.del*`"), "{refused}");
    }
}
