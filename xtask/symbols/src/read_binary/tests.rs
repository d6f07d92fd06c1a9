//! The running test is a binary as well.

use super::*;

fn own_bytes() -> Vec<u8> {
    let path = std::env::current_exe().unwrap();
    std::fs::read(path).unwrap()
}

#[test]
fn the_running_test_is_read() {
    let bytes = own_bytes();
    let figures = parse_binary(&bytes).unwrap();
    assert_eq!(figures.file_bytes, bytes.len() as u64);
    assert!(figures.functions > 100, "{}", figures.functions);
    assert!(figures.loaded_bytes > 100_000);
    assert!(figures.loaded_bytes < figures.file_bytes);
    // It has no futures of the store, so nothing says whether it has line tables.
    assert_eq!(figures.futures, None);
}

#[test]
fn what_is_no_binary_is_refused() {
    let mut whole = own_bytes();
    whole.truncate(1000);
    // Another kind of processor word, and a class that does not exist.
    let mut narrow = whole.clone();
    narrow[4] = 1;
    let mut odd = whole.clone();
    odd[4] = 9;
    for bytes in [&b""[..], b"#!/bin/sh\n", &whole, &narrow, &odd] {
        parse_binary(bytes).unwrap_err();
    }
}

#[test]
fn a_missing_file_is_named() {
    let error = read_binary(Path::new("/nonexistent/candor")).unwrap_err();
    let error = error.to_string();
    assert!(error.contains("`/nonexistent/candor`"), "{error}");
}
