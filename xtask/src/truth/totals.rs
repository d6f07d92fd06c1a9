//! How many hints hold, over all servers.

use candor_model::Hint;
use candor_verify::HintVerdict;

use super::hint_row::{HintRow, ServerTruth};

/// The figures of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Totals {
    /// Servers that were verified.
    pub(super) servers: usize,
    /// Those of them whose tools declare no hint at all.
    pub(super) silent: usize,
    /// Servers that could not be verified.
    pub(super) not_run: usize,
    /// Tools that were tried.
    pub(super) tools: usize,
    /// Those of them that answered a call with success.
    pub(super) answered: usize,
    pub(super) hints: VerdictCounts,
}

/// How many hints have each verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct VerdictCounts {
    pub(super) verified: usize,
    pub(super) contradicted: usize,
    pub(super) unknown: usize,
}

// === impl Totals ===

impl Totals {
    /// The figures of these servers.
    pub(super) fn of(servers: &[ServerTruth]) -> Self {
        let verified = servers.iter().filter(|one| one.problem.is_none());
        let mut totals = Self::default();
        for server in verified {
            totals.servers += 1;
            totals.silent += usize::from(server.rows.is_empty());
            totals.tools += server.tools;
            totals.answered += server.answered;
        }
        totals.not_run = servers.len() - totals.servers;
        totals.hints = VerdictCounts::of(rows(servers));
        totals
    }

    /// In a line.
    pub(super) fn sentence(&self) -> String {
        let VerdictCounts {
            verified,
            contradicted,
            unknown,
        } = self.hints;
        format!(
            "{} servers, {} tools, {} declared hints: {verified} verified, {contradicted} \
             contradicted, {unknown} unknown",
            self.servers,
            self.tools,
            self.hints.declared()
        )
    }
}

// === impl VerdictCounts ===

impl VerdictCounts {
    /// Counts the verdicts of rows.
    pub(super) fn of<'a>(rows: impl Iterator<Item = &'a HintRow>) -> Self {
        let mut counts = Self::default();
        for row in rows {
            match row.verdict {
                HintVerdict::Verified => counts.verified += 1,
                HintVerdict::Contradicted => counts.contradicted += 1,
                HintVerdict::Unknown => counts.unknown += 1,
            }
        }
        counts
    }

    /// Counts the rows that give a hint a value.
    pub(super) fn of_hint(servers: &[ServerTruth], hint: Hint, declared: bool) -> Self {
        let wanted = |row: &&HintRow| row.known_hint() == Some(hint) && row.declared == declared;
        Self::of(rows(servers).filter(wanted))
    }

    /// All of them.
    pub(super) fn declared(self) -> usize {
        self.verified + self.contradicted + self.unknown
    }
}

/// The rows of all servers.
pub(super) fn rows(servers: &[ServerTruth]) -> impl Iterator<Item = &HintRow> {
    servers.iter().flat_map(|server| &server.rows)
}

#[cfg(test)]
mod tests {
    use candor_verify::HintVerdict::{Contradicted, Unknown, Verified};

    use super::super::hint_row::samples::{row, server};
    use super::*;

    #[test]
    fn servers_tools_and_hints_are_counted() {
        let mut failed = server("gone", Vec::new());
        failed.problem = Some("it ended".to_owned());
        failed.tools = 0;
        failed.answered = 0;
        let servers = [
            server(
                "a",
                vec![
                    row("get", Hint::ReadOnly, Verified),
                    row("get", Hint::OpenWorld, Unknown),
                    row("set", Hint::ReadOnly, Contradicted),
                ],
            ),
            server("silent", Vec::new()),
            failed,
        ];
        let totals = Totals::of(&servers);
        let counts = VerdictCounts {
            verified: 1,
            contradicted: 1,
            unknown: 1,
        };
        let expected = Totals {
            servers: 2,
            silent: 1,
            not_run: 1,
            tools: 4,
            answered: 2,
            hints: counts,
        };
        assert_eq!(totals, expected);
        assert_eq!(
            totals.sentence(),
            "2 servers, 4 tools, 3 declared hints: 1 verified, 1 contradicted, 1 unknown"
        );
        let read_only = VerdictCounts::of_hint(&servers, Hint::ReadOnly, true);
        assert_eq!((read_only.verified, read_only.contradicted), (1, 1));
        assert_eq!(
            VerdictCounts::of_hint(&servers, Hint::ReadOnly, false).declared(),
            0
        );
    }
}
