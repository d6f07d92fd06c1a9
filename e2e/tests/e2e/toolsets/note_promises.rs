//! The seven things that notes were promised to do, each shown to clients of both eras over HTTP
//! and over stdio.

use candor_testkit::text;
use serde_json::json;

use super::gateway::{StageClient, ToolsetGateway, WAYS};
use super::noted;

const CREATES: &str = "Creates a new issue in the tracker";
const LISTS: &str = "Lists the open issues";
const TEAM: (&str, &str) = (
    "team-selection",
    "Always ask the user to confirm the team before creating: “Engineering”, “Design”.",
);
const LABEL: (&str, &str) = (
    "label-convention",
    "Apply labels by issue type: bug → 'bug', feature → 'enhancement'",
);

/// A stage with an equipped toolset of two tools.
async fn equipped(
    way: StageClient,
) -> (ToolsetGateway, super::management_client::ManagementClient) {
    let (stage, mut counter) = ToolsetGateway::open_with_counter(way, "").await;
    let tools = ["tracker.create_issue", "tracker.list_issues"];
    counter.build("triage", &tools).await;
    counter.equip("triage").await;
    (stage, counter)
}

/// 1. Users can add several notes to any tool in their equipped toolset.
#[tokio::test(flavor = "multi_thread")]
async fn any_tool_of_the_equipped_toolset_takes_several_notes() {
    for way in WAYS {
        let (_stage, mut counter) = equipped(way).await;
        for (tool, exposed, description) in [
            ("tracker.create_issue", "tracker_create_issue", CREATES),
            ("tracker.list_issues", "tracker_list_issues", LISTS),
        ] {
            for note in [TEAM, LABEL] {
                let said = counter.add_notes(tool, &[note]).await;
                assert_eq!(said["toolset"], "triage", "{way:?}: {said}");
                assert_eq!(said["tool"]["namespacedName"], tool, "{said}");
                assert_eq!(said["tool"]["server"], "tracker", "{said}");
                assert_eq!(said["successCount"], 1, "{said}");
                assert_eq!(said["errorCount"], 0, "{said}");
                let added = json!([{"name": note.0, "note": note.1}]);
                assert_eq!(said["addedNotes"], added, "{said}");
            }
            let expect = noted(description, &[TEAM, LABEL]);
            assert_eq!(counter.description(exposed).await, expect, "{way:?}");
        }
    }
}

/// 2. Notes persist when a toolset is equipped again, and when the gateway is started again.
#[tokio::test(flavor = "multi_thread")]
async fn notes_outlive_equipping_and_restarting() {
    for way in WAYS {
        let (stage, mut counter) = equipped(way).await;
        counter.add_notes("tracker.create_issue", &[TEAM]).await;
        let expect = noted(CREATES, &[TEAM]);
        counter.look("unequip-toolset").await;
        let plain = counter.description("tracker_create_issue").await;
        assert_eq!(plain, CREATES, "{way:?}: nothing is equipped");
        counter.equip("triage").await;
        let again = counter.description("tracker_create_issue").await;
        assert_eq!(again, expect, "{way:?}");

        drop(counter);
        let stage = stage.restart().await;
        let mut counter = stage.counter().await;
        // What is equipped is remembered, too.
        let names = ["tracker_create_issue", "tracker_list_issues"];
        assert_eq!(counter.names().await, names, "{way:?}");
        let after = counter.description("tracker_create_issue").await;
        assert_eq!(after, expect, "{way:?}");
    }
}

/// 3. Notes are in the description that models see, byte for byte.
#[tokio::test(flavor = "multi_thread")]
async fn notes_are_in_the_description_byte_for_byte() {
    for way in WAYS {
        let (_stage, mut counter) = equipped(way).await;
        let notes = [TEAM, LABEL];
        counter.add_notes("tracker.create_issue", &notes).await;
        let tools = counter.client.tools().await;
        let mut tools = tools.iter();
        let is_it = |tool: &&String| tool.contains("\"tracker_create_issue\"");
        let tool = tools.find(is_it).expect("the tool");
        let description = text::member(tool, "description").expect("a description");
        let expect = "\"Creates a new issue in the tracker\\n\\n### Additional Tool Notes\\n\\n\
             • **team-selection**: Always ask the user to confirm the team before creating: \
             “Engineering”, “Design”.\\n\
             • **label-convention**: Apply labels by issue type: bug → 'bug', feature → \
             'enhancement'\"";
        assert_eq!(description, expect, "{way:?}");
        let bullet = "\n\u{2022} **".replace('\n', "\\n");
        assert_eq!(description.matches(&bullet).count(), 2, "{way:?}");
    }
}

