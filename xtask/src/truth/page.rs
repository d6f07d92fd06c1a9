//! Writes the page `docs/truth.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use candor_model::Hint;
use candor_verify::HintVerdict;

use super::explanation::{Explanation, find, readings};
use super::hint_row::{HintRow, ServerTruth};
use super::reason;
use super::totals::{Totals, VerdictCounts, rows};

/// The page: figures, servers, contradictions, what could not be run.
pub(super) fn render(servers: &[ServerTruth], explanations: &[Explanation]) -> String {
    let mut page = String::new();
    let totals = Totals::of(servers);
    introduction(&mut page, &totals, readings(servers, explanations));
    by_hint(&mut page, servers);
    unknown(&mut page, servers);
    contradictions(&mut page, servers, explanations);
    by_server(&mut page, servers);
    not_run(&mut page, servers);
    page.push_str(LIMITS);
    page
}

const LIMITS: &str = "
## How to read it

- *Verified* means that no call was seen to differ from the hint, or that a call was seen to do what the hint says. It is
  no proof: a tool that behaves otherwise for an argument that was not tried is not caught.
  A tool that tells of a failure in an ordinary text, and not as an error, counts as one that answered.
- *Contradicted* is a fact about a call: the difference stands beside it, and each was looked up in the source of the server.
- *Unknown* is everything else. Servers whose tools need an account or the internet can be started, but their calls fail
  here: nothing is reachable except this machine.
- The servers are those of [`scripts/servers.json`](../scripts/servers.json): they start without an account and were not
  drawn at random, so the shares say nothing about servers that are not in the list.

## Run it again

```
cargo build
cargo xtask truth                      # goes on where an earlier run was stopped
cargo xtask truth --only memory        # one server, whatever is known of it
cargo xtask truth --check              # a new run; ends with 1 if a verdict has turned
```

It needs Linux with Landlock and seccomp, Node.js and Python. A Chromium browser, PostgreSQL and Redis are started for the servers
that work with them; where one is missing, these servers are listed as not verified. The versions of the servers are pinned; what
they need beyond the command line stands in `xtask/truth/scenarios`, and what was found in their sources in
`xtask/truth/explanations.toml`. All rows with their evidence: [truth.json](truth.json).
";

// Writing to a text cannot fail, so the results of `write!` are dropped in this file.

fn introduction(page: &mut String, totals: &Totals, readings: usize) {
    let hints = totals.hints;
    let judged = hints.verified + hints.contradicted;
    let _ = write!(
        page,
        "# How true are MCP hints?\n\n\
         MCP servers say of their tools whether they only read, destroy, can be repeated and reach outside. This page \
         holds what\npublished servers say against what their tools were seen to do: [`candor verify`](verify.md) \
         started each in a\nthrow-away world, called its tools and compared what was there before and afterwards.\n\n\
         **{} servers with {} tools declare {} hints: {} were verified, {} contradicted, {} remain unknown.**\n\
         Of the {judged} hints with a verdict, {} hold. {} of the {} servers declare no hint at all.\n",
        totals.servers,
        totals.tools,
        hints.declared(),
        hints.verified,
        hints.contradicted,
        hints.unknown,
        share(hints.verified, judged),
        totals.silent,
        totals.servers,
    );
    let _ = writeln!(
        page,
        "{} of the {} tools answered at least one call with success.",
        totals.answered, totals.tools
    );
    if readings > 0 {
        let _ = writeln!(
            page,
            "\n{readings} of the {} contradictions depend on how the specification is read; what is said about each \
             [below](#contradictions)\nsays why.",
            hints.contradicted
        );
    }
}

/// `97.3 %`, in whole tenths.
fn share(part: usize, all: usize) -> String {
    let tenths = (part * 1000).checked_div(all).unwrap_or_default();
    format!("{}.{} %", tenths / 10, tenths % 10)
}

fn by_hint(page: &mut String, servers: &[ServerTruth]) {
    page.push_str(
        "\n## By hint\n\n| hint | declared | verified | contradicted | unknown |\n\
         |---|---:|---:|---:|---:|\n",
    );
    for hint in Hint::ALL {
        for declared in [true, false] {
            let counts = VerdictCounts::of_hint(servers, hint, declared);
            let _ = writeln!(
                page,
                "| `{}: {declared}` | {} | {} | {} | {} |",
                hint.wire(),
                counts.declared(),
                counts.verified,
                counts.contradicted,
                counts.unknown
            );
        }
    }
}

fn unknown(page: &mut String, servers: &[ServerTruth]) {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows(servers).filter(|row| row.verdict == HintVerdict::Unknown) {
        *reasons.entry(reason::class(&row.evidence)).or_default() += 1;
    }
    let mut reasons: Vec<(&str, usize)> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, count)| usize::MAX - count);
    page.push_str("\nWhy hints remain unknown:\n\n| reason | hints |\n|---|---:|\n");
    for (reason, count) in reasons {
        let _ = writeln!(page, "| {reason} | {count} |");
    }
}

fn contradictions(page: &mut String, servers: &[ServerTruth], explanations: &[Explanation]) {
    page.push_str("\n## Contradictions\n");
    let mut is_empty = true;
    for server in servers {
        let rows = server.rows.iter();
        for row in rows.filter(|row| row.verdict == HintVerdict::Contradicted) {
            contradiction(page, server, row, explanations);
            is_empty = false;
        }
    }
    if is_empty {
        page.push_str("\nNone was found.\n");
    }
}

