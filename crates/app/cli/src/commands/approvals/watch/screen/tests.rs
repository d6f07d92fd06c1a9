//! The screen, key by key.

mod seen;

use candor_card::{ApprovalCard, ArgumentLine, HintLine};
use candor_model::{
    ApprovalBinding, ApprovalVerdict, ChangeAuthor, ChangeChannel, Digest, GrantArguments,
    QualifiedName,
};
use crossterm::event::{KeyCode, KeyModifiers};

use super::*;

/// When all tests happen, in microseconds since the Unix epoch.
const NOW: i64 = 1_785_242_096_000_000;
const MINUTE: i64 = 60_000_000;

/// A question with an id that is known, about a tool that deletes or one that adds.
fn approval(at: u8, deletes: bool) -> Approval {
    let tool = if deletes {
        "shop.delete_book"
    } else {
        "shop.add_book"
    };
    let card = ApprovalCard {
        tool: tool.to_owned(),
        exposed: tool.replace('.', "_"),
        title: deletes.then(|| "Delete a book".to_owned()),
        source: "shop".to_owned(),
        trust: "untrusted: its hints may only make Candor more careful".to_owned(),
        hints: vec![HintLine {
            hint: "destructive".to_owned(),
            value: Some(deletes),
            counts: Some(deletes),
            relied: true,
            origin: "says the HTTP method".to_owned(),
        }],
        warnings: if deletes {
            vec!["This call is destructive: what it removes may be gone for good".to_owned()]
        } else {
            Vec::new()
        },
        arguments: vec![ArgumentLine {
            pointer: "/id".to_owned(),
            value: at.to_string(),
            folded: None,
            masked: false,
            changed: None,
            description: None,
        }],
        more: None,
        because: "destructive: true, says the HTTP method DELETE".to_owned(),
        message: None,
        principal: "laptop".to_owned(),
        client: Some("editor 1.0".to_owned()),
        endpoint: "/mcp".to_owned(),
        environment: None,
        changes: Vec::new(),
        created: "2026-07-28T12:34:56Z".to_owned(),
        expires: "2026-07-28T12:39:56Z".to_owned(),
        expires_in: "in 5 minutes".to_owned(),
        pattern: format!("/id = {at}"),
        session: at.is_multiple_of(2),
    };
    Approval {
        id: id(at),
        binding: ApprovalBinding {
            principal: "laptop".to_owned(),
            tool: QualifiedName::parse(tool).expect("a name"),
            environment: None,
            arguments: Digest::of("arguments"),
            definition: Digest::of("definition"),
            policy: Digest::of("policy"),
        },
        state: ApprovalState::Pending,
        session: at.is_multiple_of(2).then(|| "session".to_owned()),
        client: Some("editor 1.0".to_owned()),
        endpoint: "/mcp".to_owned(),
        because: "destructive: true, says the HTTP method DELETE".to_owned(),
        first: false,
        out_of_band: false,
        card: card.to_json(),
        created_micros: NOW,
        expires_micros: NOW + i64::from(at) * MINUTE,
        verdict: None,
        consumed_by: None,
        version: u64::from(at),
    }
}

fn id(at: u8) -> ApprovalId {
    ApprovalId::parse(&format!("0198c9f2-0f3c-7000-8000-0000000000{at:02}")).expect("an id")
}

/// The same approval after it was decided.
fn answered(at: u8, yes: bool) -> Approval {
    let mut approval = approval(at, true);
    approval.version += 100;
    approval.state = if yes {
        ApprovalState::Approved
    } else {
        ApprovalState::Denied
    };
    approval.verdict = Some(ApprovalVerdict {
        answer: if yes {
            ApprovalAnswer::Approve(GrantScope::Once)
        } else {
            ApprovalAnswer::Deny
        },
        author: ChangeAuthor {
            name: "ada".to_owned(),
            channel: ChangeChannel::Page,
            why: None,
        },
        at_micros: NOW,
    });
    approval
}

fn grant(at: u8, arguments: GrantArguments) -> ApprovalGrant {
    let asked = approval(at, true);
    ApprovalGrant {
        id: GrantId::parse(&format!("0198c9f2-0000-7000-8000-0000000000{at:02}")).expect("an id"),
        principal: "laptop".to_owned(),
        tool: asked.binding.tool,
        environment: None,
        session: None,
        arguments,
        definition: asked.binding.definition,
        policy: asked.binding.policy,
        first: false,
        approval: asked.id,
        author: ChangeAuthor {
            name: "ada".to_owned(),
            channel: ChangeChannel::Cli,
            why: Some("nightly clean-up".to_owned()),
        },
        at_micros: NOW,
        expires_micros: NOW + 30 * 24 * 60 * MINUTE,
    }
}

