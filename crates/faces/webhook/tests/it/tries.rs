//! What happens when a hook does not take a message.

use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use candor_model::Secret;
use candor_testkit::http_api::ScriptedReply;
use candor_webhook::{RetrySchedule, WebhookError, WebhookSpec, start, start_with};
use serde_json::json;
use tokio::sync::Notify;

use crate::fixture::{PATH, WebhookFixture, brisk, with_timeout};
use crate::log::CapturedLog;

/// How often a hook that always answers so is told of one call, and what the log says in the end.
async fn tries(reply: ScriptedReply, end: &str) -> usize {
    let (log, _guard) = CapturedLog::begin();
    let world = WebhookFixture::start().await;
    world.api.on("POST", PATH, reply);
    let webhooks = world.told(vec![world.hook()]);
    world.call(json!({})).await;
    log.until(end, 1).await;
    webhooks.stop().await;
    assert_eq!(world.api.count("POST", "/other"), 0);
    world.api.count("POST", PATH)
}

#[tokio::test]
async fn some_answers_are_tried_again_and_others_are_not() {
    let (taken, given_up) = (
        "A webhook message was delivered",
        "A webhook message could not be delivered",
    );
    for (reply, end, expect) in [
        (ScriptedReply::status(200), taken, 1),
        (ScriptedReply::status(503), given_up, 5),
        (ScriptedReply::status(425), given_up, 5),
        (ScriptedReply::close(), given_up, 5),
        (ScriptedReply::status(400), given_up, 1),
        (ScriptedReply::status(410), given_up, 1),
        (ScriptedReply::redirect(307, "/other"), given_up, 1),
        (ScriptedReply::redirect(303, "/other"), given_up, 1),
        (ScriptedReply::raw("nonsense"), given_up, 1),
    ] {
        let words = format!("{reply:?}");
        assert_eq!(tries(reply, end).await, expect, "{words}");
    }
}

#[tokio::test]
async fn it_is_tried_until_it_gets_through() {
    let world = WebhookFixture::start().await;
    let fails = [500, 429, 408].map(ScriptedReply::status);
    let replies: Vec<_> = fails
        .into_iter()
        .chain([ScriptedReply::status(200)])
        .collect();
    world.api.on("POST", PATH, replies);
    let webhooks = world.told(vec![world.hook()]);
    let call = world.call(json!({})).await;
    world.api.until(4).await;
    world.answer(call.id, false, None).await;
    let messages = world.messages(5).await;
    assert_eq!(messages[3]["type"], "approval.pending");
    assert_eq!(messages[4]["type"], "approval.denied");
    webhooks.stop().await;
}

#[tokio::test]
async fn a_hook_that_asks_for_patience_gets_it_up_to_a_limit() {
    for (asked, limit, least) in [("1", 5_000, 1_000), ("3600", 500, 500)] {
        let world = WebhookFixture::start().await;
        let arrivals: Arc<Mutex<Vec<Instant>>> = Arc::default();
        let kept = Arc::clone(&arrivals);
        world.api.answer("POST", PATH, move |_| {
            let mut kept = kept.lock().expect("no panic");
            kept.push(Instant::now());
            match kept.len() {
                1 => ScriptedReply::status(429).header("retry-after", asked),
                _ => ScriptedReply::status(200),
            }
        });
        let pace = RetrySchedule {
            asked: Duration::from_millis(limit),
            ..brisk()
        };
        let webhooks = start_with(&world.gateway, vec![world.hook()], pace).expect("hooks");
        world.call(json!({})).await;
        world.api.until(2).await;
        webhooks.stop().await;
        let arrivals = arrivals.lock().expect("no panic");
        let waited = arrivals[1] - arrivals[0];
        assert!(
            waited >= Duration::from_millis(least),
            "{asked}: {waited:?}"
        );
    }
}

#[tokio::test]
async fn what_was_answered_meanwhile_is_not_asked_any_more() {
    let (log, _guard) = CapturedLog::begin();
    let world = WebhookFixture::start().await;
    // A user answers while the hook is busy: it is until the call was answered.
    let begun = Arc::new(Notify::new());
    let (busy, free) = mpsc::channel::<()>();
    let (arrived, free) = (Arc::clone(&begun), Mutex::new(free));
    world.api.answer("POST", PATH, move |_| {
        arrived.notify_one();
        let _ = free.lock().expect("no panic").recv();
        ScriptedReply::status(503)
    });
    let hook = WebhookSpec {
        decided: false,
        ..world.hook()
    };
    let webhooks = world.told(vec![hook]);
    let call = world.call(json!({})).await;
    with_timeout(begun.notified()).await;
    world.answer(call.id, false, None).await;
    call.reply().await;
    drop(busy);
    log.until("A call was decided before a webhook message was sent", 1)
        .await;
    webhooks.stop().await;
    let requests = world.api.requests();
    assert!(requests.len() < 5, "{}", requests.len());
}

