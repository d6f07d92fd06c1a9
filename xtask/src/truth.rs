//! `cargo xtask truth`: how true the hints of published servers are, as docs/truth.md.

mod check;
mod document;
mod explanation;
mod hint_row;
mod kept_results;
mod page;
mod plain_text;
mod reason;
mod scenario;
mod server_list;
mod totals;
mod truth_options;
mod verify_process;
mod verify_report;

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::thread;

use self::explanation::Explanation;
use self::hint_row::ServerTruth;
use self::kept_results::KeptResults;
use self::plain_text::PlainText;
use self::scenario::FilledScenario;
use self::server_list::ListedServer;
use self::totals::Totals;
use self::truth_options::TruthOptions;
use self::verify_process::VerifyProcess;

/// The page for people.
const PAGE: &str = "docs/truth.md";
/// The same as rows.
const DOCUMENT: &str = "docs/truth.json";
/// The scenarios and the explanations.
const NOTES: &str = "xtask/truth";

/// Verifies the servers and writes the page, or holds a new run against the published rows.
pub(crate) fn run(arguments: &[&str]) -> Result<ExitCode, String> {
    let options = TruthOptions::parse(arguments)?;
    if !Path::new(NOTES).is_dir() {
        return Err(format!(
            "`{NOTES}` is not there; start this in the folder of the repository"
        ));
    }
    let explanations = explanation::read(&Path::new(NOTES).join("explanations.toml"))?;
    // A check has results of its own: those of an earlier run would agree with themselves.
    let kept = KeptResults::open(&options.folder, options.is_check)?;
    let listed = server_list::names()?;
    if !options.is_page_only {
        let servers = server_list::read(options.servers.as_deref(), &options.only)?;
        verify_all(&servers, &options, &kept)?;
    }
    let mut known = kept.read_all()?;
    // Results of servers that were taken out of the list may still be there.
    known.retain(|one| listed.contains(&one.name));
    if options.is_check {
        return check_against_published(&known, &options, &kept);
    }
    publish(&known, &explanations)?;
    Ok(ExitCode::SUCCESS)
}

fn publish(known: &[ServerTruth], explanations: &[Explanation]) -> Result<(), String> {
    let write = |path: &str, text: String| {
        fs::write(path, text).map_err(|cause| format!("cannot write {path}: {cause}"))
    };
    write(PAGE, page::render(known, explanations))?;
    write(DOCUMENT, document::render(known)?)?;
    say(&format!(
        "{}; written to {PAGE} and {DOCUMENT}",
        Totals::of(known).sentence()
    ));
    for one in explanation::missing(known, explanations) {
        say(&format!(
            "there is no explanation yet of {one}; write it into {NOTES}/explanations.toml"
        ));
    }
    Ok(())
}

fn check_against_published(
    known: &[ServerTruth],
    options: &TruthOptions,
    kept: &KeptResults,
) -> Result<ExitCode, String> {
    let text = fs::read_to_string(DOCUMENT).map_err(|cause| {
        format!("cannot read {DOCUMENT}: {cause}; `cargo xtask truth` without `--check` writes it")
    })?;
    let published = document::read(&text)?;
    let found = check::compare(&published, known, &options.only);
    say(&found.sentence());
    // What is kept lets a check that was stopped go on; this one has come to its end.
    kept.remove()?;
    Ok(if found.turned.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

/// Verifies the servers, a few at a time. One that cannot be verified is a result, too.
fn verify_all(
    servers: &[ListedServer],
    options: &TruthOptions,
    kept: &KeptResults,
) -> Result<(), String> {
    let process = VerifyProcess::new(options)?;
    let plain = PlainText::new(options.servers.as_deref());
    let queue = Mutex::new(servers.iter());
    let problems = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..options.jobs {
            scope.spawn(|| {
                loop {
                    let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some(server) = next else {
                        return;
                    };
                    if let Err(problem) = verify(server, options, kept, &process, &plain) {
                        let mut problems = problems.lock().unwrap_or_else(PoisonError::into_inner);
                        problems.push(format!("{}: {problem}", server.name));
                    }
                }
            });
        }
    });
    let problems = problems
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems.join("\n"))
    }
}

/// Verifies one server, unless the result of the same server and scenario is there. The error is
/// one of this program; what is wrong with the server is part of the result.
fn verify(
    server: &ListedServer,
    options: &TruthOptions,
    kept: &KeptResults,
    process: &VerifyProcess,
    plain: &PlainText,
) -> Result<(), String> {
    let scenario = FilledScenario::read(&Path::new(NOTES).join("scenarios"), server)?;
    let key = scenario.key(server, &process.version);
    let is_asked_for = options.is_again || !options.only.is_empty();
    if !is_asked_for && kept.has(&server.name, &key) {
        return Ok(());
    }
    let outcome = match (&scenario.not_run, &server.command) {
        (Some(reason), _) => Err(reason.clone()),
        (None, None) => Err("it could not be installed".to_owned()),
        (None, Some(command)) => process.run(&server.name, command, &scenario, kept.folder()),
    };
    let truth = match outcome.and_then(|text| verify_report::read(&text, server, plain)) {
        Ok(truth) => truth,
        Err(problem) => server.not_run(plain.line(&problem)),
    };
    say(&truth.sentence());
    kept.write(&key, &truth)
}

#[expect(
    clippy::print_stderr,
    reason = "a chore speaks to the person who started it"
)]
fn say(line: &str) {
    eprintln!("{line}");
}
