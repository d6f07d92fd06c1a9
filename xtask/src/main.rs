//! Chores of the people who work on Candor: `cargo xtask CHORE`.

mod build_report;
mod figures;
mod infer_report;
mod lint_report;
mod search_report;
mod truth;
mod unset_report;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask build-report [--before FILE] [--no-cold] [--binary PATH] [--out FILE]
       cargo xtask figures [--root DIR]
       cargo xtask infer-report DIR [--errors|--findings]
       cargo xtask infer-report DIR --publish FILE [--kept-apart DIR] [--kept-apart-later DIR]
                                                   [--only-totals DIR] [--operations DIR] [--notes FILE]
       cargo xtask lint-report DIR [--out FILE]
       cargo xtask search-report [--folder DIR] [--missed]
       cargo xtask truth [--only NAME] [--candor PATH] [--folder DIR] [--servers DIR] [--jobs N]
                         [--minutes N] [--again] [--page|--check]
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
  --findings     lists every finding beside its label, to fit the confidences on
  --publish      writes the page bench/results/hints.md, with a second folder of servers
                 that were kept apart, a folder of HTTP operations, and notes: a line for
                 each tool with server, tool and words, separated by tabs
  --kept-apart-later
                 measures one more such folder
  --only-totals  measures one more folder of servers, and names no tool of it
  lint-report    counts what each lint rule finds in tools; DIR as above
  --out          writes the report to this file
  search-report  asks search 234 questions about three large APIs, and counts what the lists of
                 twelve cost; DIR holds node_modules, or is where the tests install packages
  --missed       lists the questions whose answer was not among the first five
  truth          verifies the hints of published servers, and writes docs/truth.md
  --only         verifies this server only, whatever is known of it; can be repeated
  --candor       verifies with this binary instead of the one of `cargo build`
  --folder       keeps results here instead of in target/truth
  --servers      installs the servers here instead of where `scripts/servers` does
  --jobs         verifies so many servers at a time instead of two
  --minutes      gives each server so many minutes instead of fifteen
  --again        verifies servers again whose results are there
  --page         verifies nothing, and writes the page from the results that are there
  --check        writes nothing, and ends with 1 if a hint of the page that was verified is now
                 contradicted, or the other way round
  unset-report   counts the tools that an untrusted server's caller is asked about,
                 for each value of the setting `unset`; DIR as above
  --tools        lists the tools that only `unset = \"evidence\"` asks about, with the reason
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments.as_slice() {
        ["truth", rest @ ..] => return exit(truth::run(rest)),
        ["build-report", rest @ ..] => build_report::run(rest),
        ["figures", rest @ ..] => figures::run(rest),
        ["infer-report", rest @ ..] => infer_report::run(rest),
        ["lint-report", rest @ ..] => lint_report::run(rest),
        ["search-report", rest @ ..] => search_report::run(rest),
        ["unset-report", rest @ ..] => unset_report::run(rest),
        [] => Err(USAGE.to_owned()),
        [other, ..] => Err(format!("there is no chore `{other}`\n\n{USAGE}")),
    };
    exit(outcome.map(|()| ExitCode::SUCCESS))
}

#[expect(
    clippy::print_stderr,
    reason = "a chore speaks to the person who started it"
)]
fn exit(outcome: Result<ExitCode, String>) -> ExitCode {
    match outcome {
        Ok(code) => code,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}
