//! `[[policy.webhook]]`.

use std::time::Duration;

use super::*;
use crate::settings::{WebhookFormat, WebhookSettings};

/// What a file with webhooks is told, and how many of them are left.
#[track_caller]
fn findings(text: &str) -> String {
    let loaded = toml(text);
    let webhooks = loaded.settings.policy.webhooks.len();
    report(&format!("webhooks: {webhooks}"), &loaded)
}

/// The one webhook of a sound file.
#[track_caller]
fn only_one(lines: &str) -> WebhookSettings {
    let mut loaded = sound(&format!("[[policy.webhook]]\n{lines}"));
    assert_eq!(loaded.settings.policy.webhooks.len(), 1);
    loaded.settings.policy.webhooks.remove(0)
}

const SIGNED: &str = "url = \"https://hooks.example/x\"\nsecret = \"${TOKEN}\"\n";

#[test]
fn a_webhook_with_nothing_but_what_it_needs() {
    let webhook = only_one(SIGNED);
    assert_eq!(webhook.url.expose(), "https://hooks.example/x");
    assert_eq!(webhook.secret.expect("signed").expose(), CANARY);
    assert_eq!(webhook.format, WebhookFormat::Candor);
    assert!(webhook.links && webhook.pending && webhook.decided);
    assert!(!webhook.allow_private);
    assert_eq!(webhook.timeout, Duration::from_secs(10));
    assert_eq!(webhook.place.to_string(), "candor.toml:1:1");
}

#[test]
fn every_key_reaches_its_field() {
    let slack = only_one(
        "url = \" https://hooks.example/${TOKEN} \"\nformat = \"slack\"\nlinks = false\nevents = [\"decided\", \"decided\"]\nallow_private = true\ntimeout = \"500ms\"",
    );
    let expect = format!("https://hooks.example/{CANARY}");
    assert_eq!(*slack.url.expose(), expect);
    assert_eq!((slack.secret, slack.format), (None, WebhookFormat::Slack));
    assert!(!slack.links && !slack.pending && slack.decided && slack.allow_private);
    assert_eq!(slack.timeout, Duration::from_millis(500));
    let pending = only_one(&format!("{SIGNED}events = [\"pending\"]"));
    assert!(pending.pending && !pending.decided);
}

