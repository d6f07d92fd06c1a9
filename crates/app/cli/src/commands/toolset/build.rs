//! `candor toolset build`.

use std::collections::HashSet;

use candor_model::Toolset;

use super::{pin, view};
use crate::args::ToolsetBuildArgs;
use crate::author::author;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace, with_gateway};
use crate::status;
use crate::text::counted;

/// Creates a toolset, and equips it on request.
pub(super) async fn run(
    args: &ToolsetBuildArgs,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    let author = author(args.why.as_deref())?;
    with_gateway(workspace, output, async |gateway| {
        let members = if args.pin {
            pin::pinned(&gateway, &args.members)
        } else {
            args.members.clone()
        };
        let mut seen = HashSet::new();
        let members = members.into_iter();
        let toolset = Toolset {
            description: args.description.clone(),
            members: members.filter(|one| seen.insert(one.clone())).collect(),
            profile: args.profile,
            provenance: args.provenance,
            budget: args.budget,
            ..Toolset::new(args.name.clone())
        };
        let editor = gateway.editor();
        let made = editor.create_toolset(&author, &toolset).await;
        let mut made = made.map_err(|error| status::unknown_tool(error, &gateway))?;
        if args.equip {
            editor.equip(&author, Some(&args.name)).await?;
            made = editor.toolset(&args.name).await?;
        }
        let tools = counted(made.tools.len(), "tool");
        let endpoint = view::endpoint(&args.name);
        let also = if args.equip { " and at /mcp" } else { "" };
        let sentence = format!(
            "built: {} with {tools}, served at {endpoint}{also}",
            args.name
        );
        super::done(&made, &sentence, output)?;
        super::warn_about_missing(&made, &args.members, output);
        Ok(())
    })
    .await
}
