//! Names are unique, stable and within limits.

use proptest::prelude::*;

use super::*;
use crate::tool::fixture::operation;

fn named(lines: &[&str]) -> (Vec<String>, Vec<String>) {
    let operations: Vec<_> = lines.iter().map(|line| operation(line)).collect();
    let mut findings = ToolFindings::default();
    let names = names(&operations, &mut findings);
    let told = findings.finish(None).into_iter().map(|one| one.message);
    (names, told.collect())
}

#[test]
fn a_name_is_plain() {
    for (line, expect) in [
        ("GET /books listBooks", "listBooks"),
        ("GET /books repos/list-for-user", "repos_list-for-user"),
        ("GET /books Books.Größe.get", "Books_Grosse_get"),
        ("GET /books _a__b_", "_a__b_"),
        ("GET /books «a»._.b!", "a_b"),
        ("GET /books e\u{301}te\u{301}", "ete"),
        ("GET /books/{isbn}", "get_books_isbn"),
        ("DELETE /books/{isbn}/", "delete_books_isbn"),
        ("GET /", "get"),
        ("GET /books/{isbn} 书", "get_books_isbn"),
        ("M-SEARCH /x", "m-search_x"),
    ] {
        assert_eq!(named(&[line]).0, [expect], "{line}");
    }
}

#[test]
fn what_the_document_says_to_candor_comes_first() {
    let mut one = operation("GET /books listBooks");
    one.extension.name = Some("books".to_owned());
    assert_eq!(names(&[one], &mut ToolFindings::default()), ["books"]);
}

#[test]
fn a_long_name_ends_in_its_hash() {
    let long = |end: &str| format!("GET /x {}{end}", "long".repeat(30));
    let names = named(&[&long("a"), &long("b")]).0;
    assert!(names.iter().all(|name| name.len() == LONGEST));
    assert_ne!(names[0], names[1]);
    assert!(names[0].starts_with("longlong"));
}

#[test]
fn every_operation_of_a_clash_gets_a_suffix() {
    let (names, told) = named(&["GET /a x", "POST /a x", "GET /b y"]);
    assert_eq!(names, ["x_f302dfbc", "x_2b964797", "y"]);
    assert_eq!(
        told,
        [
            "2 operations would be called `x`, so each has a suffix: `GET /a` is `x_f302dfbc`, \
          `POST /a` is `x_2b964797`"
        ]
    );
}

#[test]
fn a_name_that_looks_like_somebodys_suffix_keeps_its_own() {
    let names = named(&["GET /a x", "POST /a x", "GET /b x_f302dfbc"]).0;
    assert_eq!(names[2], "x_f302dfbc");
    assert_eq!(names.iter().collect::<HashSet<_>>().len(), 3);
}

#[test]
fn the_same_operation_twice_still_has_two_names() {
    let names = named(&["GET /a x", "GET /a x", "GET /a x"]).0;
    assert_eq!(names.iter().collect::<HashSet<_>>().len(), 3);
}

proptest! {
    #[test]
    fn names_are_plain_unique_and_free_of_order(
        ids in prop::collection::vec(prop_oneof!["[ab_./é书]{1,4}", "[a]{60,80}"], 1..12),
    ) {
        let lines: Vec<String> = ids.iter().enumerate()
            .map(|(at, id)| format!("GET /p{at} {id}"))
            .collect();
        let forward: Vec<&str> = lines.iter().map(String::as_str).collect();
        let mut backward = forward.clone();
        backward.reverse();
        let names = named(&forward).0;
        let mut reversed = named(&backward).0;
        reversed.reverse();
        prop_assert_eq!(&names, &reversed);
        prop_assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
        for name in &names {
            prop_assert!((1..=LONGEST).contains(&name.len()));
            prop_assert!(name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b)));
        }
    }
}
