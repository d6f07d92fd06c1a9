//! `candor annotate`.

use serde_json::json;

use crate::sandbox::{CommandSandbox, check, len, named, os_user};
use crate::shop;

#[test]
fn a_tool_is_corrected_without_starting_anything() {
    let sandbox = shop::known();
    check!(sandbox.run(
        "annotate shop.delete_book --destructive true --read-only false --title \
        'Delete for good' --why 'there is no bin'"
    ),);
    assert!(!shop::was_started(&sandbox));
    // Saying it again changes nothing.
    sandbox.ok("annotate shop.delete_book --destructive true");
    let changes = sandbox.json("changes --json");
    assert_eq!(len(&changes["changes"]), 1, "{changes}");
}

#[test]
fn clients_see_the_correction() {
    let sandbox = shop::known();
    let ran = sandbox.silent(
        0,
        r#"annotate shop.list_books --read-only true --open-world unset
        --set 'cost={"unit": 1.10}' --json"#,
    );
    let told = ran.json();
    assert_eq!(told["tools"][0]["hints"]["read_only"], true);
    assert_eq!(
        told["tools"][0]["origins"]["readOnlyHint"]["layer"],
        "override"
    );
    let _upstream = shop::open(&sandbox, shop::SHOP);
    let ran = sandbox.run("tools --json");
    ran.prints(r#""cost":{"unit": 1.10}"#);
    let tools = ran.json();
    assert_eq!(
        tools["tools"][0]["definition"]["annotations"]["readOnlyHint"],
        true
    );
    assert_eq!(tools["tools"][0]["hints"]["read_only"], true);
}

#[test]
fn the_first_word_about_a_tool_starts_its_source() {
    let (sandbox, upstream) = shop::opened();
    sandbox.configure(&format!(
        "[sources.shop]\nurl = {:?}\n[sources.other]\ncommand = \"sh\"\nargs = [\"-c\", \"touch started\"]\n",
        upstream.url()
    ));
    let ran = sandbox.ok("annotate shop.list_books --read-only true");
    ran.prints(format!(
        "read-only: true, says override `shop.list_books` by {}",
        os_user()
    ));
    assert!(!shop::was_started(&sandbox));
}

#[test]
fn the_demo_can_be_corrected() {
    let sandbox = CommandSandbox::new();
    // The first time and afterwards, since it is always there.
    for expect in ["true", "false"] {
        let ran = sandbox.exits(
            0,
            &format!("annotate bookshop.add_book --idempotent {expect}"),
        );
        for said in [
            format!(
                "idempotent: {expect}, says override `bookshop.add_book` by {}",
                os_user()
            ),
            "destructive: false, inferred: the HTTP method is POST".to_owned(),
        ] {
            ran.prints(said);
        }
    }
}

#[test]
fn a_pattern_speaks_of_many() {
    check!(shop::known().run("annotate shop.*_book --open-world true"),);
}

#[test]
fn what_was_said_is_taken_back() {
    let sandbox = shop::known();
    let said = sandbox.run("annotate shop.delete_book --destructive unset --no-title");
    said.prints("destructive: not set, cleared by override");
    let back = sandbox.run("annotate shop.delete_book --destructive inherit");
    back.prints("destructive: true, declared by source `shop`");
    sandbox.ok("annotate shop.delete_book --reset --json");
    check!(sandbox.run("annotate shop.delete_book --reset"), @r"
    exit 2
    --- stderr
    error: `shop.delete_book` has no override to remove
    ");
    assert!(!shop::was_started(&sandbox));
}

#[test]
fn an_environment_has_opinions_of_its_own() {
    let sandbox = shop::known();
    sandbox.ok("environment create dev");
    let ran = sandbox.run("annotate shop.delete_book --environment dev --destructive false");
    ran.prints(format!(
        "destructive: false, says environment `shop.delete_book` by {}",
        os_user()
    ));
    let plain = sandbox.run("annotate shop.delete_book --idempotent true --json");
    assert_eq!(plain.json()["tools"][0]["hints"]["destructive"], true);
    let shown = sandbox.json("environment show dev --json");
    let expect = json!({"shop.delete_book": {"destructive": false}});
    assert_eq!(shown["annotations"], expect);
}

/// What is refused, by its name.
const REFUSED: [&str; 20] = [
    "contradiction: shop.delete_book --read-only true --destructive true",
    "unknown-source: shp.delete_book --read-only true",
    "pattern-without-match: nowhere.x_* --read-only true",
    "no-pattern: delete_book --read-only true",
    "unknown-environment: shop.delete_book --environment prod --read-only true",
    "bad-environment: shop.delete_book --environment 'My Env' --read-only true",
    "toolset: shop.delete_book --toolset reading --read-only true",
    "control-character: shop.delete_book --title a\u{1b}[2Jb",
    "hidden-why: shop.delete_book --read-only true --why a\u{202e}b",
    "empty-why: shop.delete_book --read-only true --why ' '",
    "empty-title: shop.delete_book --title ' '",
    "nothing: shop.delete_book",
    "value: shop.delete_book --read-only yes",
    "member-json: shop.delete_book --set cost=cheap",
    "member-shape: shop.delete_book --set cost",
    "member-known: shop.delete_book --set readOnlyHint=true",
    "member-twice: shop.delete_book --set a=1 --unset a",
    "reset-and-more: shop.delete_book --reset --read-only true",
    "apply-and-tool: shop.delete_book --apply x.toml",
    "prune-alone: shop.delete_book --prune --read-only true",
];

#[test]
fn what_makes_no_sense_is_refused_and_changes_nothing() {
    let sandbox = shop::known();
    for (name, args) in REFUSED.map(named) {
        let ran = sandbox.run(&format!("annotate {args}"));
        insta::assert_snapshot!(format!("refused-{name}"), ran.refused());
    }
    let changes = sandbox.json("changes --json");
    assert_eq!(changes["changes"], json!([]));
    assert!(!shop::was_started(&sandbox));
}

#[test]
fn an_unknown_tool_is_looked_for() {
    let sandbox = shop::known();
    let upstream = shop::open(&sandbox, shop::SHOP);
    check!(sandbox.run("annotate shop.delete_boook --read-only true"), @r"
    exit 2
    --- stderr
    starting 1 source: shop
    error: there is no tool `shop.delete_boook`; did you mean `shop.delete_book`?
    ");
    check!(sandbox.run("annotate shop.x_* --read-only true"), @r"
    exit 2
    --- stderr
    starting 1 source: shop
    error: `shop.x_*` matches no tool; `candor tools` lists those that are known
    ");
    drop(upstream);
    // The tool may exist, but its source is offline.
    let down = sandbox.exits(2, "annotate shop.new --read-only true");
    down.reports("hint: source `shop` has not been answering");
    // Resetting needs no source.
    let back = sandbox.run("annotate shop.new --read-only inherit");
    assert!(!back.stderr.contains("starting"), "{back}");
}

#[test]
fn the_file_wins() {
    let sandbox = shop::known();
    let config = "[sources.shop]\ncommand = \"sh\"\n\n[annotations.\"shop.delete_book\"]\ndestructive = true\n";
    sandbox.configure(config);
    check!(sandbox.run("annotate shop.delete_book --destructive false"),);
    let other = sandbox.ok("annotate shop.delete_book --idempotent true");
    other.prints("destructive: true, says override `shop.delete_book` in candor.toml:");
}

#[test]
fn the_author_is_the_user_of_the_system() {
    let sandbox = shop::known();
    let line = "annotate shop.list_books --read-only true";
    let ran = sandbox.run_env(line, ("USER", "ada"));
    ran.prints(format!("by {}", os_user()));
}

#[test]
fn further_members_are_told() {
    let sandbox = shop::known();
    let ran = sandbox.run("annotate shop.list_books --set 'cost=[1, 2]' --unset audience");
    check!(ran, @r"
    exit 0
    --- stdout
    shop.list_books
      title: List Books, inferred: made from the name
      read-only: not set
      destructive: not set
      idempotent: not set
      open-world: not set
      audience: not set, cleared by override `shop.list_books` by [USER]
      cost: [1, 2], says override `shop.list_books` by [USER]
    ");
}
