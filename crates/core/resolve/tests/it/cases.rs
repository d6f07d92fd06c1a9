//! What holds in a call, by its arguments.

use candor_model::{AnnotationLayer, CallCondition, Hint, Opinion, SourceTrust, SqlFlavour};
use candor_resolve::{EffectiveAnnotations, ToolLayers, explain, resolve_layers};
use serde_json::{Value, json};

use crate::say::{says, spelled, with_case};

/// What each layer says: of all calls, and of the calls that meet a condition.
type Said<'a> = (AnnotationLayer, &'a str, &'a [(CallCondition, &'a str)]);

fn resolved(trust: SourceTrust, said: &[Said<'_>]) -> EffectiveAnnotations {
    let of = |layer| {
        let of_layer = said.iter().filter(|(one, ..)| *one == layer);
        of_layer.fold(Opinion::default(), |opinion, (_, words, cases)| {
            let opinion = opinion.under(&says(layer, words));
            cases.iter().fold(opinion, |opinion, (condition, words)| {
                with_case(opinion, layer, condition, words)
            })
        })
    };
    let [inferred, declared, verified, over, environment, toolset] = AnnotationLayer::ALL.map(of);
    resolve_layers(&ToolLayers {
        inferred: &inferred,
        declared: &declared,
        above: &[&verified, &over, &environment, &toolset],
        trust,
    })
}

fn is(value: &str) -> CallCondition {
    CallCondition::text("action", value)
}

fn call(effective: &EffectiveAnnotations, arguments: &Value) -> EffectiveAnnotations {
    let sql = |_: SqlFlavour, text: &str| text.starts_with("SELECT");
    effective.for_call(arguments, &sql).expect("it has cases")
}

/// What is relied upon in a call.
fn relied(effective: &EffectiveAnnotations, arguments: &Value) -> String {
    spelled(call(effective, arguments).relied.hints())
}

#[test]
fn a_tool_without_cases_is_the_same_in_every_call() {
    let effective = resolved(
        SourceTrust::Trusted,
        &[(AnnotationLayer::Declared, "+D", &[])],
    );
    assert_eq!(effective.cases, None);
    assert_eq!(effective.for_call(&json!({}), &|_, _| true), None);
}

#[test]
fn the_arguments_select_a_case_and_anything_odd_is_the_worst() {
    let cases = [
        (is("list"), "+R"),
        (is("add"), "-R -D"),
        (is("delete"), "+D"),
    ];
    let tool = resolved(
        SourceTrust::Untrusted,
        &[(AnnotationLayer::Override, "", &cases)],
    );
    assert_eq!(spelled(tool.relied.hints()), "-R +D");
    assert_eq!(spelled(tool.shown.hints()), "-R +D");
    for (arguments, expect) in [
        (json!({"action": "list"}), "+R -D"),
        (json!({"action": "list", "other": ["delete"]}), "+R -D"),
        (json!({"action": "add"}), "-R -D"),
        (json!({"action": "delete"}), "-R +D"),
        (json!({"action": "purge"}), "-R +D"),
        (json!({"action": "List"}), "-R +D"),
        (json!({"action": "list "}), "-R +D"),
        (json!({"action": "l\u{456}st"}), "-R +D"),
        (json!({"action": "li\u{200b}st"}), "-R +D"),
        (json!({"action": ["list"]}), "-R +D"),
        (json!({"action": {"list": true}}), "-R +D"),
        (json!({"action": null}), "-R +D"),
        (json!({"action": 1}), "-R +D"),
        (json!({"Action": "list"}), "-R +D"),
        (json!({}), "-R +D"),
        (json!(["list"]), "-R +D"),
    ] {
        assert_eq!(relied(&tool, &arguments), expect, "{arguments}");
    }
}

#[test]
fn a_pointer_leads_through_objects_only() {
    let condition = CallCondition::text("/options/a~1b", "list");
    let tool = resolved(
        SourceTrust::Trusted,
        &[(AnnotationLayer::Override, "+D", &[(condition, "+R")])],
    );
    assert_eq!(relied(&tool, &json!({"options": {"a/b": "list"}})), "+R -D");
    for odd in [
        json!({"options": ["list"]}),
        json!({"/options/a~1b": "list"}),
    ] {
        assert_eq!(relied(&tool, &odd), "+D", "{odd}");
    }
    let listed = CallCondition::text("/options/0", "list");
    let tool = resolved(
        SourceTrust::Trusted,
        &[(AnnotationLayer::Override, "+D", &[(listed, "+R")])],
    );
    assert_eq!(relied(&tool, &json!({"options": ["list"]})), "+D");
}

#[test]
fn sql_that_only_reads_is_a_case() {
    let reads = CallCondition::reading_sql("query", SqlFlavour::Sqlite);
    let tool = resolved(
        SourceTrust::Untrusted,
        &[(AnnotationLayer::Override, "+D", &[(reads, "+R")])],
    );
    assert_eq!(relied(&tool, &json!({"query": "SELECT 1"})), "+R -D");
    assert_eq!(relied(&tool, &json!({"query": "DROP TABLE a"})), "+D");
    assert_eq!(relied(&tool, &json!({"query": ["SELECT 1"]})), "+D");
}

#[test]
fn several_arguments_that_select_cases_are_as_bad_as_the_worst() {
    let cases = [
        (is("write"), "-R -D"),
        (is("list"), "+R"),
        (CallCondition::truth("overwrite", true), "+D"),
        (CallCondition::truth("dry_run", true), "+R"),
    ];
    let tool = resolved(
        SourceTrust::Trusted,
        &[(AnnotationLayer::Override, "", &cases)],
    );
    for (arguments, expect) in [
        // What is not given could be anything, and the server may have a default.
        (json!({"action": "write"}), "-R +D"),
        (json!({"action": "write", "overwrite": "true"}), "-R +D"),
        (json!({"action": "list", "overwrite": true}), "-R +D"),
        (
            json!({"dry_run": true, "action": "write", "overwrite": true}),
            "-R +D",
        ),
    ] {
        assert_eq!(relied(&tool, &arguments), expect, "{arguments}");
    }
    let mut cases = cases.to_vec();
    cases.push((CallCondition::truth("overwrite", false), "-D"));
    let tool = resolved(
        SourceTrust::Trusted,
        &[(AnnotationLayer::Override, "", &cases)],
    );
    let careful = json!({"action": "write", "overwrite": false});
    assert_eq!(relied(&tool, &careful), "-R -D");
}

#[test]
fn a_person_who_speaks_of_all_calls_is_heard_before_a_source_that_speaks_of_some() {
    let declared = [(is("list"), "+R")];
    let tool = resolved(
        SourceTrust::Trusted,
        &[
            (AnnotationLayer::Declared, "", &declared),
            (AnnotationLayer::Override, "+D", &[]),
        ],
    );
    assert_eq!(relied(&tool, &json!({"action": "list"})), "+D");
    let people = [(is("list"), "+R")];
    let tool = resolved(
        SourceTrust::Trusted,
        &[(AnnotationLayer::Override, "+D -I", &people)],
    );
    assert_eq!(relied(&tool, &json!({"action": "list"})), "+R -D -I");
}

#[test]
fn evidence_warns_of_a_case_and_spares_none() {
    let inferred = [(is("delete"), "+D"), (is("list"), "-O")];
    let tool = resolved(
        SourceTrust::Untrusted,
        &[(AnnotationLayer::Inferred, "", &inferred)],
    );
    for action in ["list", "delete", "other"] {
        assert_eq!(
            relied(&tool, &json!({"action": action})),
            "-R +D",
            "{action}"
        );
    }
    let accepted = [(is("list"), "+R")];
    let tool = resolved(
        SourceTrust::Untrusted,
        &[
            (AnnotationLayer::Inferred, "", &inferred),
            (AnnotationLayer::Override, "", &accepted),
        ],
    );
    assert_eq!(relied(&tool, &json!({"action": "list"})), "+R -D");
    assert_eq!(relied(&tool, &json!({"action": "delete"})), "-R +D");
}

#[test]
fn what_an_untrusted_source_says_of_a_case_is_shown_and_only_warns() {
    let declared = [(is("list"), "+R"), (is("delete"), "+D")];
    let tool = resolved(
        SourceTrust::Untrusted,
        &[(AnnotationLayer::Declared, "", &declared)],
    );
    let listing = call(&tool, &json!({"action": "list"}));
    assert_eq!(spelled(listing.shown.hints()), "+R -D");
    assert_eq!(spelled(listing.relied.hints()), "-R +D");
}

#[test]
fn a_hint_of_a_case_says_when_it_holds() {
    let cases = [(is("delete"), "+D")];
    let tool = resolved(
        SourceTrust::Untrusted,
        &[(AnnotationLayer::Override, "", &cases)],
    );
    assert_eq!(
        explain::relied(&tool.relied, Hint::Destructive),
        "destructive: true when `action` is `delete`, says override `shop.*` by ada"
    );
    let cases = tool.cases.expect("it has cases");
    let listed: Vec<_> = cases
        .iter()
        .map(|case| (case.condition().to_string(), spelled(case.shown_hints())))
        .collect();
    assert_eq!(
        listed,
        [("`action` is `delete`".to_owned(), "-R +D".to_owned())]
    );
}
