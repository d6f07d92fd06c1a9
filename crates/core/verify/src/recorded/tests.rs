use candor_model::SourceName;
use serde_json::json;

use super::*;

fn call(tool: &str, read_only: bool, arguments: &Value, result: &str) -> KeptCall {
    KeptCall {
        source: SourceName::parse("files").expect("a name"),
        tool: tool.into(),
        read_only: Some(read_only),
        arguments: arguments.to_string().into(),
        fidelity: ArgumentFidelity::Whole,
        is_error: false,
        result: result.into(),
        at_micros: 0,
    }
}

fn write(path: &str) -> KeptCall {
    call("write", false, &json!({"path": path}), "written")
}

fn read(path: &str, result: &str) -> KeptCall {
    call("read", true, &json!({"path": path}), result)
}

fn recorded(calls: &[KeptCall]) -> RecordedScenario {
    let folders = [("/srv", "{given}/srv"), ("/srv/notes/", "{given}/notes")];
    let folders = folders.map(|(path, stand_in)| GivenFolder {
        path: path.to_owned(),
        stand_in: stand_in.to_owned(),
    });
    recorded_scenario(calls, &folders)
}

fn only_case(calls: &[KeptCall]) -> ScenarioCase {
    let found = recorded(calls);
    let [case] = found.scenario.cases.as_slice() else {
        panic!("not one case: {found:?}");
    };
    case.clone()
}

#[test]
fn writers_are_the_set_up_and_readers_the_cases() {
    let found = recorded(&[
        write("/srv/a"),
        read("/srv/a", "milk"),
        write("/srv/notes/b"),
    ]);
    let paths = found.scenario.setup.iter().map(|step| match step {
        ScenarioStep::Call {
            tool,
            arguments,
            optional: true,
        } if tool == "write" => arguments["path"].clone(),
        other => panic!("{other:?}"),
    });
    let expect = [json!("{given}/srv/a"), json!("{given}/notes/b")];
    assert_eq!(paths.collect::<Vec<_>>(), expect);
    let [case] = found.scenario.cases.as_slice() else {
        panic!("{found:?}");
    };
    assert_eq!(case.arguments, json!({"path": "{given}/srv/a"}));
    assert_eq!(case.expect, None, "something was written afterwards");
    assert!(found.left_out.is_empty());
}

#[test]
fn what_was_read_last_and_is_stable_is_expected() {
    for (results, expect) in [
        (&["milk"][..], Some("milk")),
        (&["milk", "milk"], Some("milk")),
        (&["milk", "bread"], None),
        (&["12\nmilk \"x\"\n  bread"], Some("bread")),
        (&["at 12:30 today"], None),
        (&["id 9f3c1e4a"], None),
        (&["/tmp/x is there"], None),
        (&[""], None),
    ] {
        let calls = results.iter().map(|result| read("/x", result));
        let calls: Vec<_> = std::iter::once(write("/y")).chain(calls).collect();
        assert_eq!(only_case(&calls).expect.as_deref(), expect, "{results:?}");
    }
    let failed = KeptCall {
        is_error: true,
        ..read("/x", "not found")
    };
    let case = only_case(std::slice::from_ref(&failed));
    assert_eq!((case.expect, case.expect_error), (None, Some(true)));
    let case = only_case(&[failed, write("/x"), read("/x", "milk")]);
    assert_eq!(case.expect.as_deref(), Some("milk"));
    assert_eq!(case.expect_error, None);
}

#[test]
fn what_cannot_be_repeated_is_left_out_with_the_reason() {
    let masked = KeptCall {
        fidelity: ArgumentFidelity::Masked,
        ..write("/a")
    };
    let large = KeptCall {
        fidelity: ArgumentFidelity::TooLarge,
        arguments: "".into(),
        ..write("/a")
    };
    let failed = KeptCall {
        is_error: true,
        ..write("/a")
    };
    let odd = |value: Value| call("read", true, &json!({"x": value}), "");
    for (calls, reason) in [
        (vec![masked], "secret"),
        (vec![large], "too large"),
        (vec![failed], "failed"),
        (vec![odd(json!([null]))], "`null`"),
        (vec![odd(json!(u64::MAX))], "number"),
        (vec![odd(json!("a {work} b"))], "braces"),
        (vec![write("/a"); STEPS_MAX + 1], "100 steps"),
        (
            (0..=CASES_MAX).map(|at| odd(json!(at))).collect(),
            "10 newer",
        ),
    ] {
        let found = recorded(&calls);
        let told: Vec<_> = found.left_out.iter().collect();
        let [((_, told), 1)] = told.as_slice() else {
            panic!("{told:?}");
        };
        assert!(told.contains(reason), "{told}");
    }
}

#[test]
fn a_member_without_a_value_is_dropped() {
    let case = only_case(&[call(
        "read",
        true,
        &json!({"a": null, "b": {"c": null}}),
        "",
    )]);
    assert_eq!(case.arguments, json!({"b": {}}));
}

#[test]
fn a_tool_without_hints_is_known_by_its_name() {
    let unset = |tool: &str| KeptCall {
        read_only: None,
        ..call(tool, false, &json!({}), "")
    };
    let found = recorded(&[unset("list_notes"), unset("add_note")]);
    assert_eq!(found.scenario.cases.len(), 1);
    assert_eq!(found.scenario.setup.len(), 1);
}
