//! The page that shows the decision table.

use std::fmt::Write as _;
use std::path::Path;

use candor_policy::Effect;

use crate::table::{CONFIRM, CONFIRM_HEAD, DECISION, DECISION_HEAD, KNOWN, KNOWN_HEAD, Row};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/approvals-table.md");

const INTRO: &str = "\
# When a call is allowed, asked about or denied

<!-- Written from the rows of `crates/policy/tests/it/table.rs`, which decide every combination.
     Change those, then run `UPDATE_DOCS=1 cargo nextest run -p candor-policy`. -->

Every decision is made from four things: the rules of the house, what is relied upon to be true of
the tool, when somebody wants to be asked about it (`confirm`), and the preferences of the endpoint.
It always gives its reason in a sentence.

## Rules come first

";

const RULES: &str = "
A rule is about a call if all that it names fits: `source`, `tool`, `toolset`, `environment`,
`hints`, `role`, `when`. A list fits if one of its entries does; of `hints` all must hold; a rule
that names nothing is about every call. The order of rules in the file changes no decision: among
rules that do the same, the first is named as the reason.

What cannot be known counts against the caller:

- A condition (`when`) that cannot be evaluated, because an argument is missing or has another type
  or the arguments are too long, fits a rule that denies or asks, and no rule that allows.
- What an untrusted source says about its own tool neither gets it past a rule that denies or asks,
  nor into one that allows.

The three steps below decide about every call that no rule is about.

## Step 1: what is known of the tool

";

const CONFIRM_INTRO: &str = "
*Evidence* is what Candor infers by itself. Where several speak, the highest layer is heard; see
[annotations](annotations.md).

## Step 2: whose `confirm` counts

";

const DECISION_INTRO: &str = "
## Step 3: what is done

*Ask once* means that one yes is enough for all later calls of the same caller. The reason is a part
of the sentence that the decision gives; the rest of it says who said so, as in *destructive: true,
inferred: the HTTP method is DELETE*.

";

const OUTRO: &str = "
Who is asked is not part of the table: a rule or the preference `out_of_band` can demand that the
client that calls is not the one that answers. Where several rules ask, one that demands it is
enough.
";

fn page() -> String {
    let mut page = INTRO.to_owned();
    for (at, effect) in [Effect::Deny, Effect::Ask, Effect::Allow]
        .into_iter()
        .enumerate()
    {
        let done = match effect {
            Effect::Deny => "the call is refused",
            Effect::Ask => "somebody is asked, every time",
            Effect::Allow => "the call is made",
        };
        let otherwise = if at == 0 { "If" } else { "Otherwise, if" };
        let number = at + 1;
        writeln!(
            page,
            "{number}. {otherwise} a rule with `effect = \"{effect}\"` is about it, {done}."
        )
        .expect("a string");
    }
    page.push_str("4. Otherwise it is decided by the three steps below.\n");
    page.push_str(RULES);
    table(&mut page, KNOWN_HEAD, ["so the tool is", "because"], &KNOWN);
    page.push_str(CONFIRM_INTRO);
    table(
        &mut page,
        CONFIRM_HEAD,
        ["so what counts is", "because"],
        &CONFIRM,
    );
    page.push_str(DECISION_INTRO);
    table(&mut page, DECISION_HEAD, ["decision", "reason"], &DECISION);
    page.push_str(OUTRO);
    page
}

fn table<const N: usize>(page: &mut String, head: [&str; N], then: [&str; 2], rows: &[Row<N>]) {
    let mut line = |cells: &mut dyn Iterator<Item = String>| {
        let cells: Vec<String> = cells.collect();
        writeln!(page, "| {} |", cells.join(" | ")).expect("a string");
    };
    line(&mut head.into_iter().chain(then).map(str::to_owned));
    line(&mut (0..N + 2).map(|_| "---".to_owned()));
    for row in rows {
        let cell = |cell: &&str| match *cell {
            "*" => "any".to_owned(),
            cell => cell.replace(" or ", ", "),
        };
        let result = [format!("**{}**", row.then), row.why.to_owned()];
        line(&mut row.when.iter().map(cell).chain(result));
    }
}

#[test]
fn the_page_shows_the_table() {
    let page = page();
    if std::env::var_os("UPDATE_DOCS").is_some_and(|on| on == "1") {
        std::fs::write(FILE, &page).expect("the page is written");
    }
    let shown = std::fs::read_to_string(Path::new(FILE)).unwrap_or_default();
    assert!(
        shown == page,
        "docs/approvals-table.md is out of date; run `UPDATE_DOCS=1 cargo nextest run -p candor-policy`"
    );
}
