//! `candor toolset build`.

use std::collections::HashSet;

use candor_model::Toolset;

use super::view;
use crate::args::ToolsetBuildArgs;
use crate::prelude::*;

/// Creates a toolset, and equips it on request.
pub(super) async fn run(args: &ToolsetBuildArgs, workspace: &CommandWorkspace) -> CommandResult {
    let author = args.reason.author(&workspace.actor)?;
    with_gateway(workspace, async |gateway| {
        let mut seen = HashSet::new();
        let members = super::pinned_members(&gateway, &args.members, args.pin).into_iter();
        let toolset = Toolset {
            description: args.description.clone(),
            members: members.filter(|one| seen.insert(one.clone())).collect(),
            profile: args.profile,
            provenance: args.provenance,
            budget: args.budget,
            prompts_and_resources: args.prompts_and_resources.unwrap_or(true),
            ..Toolset::new(args.name.clone())
        };
        let editor = gateway.editor();
        let made = editor.create_toolset(&author, &toolset).await;
        let mut made = made.map_err(|error| status::unknown_tool(error, &gateway))?;
        if args.equip {
            editor.equip(&author, Some(&args.name)).await?;
            made = editor.toolset(&args.name).await?;
        }
        let (name, tools) = (&args.name, counted(made.tools.len(), "tool"));
        let endpoint = view::endpoint(name);
        let also = if args.equip { " and at /mcp" } else { "" };
        let sentence = format!("built: {name} with {tools}, served at {endpoint}{also}");
        super::done(&made, &sentence, &workspace.output)?;
        super::warn_about_missing(&made, &args.members, &workspace.output);
        Ok(())
    })
    .await
}
