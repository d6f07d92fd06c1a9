use super::*;

const LIMIT: Duration = Duration::from_secs(30);

fn question(id: u64) -> JsonRpcRequest {
    JsonRpcRequest {
        id: RequestId::number(id),
        method: "elicitation/create".into(),
        params: None,
    }
}

/// One call per letter, which stands for its client; upper case means given up. Ids count from 0.
fn calls(clients: &str) -> Vec<PossibleAsker> {
    let asker = |(id, client): (usize, char)| PossibleAsker {
        id: id as u64,
        key: u64::from(client.to_ascii_lowercase()),
        is_given_up: client.is_ascii_uppercase(),
    };
    clients.chars().enumerate().map(asker).collect()
}

fn waiting(questions: &[(u64, &str)], at: Instant) -> WaitingQuestions {
    let mut waiting = WaitingQuestions::default();
    for (id, clients) in questions {
        waiting
            .add(question(*id), calls(clients), at)
            .expect("room");
    }
    waiting
}

fn outcome(settled: Vec<SettledQuestion>) -> Vec<(u64, Option<u64>)> {
    let outcome = |one: SettledQuestion| (one.request.id.as_number().expect("a number"), one.call);
    settled.into_iter().map(outcome).collect()
}

/// `-0` is the answer to call 0, `!0` its end without one.
fn check(clients: &str, events: &str, expect: &str) {
    let now = Instant::now();
    let mut waiting = waiting(&[(7, clients)], now);
    for event in events.split_whitespace() {
        let id = event[1..].parse().expect("an id");
        if event.starts_with('-') {
            waiting.answered(id);
        } else {
            waiting.given_up(id);
        }
    }
    let found = match waiting.settle(now, LIMIT).pop() {
        Some(SettledQuestion { call: Some(id), .. }) => format!("asks {id}"),
        Some(SettledQuestion { call: None, .. }) => "refused".to_owned(),
        None => "waits".to_owned(),
    };
    assert_eq!(found, expect, "{clients} {events}");
}

#[test]
fn the_client_is_asked_whose_calls_are_left() {
    for (clients, events, expect) in [
        ("ab", "", "waits"),
        ("ab", "-1", "asks 0"),
        ("ab", "-0", "asks 1"),
        ("abab", "-1 -3", "asks 2"),
        ("abc", "-1", "waits"),
        ("ab", "-0 -1", "refused"),
        ("ab", "!0", "refused"),
        ("ab", "!1", "refused"),
        ("ab", "!0 -1", "refused"),
        ("aab", "!0", "waits"),
        ("aab", "!0 -2", "asks 1"),
        ("aab", "!0 -1", "refused"),
        ("aab", "!0 !2", "refused"),
        ("aab", "-0 !1 -2", "refused"),
        ("Ab", "", "refused"),
        ("Aab", "-2", "asks 1"),
        ("", "", "refused"),
    ] {
        check(clients, events, expect);
    }
}

#[test]
fn a_question_is_refused_when_its_time_is_up() {
    let now = Instant::now();
    let mut waiting = waiting(&[(7, "ab")], now);
    let deadline = waiting.deadline(LIMIT).expect("one waits");
    assert_eq!(deadline, now + LIMIT);
    let shortly_before = now + Duration::from_millis(29_999);
    assert!(waiting.settle(shortly_before, LIMIT).is_empty());
    assert_eq!(outcome(waiting.settle(deadline, LIMIT)), [(7, None)]);
    assert!(waiting.is_empty());
    assert_eq!(waiting.deadline(LIMIT), None);
}

/// Both calls wait for an answer: refusing one question shows who asked the other.
#[test]
fn of_two_calls_that_both_ask_one_is_refused_soon() {
    let now = Instant::now();
    let mut waiting = waiting(&[(7, "ab"), (8, "ab")], now);
    let brief = LIMIT / BRIEFLY;
    let deadline = waiting.deadline(LIMIT).expect("one waits");
    assert_eq!(deadline, now + brief);
    assert_eq!(outcome(waiting.settle(deadline, LIMIT)), [(7, None)]);
    assert_eq!(waiting.deadline(LIMIT), Some(now + LIMIT));
    waiting.answered(0);
    assert_eq!(outcome(waiting.settle(deadline, LIMIT)), [(8, Some(1))]);
}

#[test]
fn they_are_refused_one_after_the_other() {
    let now = Instant::now();
    let questions = [(1, "ab"), (2, "ab"), (3, "ab"), (4, "ab")];
    let mut waiting = waiting(&questions, now);
    let mut refused = Vec::new();
    let mut last = now;
    while let Some(deadline) = waiting.deadline(LIMIT) {
        assert!(deadline >= last + LIMIT / BRIEFLY);
        refused.extend(outcome(waiting.settle(deadline, LIMIT)));
        last = deadline;
    }
    assert_eq!(refused, [(1, None), (2, None), (3, None), (4, None)]);
}

#[test]
fn a_withdrawn_question_is_forgotten() {
    let now = Instant::now();
    let mut waiting = waiting(&[(7, "ab"), (8, "ab")], now);
    waiting.withdraw(&RequestId::number(7));
    waiting.answered(0);
    assert_eq!(outcome(waiting.settle(now, LIMIT)), [(8, Some(1))]);
}

#[test]
fn few_questions_wait() {
    let mut waiting = WaitingQuestions::default();
    let now = Instant::now();
    for id in 0..MOST as u64 {
        waiting.add(question(id), calls("ab"), now).expect("room");
    }
    assert_eq!(
        waiting.add(question(99), calls("ab"), now),
        Err(question(99))
    );
}
