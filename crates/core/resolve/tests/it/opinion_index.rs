//! Looking up what people say.

use candor_model::{
    AnnotationLayer, Digest, EnvironmentName, FieldValue, Hint, ObservedHint, Opinion,
    OpinionScope, QualifiedName, ToolsetName, Verification,
};
use candor_resolve::{OpinionIndex, OpinionOrigin};

use crate::say::{key, name, says, titled, with_extra};

use AnnotationLayer::Override;
use OpinionOrigin::{File, Store};

const HERE: &OpinionScope = &OpinionScope::Everywhere;

fn book(entries: &[(OpinionOrigin, &str, &str)]) -> OpinionIndex {
    let mut book = OpinionIndex::new();
    for (origin, about, words) in entries {
        book.insert(*origin, key(HERE, about), says(Override, words));
    }
    book
}

/// What is said about a tool, `.` for nothing and `~` for cleared.
fn about(book: &OpinionIndex, tool: &str) -> String {
    let opinion = book.about(HERE, &name(tool));
    Hint::ALL
        .map(|hint| match opinion.hint(hint).map(|said| &said.value) {
            None => '.',
            Some(FieldValue::Clear) => '~',
            Some(FieldValue::Set(true)) => '+',
            Some(FieldValue::Set(false)) => '-',
        })
        .iter()
        .collect()
}

#[test]
fn the_more_exact_is_heard_after_the_less_exact() {
    let book = book(&[
        (Store, "shop.list_books", "+O"),
        (Store, "shop.*", "-R -D -I -O"),
        (Store, "shop.list_*", "+R +I"),
        (Store, "shop.*s", "~I"),
    ]);
    for (tool, expect) in [
        ("shop.add_book", "----"),
        ("shop.add_books", "--~-"),
        ("shop.list_book", "+-+-"),
        ("shop.list_magazines", "+-+-"),
        ("shop.list_books", "+-++"),
        ("store.list_books", "...."),
    ] {
        assert_eq!(about(&book, tool), expect, "{tool}");
    }
}

#[test]
fn the_file_is_heard_after_the_store() {
    let book = book(&[
        (File, "shop.*", "+R"),
        (Store, "shop.list", "-R +I"),
        (Store, "shop.*", "-I -O"),
        (File, "shop.list", "~O"),
    ]);
    assert_eq!(about(&book, "shop.list"), "+.+~");
    assert_eq!(about(&book, "shop.add"), "+.--");
}

#[test]
fn a_later_entry_replaces_the_earlier() {
    let book = book(&[
        (Store, "shop.list", "+R +I"),
        (Store, "shop.list", "-R"),
        (Store, "shop.l*", "+D +O"),
        (Store, "shop.l*", "-D"),
    ]);
    assert_eq!(about(&book, "shop.list"), "--..");
    assert_eq!(book.entries().count(), 2);
}

#[test]
fn scopes_do_not_hear_each_other() {
    let prod = OpinionScope::Environment(EnvironmentName::parse("prod").expect("a name"));
    let prod_tools = OpinionScope::Toolset(ToolsetName::parse("prod").expect("a name"));
    let mut book = OpinionIndex::new();
    book.insert(Store, key(&prod, "shop.list"), says(Override, "+R"));
    assert!(!book.about(&prod, &name("shop.list")).is_empty());
    assert!(book.about(HERE, &name("shop.list")).is_empty());
    assert!(book.about(&prod_tools, &name("shop.list")).is_empty());
}

#[test]
fn odd_names_are_looked_up_like_any_other() {
    let book = book(&[
        (Store, "shop.a.b c/ü", "+R"),
        (Store, "shop.x*y", "+I"),
        (Store, "shop.**", "-O"),
    ]);
    assert_eq!(about(&book, "shop.a.b c/ü"), "+..-");
    assert_eq!(about(&book, "shop.x*y"), "..+-");
    assert_eq!(about(&book, &format!("shop.{}", "z".repeat(5000))), "...-");
}

