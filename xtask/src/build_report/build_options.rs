//! The command line of the report.

use std::path::PathBuf;

/// How the report is called.
const USAGE: &str =
    "cargo xtask build-report [--before FILE] [--no-cold] [--binary PATH] [--out FILE]";

/// What is asked for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BuildOptions {
    /// An earlier report, whose figures are shown beside the new ones.
    pub(super) before: Option<PathBuf>,
    /// Whether everything is built from nothing first.
    pub(super) is_cold: bool,
    /// A binary that is there; nothing is built then.
    pub(super) binary: Option<PathBuf>,
    /// Where the report is written.
    pub(super) out: Option<PathBuf>,
}

// === impl BuildOptions ===

impl BuildOptions {
    /// Reads the arguments; the error is what the person is told.
    pub(super) fn parse(arguments: &[&str]) -> Result<Self, String> {
        let mut options = Self {
            before: None,
            is_cold: true,
            binary: None,
            out: None,
        };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let place = match *argument {
                "--no-cold" => {
                    options.is_cold = false;
                    continue;
                }
                "--before" => &mut options.before,
                "--binary" => &mut options.binary,
                "--out" => &mut options.out,
                other => return Err(format!("`{other}` is not understood; try `{USAGE}`")),
            };
            let value = rest.next().filter(|value| !value.starts_with("--"));
            let value = value.ok_or_else(|| format!("`{argument}` needs a path after it"))?;
            if place.replace(PathBuf::from(value)).is_some() {
                return Err(format!("`{argument}` is there twice; name one path"));
            }
        }
        options.is_cold &= options.binary.is_none();
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let parse = |line: &str| {
            let arguments: Vec<&str> = line.split_whitespace().collect();
            BuildOptions::parse(&arguments).unwrap()
        };
        let plain = parse("");
        assert!(plain.is_cold);
        assert_eq!((plain.before, plain.binary, plain.out), (None, None, None));
        let full = parse("--no-cold --binary a --before b --out c");
        let expected = BuildOptions {
            before: Some("b".into()),
            is_cold: false,
            binary: Some("a".into()),
            out: Some("c".into()),
        };
        assert_eq!(full, expected);
        assert!(!parse("--binary a").is_cold);
    }

    #[test]
    fn mistakes_are_told() {
        for (line, part) in [
            ("--fast", "`--fast` is not understood"),
            ("report.md", "`report.md` is not understood"),
            ("--out", "`--out` needs a path"),
            ("--before --no-cold", "`--before` needs a path"),
            ("--out a --out b", "`--out` is there twice"),
        ] {
            let arguments: Vec<&str> = line.split_whitespace().collect();
            let error = BuildOptions::parse(&arguments).unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
        }
    }
}
