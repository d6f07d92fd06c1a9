//! The page that shows the decision table.

use std::fmt::Write as _;
use std::path::Path;

use candor_policy::RuleEffect;

use crate::table::{
    CONFIRM, CONFIRM_HEAD, DECISION, DECISION_HEAD, DecisionRow, KNOWN, KNOWN_HEAD,
};

const FILE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../docs/approvals-table.md"
);

const INTRO: &str = "\
# When a call is allowed, needs approval or is denied

<!-- Written from the rows of `crates/core/policy/tests/it/table.rs`, which decide every combination.
     Change those, then run `UPDATE_DOCS=1 cargo nextest run -p candor-policy`. -->

Every decision depends on four things: the rules in the configuration, the hints of the tool that
Candor relies on, the tool's `confirm`, and the policy settings of the endpoint. Every decision gives
its reason in a sentence.

## Rules come first

";

const RULES: &str = "
A rule matches a call if all its fields match: `source`, `tool`, `toolset`, `environment`, `hints`,
`role`, `when`. A list matches if one of its entries does; all `hints` must hold; a rule without
fields matches every call. The order of rules in the file changes no decision: among rules with the
same effect, the first is named as the reason.

When in doubt, the stricter decision applies:

- A condition (`when`) that cannot be evaluated, because an argument is missing or has another type
  or the arguments are too long, matches deny and ask rules, but no allow rule.
- What an untrusted source says about its own tool cannot avoid a deny or ask rule, and cannot make
  an allow rule match.

The three steps below decide every call that no rule matches.

## Step 1: what is known about the tool

";

const CONFIRM_INTRO: &str = "
*Evidence* is what Candor infers itself. If several layers set a hint, the highest wins; see
[Annotations](annotations.md).

## Step 2: which `confirm` applies

";

const DECISION_INTRO: &str = "
## Step 3: the decision

*Ask once* means that one approval covers all later calls of the same caller. The reason is part of
the sentence that the decision gives; the rest says where the hint comes from, as in *destructive:
true, inferred: the HTTP method is DELETE*.

";

const OUTRO: &str = "
The table does not cover who may approve: a rule or the setting `out_of_band` can require an answer
from outside the calling client. If several rules ask, one that requires it is enough.
";

fn page() -> String {
    let mut page = INTRO.to_owned();
    for (at, effect) in [RuleEffect::Deny, RuleEffect::Ask, RuleEffect::Allow]
        .into_iter()
        .enumerate()
    {
        let done = match effect {
            RuleEffect::Deny => "the call is refused",
            RuleEffect::Ask => "approval is needed, every time",
            RuleEffect::Allow => "the call is made",
        };
        let otherwise = if at == 0 { "If" } else { "Otherwise, if" };
        let number = at + 1;
        writeln!(
            page,
            "{number}. {otherwise} a rule with `effect = \"{effect}\"` matches, {done}."
        )
        .expect("a string");
    }
    page.push_str("4. Otherwise the three steps below decide.\n");
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

fn table<const N: usize>(
    page: &mut String,
    head: [&str; N],
    then: [&str; 2],
    rows: &[DecisionRow<N>],
) {
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
