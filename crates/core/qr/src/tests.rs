//! The drawings, read back.

use proptest::prelude::ProptestConfig;
use proptest::{prop_assert, prop_assert_eq, proptest};
use qrcode::{Color, EcLevel, QrCode};

use super::*;

/// The modules of a path: every `MX YhNv1h-Nz` is a run of dark ones.
fn read_path(path: &str, size: usize) -> Vec<Vec<bool>> {
    let mut grid = vec![vec![false; size]; size];
    for run in path.split('z').filter(|run| !run.is_empty()) {
        let (place, shape) = run[1..].split_once('h').expect("a width");
        let (x, y) = place.split_once(' ').expect("a place");
        let (length, back) = shape.split_once("v1h-").expect("a way back");
        assert_eq!(length, back);
        let number = |text: &str| text.parse::<usize>().expect("a number");
        for module in &mut grid[number(y)][number(x)..][..number(length)] {
            assert!(!*module, "nothing is drawn twice");
            *module = true;
        }
    }
    grid
}

/// The modules of blocks, light where the terminal has its colour.
fn read_blocks(lines: &[String], size: usize) -> Vec<Vec<bool>> {
    let mut grid = Vec::new();
    for line in lines {
        let halves = |light: [char; 2]| line.chars().map(move |block| !light.contains(&block));
        grid.push(halves(['█', '▀']).collect::<Vec<bool>>());
        grid.push(halves(['█', '▄']).collect());
    }
    grid.truncate(size);
    grid
}

fn modules(code: &QrModules) -> Vec<Vec<bool>> {
    let line = |y| (0..code.size()).map(|x| code.is_dark(x, y)).collect();
    (0..code.size()).map(line).collect()
}

proptest! {
    // Every case encodes twice and draws three times.
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn every_drawing_says_the_same_as_the_encoder(text in "[ -~]{0,300}") {
        let code = QrModules::of(&text).expect("a code");
        let grid = modules(&code);
        let encoded = QrCode::with_error_correction_level(&text, EcLevel::M).expect("a code");
        let width = encoded.width();
        prop_assert_eq!(grid.len(), width + 8);
        for (y, line) in grid.iter().enumerate() {
            for (x, dark) in line.iter().enumerate() {
                let inside = (4..width + 4).contains(&x) && (4..width + 4).contains(&y);
                let expect = inside && encoded[(x - 4, y - 4)] == Color::Dark;
                prop_assert_eq!(*dark, expect, "{},{}", x, y);
            }
        }
        let path = code.svg_path();
        let plain = |c: char| c.is_ascii_alphanumeric() || " -".contains(c);
        prop_assert!(path.chars().all(plain), "nothing to escape");
        prop_assert_eq!(read_path(&path, code.size()), grid.clone());
        prop_assert_eq!(read_blocks(&code.half_blocks(), code.size()), grid);
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    assert_eq!(
        QrModules::of(&"x".repeat(2331)).map(|code| code.size()),
        Ok(185)
    );
    let error = QrModules::of(&"x".repeat(2332)).expect_err("too long");
    assert_eq!(
        error.to_string(),
        "2332 bytes do not fit into a QR code; make the link shorter"
    );
}