#[test]
fn what_cannot_be_used_is_refused_without_a_word_of_what_is_secret() {
    insta::assert_snapshot!(findings(r#"
[[policy.webhook]]
[[policy.webhook]]
url = ["https://canary-7f3a.example"]
secret = 7777777
format = "slak"
links = "yes"
events = ["pending", "decide"]
allow_private = 1
timeout = "2m"
uri = "https://x.example"
[[policy.webhook]]
url = "canary-7f3a:whatever"
secret = "${NO_SUCH}"
events = []
[[policy.webhook]]
url = "https://me:canary-7f3a@hooks.example/x"
secret = ""
events = "pending"
[[policy.webhook]]
url = "https://hooks.example/${TOKEN}"
format = "slack"
secret = "canary-7f3a"
[[policy.webhook]]
url = "http://hooks.example/${TOKEN}"
secret = "${BROKEN}"
events = [true]
[[policy.webhook]]
url = "${open"
secret = "x"
"#), @r#"
    webhooks: 0, refused: true
    candor.toml:2:1: error: `policy.webhook[0]` has no `url` to send to [config::no-webhook]
      hint: write `url = "https://…"`
    candor.toml:2:1: error: `policy.webhook[0]` has no `secret` to sign messages with [config::no-webhook]
      hint: write `secret = "${WEBHOOK_SECRET}"`, or `format = "slack"`, which is not signed
    candor.toml:4:7: error: `policy.webhook[1].url` must be a text [config::bad-value]
    candor.toml:5:10: error: `policy.webhook[1].secret` must be a text [config::bad-value]
    candor.toml:6:10: error: `policy.webhook[1].format` is `slak`, but must be one of `candor`, `slack` [config::bad-value]
      hint: did you mean `slack`?
    candor.toml:7:9: error: `policy.webhook[1].links` is the text `yes`, but must be `true` or `false` [config::bad-value]
    candor.toml:8:10: error: `policy.webhook[1].events` is a list in which an item is `decide`, but must be one of `pending`, `decided` [config::bad-value]
      hint: did you mean `decided`?
    candor.toml:9:17: error: `policy.webhook[1].allow_private` is the number `1`, but must be `true` or `false` [config::bad-value]
    candor.toml:10:11: error: `policy.webhook[1].timeout` is `2m`, but must be from `100ms` to `1m` [config::bad-value]
    candor.toml:11:1: error: unknown key `uri` in `policy.webhook[1]` [config::unknown-key]
      hint: did you mean `url`?
    candor.toml:13:7: error: `policy.webhook[2].url` is not an `http:` or `https:` URL [config::bad-value]
    candor.toml:14:10: error: `policy.webhook[2].secret` uses `${NO_SUCH}`, but the variable `NO_SUCH` is not set [config::unset-variable]
      hint: set `NO_SUCH`, or write `${NO_SUCH:-default}`
    candor.toml:15:10: error: `policy.webhook[2].events` is empty, so that nothing would be sent [config::bad-value]
      hint: name an event, or remove the webhook
    candor.toml:17:7: error: `policy.webhook[3].url` has a user name or a password in it, which is not sent [config::bad-value]
      hint: leave them out: messages are signed with `secret`
    candor.toml:18:10: error: `policy.webhook[3].secret` is empty [config::bad-value]
    candor.toml:19:10: error: `policy.webhook[3].events` is the text `pending`, but must be a list [config::bad-value]
    candor.toml:23:10: error: `policy.webhook[4].secret` is of no use: messages of the format `slack` are not signed [config::bad-value]
      hint: remove it, or the format
    candor.toml:25:7: error: `policy.webhook[5].url` begins with `http:`, so that others on the network path can read along [config::bad-value]
      hint: write `https:`, or `allow_private = true` if it is in your own network
    candor.toml:26:10: error: `policy.webhook[5].secret` has a value with a control character in it, such as a line break [config::bad-value]
    candor.toml:27:10: error: `policy.webhook[5].events` is a list in which an item is `true`, but must be a text [config::bad-value]
    candor.toml:29:7: error: `policy.webhook[6].url` has a `${` without its `}` [config::bad-template]
      hint: write `$${` where the characters themselves are meant
    "#);
    for text in [
        "policy = { webhook = \"https://canary-7f3a.example\" }",
        "policy = { webhook = [\"https://canary-7f3a.example\"] }",
        "policy = { webhook = { url = \"https://canary-7f3a.example\" } }",
    ] {
        let said = findings(text);
        assert!(said.contains("refused: true"), "{said}");
        assert!(said.contains("must be a"), "{said}");
    }
}

#[test]
fn only_this_machine_and_private_networks_are_told_in_the_open() {
    let private = "allow_private = true";
    let here = "leads to a private address, where nothing is sent";
    for (url, more, expect) in [
        ("https://hooks.example", "", ""),
        ("https://93.184.216.34/x", "", ""),
        ("https://10.0.0.1/x", "", here),
        ("https://10.0.0.1/x", private, ""),
        ("https://169.254.1.1/x", "", here),
        ("https://[fd00::1]/x", "", here),
        ("https://[fe80::1]/x", "", here),
        ("http://hooks.example", private, ""),
        ("http://10.0.0.1/x", private, ""),
        ("http://127.0.0.1:9000/x", private, ""),
        ("http://127.0.0.1:9000/x", "", here),
        ("http://[::1]/x", "", here),
        ("http://[::ffff:127.0.0.1]/x", "", here),
        ("http://localhost/x", "", here),
        ("https://a.localhost/x", "", here),
        ("http://hooks.example", "", "begins with `http:`"),
        ("http://10.0.0.1/x", "", "begins with `http:`"),
        ("http://localhost.example/x", "", "begins with `http:`"),
        ("ftp://hooks.example", private, "is not an `http:`"),
        ("hooks.example", private, "is not an `http:`"),
        ("https://", private, "is not an `http:`"),
        ("https://me@hooks.example", private, "has a user name"),
    ] {
        let text = format!("[[policy.webhook]]\nurl = \"{url}\"\nsecret = \"s\"\n{more}");
        let loaded = toml(&text);
        let said = told(&loaded.diagnostics);
        assert_eq!(said.is_empty(), expect.is_empty(), "{url}: {said}");
        assert!(said.contains(expect), "{url}: {said}");
        let sound = expect.is_empty() || expect == here;
        assert_eq!(loaded.refused, !sound, "{url}: {said}");
        assert_eq!(loaded.settings.policy.webhooks.len(), usize::from(sound));
    }
}

#[test]
fn what_is_shown_of_them_is_masked() {
    let loaded = toml(&format!(
        "[[policy.webhook]]\n{SIGNED}[[policy.webhook]]\nurl = \"https://hooks.example/T0/${{TOKEN}}\"\nformat = \"slack\"\nevents = [\"pending\"]"
    ));
    insta::assert_snapshot!(shown_in(&loaded, "policy.webhook"), @r#"
    policy.webhook[0].url = **** (candor.toml:2:7)
    policy.webhook[0].secret = ${TOKEN} (candor.toml:3:10)
    policy.webhook[0].events = ["pending", "decided"] (default)
    policy.webhook[0].format = candor (default)
    policy.webhook[0].links = true (default)
    policy.webhook[0].allow_private = false (default)
    policy.webhook[0].timeout = 10s (default)
    policy.webhook[1].url = ****${TOKEN} (candor.toml:5:7)
    policy.webhook[1].events = ["pending"] (candor.toml:7:10)
    policy.webhook[1].format = slack (candor.toml:6:10)
    policy.webhook[1].links = true (default)
    policy.webhook[1].allow_private = false (default)
    policy.webhook[1].timeout = 10s (default)
    "#);
    let seen = format!("{:?}", loaded.settings);
    assert!(!seen.contains("hooks.example"), "{seen}");
}

#[test]
fn too_many_are_refused() {
    let webhooks = format!("[[policy.webhook]]\n{SIGNED}").repeat(21);
    insta::assert_snapshot!(findings(&webhooks), @"
    webhooks: 20, refused: true
    candor.toml:1:10: error: `policy.webhook` has 21 entries, but at most 20 are allowed [config::bad-value]
    ");
}
