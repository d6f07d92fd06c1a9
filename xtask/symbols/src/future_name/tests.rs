//! Names as rustc writes them, in both manglings.

use super::*;

fn check(symbol: &str, expected: Option<(FutureKind, &str)>) {
    let found = FutureName::read(symbol);
    let found = found.as_ref().map(|it| (it.kind, it.path.as_str()));
    assert_eq!(found, expected, "{symbol}");
}

#[test]
fn legacy_names_are_read() {
    let body = |path| Some((FutureKind::Body, path));
    let glue = |path| Some((FutureKind::DropGlue, path));
    check(
        "_ZN12candor_store5Store4rows28_$u7b$$u7b$closure$u7d$$u7d$17h7c1c20ab4f7abad3E",
        body("candor_store::Store::rows::{{closure}}"),
    );
    check(
        "_ZN58_$LT$candor_store..Store$u20$as$u20$candor_store..Keep$GT$4keep28_$u7b$$u7b$closure$u7d$$u7d$17h5836707f53de2ed4E",
        body("<candor_store::Store as candor_store::Keep>::keep::{{closure}}"),
    );
    check(
        "_ZN4core3ptr104drop_in_place$LT$candor_store..Store..rows$LT$alloc..string..String$GT$..$u7b$$u7b$closure$u7d$$u7d$$GT$17h45519b01ee7ad5f4E",
        glue("candor_store::Store::rows<alloc::string::String>::{{closure}}"),
    );
    check(
        "_ZN4core3ptr113drop_in_place$LT$$LT$candor_store..Store$u20$as$u20$candor_store..Keep$GT$..keep..$u7b$$u7b$closure$u7d$$u7d$$GT$17h00ccdb74f39c82a1E",
        glue("<candor_store::Store as candor_store::Keep>::keep::{{closure}}"),
    );
}

#[test]
fn newer_names_are_read() {
    check(
        "_RNCNvMs_CsdUzQN6Uy3zm_12candor_storeNtB6_5Store5plain0Cs32gj3y4fnmh_4main",
        Some((
            FutureKind::Body,
            "<candor_store::Store>::plain::{closure#0}",
        )),
    );
    check(
        "_RINvNtCsgEmfK2I1SDS_4core3ptr13drop_in_placeNCINvMs_CsdUzQN6Uy3zm_12candor_storeNtBO_5Store4rowshE0ECs32gj3y4fnmh_4main",
        Some((
            FutureKind::DropGlue,
            "<candor_store::Store>::rows<u8>::{closure#0}",
        )),
    );
}

#[test]
fn copies_in_other_crates_share_a_path() {
    for [one, other] in [
        [
            "_ZN12candor_store5Store5plain28_$u7b$$u7b$closure$u7d$$u7d$17h987b71dcb8005736E",
            "_ZN12candor_store5Store5plain28_$u7b$$u7b$closure$u7d$$u7d$17h0831411a0a923dc3E",
        ],
        [
            "_RNCNvMs_CsdUzQN6Uy3zm_12candor_storeNtB6_5Store5plain0Cs32gj3y4fnmh_4main",
            "_RNCNvMs_CsdUzQN6Uy3zm_12candor_storeNtB6_5Store5plain0CslNYArtu3iFV_5other",
        ],
    ] {
        assert_eq!(FutureName::read(one), FutureName::read(other));
        assert!(FutureName::read(one).is_some(), "{one}");
    }
}

#[test]
fn everything_else_is_passed_over() {
    for symbol in [
        "",
        "main",
        "candor_store",
        "_ZN12candor_store",
        // A function that is no closure.
        "_ZN12candor_store5twice17h0831411a0a923dc3E",
        // A closure of another library that mentions the store.
        "_ZN5tokio34_$LT$impl$u20$candor_store..Store$GT$28_$u7b$$u7b$closure$u7d$$u7d$17h0831411a0a923dc3E",
        // A crate whose name only begins the same.
        "_ZN13candor_stored5twice28_$u7b$$u7b$closure$u7d$$u7d$17h0831411a0a923dc3E",
        // Dropping something that holds a future.
        "_ZN4core3ptr66drop_in_place$LT$alloc..boxed..Box$LT$candor_store..Store$GT$$GT$17h45519b01ee7ad5f4E",
    ] {
        check(symbol, None);
    }
}

#[test]
fn home_is_the_library_and_for_statements_the_store() {
    let name = |library| FutureName {
        library,
        kind: FutureKind::Body,
        path: String::new(),
    };
    for (library, place, expected) in [
        ("candor_store", "candor_store", true),
        ("candor_store", "candor_gateway", false),
        ("candor_gateway", "candor_store", false),
        ("sqlx", "sqlx_core", true),
        ("sqlx", "sqlx", true),
        ("sqlx", "candor_store", true),
        ("sqlx", "candor_api", false),
        ("sqlx", "sqlxx", false),
    ] {
        let found = name(library).is_at_home_in(place);
        assert_eq!(found, expected, "{library} in {place}");
    }
}
