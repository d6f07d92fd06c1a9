//! Many answers at once: each question is decided once, and each yes makes one call.

use candor_testkit::{ApiClient, assert_contains};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use candor_testkit::candor::{owner_name, run};
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::kit::{ApprovalGateway, AskedCall, ConcurrentClient, MODERN, forms, no, pair, yes};

/// How many questions race at the same time.
const AT_ONCE: usize = 50;
/// How many race altogether.
const RACES: usize = 1_000;
/// How many race across two gateways.
const ACROSS: usize = 200;

/// How it came out.
#[derive(Debug, Default)]
struct RaceOutcome {
    /// Approvals that became calls.
    made: BTreeSet<String>,
    denied: usize,
    /// Who was first, by door.
    first: BTreeMap<String, usize>,
}

/// Races `count` approvals: clients of `wires` answer at the same time as an approver who says yes
/// at one gateway and one who says no at the other.
async fn race(
    wires: &mut [ConcurrentClient],
    yes_at: &ApiClient,
    no_at: &ApiClient,
    count: usize,
) -> RaceOutcome {
    let mut tally = RaceOutcome::default();
    for round in 0..count / AT_ONCE {
        let per_wire = AT_ONCE / wires.len();
        let asked = wires.iter_mut().enumerate().map(async |(who, wire)| {
            let mut asked = Vec::new();
            for number in 0..per_wire {
                let arguments = json!({"n": [round, who, number]});
                asked.push(wire.asked("s_wipe", &arguments).await);
            }
            asked
        });
        let asked = join_all(asked).await;
        let ids = yes_at.pending(AT_ONCE).await;
        let others = decide_all(&ids, yes_at, no_at);
        let clients = join_all(wires.iter_mut().zip(asked).map(answers));
        // Neither side is always ahead.
        let (others, done) = if round % 2 == 0 {
            tokio::join!(others, clients)
        } else {
            let (done, others) = tokio::join!(clients, others);
            (others, done)
        };
        let made = done.into_iter().sum();
        tally.check(no_at, &ids, &others, made).await;
    }
    tally
}

/// Says yes and no to each of these at the same time; what came of both.
async fn decide_all(
    ids: &[String],
    yes_at: &ApiClient,
    no_at: &ApiClient,
) -> Vec<[(u16, Value); 2]> {
    let both = ids.iter().enumerate().map(async |(number, id)| {
        let approve = json!({"decision": "approve"});
        let deny = json!({"decision": "deny", "reason": "raced"});
        let yes = yes_at.decide(id, &approve);
        let no = no_at.decide(id, &deny);
        let (one, other) = if number % 2 == 0 {
            tokio::join!(yes, no)
        } else {
            let (no, yes) = tokio::join!(no, yes);
            (yes, no)
        };
        [one.pair(), other.pair()]
    });
    join_all(both).await
}

/// A client answers everything it was asked at once, now with yes, now with no. Gives how many
/// of its calls were made.
async fn answers((wire, asked): (&mut ConcurrentClient, Vec<AskedCall>)) -> usize {
    let open: Vec<_> = asked.into_iter().filter_map(|asked| asked.flight).collect();
    let answer = |number: usize| {
        if number.is_multiple_of(3) {
            no("raced")
        } else {
            yes()
        }
    };
    let numbered = open.iter().enumerate();
    let all: Vec<_> = numbered
        .map(|(number, (_, question))| (question, answer(number)))
        .collect();
    wire.respond_all(&all).await;
    let mut made = 0;
    for (flight, _) in open {
        let done = flight.done().await;
        if done.result()["isError"] == true {
            assert!(done.refused().contains("denied it: raced"), "{done:?}");
        } else {
            made += 1;
        }
    }
    made
}

// === impl RaceOutcome ===

impl RaceOutcome {
    /// Every approval was decided once, and all answers agree with it.
    async fn check(
        &mut self,
        approver: &ApiClient,
        ids: &[String],
        others: &[[(u16, Value); 2]],
        made: usize,
    ) {
        let mut consumed = 0;
        for (id, others) in ids.iter().zip(others) {
            let shown = approver.approval(id).await;
            let (state, verdict) = (&shown["state"], &shown["verdict"]);
            let counted: Vec<_> = others.iter().filter(|(status, _)| *status == 200).collect();
            let late = others.iter().filter(|(status, _)| *status == 409).count();
            assert_eq!(counted.len() + late, 2, "{others:?}");
            let by_client = usize::from(verdict["door"] == "client");
            assert_eq!(counted.len() + by_client, 1, "{shown}: {others:?}");
            if let [(_, said)] = counted.as_slice() {
                assert_eq!(said["verdict"], *verdict, "{shown}");
            }
            match (verdict["decision"].as_str(), state.as_str()) {
                (Some("approve"), Some("consumed")) => {
                    consumed += 1;
                    let call = shown["call"].as_str().expect("a call").to_owned();
                    assert!(self.made.insert(call), "one call for two: {shown}");
                }
                (Some("deny"), Some("denied")) => self.denied += 1,
                other => panic!("{other:?}: {shown}"),
            }
            let door = verdict["door"].as_str().expect("a door");
            *self.first.entry(door.to_owned()).or_default() += 1;
        }
        assert_eq!(consumed, made, "as many calls as were approved");
    }
}

