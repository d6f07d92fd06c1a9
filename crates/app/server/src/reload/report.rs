//! The result of reloading the configuration.

use std::fmt;

use candor_model::SourceName;

/// The changes that were applied.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ReloadReport {
    /// Sources that are new.
    pub(super) started: Vec<SourceName>,
    /// Sources that were started again.
    pub(super) restarted: Vec<SourceName>,
    /// Sources that go on running and are treated differently.
    pub(super) treated: Vec<SourceName>,
    /// Sources that end.
    pub(super) removed: Vec<SourceName>,
    /// Settings whose new value takes effect after a restart.
    pub(super) after_restart: Vec<String>,
}

/// `added a; restarted b, c`, or that no source is affected.
impl fmt::Display for ReloadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lists = [
            ("added", &self.started),
            ("restarted", &self.restarted),
            ("updated", &self.treated),
            ("removed", &self.removed),
        ];
        let mut lists = lists.iter().filter(|(_, names)| !names.is_empty());
        let Some(first) = lists.next() else {
            return f.write_str("no source is affected");
        };
        write_list(f, first)?;
        lists.try_for_each(|list| {
            f.write_str("; ")?;
            write_list(f, list)
        })
    }
}

fn write_list(f: &mut fmt::Formatter<'_>, (word, names): &(&str, &Vec<SourceName>)) -> fmt::Result {
    let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    write!(f, "{word} {}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_one_line() {
        let name = |name: &str| SourceName::parse(name).expect("a name");
        let mut report = ReloadReport::default();
        assert_eq!(report.to_string(), "no source is affected");
        report.restarted = vec![name("b"), name("c")];
        report.removed = vec![name("d")];
        assert_eq!(report.to_string(), "restarted `b`, `c`; removed `d`");
    }
}
