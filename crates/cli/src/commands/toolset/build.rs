//! `candor toolset build`.

use std::collections::HashSet;

use candor_model::Toolset;

use super::{pin, view};
use crate::args::ToolsetBuild;
use crate::author::author;
use crate::exit::Exit;
use crate::output::Output;
use crate::problems::Failure;
use crate::text::counted;
use crate::workspace::Workspace;
use crate::{oneshot, status};

/// Makes a toolset, and equips it if that is wanted.
pub(super) async fn run(
    args: &ToolsetBuild,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let author = author(args.why.as_deref())?;
    oneshot::with_gateway(workspace, output, async |gateway| {
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
        let desk = gateway.desk();
        let made = desk.create_toolset(&author, &toolset).await;
        let mut made = made.map_err(|error| status::unknown(error, &gateway))?;
        if args.equip {
            desk.equip(&author, Some(&args.name)).await?;
            made = desk.toolset(&args.name).await?;
        }
        let tools = counted(made.tools.len(), "tool");
        let endpoint = view::endpoint(&args.name);
        let also = if args.equip { " and at /mcp" } else { "" };
        let sentence = format!(
            "built: {} with {tools}, served at {endpoint}{also}",
            args.name
        );
        super::done(&made, &sentence, output)?;
        super::tell_missing(&made, &args.members, output);
        Ok(Exit::Fine)
    })
    .await
}