async fn wires(url: &str) -> Vec<ConcurrentClient> {
    let each = (0..5).map(async |number| {
        let revision = ["2025-06-18", "2025-11-25"][number % 2];
        ConcurrentClient::http(url, revision, &forms(), None).await
    });
    join_all(each).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_races_have_a_thousand_decisions() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    let mut wires = wires(stage.gateway.url()).await;
    let tally = race(&mut wires, &approver, &approver, RACES).await;
    assert_eq!(tally.made.len() + tally.denied, RACES);
    // Otherwise it was no race.
    assert!(tally.made.len() > 10 && tally.denied > 10, "{tally:?}");
    assert!(tally.first.values().all(|count| *count > 10), "{tally:?}");
    assert_eq!(tally.first.len(), 2, "{tally:?}");
    assert_eq!(stage.calls("wipe"), tally.made.len() as u64);
    assert!(approver.approvals("pending").await.is_empty());
    assert!(approver.approvals("approved").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn races_across_replicas_have_one_decision_each() {
    let Some(pair) = pair("").await else { return };
    let (here, there) = pair.approvers();
    let mut wires = wires(pair.replicas.one.url()).await;
    let tally = race(&mut wires, &there, &here, ACROSS).await;
    assert_eq!(tally.made.len() + tally.denied, ACROSS);
    assert_eq!(pair.upstream.calls("wipe"), tally.made.len() as u64);
    assert!(there.approvals("pending").await.is_empty());
}

/// One yes, and many who want to use it at once, at two replicas.
#[tokio::test(flavor = "multi_thread")]
async fn one_yes_is_used_once() {
    let Some(pair) = pair("").await else { return };
    let (here, _) = pair.approvers();
    let urls = [pair.replicas.one.url(), pair.replicas.two.url()];
    let many = (0..12).map(async |number: usize| {
        ConcurrentClient::http(urls[number % 2], MODERN, &forms(), None).await
    });
    let mut many = join_all(many).await;
    for round in 0..10 {
        let arguments = json!({"round": round});
        let asked = many[0].asked("s_wipe", &arguments).await;
        here.approve(&here.only_pending().await).await;
        let back = asked.back(&yes());
        let calls = many.iter_mut().enumerate().map(async |(number, wire)| {
            // Half of them with the state, which counts once as well.
            let more = if number % 4 < 2 { &back } else { &json!({}) };
            wire.called_with("s_wipe", &arguments, more).await
        });
        let done = join_all(calls).await;
        let made = done.iter().filter(|done| {
            let result = &done.message["result"];
            result["resultType"] == "complete" && result["isError"] != true
        });
        assert_eq!(made.count(), 1, "{done:?}");
        assert_eq!(pair.upstream.calls("wipe"), round + 1);
        // Who came too late has asked anew.
        for item in here.approvals("pending").await {
            here.deny(item["id"].as_str().expect("an id"), "enough")
                .await;
        }
    }
}

/// The command line decides in a process of its own, and is told as well.
#[tokio::test(flavor = "multi_thread")]
async fn a_command_races_with_the_api() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    let mut wire = ConcurrentClient::http(stage.gateway.url(), "2025-11-25", &forms(), None).await;
    let mut made = 0;
    for round in 0..20 {
        let asked = wire.asked("s_wipe", &json!({"round": round})).await;
        let (flight, _) = asked.flight.expect("a question on the line");
        let id = approver.only_pending().await;
        let folder = stage.gateway.folder().to_owned();
        let command = tokio::task::spawn_blocking({
            let id = id.clone();
            move || run(&folder, &["approvals", "approve", &id, "--data", "data"])
        });
        // A process takes a moment to begin.
        tokio::time::sleep(Duration::from_millis(10 * round)).await;
        let (status, said) = approver
            .decide(&id, &json!({"decision": "deny", "reason": "raced"}))
            .await
            .pair();
        let output = command.await.expect("an end");
        let first = output.status.code().expect("an exit code") == 0;
        assert_eq!(
            (first, status),
            if first { (true, 409) } else { (false, 200) },
            "{said}"
        );
        let done = flight.done().await;
        assert_eq!(done.result()["isError"] != true, first, "{done:?}");
        made += u64::from(first);
        if !first {
            let complaint = String::from_utf8_lossy(&output.stderr);
            let expect = format!("{} has denied this call already", owner_name());
            assert_contains(&complaint, &expect);
        }
    }
    assert_eq!(stage.calls("wipe"), made);
}