#[test]
fn the_file_says_what_the_store_cannot_change() {
    let book = book(&[
        (File, "shop.*", "+R"),
        (File, "shop.list_*", "-R +I"),
        (File, "shop.list_books", "~O"),
        (Store, "shop.*", "+D"),
    ]);
    let says = |about: &str, hint| {
        let said = book.file_says_hint(&key(HERE, about), hint);
        said.map(|said| said.value.clone())
    };
    // A single tool: any entry of the file about it, the most exact first.
    assert_eq!(
        says("shop.list_books", Hint::ReadOnly),
        Some(FieldValue::Set(false))
    );
    assert_eq!(
        says("shop.list_books", Hint::OpenWorld),
        Some(FieldValue::Clear)
    );
    assert_eq!(
        says("shop.add_book", Hint::ReadOnly),
        Some(FieldValue::Set(true))
    );
    assert_eq!(says("shop.add_book", Hint::Idempotent), None);
    assert_eq!(says("shop.add_book", Hint::Destructive), None);
    // A pattern: an entry about all its tools, the same pattern or a wider one.
    assert_eq!(says("shop.*", Hint::ReadOnly), Some(FieldValue::Set(true)));
    assert_eq!(
        says("shop.list_*", Hint::ReadOnly),
        Some(FieldValue::Set(false))
    );
    assert_eq!(
        says("shop.list_new_*", Hint::Idempotent),
        Some(FieldValue::Set(true))
    );
    assert_eq!(
        says("shop.add_*", Hint::ReadOnly),
        Some(FieldValue::Set(true))
    );
    // Some of the pattern's tools are not all of them.
    assert_eq!(says("shop.*", Hint::Idempotent), None);
    assert_eq!(says("shop.*_books", Hint::Idempotent), None);
    assert_eq!(says("shop.list_*", Hint::OpenWorld), None);
    assert_eq!(says("other.list_books", Hint::ReadOnly), None);
}

#[test]
fn the_file_says_titles_and_further_members_too() {
    let opinion = titled(Opinion::default(), Override, Some("Find"));
    let opinion = with_extra(opinion, Override, "cost", Some("5"));
    let mut book = OpinionIndex::new();
    book.insert(File, key(HERE, "shop.find"), opinion.clone());
    let find = key(HERE, "shop.find");
    assert_eq!(book.file_says_title(&find), opinion.title.as_ref());
    assert_eq!(
        book.file_says_extra(&find, "cost"),
        opinion.extra.get("cost")
    );
    assert_eq!(book.file_says_extra(&find, "owner"), None);
    assert_eq!(book.file_says_title(&key(HERE, "shop.*")), None);
    // The same tool elsewhere is another matter.
    let toolset = OpinionScope::Toolset(ToolsetName::parse("books").expect("a name"));
    assert_eq!(book.file_says_title(&key(&toolset, "shop.find")), None);
}

#[test]
fn entries_come_in_one_order() {
    let env = |text| OpinionScope::Environment(EnvironmentName::parse(text).expect("a name"));
    let (dev, prod) = (env("dev"), env("prod"));
    let mut keys = vec![
        (Store, key(HERE, "shop.*")),
        (File, key(HERE, "shop.*")),
        (Store, key(HERE, "shop.add")),
        (Store, key(HERE, "shop.list*")),
        (File, key(&dev, "a.b")),
        (Store, key(&prod, "a-b.c")),
        (Store, key(&prod, "a.b")),
    ];
    let expect = keys
        .iter()
        .map(|(origin, key)| (*origin, key.to_string()))
        .collect::<Vec<_>>();
    for _ in 0..keys.len() {
        keys.rotate_left(3);
        let mut book = OpinionIndex::new();
        for (origin, key) in &keys {
            book.insert(*origin, key.clone(), says(Override, "+I"));
        }
        let found = book
            .entries()
            .map(|(origin, key, opinion)| {
                assert_eq!(*opinion, says(Override, "+I"));
                (origin, key.to_string())
            })
            .collect::<Vec<_>>();
        assert_eq!(found, expect);
    }
}

