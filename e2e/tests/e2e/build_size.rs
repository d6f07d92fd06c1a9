//! What the build makes: how much code is loaded, and how often a future was compiled. Both are read
//! in the binary that the other tests start, so no clock plays a part.

use std::fmt::Write as _;

use candor_symbols::{BinaryFigures, read_binary};
use candor_testkit::candor::bin;

/// How often a future of the store, of the gateway or of sqlx may be compiled in a further crate
/// after the first. This is what was counted last; a smaller number belongs here as soon as it is
/// reached, and a larger one only with a reason in the commit that writes it.
const MOST_COPIES: usize = 3;

/// How many functions that run or drop such a future may be compiled in a crate where they are not
/// at home. It is kept like [`MOST_COPIES`].
const MOST_OUTSIDE: usize = 10;

/// How many MiB may be loaded of the debug binary: what was measured last, rounded up. It is kept
/// like [`MOST_COPIES`].
const MOST_LOADED_MIB: u64 = 146;

/// How many futures a complaint lists.
const LISTED: usize = 10;

/// What is wrong with a binary; empty if nothing is.
fn complaint(figures: &BinaryFigures) -> String {
    let mut text = String::new();
    let loaded = figures.loaded_bytes.div_ceil(1 << 20);
    if loaded > MOST_LOADED_MIB {
        let _ = writeln!(
            text,
            "{loaded} MiB of the binary are loaded, which may be {MOST_LOADED_MIB}"
        );
    }
    let Some(futures) = &figures.futures else {
        text.push_str(
            "futures cannot be counted: the binary has no symbols or no line tables; leave \
             `debug = \"line-tables-only\"` in `[profile.dev]`\n",
        );
        return text;
    };
    // Otherwise the names have changed, and everything would seem fine.
    if futures.libraries.iter().any(|it| it.bodies == 0) {
        let found = &futures.libraries;
        let _ = writeln!(text, "a library seems to have no futures at all: {found:?}");
    }
    let (copies, outside) = (futures.copies(), futures.outside());
    if copies > MOST_COPIES {
        let _ = writeln!(
            text,
            "futures were compiled again {copies} times, which may be {MOST_COPIES}"
        );
    }
    if outside > MOST_OUTSIDE {
        let _ = writeln!(
            text,
            "{outside} functions of futures were compiled outside their home, which may be \
             {MOST_OUTSIDE}"
        );
    }
    if text.is_empty() {
        return text;
    }
    text.push_str(
        "box a future where other crates call it, with `#[boxed]`; `cargo xtask build-report` says \
         more; to accept it, change the bound in `e2e/tests/e2e/build_size.rs` and say why\n",
    );
    for copied in futures.copied.iter().take(LISTED) {
        let _ = writeln!(text, "  {copied}");
    }
    text
}

#[test]
fn the_build_makes_no_more_than_it_did() {
    let figures = read_binary(&bin()).expect("the binary can be read");
    let complaint = complaint(&figures);
    assert!(complaint.is_empty(), "{complaint}");
}

mod complaints {
    use candor_symbols::{CopiedFuture, FutureCounts, FutureKind, FutureName, LibraryCounts};

    use super::*;

    /// A binary at its bounds.
    fn figures() -> BinaryFigures {
        let library = LibraryCounts {
            library: "candor_store".to_owned(),
            bodies: 1,
            drop_glue: 1,
            outside: MOST_OUTSIDE,
            copies: MOST_COPIES,
        };
        let copied = (0..20).map(|at| CopiedFuture {
            name: FutureName {
                library: "candor_store",
                kind: FutureKind::Body,
                path: format!("candor_store::read_{at}"),
            },
            copies: 30 - at,
            crates: vec!["candor_api".to_owned()],
        });
        let futures = FutureCounts {
            libraries: vec![library],
            copied: copied.collect(),
        };
        BinaryFigures {
            file_bytes: 1 << 30,
            loaded_bytes: MOST_LOADED_MIB << 20,
            functions: 2,
            futures: Some(futures),
        }
    }

    fn check(change: fn(&mut BinaryFigures), part: &str) {
        let mut figures = figures();
        change(&mut figures);
        let complaint = complaint(&figures);
        assert!(complaint.contains(part), "no `{part}` in {complaint}");
    }

    fn library(figures: &mut BinaryFigures) -> &mut LibraryCounts {
        let futures = figures.futures.as_mut().expect("futures");
        &mut futures.libraries[0]
    }

    #[test]
    fn a_binary_at_its_bounds_is_fine() {
        assert_eq!(complaint(&figures()), "");
    }

    #[test]
    fn each_bound_is_told() {
        check(|it| it.loaded_bytes += 1, "MiB of the binary are loaded");
        check(|it| library(it).copies += 1, "were compiled again");
        check(|it| library(it).outside += 1, "outside their home");
        check(|it| library(it).bodies = 0, "no futures at all");
        check(|it| it.futures = None, "cannot be counted");
    }

    #[test]
    fn the_ten_most_copied_are_listed() {
        let mut figures = figures();
        library(&mut figures).copies += 1;
        let complaint = complaint(&figures);
        assert!(complaint.contains("with `#[boxed]`"), "{complaint}");
        assert!(complaint.contains("30 of candor_store::read_0 (candor_api)"));
        assert!(complaint.contains("21 of candor_store::read_9 (candor_api)"));
        assert!(!complaint.contains("read_10"), "{complaint}");
    }
}
