//! Selections against one small document.

use super::*;
use crate::tool::fixture::operation;

fn shop() -> Vec<OpenApiOperation> {
    let mut all = [
        "GET /books listBooks",
        "POST /books addBook",
        "GET /books/{isbn} getBook",
        "DELETE /books/{isbn} deleteBook",
        "GET /orders/{id}/lines listLines",
        "GET /old oldThing",
        "GET /secret secretThing",
    ]
    .map(operation);
    for (at, tag) in [
        (0, "Books"),
        (1, "Books"),
        (2, "books"),
        (3, "Books"),
        (4, "Orders"),
    ] {
        all[at].tags.push(tag.to_owned());
    }
    all[5].deprecated = true;
    all[6].extension.hidden = true;
    all.into()
}

/// `+tag:x -path:/y +operation:z -method:get deprecated`.
fn selection(text: &str) -> OperationSelection {
    let mut selection = OperationSelection::default();
    for word in text.split_whitespace() {
        let (kind, value) = word.split_once(':').unwrap_or((word, ""));
        let wanted = match &kind[..1] {
            "+" => &mut selection.include,
            "-" => &mut selection.exclude,
            _ => {
                selection.deprecated = true;
                continue;
            }
        };
        let list = match &kind[1..] {
            "tag" => &mut wanted.tags,
            "path" => &mut wanted.paths,
            "operation" => &mut wanted.operations,
            "method" => &mut wanted.methods,
            other => panic!("{other}"),
        };
        list.push(value.to_owned());
    }
    selection
}

fn chosen(text: &str) -> (String, Vec<Diagnostic>) {
    let operations = shop();
    let mut findings = ToolFindings::default();
    let names = super::super::name::names(&operations, &mut findings);
    let chosen = choose(&operations, &names, &selection(text), &mut findings);
    let names: Vec<&str> = chosen.iter().map(|at| names[*at].as_str()).collect();
    (names.join(" "), findings.finish(None))
}

fn check(text: &str, expect: &str) {
    assert_eq!(chosen(text).0, expect, "{text}");
}

#[test]
fn lists_are_joined_and_exclusion_wins() {
    check("", "listBooks addBook getBook deleteBook listLines");
    check("+tag:BOOKS", "listBooks addBook getBook deleteBook");
    check(
        "+tag:orders +tag:books -method:delete",
        "listBooks addBook getBook listLines",
    );
    check("+tag:books +method:get", "listBooks getBook");
    check("+path:/books", "listBooks addBook");
    check("+path:/books/*", "getBook deleteBook");
    check(
        "+path:/books/** -operation:delete*",
        "listBooks addBook getBook",
    );
    check("+operation:*Book*", "listBooks addBook getBook deleteBook");
    check("+operation:getBook -tag:books", "");
    check(
        "deprecated",
        "listBooks addBook getBook deleteBook listLines oldThing",
    );
    check("+operation:secretThing", "");
}

#[test]
fn what_is_left_out_for_its_age_is_told() {
    let told = chosen("").1;
    assert_eq!(told.len(), 1);
    assert_eq!(
        told[0].message,
        "1 deprecated operation is left out, such as `oldThing`"
    );
    assert!(chosen("deprecated").1.is_empty());
}

#[test]
fn a_filter_that_fits_nothing_is_told_with_what_is_near() {
    let told: Vec<String> = chosen("+tag:boks -method:put")
        .1
        .iter()
        .map(ToString::to_string)
        .collect();
    insta::assert_snapshot!(told.join("\n"), @r"
    warning: `boks` in `include.tags` fits no operation of the document [openapi::idle-filter]
      hint: nearest in the document: `Books`, `books`, `Orders`
    warning: `put` in `exclude.methods` fits no operation of the document [openapi::idle-filter]
      hint: nearest in the document: `POST`, `DELETE`, `GET`
    warning: none of the 7 operations becomes a tool [openapi::nothing-selected]
    ");
}

#[test]
fn an_empty_document_has_nothing_to_tell() {
    let mut findings = ToolFindings::default();
    let chosen = choose(&[], &[], &selection(""), &mut findings);
    assert!(chosen.is_empty() && findings.finish(None).is_empty());
}