/// 4. Several notes can be added in one call.
#[tokio::test(flavor = "multi_thread")]
async fn one_call_takes_up_to_twenty_notes() {
    for way in WAYS {
        let (_stage, mut counter) = equipped(way).await;
        let names: Vec<String> = (0..20).map(|at| format!("rule-{at}")).collect();
        let notes: Vec<(&str, &str)> = names.iter().map(|name| (&**name, "Mind it.")).collect();
        let said = counter.add_notes("tracker.list_issues", &notes).await;
        assert_eq!(said["successCount"], 20, "{way:?}: {said}");
        let expect = noted(LISTS, &notes);
        let shown = counter.description("tracker_list_issues").await;
        assert_eq!(shown, expect, "{way:?}");
    }
}

/// 5. Notes are additive: one that exists is skipped with a warning, the others are added.
#[tokio::test(flavor = "multi_thread")]
async fn a_note_is_never_replaced() {
    for way in WAYS {
        let (_stage, mut counter) = equipped(way).await;
        let tool = "tracker.create_issue";
        counter.add_notes(tool, &[TEAM]).await;
        let other = (TEAM.0, "Never ask.");
        let answer = counter
            .note(tool, &[other, LABEL, (LABEL.0, "Twice.")])
            .await;
        assert_eq!(answer.added(), [LABEL.0], "{way:?}: {answer:?}");
        let said = answer.fine();
        assert_eq!(said["successCount"], 1, "{said}");
        assert_eq!(said["errorCount"], 2, "{said}");
        let warnings = said["errors"].to_string();
        for name in [TEAM.0, LABEL.0] {
            assert!(warnings.contains(name), "{warnings}");
        }
        // Nothing new at all is a failure that changes nothing.
        let answer = counter.note(tool, &[other]).await;
        assert_eq!(answer.added(), [""; 0], "{answer:?}");
        answer.refused(&[TEAM.0]);
        let expect = noted(CREATES, &[TEAM, LABEL]);
        let shown = counter.description("tracker_create_issue").await;
        assert_eq!(shown, expect, "{way:?}");
    }
}

/// 6. A reference is resolved before anything is added.
#[tokio::test(flavor = "multi_thread")]
async fn a_reference_is_resolved_first() {
    for way in WAYS {
        let (_stage, mut counter) = ToolsetGateway::open_with_counter(way, "").await;
        let tool = "tracker.create_issue";
        // No toolset is equipped.
        counter.note(tool, &[TEAM]).await.refused(&["equip"]);
        counter.build("triage", &[tool]).await;
        counter.equip("triage").await;

        let id = counter.ref_id(tool).await;
        let other = counter.ref_id("vcs.log").await;
        for (reference, name) in [
            (json!({"namespacedName": tool}), "by-name"),
            (json!({"refId": id}), "by-id"),
        ] {
            let said = counter.note_on(&reference, &[(name, "Mind it.")]).await;
            let said = said.fine();
            assert_eq!(said["tool"]["namespacedName"], tool, "{way:?}: {said}");
            assert_eq!(said["tool"]["refId"], id.as_str(), "{way:?}: {said}");
        }
        let nobody = "0".repeat(64);
        for (reference, value) in [
            // What does not exist, and what is in another toolset.
            (
                json!({"namespacedName": "tracker.nothing"}),
                "tracker.nothing",
            ),
            (
                json!({"namespacedName": "nobody.create_issue"}),
                "nobody.create_issue",
            ),
            (json!({"namespacedName": "create_issue"}), "create_issue"),
            (json!({"refId": nobody}), nobody.as_str()),
            (json!({"namespacedName": "vcs.log"}), "vcs.log"),
            (json!({"refId": other}), "vcs.log"),
        ] {
            let answer = counter.note_on(&reference, &[TEAM]).await;
            let said = answer.refused(&[value]);
            assert_eq!(said["addedNotes"], json!([]), "{way:?} {reference}: {said}");
        }
        for reference in [
            json!({}),
            json!({"namespacedName": 5}),
            json!("tracker.create_issue"),
        ] {
            counter.note_on(&reference, &[TEAM]).await.refused(&[]);
        }
        let expect = noted(CREATES, &[("by-name", "Mind it."), ("by-id", "Mind it.")]);
        let shown = counter.description("tracker_create_issue").await;
        assert_eq!(shown, expect, "{way:?}");
    }
}

/// 7. A toolset without notes is served as it was: every byte of its tools is the same.
#[tokio::test(flavor = "multi_thread")]
async fn a_toolset_without_notes_changes_nothing() {
    for way in WAYS {
        let (_stage, mut counter) = ToolsetGateway::open_with_counter(way, "").await;
        let before = counter.client.tools().await;
        counter
            .build("every", &["vcs.log", "tracker.list_issues"])
            .await;
        counter.equip("every").await;
        let after = counter.client.tools().await;
        for name in ["\"vcs_log\"", "\"tracker_list_issues\""] {
            let of = |tools: &[String]| tools.iter().find(|tool| tool.contains(name)).cloned();
            let (before, after) = (of(&before), of(&after));
            assert!(before.is_some() && before == after, "{way:?}: {after:?}");
        }
        assert_eq!(counter.names().await, ["vcs_log", "tracker_list_issues"]);
    }
}
