//! What is drawn, in terminals of several sizes.

use candor_model::GrantArguments;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::*;
use crate::commands::approvals::watch::draw;

/// The screen in a terminal of this size.
fn seen(screen: &mut ApprovalScreen, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
    let drawn = terminal.draw(|frame| draw::draw(screen, frame));
    drawn.expect("nothing fails");
    let view = terminal.backend().to_string();
    let lines = view.lines().map(|line| line.trim_matches('"').trim_end());
    lines.collect::<Vec<_>>().join("\n")
}

/// The screen after some keys.
fn after(keys: &str, width: u16, height: u16) -> String {
    let mut screen = screen();
    press(&mut screen, keys);
    seen(&mut screen, width, height)
}

#[test]
fn the_list_and_the_card() {
    insta::assert_snapshot!("narrow", after("", 40, 24));
    insta::assert_snapshot!("middle", after("↓", 80, 24));
    insta::assert_snapshot!("wide", after("", 120, 24));
    insta::assert_snapshot!("card", after("⏎↓↓", 60, 12));
    let mut empty = ApprovalScreen::new(false, NOW);
    insta::assert_snapshot!("empty", seen(&mut empty, 60, 6));
}

#[test]
fn what_is_asked() {
    insta::assert_snapshot!("confirm", after("a", 60, 20));
    insta::assert_snapshot!("confirm-narrow", after("a", 40, 20));
    insta::assert_snapshot!("scope", after("↓A↓", 80, 16));
    insta::assert_snapshot!("pattern", after("A4⏎/title ~ x", 80, 16));
    insta::assert_snapshot!("pattern-confirm", after("A4⌫*✓", 80, 16));
    insta::assert_snapshot!("reason", after("dnot before Monday", 60, 16));
    insta::assert_snapshot!("help", after("?", 60, 20));
}

#[test]
fn standing_approvals() {
    let mut screen = screen();
    press(&mut screen, "r");
    insta::assert_snapshot!("standing-none", seen(&mut screen, 60, 6));
    let fitting = GrantArguments::Fitting("/id <= 9\n/why = *".to_owned());
    screen.update(ScreenEvent::Standing(vec![
        grant(1, GrantArguments::Any),
        grant(2, fitting),
    ]));
    press(&mut screen, "↓");
    insta::assert_snapshot!("standing", seen(&mut screen, 70, 20));
    press(&mut screen, "x");
    insta::assert_snapshot!("revoke", seen(&mut screen, 70, 20));
}

#[test]
fn every_size_holds_it() {
    for keys in [
        "",
        "⏎",
        "a",
        "A",
        "A4",
        "dwhy not, and why not, and why not",
        "r",
        "?",
    ] {
        for (width, height) in [
            (1, 1),
            (2, 2),
            (5, 3),
            (10, 4),
            (20, 5),
            (39, 7),
            (300, 100),
        ] {
            let view = after(keys, width, height);
            let widest = view.lines().map(|line| line.chars().count()).max();
            assert!(widest <= Some(usize::from(width)), "{keys}:\n{view}");
            assert!(
                view.lines().count() <= usize::from(height),
                "{keys}:\n{view}"
            );
        }
    }
}

#[test]
fn nothing_from_a_card_drives_the_terminal() {
    let mut hostile = approval(4, true);
    let mut card = ApprovalCard::from_json(&hostile.card).expect("a card");
    card.title = Some("\u{1b}[2J\u{202e}evil\r\nApproved: yes".to_owned());
    card.arguments[0].value = "\u{9b}31m\u{7}".to_owned();
    card.warnings = vec!["\u{1b}]0;title\u{7}".to_owned()];
    card.pattern = "/id = \"\u{1b}c\"".to_owned();
    hostile.card = card.to_json();
    let mut screen = ApprovalScreen::new(true, NOW);
    screen.update(ScreenEvent::Changed(Arc::new(hostile)));
    for keys in ["", "a", "⎋A4"] {
        press(&mut screen, keys);
        let view = seen(&mut screen, 100, 40);
        let bad = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!view.contains(bad), "{view:?}");
    }
    assert!(seen(&mut screen, 100, 40).contains("\\u{1b}"));
}

#[test]
fn colour_only_where_it_is_wanted() {
    for colour in [true, false] {
        let mut screen = screen();
        screen.colour = colour;
        press(&mut screen, "a");
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a terminal");
        terminal
            .draw(|frame| draw::draw(&mut screen, frame))
            .expect("nothing fails");
        let cells = terminal.backend().buffer().content().iter();
        let tinted = cells.filter(|cell| cell.fg != ratatui::style::Color::Reset);
        assert_eq!(tinted.count() > 0, colour);
    }
}
