//! Charts of nothing, of one thing, and of more than fits.

use super::*;

fn shares(counts: &[u64]) -> String {
    let classes = ["share-1", "share-2", "share-3", "share-4"];
    let shares = counts.iter().zip(classes).map(|(count, class)| ChartShare {
        label: format!("Part <{class}>"),
        count: *count,
        class,
        to: (*count != 7).then(|| "/tools?a=1&b=2".to_owned()),
    });
    let picture = ShareChart {
        title: "Tools & more".to_owned(),
        shares: shares.collect(),
    };
    picture.to_string()
}

fn timeline(steps: usize, count: impl Fn(usize) -> Vec<u64>) -> String {
    let steps = (0..steps).map(|at| TimelineStep {
        label: format!("{at:02}:00"),
        counts: count(at),
    });
    let picture = TimelineChart {
        title: "Calls".to_owned(),
        series: vec!["made", "failed", "asked"],
        steps: steps.collect(),
    };
    picture.to_string()
}

/// One element a line, for readable snapshots.
fn lines(html: &str) -> String {
    html.replace("><", ">\n<")
}

/// The numbers in an attribute of every element of a kind.
fn numbers(html: &str, element: &str, attribute: &str) -> Vec<f64> {
    let (begin, tag) = (
        format!(" {attribute}=\""),
        format!("<{element} class=\"part"),
    );
    let found = html.split(&tag).skip(1);
    let found = found.filter_map(|rest| {
        let tag = rest.split('>').next()?;
        let value = tag.split(&begin).nth(1)?.split('"').next()?;
        value.trim_end_matches('%').parse().ok()
    });
    found.collect()
}

#[test]
fn shares_are_a_bar_and_a_list() {
    insta::assert_snapshot!("shares", lines(&shares(&[12, 7, 1, 0])));
}

#[test]
fn shares_add_up() {
    for (counts, parts, percents) in [
        (&[][..], 0, &[][..]),
        (&[0, 0], 0, &["0 %", "0 %"]),
        (&[5], 1, &["100 %"]),
        (&[1, 1, 1], 3, &["33 %", "33 %", "33 %"]),
        (&[1, 99_999, 0], 2, &["&lt;1 %", "&gt;99 %", "0 %"]),
        (&[u64::MAX, u64::MAX, 1], 3, &["50 %", "50 %", "&lt;1 %"]),
    ] {
        let html = shares(counts);
        // The squares of the list are parts too, and are no percentages.
        let bar = html.split("</svg>").next().expect("a bar");
        let widths = numbers(bar, "rect", "width");
        assert_eq!(widths.len(), parts, "{html}");
        let sum: f64 = widths.iter().sum();
        assert!(parts == 0 || (sum - 100.0).abs() < 0.1, "{sum}");
        assert!(widths.iter().all(|width| *width > 0.3), "{widths:?}");
        let said = html.split("<span class=\"small\">").skip(1);
        let said: Vec<_> = said
            .filter_map(|rest| rest.split("</span>").next())
            .collect();
        assert_eq!(said, percents);
    }
}

#[test]
fn timelines_are_bars_and_a_table() {
    let counts = [[0, 1, 0], [4, 1, 0], [8, 1, 2]];
    let html = timeline(3, |at| counts[at].to_vec());
    insta::assert_snapshot!("timeline", lines(&html));
}

#[test]
fn timelines_fit_whatever_the_numbers_are() {
    for steps in [1, 2, 7, 24, 5_000] {
        for most in [0, 1, 9, 1_000_001, u64::MAX] {
            let html = timeline(steps, |at| {
                vec![if at % 2 == 0 { most } else { 0 }, most, 1]
            });
            assert!(!html.contains("NaN") && !html.contains("inf"), "{html}");
            let picture = html.split("<ul").next().expect("a picture");
            let heights = numbers(picture, "rect", "height");
            assert!(heights.iter().all(|height| (1.9..=120.1).contains(height)));
            assert!(picture.matches("</text>").count() <= 8, "{html}");
            assert!(html.matches("<tr>").count() <= 201);
        }
    }
    let none = timeline(0, |_| vec![]);
    assert!(none.contains("No data yet"), "{none}");
    // Fewer numbers than series, and more.
    assert!(timeline(1, |_| vec![3]).contains("<td class=\"num\">0</td>"));
    assert!(!timeline(1, |_| vec![1, 1, 1, 77]).contains("77"));
}