/// A screen with three calls: 2 deletes, 3 adds, 5 deletes.
fn screen() -> ApprovalScreen {
    let mut screen = ApprovalScreen::new(false, NOW);
    let approvals = vec![approval(5, true), approval(3, false), approval(2, true)];
    let more = false;
    assert_eq!(screen.update(ScreenEvent::Waiting { approvals, more }), []);
    screen
}

/// Presses keys: `⏎` Enter, `⎋` Esc, arrows, `✓` Ctrl-S, and letters.
fn press(screen: &mut ApprovalScreen, keys: &str) -> Vec<ScreenEffect> {
    let mut effects = Vec::new();
    for c in keys.chars() {
        let (code, modifiers) = match c {
            '⏎' => (KeyCode::Enter, KeyModifiers::NONE),
            '⎋' => (KeyCode::Esc, KeyModifiers::NONE),
            '↑' => (KeyCode::Up, KeyModifiers::NONE),
            '↓' => (KeyCode::Down, KeyModifiers::NONE),
            '→' => (KeyCode::Right, KeyModifiers::NONE),
            '⌫' => (KeyCode::Backspace, KeyModifiers::NONE),
            '✓' => (KeyCode::Char('s'), KeyModifiers::CONTROL),
            '✗' => (KeyCode::Char('c'), KeyModifiers::CONTROL),
            c if c.is_uppercase() => (KeyCode::Char(c), KeyModifiers::SHIFT),
            c => (KeyCode::Char(c), KeyModifiers::NONE),
        };
        effects.extend(screen.update(ScreenEvent::Key(KeyEvent::new(code, modifiers))));
    }
    effects
}

fn approve(at: u8, scope: GrantScope) -> ScreenEffect {
    ScreenEffect::Decide {
        id: id(at),
        answer: ApprovalAnswer::Approve(scope),
        why: None,
    }
}

fn deny(at: u8, why: Option<&str>) -> ScreenEffect {
    ScreenEffect::Decide {
        id: id(at),
        answer: ApprovalAnswer::Deny,
        why: why.map(str::to_owned),
    }
}

#[test]
fn keys_do_what_they_say_and_no_single_key_approves() {
    for (keys, expect) in [
        ("a", vec![]),
        ("y", vec![]),
        ("ay", vec![approve(2, GrantScope::Once)]),
        ("an", vec![]),
        ("any", vec![]),
        ("a⎋y", vec![]),
        ("a⏎", vec![]),
        ("aa", vec![]),
        ("↓ay", vec![approve(3, GrantScope::Once)]),
        ("jjjjjay", vec![approve(5, GrantScope::Once)]),
        ("jjkkkay", vec![approve(2, GrantScope::Once)]),
        ("Gay", vec![approve(5, GrantScope::Once)]),
        ("⏎ay", vec![approve(2, GrantScope::Once)]),
        ("A⏎y", vec![approve(2, GrantScope::Once)]),
        ("A2y", vec![approve(2, GrantScope::Session)]),
        ("↓A2y", vec![]),
        ("A↓↓⏎y", vec![approve(2, GrantScope::TheseArguments)]),
        ("A5y", vec![approve(2, GrantScope::Always)]),
        ("A5n", vec![]),
        ("A⎋y", vec![]),
        (
            "A4✓y",
            vec![approve(2, GrantScope::Pattern("/id = 2".to_owned()))],
        ),
        (
            "A4⌫*✓y",
            vec![approve(2, GrantScope::Pattern("/id = *".to_owned()))],
        ),
        ("A4⌫⌫⌫✓y⎋", vec![]),
        ("A4⎋y", vec![]),
        ("d⏎", vec![deny(2, None)]),
        ("d no ⏎", vec![deny(2, Some("no"))]),
        ("dnot ayet⏎", vec![deny(2, Some("not ayet"))]),
        ("dno⎋", vec![]),
        ("r", vec![ScreenEffect::ReadStanding]),
        ("?y", vec![]),
        ("q", vec![ScreenEffect::Quit]),
        ("a✗", vec![ScreenEffect::Quit]),
        ("d✗", vec![ScreenEffect::Quit]),
    ] {
        assert_eq!(press(&mut screen(), keys), expect, "{keys}");
    }
    let mut empty = ApprovalScreen::new(false, NOW);
    assert_eq!(press(&mut empty, "aydAy⏎↑↓⎋"), []);
}

