//! `candor annotate`.

use serde_json::json;

use crate::sandbox::{Sandbox, check};
use crate::shop;

#[test]
fn a_tool_is_corrected_without_starting_anything() {
    let sandbox = shop::known();
    check!(sandbox.run(&[
        "annotate",
        "shop.delete_book",
        "--destructive",
        "true",
        "--read-only",
        "false",
        "--title",
        "Delete for good",
        "--why",
        "there is no bin",
    ]),);
    assert!(!shop::was_started(&sandbox));
    // Saying it again changes nothing.
    let again = sandbox.run(&["annotate", "shop.delete_book", "--destructive", "true"]);
    assert_eq!(again.code, Some(0), "{again}");
    let changes = sandbox.run(&["changes", "--json"]).json();
    assert_eq!(
        changes["changes"].as_array().map(Vec::len),
        Some(1),
        "{changes}"
    );
}

#[test]
fn clients_see_the_correction() {
    let sandbox = shop::known();
    let ran = sandbox.run(&[
        "annotate",
        "shop.list_books",
        "--read-only",
        "true",
        "--open-world",
        "unset",
        "--set",
        "cost={\"unit\": 1.10}",
        "--json",
    ]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran}");
    let told = ran.json();
    assert_eq!(told["tools"][0]["hints"]["read_only"], true);
    assert_eq!(
        told["tools"][0]["origins"]["readOnlyHint"]["layer"],
        "override"
    );
    let _upstream = shop::open(&sandbox, shop::SHOP);
    let ran = sandbox.run(&["tools", "--json"]);
    assert!(ran.stdout.contains(r#""cost":{"unit": 1.10}"#), "{ran}");
    let tools = ran.json();
    assert_eq!(
        tools["tools"][0]["definition"]["annotations"]["readOnlyHint"],
        true
    );
    assert_eq!(tools["tools"][0]["hints"]["read_only"], true);
}

#[test]
fn the_first_word_about_a_tool_starts_its_source() {
    let sandbox = Sandbox::new();
    let upstream = shop::open(&sandbox, shop::SHOP);
    let config = format!(
        "[sources.shop]\nurl = {:?}\n[sources.other]\ncommand = \"sh\"\nargs = [\"-c\", \"touch started\"]\n",
        upstream.url()
    );
    sandbox.file("candor.toml", &config);
    let ran = sandbox.run(&["annotate", "shop.list_books", "--read-only", "true"]);
    assert_eq!(ran.code, Some(0), "{ran}");
    assert!(
        ran.stdout
            .contains("read-only: true, says override `shop.list_books` by local"),
        "{ran}"
    );
    assert!(!shop::was_started(&sandbox));
}

#[test]
fn the_demo_can_be_corrected() {
    let sandbox = Sandbox::new();
    // The first time and afterwards, since it is always there.
    for expect in ["true", "false"] {
        let ran = sandbox.run(&["annotate", "bookshop.add_book", "--idempotent", expect]);
        assert_eq!(ran.code, Some(0), "{ran}");
        for said in [
            format!("idempotent: {expect}, says override `bookshop.add_book` by local"),
            "destructive: false, inferred: the HTTP method is POST".to_owned(),
        ] {
            assert!(ran.stdout.contains(&said), "{said}: {ran}");
        }
    }
}

#[test]
fn a_pattern_speaks_of_many() {
    check!(shop::known().run(&["annotate", "shop.*_book", "--open-world", "true"]),);
}

#[test]
fn what_was_said_is_taken_back() {
    let sandbox = shop::known();
    let said = sandbox.run(&[
        "annotate",
        "shop.delete_book",
        "--destructive",
        "unset",
        "--no-title",
    ]);
    assert!(
        said.stdout
            .contains("destructive: unset, cleared by override"),
        "{said}"
    );
    let back = sandbox.run(&["annotate", "shop.delete_book", "--destructive", "inherit"]);
    assert!(
        back.stdout
            .contains("destructive: true, declared by source `shop`"),
        "{back}"
    );
    let reset = sandbox.run(&["annotate", "shop.delete_book", "--reset", "--json"]);
    assert_eq!(reset.code, Some(0), "{reset}");
    check!(sandbox.run(&["annotate", "shop.delete_book", "--reset"]), @r"
    exit 2
    --- stderr
    error: nothing is said about `shop.delete_book` that could be taken back
    ");
    assert!(!shop::was_started(&sandbox));
}

#[test]
fn an_environment_has_opinions_of_its_own() {
    let sandbox = shop::known();
    let made = sandbox.run(&["environment", "create", "dev"]);
    assert_eq!(made.code, Some(0), "{made}");
    let ran = sandbox.run(&[
        "annotate",
        "shop.delete_book",
        "--environment",
        "dev",
        "--destructive",
        "false",
    ]);
    assert!(
        ran.stdout
            .contains("destructive: false, says environment `shop.delete_book` by local"),
        "{ran}"
    );
    let plain = sandbox.run(&[
        "annotate",
        "shop.delete_book",
        "--idempotent",
        "true",
        "--json",
    ]);
    assert_eq!(plain.json()["tools"][0]["hints"]["destructive"], true);
    let shown = sandbox
        .run(&["environment", "show", "dev", "--json"])
        .json();
    assert_eq!(
        shown["annotations"],
        json!({"shop.delete_book": {"destructive": false}})
    );
}

/// What is refused, and the arguments, divided by `|`.
const REFUSED: [(&str, &str); 20] = [
    (
        "contradiction",
        "shop.delete_book|--read-only|true|--destructive|true",
    ),
    ("unknown-source", "shp.delete_book|--read-only|true"),
    ("pattern-without-match", "nowhere.x_*|--read-only|true"),
    ("no-pattern", "delete_book|--read-only|true"),
    (
        "unknown-environment",
        "shop.delete_book|--environment|prod|--read-only|true",
    ),
    (
        "bad-environment",
        "shop.delete_book|--environment|My Env|--read-only|true",
    ),
    (
        "toolset",
        "shop.delete_book|--toolset|reading|--read-only|true",
    ),
    ("control-character", "shop.delete_book|--title|a\u{1b}[2Jb"),
    (
        "hidden-why",
        "shop.delete_book|--read-only|true|--why|a\u{202e}b",
    ),
    ("empty-why", "shop.delete_book|--read-only|true|--why| "),
    ("empty-title", "shop.delete_book|--title| "),
    ("nothing", "shop.delete_book"),
    ("value", "shop.delete_book|--read-only|yes"),
    ("member-json", "shop.delete_book|--set|cost=cheap"),
    ("member-shape", "shop.delete_book|--set|cost"),
    ("member-known", "shop.delete_book|--set|readOnlyHint=true"),
    ("member-twice", "shop.delete_book|--set|a=1|--unset|a"),
    (
        "reset-and-more",
        "shop.delete_book|--reset|--read-only|true",
    ),
    ("apply-and-tool", "shop.delete_book|--apply|x.toml"),
    ("prune-alone", "shop.delete_book|--prune|--read-only|true"),
];

#[test]
fn what_makes_no_sense_is_refused_and_changes_nothing() {
    let sandbox = shop::known();
    for (name, args) in REFUSED {
        let args: Vec<&str> = ["annotate"].into_iter().chain(args.split('|')).collect();
        let ran = sandbox.run(&args);
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (Some(2), ""),
            "{name}: {ran}"
        );
        insta::assert_snapshot!(format!("refused-{name}"), ran.stderr);
    }
    let changes = sandbox.run(&["changes", "--json"]).json();
    assert_eq!(changes["changes"], json!([]));
    assert!(!shop::was_started(&sandbox));
}

#[test]
fn an_unknown_tool_is_looked_for() {
    let sandbox = shop::known();
    let upstream = shop::open(&sandbox, shop::SHOP);
    check!(sandbox.run(&["annotate", "shop.delete_boook", "--read-only", "true"]), @r"
    exit 2
    --- stderr
    starting 1 source: shop
    error: there is no tool `shop.delete_boook`; did you mean `shop.delete_book`?
    ");
    check!(sandbox.run(&["annotate", "shop.x_*", "--read-only", "true"]), @r"
    exit 2
    --- stderr
    starting 1 source: shop
    error: `shop.x_*` matches no tool; `candor tools` lists those that are known
    ");
    drop(upstream);
    // It may be there, but nobody can say.
    let down = sandbox.run(&["annotate", "shop.new", "--read-only", "true"]);
    assert_eq!(down.code, Some(2), "{down}");
    assert!(
        down.stderr
            .contains("hint: source `shop` has not been answering"),
        "{down}"
    );
    // Taking back needs nobody.
    let back = sandbox.run(&["annotate", "shop.new", "--read-only", "inherit"]);
    assert!(!back.stderr.contains("starting"), "{back}");
}

#[test]
fn the_file_wins() {
    let sandbox = shop::known();
    let config = "[sources.shop]\ncommand = \"sh\"\n\n[annotations.\"shop.delete_book\"]\ndestructive = true\n";
    sandbox.file("candor.toml", config);
    check!(sandbox.run(&["annotate", "shop.delete_book", "--destructive", "false"]),);
    let other = sandbox.run(&["annotate", "shop.delete_book", "--idempotent", "true"]);
    assert_eq!(other.code, Some(0), "{other}");
    assert!(
        other
            .stdout
            .contains("destructive: true, says override `shop.delete_book` in candor.toml:"),
        "{other}"
    );
}

#[test]
fn the_author_has_a_name() {
    let sandbox = shop::known();
    let output = sandbox
        .command(&["annotate", "shop.list_books", "--read-only", "true"])
        .env("USER", "ada")
        .output()
        .expect("the binary starts");
    assert!(
        String::from_utf8_lossy(&output.stdout).contains("by ada"),
        "{output:?}"
    );
}

#[test]
fn further_members_are_told() {
    let sandbox = shop::known();
    let ran = sandbox.run(&[
        "annotate",
        "shop.list_books",
        "--set",
        "cost=[1, 2]",
        "--unset",
        "audience",
    ]);
    check!(ran, @r"
    exit 0
    --- stdout
    shop.list_books
      title: List Books, inferred: made from the name
      read-only: unset, nobody says
      destructive: unset, nobody says
      idempotent: unset, nobody says
      open-world: unset, nobody says
      audience: unset, cleared by override `shop.list_books` by local
      cost: [1, 2], says override `shop.list_books` by local
    ");
}
