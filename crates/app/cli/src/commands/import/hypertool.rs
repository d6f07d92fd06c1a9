//! `candor import hypertool`: imports toolsets and notes of another gateway.

use candor_gateway::edit::{Editor, ToolsetImport};
use candor_hypertool::HypertoolImport;
use candor_model::{Diagnostic, ToolsetName};

use crate::args::HypertoolImportArgs;
use crate::commands::toolset::{member, notes, refused, summary};
use crate::prelude::*;

/// The planned import.
struct ImportPlan {
    import: HypertoolImport,
    /// The existing toolsets that are replaced.
    replaced: Vec<ToolsetName>,
    /// Whether nothing is changed.
    pretended: bool,
}

/// Imports all toolsets, or none.
pub(in crate::commands) async fn run(
    args: &HypertoolImportArgs,
    context: &CommandContext,
) -> CommandResult {
    let author = args.reason.author(&context.actor)?;
    let import = candor_hypertool::read(&args.path)?;
    let mut workspace = CommandWorkspace::open(context)?;
    workspace.let_all_sleep();
    with_gateway(&workspace, async |gateway| {
        let editor = gateway.editor();
        let replaced = existing(&editor, &import, args).await?;
        if !args.dry_run {
            let baggage = ToolsetImport {
                toolsets: &import.toolsets,
                replace: args.replace,
                ..ToolsetImport::default()
            };
            editor.import_toolsets(&author, &baggage).await?;
        }
        let exit = failure::exit(&import.left_out);
        let plan = ImportPlan {
            import,
            replaced,
            pretended: args.dry_run,
        };
        plan.print(&context.output)?;
        Ok(exit)
    })
    .await
}

/// The imported toolsets that already exist. It is an error if they cannot or must not be replaced.
async fn existing(
    editor: &Editor<'_>,
    import: &HypertoolImport,
    args: &HypertoolImportArgs,
) -> CommandResult<Vec<ToolsetName>> {
    let known = editor.toolsets().await?;
    let (mut found, mut in_the_way) = (Vec::new(), Vec::new());
    for toolset in &import.toolsets {
        let name = &toolset.name;
        let Some(view) = known.iter().find(|view| view.toolset.name == *name) else {
            continue;
        };
        if view.version.is_none() {
            let message = format!("the configuration file declares a toolset `{name}`");
            let hint = format!("rename or remove `[toolsets.{name}]` there");
            in_the_way.push(Diagnostic::error("toolset::declared", message).with_hint(hint));
        } else if args.replace {
            found.push(name.clone());
        } else {
            let message = format!("there is already a toolset `{name}`");
            in_the_way.push(Diagnostic::error("toolset::exists", message));
        }
    }
    if in_the_way.is_empty() {
        return Ok(found);
    }
    let what = format!("`{}`", args.path.display());
    let mut failure = refused(&what);
    if !args.replace {
        failure = failure.hint(
            "`--replace` replaces toolsets that already exist; `candor toolset rename` and \
             `candor toolset delete` make room",
        );
    }
    Err(failure.because(in_the_way).because_too(&import.left_out))
}

// === impl ImportPlan ===

impl ImportPlan {
    fn print(&self, output: &CommandOutput) -> CommandResult<()> {
        let import = &self.import;
        if output.is_json() {
            return output.json(&self.json());
        }
        for toolset in &import.toolsets {
            let word = match (self.pretended, self.replaced.contains(&toolset.name)) {
                (false, false) => "imported",
                (false, true) => "replaced",
                (true, false) => "would be imported",
                (true, true) => "would be replaced",
            };
            output.line(&format!("{word}: {}", summary(toolset)))?;
        }
        if import.toolsets.is_empty() {
            output.say("no toolsets to import");
        }
        failure::print_diagnostics(output, &import.left_out);
        // The files that list the servers are among these, and whether they are there.
        failure::print_diagnostics(output, &import.notices);
        if let Some(name) = &import.equipped {
            output.say(&format!(
                "hypertool would serve `{name}`; `candor toolset equip {name}` serves it at `/mcp`"
            ));
        }
        Ok(())
    }

    fn json(&self) -> Value {
        let import = &self.import;
        let toolsets = import.toolsets.iter().map(|toolset| {
            json!({
                "name": toolset.name.to_string(),
                "description": toolset.description,
                "members": toolset.members.iter().map(member).collect::<Vec<_>>(),
                "notes": toolset.notes.iter().map(notes).collect::<Vec<_>>(),
                "replaces": self.replaced.contains(&toolset.name),
            })
        });
        let files = import.server_files.iter();
        json!({
            "dry_run": self.pretended,
            "toolsets": toolsets.collect::<Vec<_>>(),
            "equipped": import.equipped.as_ref().map(ToString::to_string),
            "server_files": files.map(|file| file.display().to_string()).collect::<Vec<_>>(),
            "left_out": failure::json_all(&import.left_out),
            "notices": failure::json_all(&import.notices),
        })
    }
}