#[test]
fn no_key_hits_a_call_that_moved_under_it() {
    let mut screen = screen();
    assert_eq!(press(&mut screen, "a"), []);
    // It is decided elsewhere first; the dialog closes, and the key has no effect.
    screen.update(ScreenEvent::Changed(Arc::new(answered(2, false))));
    assert_eq!(press(&mut screen, "y"), []);
    let said = screen.message.as_deref().unwrap_or_default();
    assert!(
        said.starts_with("shop.delete_book was denied by ada (page)"),
        "{said}"
    );
    assert_eq!(screen.selected, Some(id(3)));
    // A new call does not move the selection either.
    assert_eq!(press(&mut screen, "a"), []);
    screen.update(ScreenEvent::Changed(Arc::new(approval(1, true))));
    assert_eq!(press(&mut screen, "y"), [approve(3, GrantScope::Once)]);
}

#[test]
fn a_call_whose_time_is_over_leaves() {
    let mut screen = screen();
    assert_eq!(press(&mut screen, "a"), []);
    screen.update(ScreenEvent::Tick(NOW + 2 * MINUTE));
    assert_eq!(screen.items.len(), 2);
    assert_eq!(press(&mut screen, "y"), []);
    let said = screen.message.as_deref();
    assert_eq!(said, Some("shop.delete_book expired without an answer"));
    // Updates of finished approvals, and old updates, change nothing.
    screen.update(ScreenEvent::Changed(Arc::new(approval(2, true))));
    screen.update(ScreenEvent::Changed(Arc::new(approval(3, false))));
    assert_eq!(screen.items.len(), 2);
}

#[test]
fn what_became_of_an_answer_is_told() {
    for (decided, expect, left) in [
        (
            AnswerOutcome::Now(Box::new(answered(2, true))),
            "shop.delete_book was approved once by ada (page) at 2026-07-28T12:34:56Z",
            2,
        ),
        (
            AnswerOutcome::Before(Box::new(answered(2, true))),
            "too late: shop.delete_book was approved once by ada (page) at 2026-07-28T12:34:56Z",
            2,
        ),
        (
            AnswerOutcome::Not("no\u{1b}[2J room".to_owned()),
            "error: no\\u{1b}[2J room",
            3,
        ),
    ] {
        let mut screen = screen();
        screen.update(ScreenEvent::Decided(decided));
        assert_eq!(screen.message.as_deref(), Some(expect));
        assert_eq!(screen.items.len(), left, "{expect}");
    }
}

#[test]
fn a_flood_is_held_in_bounds_and_read_again_when_there_is_room() {
    let many = |count: usize| -> Vec<Approval> {
        let flood = (0..count).map(|at| {
            let mut one = approval(9, true);
            let text = format!("0198c9f2-0f3c-7000-8000-{at:012}");
            one.id = ApprovalId::parse(&text).expect("an id");
            one
        });
        flood.rev().collect()
    };
    let mut screen = ApprovalScreen::new(false, NOW);
    let approvals = many(MOST + 20);
    let more = false;
    assert_eq!(screen.update(ScreenEvent::Waiting { approvals, more }), []);
    assert_eq!((screen.items.len(), screen.more), (MOST, true));
    screen.update(ScreenEvent::Changed(Arc::new(approval(1, true))));
    assert_eq!(screen.items.len(), MOST);
    screen.items.truncate(MOST / 2 - 1);
    assert_eq!(
        screen.update(ScreenEvent::Tick(NOW)),
        [ScreenEffect::Reread]
    );
    assert_eq!(screen.update(ScreenEvent::Tick(NOW)), []);
}

#[test]
fn standing_approvals_are_taken_back_with_two_keys() {
    let mut screen = screen();
    assert_eq!(press(&mut screen, "r"), [ScreenEffect::ReadStanding]);
    let first = grant(1, GrantArguments::Any);
    let second = grant(2, GrantArguments::Fitting("/id <= 9".to_owned()));
    let second_id = second.id;
    screen.update(ScreenEvent::Standing(vec![first, second]));
    assert_eq!(press(&mut screen, "x"), []);
    assert_eq!(press(&mut screen, "n"), []);
    assert_eq!(press(&mut screen, "↓xy"), [ScreenEffect::Revoke(second_id)]);
    screen.update(ScreenEvent::Standing(Vec::new()));
    assert_eq!(press(&mut screen, "xy⎋q"), [ScreenEffect::Quit]);
}

/// A user who looks elsewhere is told of each call once, when it comes.
#[test]
fn a_call_is_told_of_when_it_comes() {
    let mut screen = screen();
    let came = |at| ScreenEvent::Changed(Arc::new(approval(at, true)));
    let effects = screen.update(came(7));
    let [ScreenEffect::Notify(line)] = &*effects else {
        panic!("{effects:?}");
    };
    assert!(line.contains("delete"), "{line}");
    assert_eq!(screen.update(came(7)), []);
    assert_eq!(screen.update(came(5)), [], "it was there before");
    let over = ScreenEvent::Changed(Arc::new(answered(7, false)));
    assert_eq!(screen.update(over), []);
}
