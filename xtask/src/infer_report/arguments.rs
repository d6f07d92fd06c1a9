//! What the person asked for.

use std::path::PathBuf;

/// The arguments of `infer-report`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ReportArguments {
    /// The tools on which rules and confidences are made.
    pub(crate) folder: PathBuf,
    /// Whether every error is listed.
    pub(crate) errors: bool,
    /// Whether findings are listed instead.
    pub(crate) findings: bool,
    /// Where the published page goes.
    pub(crate) publish: Option<PathBuf>,
    /// Tools on which nothing was made.
    pub(crate) kept_apart: Option<PathBuf>,
    /// More of them, chosen later, whose cases have been published since.
    pub(crate) kept_apart_later: Option<PathBuf>,
    /// More of them, whose cases have been published too.
    pub(crate) kept_apart_newest: Option<PathBuf>,
    /// The last of them, of which only totals are published.
    pub(crate) only_totals: Option<PathBuf>,
    /// Operations of HTTP APIs.
    pub(crate) operations: Option<PathBuf>,
    /// What would have to be known about tools that are wrongly called read-only.
    pub(crate) notes: Option<PathBuf>,
}

// === impl ReportArguments ===

impl ReportArguments {
    /// Reads the arguments; the error is what the person is told.
    pub(crate) fn read(arguments: &[&str]) -> Result<Self, String> {
        let mut read = Self::default();
        let mut folder = None;
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut path = || {
                let value = rest.next().map(PathBuf::from);
                value.ok_or_else(|| format!("`{argument}` needs a path"))
            };
            match *argument {
                "--errors" => read.errors = true,
                "--findings" => read.findings = true,
                "--publish" => read.publish = Some(path()?),
                "--kept-apart" => read.kept_apart = Some(path()?),
                "--kept-apart-later" => read.kept_apart_later = Some(path()?),
                "--kept-apart-newest" => read.kept_apart_newest = Some(path()?),
                "--only-totals" => read.only_totals = Some(path()?),
                "--operations" => read.operations = Some(path()?),
                "--notes" => read.notes = Some(path()?),
                flag if flag.starts_with('-') => {
                    return Err(format!(
                        "there is no flag `{flag}`; there are `--errors`, `--findings`, `--publish`, \
                         `--kept-apart`, `--kept-apart-later`, `--kept-apart-newest`, `--only-totals`, \
                         `--operations` and `--notes`"
                    ));
                }
                name if folder.is_none() => folder = Some(PathBuf::from(name)),
                name => return Err(format!("name one folder; `{name}` is a second one")),
            }
        }
        read.folder = folder.ok_or("name one folder: cargo xtask infer-report DIR")?;
        let page = read.publish.is_some();
        let folders = [
            &read.kept_apart,
            &read.kept_apart_later,
            &read.kept_apart_newest,
            &read.only_totals,
            &read.operations,
            &read.notes,
        ];
        let parts = folders.iter().any(|folder| folder.is_some());
        if parts && !page {
            return Err(
                "`--kept-apart`, `--kept-apart-later`, `--kept-apart-newest`, `--only-totals`, `--operations` \
                 and `--notes` go with `--publish FILE`"
                    .into(),
            );
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_meant_is_said() {
        let error = |arguments: &[&str]| ReportArguments::read(arguments).expect_err("an error");
        assert!(error(&[]).starts_with("name one folder"));
        assert!(error(&["a", "b"]).contains("`b` is a second one"));
        assert!(error(&["a", "--frob"]).contains("no flag `--frob`"));
        assert!(error(&["a", "--publish"]).contains("needs a path"));
        assert!(error(&["a", "--only-totals", "b"]).contains("go with `--publish"));
        assert!(error(&["a", "--kept-apart-later", "b"]).contains("go with `--publish"));
        assert!(error(&["a", "--kept-apart-newest", "b"]).contains("go with `--publish"));
        assert!(error(&["a", "--notes", "b"]).contains("go with `--publish"));
        let read = ReportArguments::read(&["--kept-apart", "b", "a", "--publish", "c"]);
        let read = read.expect("arguments");
        assert_eq!(read.folder, PathBuf::from("a"));
        assert_eq!(read.kept_apart, Some(PathBuf::from("b")));
    }
}