#[tokio::test]
async fn a_hook_that_is_dead_or_slow_holds_nobody_up() {
    let world = WebhookFixture::start().await;
    world.api.on("POST", PATH, ScriptedReply::hang());
    let dead = WebhookSpec {
        // The discard port has no listener.
        url: Secret::new("http://127.0.0.1:9/x".to_owned()),
        ..world.hook()
    };
    let slow = WebhookSpec {
        timeout: Duration::from_millis(200),
        ..world.hook()
    };
    let well = WebhookSpec {
        url: Secret::new(world.api.url("/well")),
        ..world.hook()
    };
    let webhooks = world.told(vec![dead, slow, well]);
    let call = world.call(json!({"isbn": "1"})).await;
    world.answer(call.id, true, None).await;
    let reply = call.reply().await;
    assert_eq!(reply["structuredContent"]["isbn"], "1", "{reply}");
    with_timeout(async {
        while world.api.count("POST", "/well") == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
    with_timeout(webhooks.stop()).await;
}

#[tokio::test]
async fn private_addresses_are_for_those_who_may() {
    let world = WebhookFixture::start().await;
    let hooks = vec![
        WebhookSpec {
            allow_private: false,
            ..world.hook()
        },
        WebhookSpec {
            url: Secret::new(world.api.url("/allowed")),
            ..world.hook()
        },
    ];
    let webhooks = world.told(hooks);
    let call = world.call(json!({})).await;
    world.api.until(1).await;
    world.answer(call.id, false, None).await;
    let requests = world.api.until(2).await;
    assert!(requests.iter().all(|request| request.path() == "/allowed"));
    webhooks.stop().await;
    assert_eq!(world.api.count("POST", PATH), 0);
}

#[tokio::test]
async fn one_bad_hook_starts_none() {
    let world = WebhookFixture::start().await;
    let bad = WebhookSpec {
        url: Secret::new("ftp://example.org/".to_owned()),
        ..world.hook()
    };
    let error = start(&world.gateway, vec![world.hook(), bad]).err();
    assert!(matches!(error, Some(WebhookError::Url(2))), "{error:?}");
    let webhooks = start(&world.gateway, Vec::new()).expect("none");
    let call = world.call(json!({})).await;
    world.answer(call.id, false, None).await;
    call.reply().await;
    webhooks.stop().await;
    assert_eq!(world.api.requests().len(), 0);
}

#[tokio::test]
async fn the_end_waits_for_no_pause() {
    let world = WebhookFixture::start().await;
    world.api.on("POST", PATH, ScriptedReply::status(503));
    let pace = RetrySchedule {
        first: Duration::from_hours(1),
        longest: Duration::from_hours(1),
        ..brisk()
    };
    let webhooks = start_with(&world.gateway, vec![world.hook()], pace).expect("hooks");
    world.call(json!({})).await;
    world.api.until(1).await;
    with_timeout(webhooks.stop()).await;
    assert_eq!(world.api.requests().len(), 1);
}

#[tokio::test]
async fn what_is_too_much_for_one_hook_is_dropped_and_said() {
    let (log, _guard) = CapturedLog::begin();
    let world = WebhookFixture::start().await;
    world.api.on("POST", PATH, ScriptedReply::hang());
    let slow = WebhookSpec {
        timeout: Duration::from_secs(1),
        ..world.hook()
    };
    let well = WebhookSpec {
        url: Secret::new(world.api.url("/well")),
        ..world.hook()
    };
    let webhooks = world.told(vec![slow, well]);
    let call = world.call(json!({})).await;
    // The other hook keeps up, so that nothing is too much for it.
    for told in (301..=1_501).step_by(300) {
        world.copies(call.id, 300).await;
        with_timeout(async {
            while world.api.count("POST", "/well") < told {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        })
        .await;
    }
    log.until("Too many messages wait for a webhook", 1).await;
    let text = log.text();
    for line in text
        .lines()
        .filter(|line| line.contains("Too many messages wait"))
    {
        assert!(
            line.contains("webhook=1") && line.contains("waiting=1000"),
            "{line}"
        );
    }
    webhooks.stop().await;
}
