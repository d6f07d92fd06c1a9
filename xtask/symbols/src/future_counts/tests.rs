//! Counts of a few functions.

use super::*;

fn name(library: &'static str, kind: FutureKind, path: &str) -> FutureName {
    let path = path.to_owned();
    FutureName {
        library,
        kind,
        path,
    }
}

fn body(path: &str) -> FutureName {
    name("candor_store", FutureKind::Body, path)
}

/// The copies and the functions outside of one future that was compiled in these crates.
fn check(places: &[&str], copies: usize, outside: usize) {
    let counts = FutureCounts::of(places.iter().map(|place| (body("read"), *place)));
    let found = (counts.copies(), counts.outside());
    assert_eq!(found, (copies, outside), "{places:?}");
}

#[test]
fn copies_are_counted_by_crate() {
    check(&[], 0, 0);
    check(&["candor_store"], 0, 0);
    // Closures of one function, or the instances of a generic one.
    check(&["candor_store", "candor_store"], 0, 0);
    check(&["candor_api"], 0, 1);
    check(&["candor_api", "candor_api"], 0, 2);
    check(&["candor_store", "candor_api"], 1, 1);
    check(&["candor_api", "candor_mcp"], 1, 2);
    check(&["candor_store", "candor_api", "candor_mcp"], 2, 2);
}

#[test]
fn bodies_and_drop_glue_are_told_apart() {
    let glue = name("candor_store", FutureKind::DropGlue, "read");
    let sqlx = name("sqlx", FutureKind::Body, "fetch");
    let counts = FutureCounts::of([
        (body("read"), "candor_store"),
        (glue.clone(), "candor_store"),
        (glue, "candor_api"),
        (sqlx.clone(), "sqlx_sqlite"),
        (sqlx, "candor_store"),
    ]);
    let of = |library: &str| counts.libraries.iter().find(|it| it.library == library);
    let expected = LibraryCounts {
        library: "candor_store".to_owned(),
        bodies: 1,
        drop_glue: 2,
        outside: 1,
        copies: 1,
    };
    assert_eq!(of("candor_store"), Some(&expected));
    let expected = LibraryCounts {
        library: "sqlx".to_owned(),
        bodies: 2,
        ..LibraryCounts::default()
    };
    assert_eq!(of("sqlx"), Some(&expected));
}

#[test]
fn the_most_copied_comes_first() {
    let counts = FutureCounts::of([
        (body("seldom"), "candor_api"),
        (body("seldom"), "candor_mcp"),
        (body("often"), "candor_api"),
        (body("often"), "candor_mcp"),
        (body("often"), "candor_store"),
    ]);
    let lines: Vec<String> = counts.copied.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "2 of often (candor_api, candor_mcp)",
            "1 of seldom (candor_api, candor_mcp)"
        ]
    );
}
