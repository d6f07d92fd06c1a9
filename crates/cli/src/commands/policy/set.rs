//! `candor policy set`.

use std::collections::HashSet;

use candor_config::Flags;

use super::preferences;
use crate::args::PolicySet;
use crate::author::author;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::workspace::{self, Workspace};

/// States preferences in one place; what is not named stays as it is.
pub(super) async fn run(args: &PolicySet, flags: &Flags, output: &Output) -> Result<Exit, Failure> {
    let author = author(args.why.as_deref())?;
    let mut named = HashSet::new();
    for preference in &args.preferences {
        if !named.insert(preference.key) {
            let sentence = format!("two things are said about `{}`", preference.key);
            return Err(Failure::new(sentence).hint("leave one of them out"));
        }
    }
    let loaded = workspace::load(flags)?;
    let origins = loaded.origins.clone();
    let mut workspace = Workspace::of(loaded)?;
    workspace.tell(output);
    workspace.start_nothing();
    oneshot::with_gateway(&workspace, output, async |gateway| {
        let desk = gateway.desk();
        let toolset = args.toolset.as_ref();
        let before = desk.preference(toolset).await?;
        let mut edits = before.stated;
        for preference in &args.preferences {
            preference.apply(&mut edits);
        }
        let view = desk
            .prefer(toolset, &edits, Some(before.version), &author)
            .await?;
        if output.is_json() {
            output.json(&preferences::json(&view, &origins))?;
        } else {
            let all = preferences::all(&view, &origins);
            output.table(preferences::table(&all))?;
        }
        Ok(Exit::Fine)
    })
    .await
}
