//! What a scenario file may say, and how its mistakes are told.

use std::path::Path;

use candor_verify::ScenarioStep;
use candor_verify_run::read_scenario;
use serde_json::json;

use crate::support::{contradicted, options, script};

#[test]
fn a_whole_scenario_is_read() {
    let text = "command = [\"python3\", \"server.py\"]\nfiles = { \"a.txt\" = \"x\" }\n\
                [environment]\nMODE = \"test\"\n\
                [[setup]]\nrun = [\"git\", \"init\"]\n[[setup]]\ncall = \"add\"\narguments = { n = 1 }\n\
                [[probes]]\ntool = \"list\"\n\
                [[cases]]\ntool = \"get\"\narguments = { id = 3, tags = [\"a\"] }\nexpect = \"x\"\nexpect_error = false\n\
                [[skip]]\ntool = \"send_*\"\nreason = \"costs money\"\n\
                [[ignore]]\npath = \"work/*.idx\"\nreason = \"an index\"\n";
    let scenario = read_scenario(text, "s.toml", Path::new(".")).expect("a scenario");
    assert_eq!(scenario.command, ["python3", "server.py"]);
    assert_eq!(scenario.setup.len(), 2);
    assert!(
        matches!(&scenario.setup[1], ScenarioStep::Call { arguments, .. } if *arguments == json!({"n": 1}))
    );
    assert_eq!(scenario.cases[0].arguments, json!({"id": 3, "tags": ["a"]}));
    assert_eq!(
        scenario.skip,
        [("send_*".to_owned(), "costs money".to_owned())]
    );
}

#[test]
fn every_mistake_is_told_at_its_place() {
    let text = "comand = []\nservice = \"x\"\n[[setup]]\n[[cases]]\narguments = 3\n[[ignore]]\npath = \"x\"\n";
    let problems = read_scenario(text, "s.toml", Path::new(".")).expect_err("mistakes");
    let mut told: Vec<String> = problems.iter().map(ToString::to_string).collect();
    told.sort();
    assert_eq!(
        told,
        [
            "s.toml:1:1: error: unknown key `comand`; did you mean `command`? [verify::scenario]",
            "s.toml:2:11: error: `\"x\"` is not a list of texts [verify::scenario]",
            "s.toml:3:1: error: a set-up step has either `run` or `call` [verify::scenario]",
            "s.toml:4:1: error: `tool` is missing [verify::scenario]",
            "s.toml:5:13: error: `3` is not a table [verify::scenario]",
            "s.toml:6:1: error: `reason` is missing [verify::scenario]",
        ]
    );
    assert!(read_scenario("[", "s.toml", Path::new(".")).is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_exception_with_a_reason_is_a_remark() {
    let mut options = options(&["python3", &script().display().to_string(), "writes_file"]);
    let text = "[[ignore]]\npath = \"work/seen.txt\"\nreason = \"a mark for the test\"\n[[cases]]\ntool = \"get_note\"\nexpect = \"another\"\n";
    options.scenario = read_scenario(text, "s.toml", Path::new(".")).expect("a scenario");
    options.scenario_text = Some(text.to_owned());
    let report = candor_verify_run::verify(&options).await.expect("a report");
    assert!(contradicted(&report).is_empty());
    assert!(
        report.tools[0]
            .remarks
            .iter()
            .any(|one| one.contains("a mark for the test")),
        "{:?}",
        report.tools[0].remarks
    );
    assert!(
        report
            .troubles
            .iter()
            .any(|one| one.contains("does not contain `another`")),
        "{:?}",
        report.troubles
    );
    assert!(report.scenario.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_of_the_set_up_runs_in_the_working_folder() {
    let mut options = options(&["python3", &script().display().to_string(), "git_status"]);
    let check = "test \"$1\" = . && test -f \"$1/notes.txt\" && test -f \"$2/notes.txt\"";
    let words = ["sh", "-c", check, "check", ".", "{work}"].map(str::to_owned);
    options.scenario.setup = vec![ScenarioStep::Run(words.to_vec())];
    let report = candor_verify_run::verify(&options).await.expect("a report");
    assert!(contradicted(&report).is_empty());
}
