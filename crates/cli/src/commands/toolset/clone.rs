//! `candor toolset clone`.

use candor_gateway::desk::Wanted;
use candor_gateway::{Desk, DeskError};
use candor_model::{Author, OpinionKey, Scope, Toolset, ToolsetName};

use super::{import, view};
use crate::author::author;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::workspace::Workspace;

/// Copies a toolset. Members that name nothing now are copied, too.
pub(super) async fn run(
    name: &ToolsetName,
    new: &ToolsetName,
    why: Option<&str>,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let mut author = author(why)?;
    let reason = || format!("a copy of `{name}`");
    author.why = author.why.or_else(|| Some(reason()));
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.desk();
        copy(&desk, &author, name, new).await?;
        let made = desk.toolset(new).await?;
        let endpoint = view::endpoint(new);
        let sentence = format!("copied: {name} to {new}, served at {endpoint}");
        super::done(&made, &sentence, output)?;
        Ok(Exit::Fine)
    })
    .await
}

async fn copy(
    desk: &Desk<'_>,
    author: &Author,
    name: &ToolsetName,
    new: &ToolsetName,
) -> Result<(), DeskError> {
    let view = desk.toolset(name).await?;
    let copy = Toolset {
        name: new.clone(),
        ..Toolset::clone(&view.toolset)
    };
    let here = Scope::Toolset(name.clone());
    let said = desk.opinions().await?.into_iter();
    let said: Vec<Wanted> = said
        .filter(|entry| entry.key.scope == here && !entry.opinion.is_empty())
        .map(|entry| {
            let key = OpinionKey {
                scope: Scope::Toolset(new.clone()),
                about: entry.key.about,
            };
            (key, entry.opinion)
        })
        .collect();
    import::take(desk, author, &[copy], &said).await
}
