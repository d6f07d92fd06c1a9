//! `cargo xtask build-report`: measures the cost of the build and its results on this machine.
//!
//! Everything is measured in one run and written as Markdown, with the figures as JSON at the end,
//! so that a later report can compare them.

mod announced_process;
mod build_options;
mod build_timings;
mod cargo_build;
mod cargo_messages;
mod figures;
mod gateway_load;
mod http_exchange;
mod proc_files;
mod render;
mod rpc_message;
mod touched_source;
mod workspace;

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use candor_symbols::read_binary;

use self::build_options::BuildOptions;
use self::figures::{BinarySize, BuildFigures, FutureFigures};
use self::touched_source::TouchedSource;
use self::workspace::WorkspaceFacts;

/// The source file to which a line is added: all crates above the gateway are built again.
const TOUCHED_FILE: &str = "crates/gateway/src/lib.rs";

/// Runs the chore; the error is what the person is told.
pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let options = BuildOptions::parse(arguments)?;
    let before = options.before.as_deref().map(earlier).transpose()?;
    let workspace = WorkspaceFacts::ask()?;
    let out = match &options.out {
        Some(out) => out.clone(),
        None => workspace.root.join("bench/results/build.md"),
    };
    writable(&out)?;
    let figures = measure(&options, &workspace)?;
    let report = render::report(&figures, before.as_ref());
    let shown = out.display();
    fs::write(&out, report).map_err(|error| format!("cannot write `{shown}`: {error}"))?;
    tell(&format!("the report is in `{shown}`"));
    Ok(())
}

fn measure(options: &BuildOptions, workspace: &WorkspaceFacts) -> Result<BuildFigures, String> {
    let mut figures = BuildFigures {
        machine: workspace.machine(options.binary.is_some()),
        ..BuildFigures::default()
    };
    // What was built from nothing is removed at the end of this function.
    let folder;
    let binary = if let Some(binary) = &options.binary {
        binary.clone()
    } else {
        // Asked first, since the answer would be late after a build of many minutes.
        let source = TouchedSource::clean(&workspace.root, TOUCHED_FILE)?;
        let target = if options.is_cold {
            folder = cargo_build::empty_target(&workspace.target)?;
            tell("building everything from nothing; this takes minutes");
            figures.cold = Some(cargo_build::cold(workspace, folder.path())?);
            folder.path()
        } else {
            tell("building what is not up to date");
            cargo_build::release(workspace, &workspace.target, false)?;
            &workspace.target
        };
        tell("building again after a change of one line in the gateway");
        let rebuilt = cargo_build::rebuild(workspace, target, &source)?;
        figures.rebuild = Some(rebuilt.figures);
        rebuilt.binary
    };
    tell("reading the binary");
    let found = read_binary(&binary).map_err(|error| error.to_string())?;
    figures.binary = BinarySize::of(&found);
    figures.futures = found.futures.as_ref().map(FutureFigures::of);
    tell("starting it and calling tools");
    figures.serving = Some(gateway_load::measure(&binary, &workspace.target)?);
    Ok(figures)
}

/// The figures of an earlier report.
fn earlier(path: &Path) -> Result<BuildFigures, String> {
    let shown = path.display();
    let text = fs::read_to_string(path)
        .map_err(|error| format!("cannot read the earlier report `{shown}`: {error}"))?;
    render::figures_in(&text).map_err(|why| format!("`{shown}` {why}"))
}

/// Whether the report can be written, known before anything is measured.
fn writable(out: &Path) -> Result<(), String> {
    let parent = out.parent().map_or_else(PathBuf::new, Path::to_owned);
    let is_folder = parent.as_os_str().is_empty() || parent.is_dir();
    if out.is_dir() || !is_folder {
        let shown = out.display();
        return Err(format!(
            "the report cannot be written to `{shown}`; name a file in a folder that is there with `--out`"
        ));
    }
    Ok(())
}

/// Says what happens, apart from the report.
fn tell(what: &str) {
    // Nothing is left to tell it to when stderr is closed.
    let _ = writeln!(io::stderr(), "{what}");
}