fn contradiction(
    page: &mut String,
    server: &ServerTruth,
    row: &HintRow,
    explanations: &[Explanation],
) {
    let _ = writeln!(
        page,
        "\n### {} {}: {}\n\nDeclared: `{}: {}`. Call: {}",
        plain(&server.package),
        server.version,
        code(&row.tool),
        row.hint,
        row.declared,
        plain(&row.evidence)
    );
    if let Some(arguments) = &row.arguments {
        let _ = writeln!(page, "with {}", code(arguments));
    }
    page.push('\n');
    for line in &row.difference {
        let _ = writeln!(page, "- {}", plain(line));
    }
    let text = find(explanations, &server.name, row)
        .map_or("The server's source has not been reviewed yet.", |one| {
            one.text.trim()
        });
    let _ = writeln!(page, "\n{text}");
}

fn by_server(page: &mut String, servers: &[ServerTruth]) {
    page.push_str(
        "\n## By server\n\nA tool *answered* if at least one of its calls succeeded.\n\n\
         | server | version | tools | answered | hints | verified | contradicted | unknown |\n\
         |---|---|---:|---:|---:|---:|---:|---:|\n",
    );
    for server in servers.iter().filter(|one| one.problem.is_none()) {
        let counts = VerdictCounts::of(server.rows.iter());
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} | {} | {} | {} | {} |",
            plain(&server.package),
            server.version,
            server.tools,
            server.answered,
            counts.declared(),
            counts.verified,
            counts.contradicted,
            counts.unknown
        );
    }
}

fn not_run(page: &mut String, servers: &[ServerTruth]) {
    let failed: Vec<&ServerTruth> = servers.iter().filter(|one| one.problem.is_some()).collect();
    if failed.is_empty() {
        return;
    }
    page.push_str("\n## Not verified\n\n| server | version | reason |\n|---|---|---|\n");
    for server in failed {
        let _ = writeln!(
            page,
            "| {} | {} | {} |",
            plain(&server.package),
            server.version,
            plain(server.problem.as_deref().unwrap_or_default())
        );
    }
}

/// Text of others, without anything that Markdown reads.
fn plain(text: &str) -> String {
    let mut shown = String::new();
    for c in candor_text::printable(text).chars() {
        if matches!(c, '|' | '<' | '>' | '[' | ']' | '*' | '_' | '\\') {
            shown.push('\\');
        }
        shown.push(c);
    }
    shown
}

/// Text of others as code.
fn code(text: &str) -> String {
    let shown = candor_text::printable(text).replace('`', "'");
    format!("`{}`", shown.replace('|', "\\|"))
}

#[cfg(test)]
mod tests {
    use candor_verify::HintVerdict::{Contradicted, Unknown, Verified};

    use super::super::hint_row::samples::{row, server};
    use super::*;

    fn page() -> String {
        let mut failed = server("gone", Vec::new());
        failed.problem = Some("it ended | twice".to_owned());
        let mut open = row("get", Hint::OpenWorld, Unknown);
        open.evidence = "no call succeeded: no token".to_owned();
        let rows = vec![
            row("get", Hint::ReadOnly, Verified),
            open,
            row("set_all", Hint::ReadOnly, Contradicted),
        ];
        let servers = [server("a", rows), failed, server("silent", Vec::new())];
        let explanations = super::super::explanation::tests::one("a", "set_all");
        render(&servers, &explanations)
    }

    #[test]
    fn the_page_has_totals_servers_and_what_was_not_run() {
        let page = page();
        for part in [
            "**2 servers with 4 tools declare 3 hints: 1 were verified, 1 contradicted, 1 remain unknown.**",
            "1 of the 1 contradictions depend on how the specification is read",
            "Of the 2 hints with a verdict, 50.0 % hold. 1 of the 2 servers declare no hint at all.",
            "| `readOnlyHint: true` | 2 | 1 | 1 | 0 |",
            "| `openWorldHint: true` | 1 | 0 | 0 | 1 |",
            "| no call of the tool succeeded | 1 |",
            "| @a/a | 1.2.3 | 2 | 1 | 3 | 1 | 1 | 1 |",
            "| @a/silent | 1.2.3 | 2 | 1 | 0 | 0 | 0 | 0 |",
            "| @a/gone | 1.2.3 | it ended \\| twice |",
        ] {
            assert!(page.contains(part), "{part} is not in\n{page}");
        }
    }

    #[test]
    fn a_contradiction_has_its_call_its_difference_and_its_explanation() {
        let page = page();
        for part in [
            "### @a/a 1.2.3: `set_all`",
            "Declared: `readOnlyHint: true`. Call: required arguments\nwith `{\"path\":\"a\\|b\"}`",
            "- `work/a.txt` was created",
            "it writes",
        ] {
            assert!(page.contains(part), "{part} is not in\n{page}");
        }
        assert!(!page.contains("has not been reviewed yet"), "{page}");
        let servers = [server("b", vec![row("get", Hint::ReadOnly, Contradicted)])];
        let page = render(&servers, &[]);
        assert!(page.contains("has not been reviewed yet"), "{page}");
    }

    #[test]
    fn shares_are_in_whole_tenths() {
        for (part, all, expect) in [(1, 3, "33.3 %"), (0, 0, "0.0 %"), (7, 7, "100.0 %")] {
            assert_eq!(share(part, all), expect);
        }
    }
}
