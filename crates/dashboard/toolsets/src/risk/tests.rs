use super::*;

/// A tool in words: `read`, `write` or nothing, `in`, `out` or nothing, and perhaps `untrusted`.
fn check(tools: &[&str], expect: RiskVerdict, parts: [&str; 3]) {
    let names = tools.iter().enumerate().map(|(at, _)| format!("s.t{at}"));
    let names = names.map(|name| QualifiedName::parse(&name).expect("a name"));
    let names: Vec<_> = names.collect();
    let seen = tools.iter().zip(&names).map(|(words, name)| {
        let has = |word| words.split(' ').any(|one| one == word);
        let either = |yes, no| has(yes).then_some(true).or(has(no).then_some(false));
        let mut hints = Hints::UNSET;
        hints.set(Hint::ReadOnly, either("read", "write"));
        hints.set(Hint::OpenWorld, either("out", "in"));
        RiskInput {
            name,
            hints,
            untrusted: has("untrusted"),
        }
    });
    let risk = ToolsetRisk::of(seen);
    assert_eq!(risk.verdict(), expect, "{tools:?}");
    let shown = [&risk.private, &risk.strange, &risk.outward].map(|part| {
        let perhaps = part.perhaps.names.iter().map(|name| format!("{name}?"));
        let all: Vec<_> = part.sure.names.iter().cloned().chain(perhaps).collect();
        all.join(" ")
    });
    assert_eq!(shown, parts, "{tools:?}");
}

#[test]
fn the_three_meet_only_where_all_are_there() {
    use RiskVerdict::{Apart, Perhaps, Together};
    check(&[], Apart, ["", "", ""]);
    check(&["read in"], Apart, ["s.t0", "", ""]);
    check(&["read in", "read out"], Apart, ["s.t0", "s.t1", ""]);
    check(&["read in", "write out"], Apart, ["s.t0", "", "s.t1"]);
    check(&["read out", "write out"], Apart, ["", "s.t0", "s.t1"]);
    check(
        &["read in", "read out", "write out"],
        Together,
        ["s.t0", "s.t1", "s.t2"],
    );
    check(
        &["read in", "read out", "write in"],
        Apart,
        ["s.t0", "s.t1", ""],
    );
    // Everything from an untrusted source is untrusted content.
    check(
        &["read in", "write out untrusted"],
        Together,
        ["s.t0", "s.t1", "s.t1"],
    );
    // Its read-only hint does not exclude that data is sent out.
    check(
        &["read in", "read out untrusted"],
        Perhaps,
        ["s.t0", "s.t1", "s.t1?"],
    );
    check(
        &["read in", "read in untrusted"],
        Apart,
        ["s.t0 s.t1", "s.t1", ""],
    );
    // No hint is set.
    check(&[""], Perhaps, ["s.t0?", "s.t0?", "s.t0?"]);
    check(&["", "read in"], Perhaps, ["s.t1 s.t0?", "s.t0?", "s.t0?"]);
    check(&["read", "write in"], Apart, ["s.t0?", "s.t0?", ""]);
}

#[test]
fn a_toolset_is_read_only_if_all_of_it_is() {
    let name = QualifiedName::parse("s.t").expect("a name");
    let seen = |value: Option<bool>| {
        let mut hints = Hints::UNSET;
        hints.set(Hint::ReadOnly, value);
        RiskInput {
            name: &name,
            hints,
            untrusted: false,
        }
    };
    for (tools, expect) in [
        (&[][..], false),
        (&[Some(true)], true),
        (&[Some(true), Some(true)], true),
        (&[Some(true), Some(false)], false),
        (&[Some(true), None], false),
    ] {
        let risk = ToolsetRisk::of(tools.iter().map(|value| seen(*value)));
        assert_eq!(risk.is_read_only(), expect, "{tools:?}");
    }
}

#[test]
fn of_many_tools_a_few_are_named() {
    let name = QualifiedName::parse("s.t").expect("a name");
    let hints = Hints::UNSET
        .with(Hint::ReadOnly, true)
        .with(Hint::OpenWorld, false);
    let tool = RiskInput {
        name: &name,
        hints,
        untrusted: false,
    };
    let risk = ToolsetRisk::of(std::iter::repeat_n(tool, 5_000));
    let sure = &risk.private.sure;
    assert_eq!(
        (sure.count, sure.names.len(), sure.more()),
        (5_000, NAMED, 4_995)
    );
}
