//! A new run held against the published rows.

use std::collections::BTreeMap;

use candor_verify::HintVerdict;

use super::hint_row::ServerTruth;
use super::totals::Totals;

/// What is different.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TruthDifference {
    /// Hints that were verified and are contradicted, or the other way round, each in a sentence.
    pub(super) turned: Vec<String>,
    /// How many hints have another verdict in another way: more or less is known about them.
    pub(super) shifted: usize,
    /// Servers that could be verified and no longer can, with the reason.
    pub(super) lost: Vec<String>,
    published: Totals,
    found: Totals,
}

/// Compares two runs; with names, only those servers.
pub(super) fn compare(
    published: &[ServerTruth],
    found: &[ServerTruth],
    only: &[String],
) -> TruthDifference {
    let is_chosen = |server: &&ServerTruth| only.is_empty() || only.contains(&server.name);
    let published: Vec<ServerTruth> = published.iter().filter(is_chosen).cloned().collect();
    let found: Vec<ServerTruth> = found.iter().filter(is_chosen).cloned().collect();
    let before = verdicts(&published);
    let (mut turned, mut shifted) = (Vec::new(), 0);
    for (key, now) in verdicts(&found) {
        let (server, tool, hint) = key;
        let Some(was) = before.get(&key) else {
            continue;
        };
        if *was == now {
            continue;
        }
        if *was == HintVerdict::Unknown || now == HintVerdict::Unknown {
            shifted += 1;
        } else {
            turned.push(format!("`{server}` `{tool}` {hint}: was {was}, is {now}"));
        }
    }
    let was_verified = |name: &str| {
        let mut named = published.iter().filter(|one| one.name == name);
        named.any(|one| one.problem.is_none())
    };
    let lost = found.iter().filter_map(|server| {
        let problem = server.problem.as_ref()?;
        was_verified(&server.name).then(|| format!("`{}`: {problem}", server.name))
    });
    TruthDifference {
        turned,
        shifted,
        lost: lost.collect(),
        published: Totals::of(&published),
        found: Totals::of(&found),
    }
}

/// The verdict of each hint by server, tool and hint.
fn verdicts(servers: &[ServerTruth]) -> BTreeMap<(&str, &str, &str), HintVerdict> {
    let rows = servers.iter().flat_map(|server| {
        let rows = server.rows.iter();
        rows.map(|row| {
            let key = (server.name.as_str(), row.tool.as_str(), row.hint.as_str());
            (key, row.verdict)
        })
    });
    rows.collect()
}

// === impl TruthDifference ===

impl TruthDifference {
    /// What the person is told.
    pub(super) fn sentence(&self) -> String {
        let mut lines = vec![
            format!("published: {}", self.published.sentence()),
            format!("now:       {}", self.found.sentence()),
            format!(
                "hints about which more or less is known now: {}",
                self.shifted
            ),
        ];
        let lost = self.lost.iter();
        lines.extend(lost.map(|one| format!("no longer verified: {one}")));
        let turned = self.turned.iter();
        lines.extend(turned.map(|one| format!("turned: {one}")));
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use candor_model::Hint;
    use candor_verify::HintVerdict::{Contradicted, Unknown, Verified};

    use super::super::hint_row::samples::{row, server};
    use super::*;

    #[test]
    fn only_a_verdict_that_turns_is_a_failure() {
        let published = [
            server(
                "a",
                vec![
                    row("get", Hint::ReadOnly, Verified),
                    row("get", Hint::OpenWorld, Unknown),
                    row("set", Hint::Idempotent, Verified),
                    row("gone", Hint::Idempotent, Verified),
                ],
            ),
            server("b", vec![row("get", Hint::ReadOnly, Contradicted)]),
            server("c", Vec::new()),
        ];
        let mut c = server("c", Vec::new());
        c.problem = Some("it ended".to_owned());
        let found = [
            server(
                "a",
                vec![
                    row("get", Hint::ReadOnly, Contradicted),
                    row("get", Hint::OpenWorld, Contradicted),
                    row("set", Hint::Idempotent, Unknown),
                    row("new", Hint::Idempotent, Contradicted),
                ],
            ),
            server("b", vec![row("get", Hint::ReadOnly, Verified)]),
            c,
        ];
        let all = compare(&published, &found, &[]);
        assert_eq!(
            all.turned,
            [
                "`a` `get` readOnlyHint: was verified, is contradicted",
                "`b` `get` readOnlyHint: was contradicted, is verified",
            ]
        );
        assert_eq!(
            (all.shifted, all.lost.as_slice()),
            (2, ["`c`: it ended".to_owned()].as_slice())
        );
        let text = all.sentence();
        for part in [
            "published: 3 servers",
            "now:       2 servers",
            "turned: `a`",
            "no longer verified: `c`",
        ] {
            assert!(text.contains(part), "{text}");
        }
        let one = compare(&published, &found, &["c".to_owned()]);
        assert!(one.turned.is_empty());
        assert!(compare(&published, &published, &[]).turned.is_empty());
    }
}