#[test]
fn ten_thousand_tools_are_each_found() {
    let mut book = book(&[(Store, "shop.*", "-O"), (File, "shop.tool_1*", "+I")]);
    for number in 0..10_000 {
        let words = if number % 2 == 0 { "+R" } else { "+D" };
        let about = key(HERE, &format!("shop.tool_{number}"));
        book.insert(Store, about, says(Override, words));
    }
    for (tool, expect) in [
        ("shop.tool_0", "+..-"),
        ("shop.tool_9999", ".+.-"),
        ("shop.tool_1234", "+.+-"),
        ("shop.tool_10000", "..+-"),
    ] {
        assert_eq!(about(&book, tool), expect, "{tool}");
    }
    assert_eq!(book.entries().count(), 10_002);
}

#[test]
fn what_was_observed_counts_while_the_definition_is_the_same() {
    let mut book = OpinionIndex::new();
    let (then, now) = (Digest::of("then"), Digest::of("now"));
    let tool = QualifiedName::parse("shop.list").expect("a name");
    book.insert_verification(&Verification {
        tool: tool.clone(),
        definition: then,
        server_version: "1.0".into(),
        scenario: None,
        hints: vec![ObservedHint {
            hint: Hint::ReadOnly,
            value: false,
            contradicts: true,
            evidence: "it wrote `list.log` in 3 of 3 calls".into(),
        }],
        by: "ada".into(),
        at_micros: 1,
    });
    let opinion = book.verified(&tool, &then).expect("it was verified");
    let said = opinion.hint(Hint::ReadOnly).expect("it was observed");
    assert_eq!(said.value, FieldValue::Set(false));
    assert_eq!(
        said.provenance.to_string(),
        "verified by ada: it wrote `list.log` in 3 of 3 calls"
    );
    assert_eq!(book.verified(&tool, &now), None);
}

/// Entries, and the tools that the last one touches.
#[test]
fn a_difference_names_what_is_touched() {
    let before = book(&[
        (Store, "shop.list", "+R"),
        (Store, "shop.add", "-R"),
        (Store, "other.list", "+R"),
        (File, "shop.*", "+I"),
    ]);
    for (origin, about, words, touched) in [
        (Store, "shop.list", "-R", &["shop.list"][..]),
        (Store, "shop.list", "+R", &[]),
        (File, "shop.add", "+D", &["shop.add"]),
        (
            Store,
            "shop.a*",
            "+D",
            &["shop.list", "shop.add", "shop.new"],
        ),
        (Store, "new.tool", "+D", &["new.tool"]),
    ] {
        let mut after = before.clone();
        after.insert(origin, key(HERE, about), says(Override, words));
        for (one, other) in [(&after, &before), (&before, &after)] {
            let difference = one.difference(other);
            for tool in [
                "shop.list",
                "shop.add",
                "shop.new",
                "other.list",
                "new.tool",
            ] {
                let is_touched = difference.touches(&name(tool));
                assert_eq!(is_touched, touched.contains(&tool), "{about} {tool}");
            }
        }
    }
}

/// Whatever is said elsewhere in the index, a tool that is not touched is spoken of as before.
#[test]
fn what_is_not_touched_is_as_it_was() {
    let patterns = ["shop.a", "shop.b", "shop.*", "shop.a*", "store.a"];
    let scopes = [
        OpinionScope::Everywhere,
        OpinionScope::Environment(EnvironmentName::parse("dev").expect("a name")),
    ];
    let words = ["+R", "-R", "~R +D"];
    let mut index = OpinionIndex::new();
    let mut seed: usize = 7;
    let mut pick = |most: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) % most
    };
    for _ in 0..500 {
        let before = index.clone();
        let (scope, about) = (&scopes[pick(2)], patterns[pick(5)]);
        let origin = [Store, File][pick(2)];
        index.insert(origin, key(scope, about), says(Override, words[pick(3)]));
        assert!(index.holds(origin, &key(scope, about)), "{about}");
        let difference = index.difference(&before);
        for tool in ["shop.a", "shop.b", "shop.ab", "store.a", "store.b"] {
            let tool = name(tool);
            let said = |index: &OpinionIndex| scopes.each_ref().map(|at| index.about(at, &tool));
            let is_same = said(&index) == said(&before);
            assert!(is_same || difference.touches(&tool), "{about} {tool}");
        }
    }
}
