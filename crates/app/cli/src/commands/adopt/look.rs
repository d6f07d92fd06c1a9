//! `candor adopt --look`: what the servers can do, according to their tools.

use std::path::Path;

use candor_adopt::{ScannedMachine, UserFolders};
use candor_config::{ConfigFile, SettingFlags};
use candor_gateway::{Endpoint, Gateway, SourceStatus};
use candor_model::{Hint, Hints, SourceName};

use super::place::AdoptPlace;
use super::{confirm, planned};
use crate::args::AdoptArgs;
use crate::oneshot::use_scratch_storage;
use crate::prelude::*;

/// The abilities of a server's tools. A tool may be counted more than once.
#[derive(Clone, Copy, Default)]
struct ToolNature {
    tools: usize,
    /// Read private data.
    private: usize,
    /// Read untrusted content.
    outside: usize,
    /// Can send something out.
    sends: usize,
    /// With too few hints to tell.
    unknown: usize,
}

/// Starts every server once, in a store of its own that is gone afterwards.
pub(super) async fn run(
    args: &AdoptArgs,
    machine: &ScannedMachine,
    folders: &UserFolders,
    context: &CommandContext,
) -> CommandResult {
    let place = AdoptPlace::find(context)?;
    let plan = planned(args, machine, folders, &place, Vec::new())?;
    let n_sources = counted(plan.sources.len(), "server");
    if plan.sources.is_empty() {
        context.output.say("no MCP servers to look at");
        return Ok(CommandExit::Success);
    }
    let question = format!("start {n_sources} once?");
    confirm::ask(args.yes, &question, "nothing was started", &context.output).await?;
    let text = plan.sources_toml();
    let file = ConfigFile {
        path: Path::new("candor.toml"),
        text: &text,
    };
    let flags = SettingFlags {
        config: None,
        ..context.flags.clone()
    };
    let env = |name: &str| std::env::var(name).ok();
    let loaded = candor_config::read(Some(file), &flags, &env)?;
    let mut workspace = CommandWorkspace::of(loaded, context)?;
    let _scratch = use_scratch_storage(&mut workspace)?;
    with_gateway(&workspace, async |gateway| print(&gateway, &context.output)).await
}

fn print(gateway: &Gateway, output: &CommandOutput) -> CommandResult<CommandExit> {
    let offer = gateway.catalogue().view(&Endpoint::default())?;
    let nature = |name: &SourceName| {
        let tools = offer.tools().iter();
        let own = tools.filter(|offered| offered.tool.name.source() == name);
        own.fold(ToolNature::default(), |nature, offered| {
            nature.with(offered.effective.shown.hints())
        })
    };
    let sources = gateway.sources();
    let failed = sources.iter().any(|source| source.tools == 0);
    let natures: Vec<(&SourceStatus, ToolNature)> = sources
        .iter()
        .map(|source| (source, nature(&source.name)))
        .collect();
    let together = natures
        .iter()
        .fold(ToolNature::default(), |all, (_, one)| all.and(*one));
    if output.is_json() {
        let entries = natures.iter().map(|(source, nature)| {
            let mut entry = nature.json();
            entry["name"] = json!(source.name.as_str());
            entry["status"] = json!(source.state.as_str());
            entry
        });
        output.json(&json!({
            "servers": entries.collect::<Value>(),
            "together": together.json(),
        }))?;
    } else {
        let headings = [
            "SERVER", "TOOLS", "PRIVATE", "OUTSIDE", "SENDS", "UNKNOWN", "STATUS",
        ];
        let row = |(source, nature): &(&SourceStatus, ToolNature)| {
            let status = source.state.as_str();
            let counts = nature.counts().map(|count| count.to_string().into());
            std::iter::once(source.name.as_str().into())
                .chain(counts)
                .chain([status.into()])
                .collect::<Vec<TableCell>>()
        };
        output.table(TextTable::new(&headings, natures.iter().map(row)))?;
        output.say(together.sentence());
    }
    Ok(CommandExit::with_findings(failed))
}

// === impl ToolNature ===

impl ToolNature {
    /// Counts one more tool. Only set hints count.
    fn with(mut self, hints: Hints) -> Self {
        self.tools += 1;
        match (hints.get(Hint::OpenWorld), hints.get(Hint::ReadOnly)) {
            (None, _) => self.unknown += 1,
            (Some(true), read_only) => {
                self.outside += 1;
                self.sends += usize::from(read_only != Some(true));
            }
            (Some(false), Some(true)) => self.private += 1,
            (Some(false), _) => {}
        }
        self
    }

    fn and(self, other: Self) -> Self {
        Self {
            tools: self.tools + other.tools,
            private: self.private + other.private,
            outside: self.outside + other.outside,
            sends: self.sends + other.sends,
            unknown: self.unknown + other.unknown,
        }
    }

    fn counts(&self) -> [usize; 5] {
        [
            self.tools,
            self.private,
            self.outside,
            self.sends,
            self.unknown,
        ]
    }

    /// What a model with all of these tools can do.
    fn sentence(&self) -> &'static str {
        match (self.private > 0, self.outside > 0, self.sends > 0) {
            (true, true, true) => {
                "together they read private data, take in text from outside and can send data out: \
                 text from outside can make a model send private data away"
            }
            (true, _, true) => "together they read private data and can send data out",
            (_, true, true) => "together they take in text from outside and can send data out",
            (true, true, false) => "together they read private data and take in text from outside",
            _ => "no combination of private data, text from outside and sending was found",
        }
    }

    fn json(&self) -> Value {
        json!({
            "tools": self.tools,
            "reads_private_data": self.private,
            "takes_in_outside_text": self.outside,
            "can_send_out": self.sends,
            "unknown": self.unknown,
        })
    }
}
