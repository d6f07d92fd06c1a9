//! The formats for programs, checked against what their readers demand.

use candor_lint::format::{github, json as json_report, junit, sarif};
use candor_lint::{LintInput, LintPolicy, LintProfile, LintReport};
use serde_json::{Value, json};

/// A report with hostile texts in it.
fn report() -> LintReport {
    let tools = json!([
        {"name": "a<b>&\"c\"", "description": "]]> \u{1b}[31m\n::error::x <!-- y -->"},
        {"name": "list_books", "description": "List books"},
    ]);
    let input = LintInput::from_example(tools).expect("tools");
    LintReport::new(&input, &LintPolicy::of(LintProfile::Strict), Vec::new())
}

/// What SARIF 2.1.0 requires of a log, a run, a result and a location.
#[test]
fn sarif_has_what_is_required() {
    let log = sarif(&report(), "a folder/tools.json");
    assert_eq!(log["version"], "2.1.0");
    assert!(
        log["$schema"]
            .as_str()
            .expect("an address")
            .contains("sarif-2.1.0")
    );
    let runs = log["runs"].as_array().expect("runs");
    assert_eq!(runs.len(), 1);
    let driver = &runs[0]["tool"]["driver"];
    assert_eq!(driver["name"], "candor lint");
    let rules = driver["rules"].as_array().expect("rules");
    let ids: Vec<&str> = rules
        .iter()
        .map(|rule| rule["id"].as_str().expect("an id"))
        .collect();
    for rule in rules {
        let level = rule["defaultConfiguration"]["level"]
            .as_str()
            .expect("a level");
        assert!(
            ["none", "note", "warning", "error"].contains(&level),
            "{rule}"
        );
        assert!(
            rule["defaultConfiguration"]["enabled"].is_boolean(),
            "{rule}"
        );
        assert!(rule["properties"]["tags"].is_array(), "{rule}");
        for text in ["shortDescription", "fullDescription", "help"] {
            assert!(rule[text]["text"].is_string(), "{rule}");
        }
    }
    let results = runs[0]["results"].as_array().expect("results");
    assert!(!results.is_empty());
    for result in results {
        assert!(result["message"]["text"].is_string(), "{result}");
        let level = result["level"].as_str().expect("a level");
        assert!(["note", "warning", "error"].contains(&level), "{result}");
        let index =
            usize::try_from(result["ruleIndex"].as_u64().expect("an index")).expect("small");
        assert_eq!(result["ruleId"], ids[index]);
        let prints = result["partialFingerprints"]
            .as_object()
            .expect("an object");
        assert!(prints.values().all(Value::is_string), "{result}");
        let location = &result["locations"][0];
        let uri = location["physicalLocation"]["artifactLocation"]["uri"].as_str();
        assert_eq!(uri, Some("a%20folder/tools.json"), "{result}");
        for logical in location["logicalLocations"]
            .as_array()
            .into_iter()
            .flatten()
        {
            assert!(logical["name"].is_string(), "{result}");
        }
    }
}

/// The XML is well-formed, the counts are right, and each case is named.
#[test]
fn junit_is_well_formed() {
    let xml = junit(&report());
    assert!(xml.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "));
    let mut open: Vec<&str> = Vec::new();
    for tag in xml.split('<').skip(2) {
        let (inside, after) = tag.split_once('>').expect("a closed tag");
        assert!(!after.contains('>'), "{tag}");
        assert_eq!(inside.matches('"').count() % 2, 0, "{tag}");
        let name = inside
            .split([' ', '/'])
            .find(|word| !word.is_empty())
            .expect("a name");
        match (inside.starts_with('/'), inside.ends_with('/')) {
            (true, _) => assert_eq!(open.pop(), Some(name), "{tag}"),
            (false, true) => {}
            (false, false) => open.push(name),
        }
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(!xml.contains('\u{1b}'));
    let cases = xml.matches("<testcase classname=").count();
    let failures = xml.matches("<failure type=").count();
    assert!(
        xml.contains(&format!("tests=\"{cases}\" failures=\"{failures}\"")),
        "{xml}"
    );
}

#[test]
fn github_has_one_command_a_line() {
    let text = github(&report());
    for line in text.lines() {
        let is_command = ["::error ", "::warning ", "::notice "]
            .iter()
            .any(|start| line.starts_with(start));
        assert!(is_command, "{line}");
    }
    assert!(!text.contains('\u{1b}'));
}

#[test]
fn json_counts_what_it_lists() {
    let report = json_report(&report());
    let counts = ["errors", "warnings", "notes"].map(|key| report[key].as_u64().expect("a count"));
    let listed = report["findings"].as_array().expect("a list").len();
    assert_eq!(
        usize::try_from(counts.iter().sum::<u64>()).expect("small"),
        listed
    );
    let scores = report["scores"].as_array().expect("scores");
    assert_eq!(scores.len(), 2);
    assert!(
        scores
            .iter()
            .all(|one| one["score"].as_u64().is_some_and(|score| score <= 100))
    );
}

/// A dump of several servers has a score for each.
#[test]
fn every_server_has_a_score() {
    let tools = json!([
        {"name": "get_book", "source": "good", "description": "Gets a book with its price.", "annotations": {"readOnlyHint": true}, "inputSchema": {"type": "object"}},
        {"name": "a", "source": "bad", "inputSchema": {"type": "object"}},
        {"name": "b", "source": "bad", "inputSchema": {"type": "object"}},
    ]);
    let input = LintInput::from_example(tools).expect("tools");
    let report = LintReport::new(&input, &LintPolicy::default(), Vec::new());
    let written = json_report(&report);
    let sources = written["sources"].as_array().expect("a list");
    assert_eq!(
        sources[0],
        json!({"name": "good", "tools": 1, "score": 100})
    );
    assert_eq!(
        (&sources[1]["name"], &sources[1]["tools"]),
        (&json!("bad"), &json!(2))
    );
    let bad = sources[1]["score"].as_u64().expect("a score");
    assert!(bad < 100, "{written:#}");
}
