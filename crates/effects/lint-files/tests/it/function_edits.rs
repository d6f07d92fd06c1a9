//! Definitions of functions are edited in place, and nothing else is.

use candor_lint::DefinitionEdit;
use candor_lint_files::edit_function;
use serde_json::{Value, json};

const PROGRAM: &str = r#"// The tools of the shop. "name": { is no definition
import { Toolbox, s } from "candor";

export default new Toolbox({ name: "shop", version: "0.1.0" })
  .tool({
    name: "add_book", // called from the checkout
    description: `Adds a ${"book"} { to the shop`,
    input: { name: s.string().describe("The title, as printed") },
    annotations: {
      readOnlyHint: false, // it writes
      idempotentHint: false,
    },
    execute(ctx, input) {
      const clean = input.name.replace(/["'{]/g, "");
      return ctx.json({ name: "list_books", clean });
    },
  })
  .tool({ name: 'list_books', title: "Books", annotations: {}, execute: (ctx) => ctx.text("") })
  .tool({
    name: "count",
    description: "Counts.",
    execute(ctx) { return ctx.text("0"); },
  });
"#;

fn hint(key: &str, value: bool) -> DefinitionEdit {
    edit(&format!("/annotations/{key}"), json!(value))
}

fn edit(pointer: &str, value: Value) -> DefinitionEdit {
    DefinitionEdit {
        pointer: pointer.to_owned(),
        value: Some(value),
    }
}

/// The lines that are only in the first text, and those that are only in the second.
fn difference<'a>(before: &'a str, after: &'a str) -> (Vec<&'a str>, Vec<&'a str>) {
    let only = |one: &'a str, other: &'a str| -> Vec<&'a str> {
        let known: Vec<&str> = other.lines().collect();
        one.lines().filter(|line| !known.contains(line)).collect()
    };
    (only(before, after), only(after, before))
}

#[test]
fn one_definition_is_edited_and_nothing_else() {
    for (name, edits, gone, new) in [
        (
            "add_book",
            vec![
                hint("destructiveHint", false),
                edit("/title", json!("Add \"a\" book")),
            ],
            vec![],
            vec![
                r#"    title: "Add \"a\" book","#,
                "      destructiveHint: false,",
            ],
        ),
        (
            "add_book",
            vec![hint("readOnlyHint", true)],
            vec!["      readOnlyHint: false, // it writes"],
            vec!["      readOnlyHint: true, // it writes"],
        ),
        (
            "list_books",
            vec![hint("readOnlyHint", true), hint("openWorldHint", false)],
            vec![
                r#"  .tool({ name: 'list_books', title: "Books", annotations: {}, execute: (ctx) => ctx.text("") })"#,
            ],
            vec![
                r#"  .tool({ name: 'list_books', title: "Books", annotations: { readOnlyHint: true, openWorldHint: false }, execute: (ctx) => ctx.text("") })"#,
            ],
        ),
        (
            "count",
            vec![hint("readOnlyHint", true), hint("openWorldHint", false)],
            vec![],
            vec!["    annotations: { readOnlyHint: true, openWorldHint: false },"],
        ),
    ] {
        let edited = edit_function(PROGRAM, name, &edits).expect("it can be edited");
        assert_eq!(difference(PROGRAM, &edited), (gone, new), "{name}");
        // The same once more changes nothing.
        assert_eq!(edit_function(&edited, name, &edits), None, "{edited}");
        let windows = PROGRAM.replace('\n', "\r\n");
        let edited_there = edit_function(&windows, name, &edits).expect("it can be edited");
        assert_eq!(edited_there, edited.replace('\n', "\r\n"));
    }
}

/// Comments are no part of a value.
#[test]
fn comments_stay_where_they_are() {
    for (text, expect) in [
        (
            "t({ name: \"a\", input: {}, annotations: {\n  idempotentHint: true // why\n} })",
            "t({ name: \"a\", input: {}, annotations: {\n  idempotentHint: true, readOnlyHint: true // why\n} })",
        ),
        (
            "t({ name: /* the name */ \"a\" /* x */, input: {} })",
            "t({ name: /* the name */ \"a\", annotations: { readOnlyHint: true } /* x */, input: {} })",
        ),
        (
            "t({ annotations: { /* none yet */ }, name: \"a\", input: {} })",
            "",
        ),
    ] {
        let edited = edit_function(text, "a", &[hint("readOnlyHint", true)]);
        assert_eq!(edited.unwrap_or_default(), expect, "{text}");
    }
}

#[test]
fn what_is_computed_or_unclear_is_left_alone() {
    let read_only = [hint("readOnlyHint", true)];
    for text in [
        "",
        "tool({ name: \"a\" })",
        "tool({ name: \"b\", description: \"b\" })",
        "tool({ name: \"a\", description: \"one\" }); tool({ name: \"a\", description: \"two\" })",
        "tool({ name: \"a\", description: \"a\", annotations })",
        "tool({ name: \"a\", description: \"a\", annotations: shared })",
        "tool({ name: \"a\", description: \"a\", annotations: { ...shared } })",
        "tool({ name: \"a\", description: \"a\", annotations: { title: \"A\", ...shared } })",
        "tool({ ...shared, name: \"a\", description: \"a\" })",
        "tool({ name: \"a\", description: \"a\", annotations: { readOnlyHint: isSafe } })",
        "tool({ name: \"a\", description: \"a\"",
    ] {
        assert_eq!(edit_function(text, "a", &read_only), None, "{text}");
    }
    let removal = DefinitionEdit {
        pointer: "/annotations/readonlyHint".to_owned(),
        value: None,
    };
    assert_eq!(edit_function(PROGRAM, "count", &[removal]), None);
    let described = edit("/description", json!("Other."));
    assert_eq!(edit_function(PROGRAM, "count", &[described]), None);
}
