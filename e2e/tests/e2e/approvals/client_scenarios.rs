//! What every real client is put through: one call for each way in which it can be answered.

use serde_json::{Value, json};

use super::guarded::GuardedGateway;

/// One call, how it is answered, and what must come of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClientScenario {
    /// What the person does.
    pub(super) does: &'static str,
    /// What the call is about; the same again is the same call.
    pub(super) about: &'static str,
    /// How often the client is asked.
    pub(super) asked: u64,
    /// What the model reads if the tool was not called; `done` if it was.
    pub(super) says: &'static str,
}

/// The answers that a client can give, or see given elsewhere.
pub(super) const ANSWERED: [ClientScenario; 8] = [
    scene("allow", "allow", 1, "done"),
    scene("deny", "deny", 1, "denied it: not today"),
    scene("decline", "decline", 1, "declined in the client"),
    scene("cancel", "cancel", 1, "dismissed in the client"),
    scene("keep", "keep", 1, "done"),
    scene("kept", "keep", 0, "done"),
    scene("elsewhere", "elsewhere", 1, "done"),
    scene("refused elsewhere", "refused", 1, "denied it: not today"),
];

/// The approval expires.
pub(super) const EXPIRED: [ClientScenario; 1] =
    [scene("late", "late", 1, "no decision was made within 5 s")];

/// The client cannot be asked, and hears that it waits.
pub(super) const MUTE: [ClientScenario; 1] = [scene("mute", "mute", 0, "done")];

/// The client is shown a page.
pub(super) const PAGED: [ClientScenario; 1] = [scene("page", "page", 1, "done")];

/// The configuration for [`EXPIRED`]. A client that looks for its question on a busy machine must
/// find it before its time is over.
pub(super) const BRIEF: &str = "[policy]\napproval_timeout = \"5s\"\n";
/// The configuration for [`PAGED`].
pub(super) const ELSEWHERE: &str = "[policy]\nout_of_band = true\n";

const fn scene(
    does: &'static str,
    about: &'static str,
    asked: u64,
    says: &'static str,
) -> ClientScenario {
    ClientScenario {
        does,
        about,
        asked,
        says,
    }
}

/// How a program reaches the gateway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProgramEndpoint {
    Http,
    /// With a process of its own, on the data of the gateway that listens.
    Stdio,
}

/// What a program is told to do. `run` tells one run from the others.
pub(super) fn order(
    guarded: &GuardedGateway,
    door: ProgramEndpoint,
    scenes: &[ClientScenario],
    run: &str,
) -> Value {
    let steps = scenes.iter().map(|scene| {
        let path = format!("{run} {}", scene.about);
        json!({"does": scene.does, "path": path})
    });
    let mut order = json!({
        "api": guarded.candor.at("/api/v1"),
        "secret": guarded.candor.owner_secret(),
        "mute": scenes[0].asked == 0,
        "steps": steps.collect::<Vec<_>>(),
    });
    match door {
        ProgramEndpoint::Http => order["url"] = guarded.candor.url().into(),
        ProgramEndpoint::Stdio => {
            let mut line = guarded.candor.stdio_line("data");
            order["args"] = line.split_off(1).into();
            order["command"] = line.remove(0).into();
        }
    }
    order
}

/// Compares what a program has printed, and what reached the server.
pub(super) fn check(guarded: &GuardedGateway, scenes: &[ClientScenario], run: &str, said: &str) {
    let said: Vec<Value> =
        serde_json::from_str(said).unwrap_or_else(|error| panic!("{error}: {said}"));
    assert_eq!(said.len(), scenes.len(), "{run}: {said:?}");
    for (scene, told) in scenes.iter().zip(&said) {
        let context = format!("{run}, {}: {told}", scene.does);
        assert_eq!(told["asked"], scene.asked, "{context}");
        assert_eq!(told["error"], scene.says != "done", "{context}");
        let text = told["text"].as_str().expect("a text");
        assert!(text.contains(scene.says), "{context}");
        if scene.asked > 0 {
            let question = told["question"]["message"].as_str().expect("a question");
            let path = format!("path = \"{run} {}\"", scene.about);
            assert!(question.contains(&path), "{context}");
        }
        if scene.does == "mute" {
            assert!(told["progress"].as_u64() >= Some(1), "{context}");
        }
        let path = format!("\"{run} {}\"", scene.about);
        let alike = scenes
            .iter()
            .filter(|other| other.about == scene.about && other.says == "done");
        assert_eq!(guarded.made(&path), alike.count(), "{context}");
    }
}
