//! A page of timings, shortened to its list.

use super::*;

const PAGE: &str = r#"<script>
DURATION = 9;
const UNIT_DATA = [
  {"i": 0, "name": "libc", "version": "0.2.1", "mode": "todo", "target": " build-script",
   "features": [], "start": 0.0, "duration": 1.5, "unblocked_units": [1], "sections": null},
  {"i": 1, "name": "libc", "version": "0.2.1", "mode": "run-custom-build",
   "target": " build-script (run)", "start": 1.5, "duration": 0.5},
  {"i": 2, "name": "libc", "version": "0.2.1", "mode": "todo", "target": "", "duration": 2.0,
   "sections": [["frontend", {"start": 0.0, "end": 0.04}]]},
  {"i": 3, "name": "libc", "version": "0.3.0", "mode": "todo", "target": "", "duration": 0.25},
  {"i": 4, "name": "candor-text", "version": "0.1.0", "mode": "todo", "target": "",
   "duration": 3.0},
  {"i": 5, "name": "candor", "version": "0.1.0", "mode": "todo", "target": " candor \"bin\"",
   "duration": 4.0},
  {"i": 6, "name": "candor", "version": "0.1.0", "mode": "todo", "target": " build-script",
   "duration": 0.125}
];
const CONCURRENCY_DATA = [];
</script>"#;

#[test]
fn sums_are_by_kind() {
    let own = ["candor", "candor-text"].map(str::to_owned).into();
    let sums = sums(&units(PAGE).unwrap(), &own);
    let found = [sums.own, sums.dependencies, sums.scripts, sums.floor];
    assert_eq!(
        found.map(|it| format!("{it}")),
        ["7", "2.25", "2.125", "4.25"]
    );
    let slowest: Vec<String> = sums
        .slowest
        .iter()
        .map(|it| format!("{} {} {}", it.name, it.is_own, it.seconds))
        .collect();
    assert_eq!(
        slowest,
        [
            "candor true 4.125",
            "libc 0.2.1 false 4",
            "candor-text true 3",
            "libc 0.3.0 false 0.25"
        ]
    );
}

#[test]
fn no_more_than_twenty_are_listed() {
    let units: Vec<TimedUnit> = (0..30)
        .map(|at| TimedUnit {
            name: format!("crate-{at}"),
            version: String::new(),
            mode: "todo".to_owned(),
            target: String::new(),
            duration: f64::from(at),
        })
        .collect();
    let sums = sums(&units, &BTreeSet::new());
    assert_eq!(sums.slowest.len(), 20);
    assert_eq!(sums.slowest[0].name.trim(), "crate-29");
}

#[test]
fn a_page_without_its_list_is_told() {
    for (page, part) in [
        ("", "no list `UNIT_DATA`"),
        ("const UNIT_DATA = ", "ends where"),
        ("const UNIT_DATA = [{\"name\": 1}]", "cannot be read"),
        ("const UNIT_DATA = [{", "cannot be read"),
        ("const UNIT_DATA = null;", "cannot be read"),
    ] {
        let error = units(page).unwrap_err();
        assert!(error.contains(part), "{page}: {error}");
    }
}
