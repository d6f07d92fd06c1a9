//! The command line of the chore.

use std::path::PathBuf;
use std::time::Duration;

/// How the chore is called.
const USAGE: &str = "cargo xtask truth [--only NAME] [--candor PATH] [--folder DIR] \
                     [--servers DIR] [--jobs N] [--minutes N] [--again] [--page|--check]";

/// What is asked for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TruthOptions {
    /// Only these servers, whatever is known of them.
    pub(super) only: Vec<String>,
    /// The binary that verifies.
    pub(super) candor: PathBuf,
    /// Where results are kept between runs.
    pub(super) folder: PathBuf,
    /// Where the servers are installed; where `scripts/servers` puts them if not given.
    pub(super) servers: Option<PathBuf>,
    /// How many servers are verified at a time.
    pub(super) jobs: usize,
    /// How long one server may take.
    pub(super) limit: Duration,
    /// Whether servers with a result are verified again.
    pub(super) is_again: bool,
    /// Whether the page is written from the results that are there.
    pub(super) is_page_only: bool,
    /// Whether a new run is held against the published rows, and nothing is written.
    pub(super) is_check: bool,
}

// === impl TruthOptions ===

impl TruthOptions {
    /// Reads the arguments; the error is what the person is told.
    pub(super) fn parse(arguments: &[&str]) -> Result<Self, String> {
        let target = std::env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| PathBuf::from("target"), PathBuf::from);
        let mut options = Self {
            only: Vec::new(),
            candor: target.join("debug/candor"),
            folder: target.join("truth"),
            servers: None,
            jobs: 2,
            limit: Duration::from_mins(15),
            is_again: false,
            is_page_only: false,
            is_check: false,
        };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value = || {
                let value = rest.next().filter(|value| !value.starts_with("--"));
                value
                    .copied()
                    .ok_or_else(|| format!("`{argument}` needs a value after it"))
            };
            match *argument {
                "--only" => options.only.push(value()?.to_owned()),
                "--candor" => options.candor = value()?.into(),
                "--folder" => options.folder = value()?.into(),
                "--servers" => options.servers = Some(value()?.into()),
                "--jobs" => options.jobs = number(argument, value()?, 16)?,
                "--minutes" => {
                    let minutes = number(argument, value()?, 600)?;
                    options.limit = Duration::from_mins(minutes as u64);
                }
                "--again" => options.is_again = true,
                "--page" => options.is_page_only = true,
                "--check" => options.is_check = true,
                other => return Err(format!("`{other}` is not understood; try `{USAGE}`")),
            }
        }
        if options.is_page_only && (options.is_check || !options.only.is_empty()) {
            return Err(
                "`--page` verifies nothing, so `--check` and `--only` do not go with it".to_owned(),
            );
        }
        Ok(options)
    }
}

fn number(argument: &str, value: &str, most: usize) -> Result<usize, String> {
    let number = value.parse::<usize>().ok();
    number
        .filter(|number| (1..=most).contains(number))
        .ok_or_else(|| format!("`{argument} {value}`: it must be a number from 1 to {most}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<TruthOptions, String> {
        let arguments: Vec<&str> = line.split_whitespace().collect();
        TruthOptions::parse(&arguments)
    }

    #[test]
    fn options_are_read() {
        let plain = parse("").unwrap();
        assert_eq!((plain.jobs, plain.limit), (2, Duration::from_mins(15)));
        assert!(!plain.is_check && !plain.is_again && !plain.is_page_only);
        let full = parse(
            "--only a --only b --candor c --folder d --servers e --jobs 1 --minutes 3 --again --check",
        );
        let full = full.unwrap();
        assert_eq!(full.only, ["a", "b"]);
        assert_eq!(full.candor, PathBuf::from("c"));
        assert_eq!(full.folder, PathBuf::from("d"));
        assert_eq!(full.servers, Some(PathBuf::from("e")));
        assert_eq!((full.jobs, full.limit), (1, Duration::from_mins(3)));
        assert!(full.is_check && full.is_again);
    }

    #[test]
    fn mistakes_are_told() {
        for (line, part) in [
            ("--fast", "`--fast` is not understood"),
            ("--only", "`--only` needs a value"),
            ("--only --check", "`--only` needs a value"),
            ("--jobs 0", "a number from 1 to 16"),
            ("--minutes long", "a number from 1 to 600"),
            ("--page --check", "`--page` verifies nothing"),
        ] {
            let error = parse(line).unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
        }
    }
}
