//! Chores of the people who work on Candor: `cargo xtask CHORE`.

mod build_report;
mod figures;
mod infer_report;
mod unset_report;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask build-report [--before FILE] [--no-cold] [--binary PATH] [--out FILE]
       cargo xtask figures [--root DIR]
       cargo xtask infer-report DIR [--errors]
       cargo xtask unset-report DIR [--tools]

  build-report   measures the release build and the binary, and writes bench/results/build.md
  --before       shows the figures of an earlier report beside the new ones
  --no-cold      leaves out the build from nothing
  --binary       measures a binary that is there and builds nothing
  --out          writes the report to this file instead
  figures        counts lines, names and doc comments of this checkout, or of the one in DIR
  infer-report   measures inferred hints against those that authors declared;
                 DIR holds one JSONL file of tools for each server
  --errors       lists every error with the evidence
  unset-report   counts the tools that an untrusted server's caller is asked about,
                 for each value of the setting `unset`; DIR as above
  --tools        lists the tools that only `unset = \"evidence\"` asks about, with the reason
";

#[expect(
    clippy::print_stderr,
    reason = "a chore speaks to the person who started it"
)]
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments.as_slice() {
        ["build-report", rest @ ..] => build_report::run(rest),
        ["figures", rest @ ..] => figures::run(rest),
        ["infer-report", rest @ ..] => infer_report::run(rest),
        ["unset-report", rest @ ..] => unset_report::run(rest),
        [] => Err(USAGE.to_owned()),
        [other, ..] => Err(format!("there is no chore `{other}`\n\n{USAGE}")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}
