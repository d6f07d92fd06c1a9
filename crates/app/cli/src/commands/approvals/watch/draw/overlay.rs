//! Dialogs in the middle of the screen.

use candor_model::{ApprovalId, GrantScope};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};

use super::theme::ScreenTheme;
use crate::commands::approvals::watch::screen::{ApprovalScreen, SCOPES, ScreenMode};
use crate::commands::approvals::watch::text_area::TextArea;
use crate::commands::approvals::watch::wrap::{fit, width, wrap};
use crate::commands::approvals::wording;
use crate::text::one_line;

/// No wider than this.
const WIDEST: u16 = 76;
/// The maximum number of visible lines of a pattern.
const PATTERN_LINES: usize = 12;

/// The help text about keys.
const HELP: [&str; 13] = [
    "↑ ↓  j k     select a call; scroll its card",
    "Enter →      go to the card",
    "← Esc        go back",
    "PgUp PgDn    scroll the card",
    "a then y     approve the call, once",
    "A            approve it with a wider scope",
    "d            deny it, with a reason for the model",
    "r            standing approvals; x revokes one",
    "?            this page",
    "q  Ctrl-C    quit; calls keep waiting",
    "",
    "The time before a call is how long it can be approved.",
    "A ! means that its card has a warning.",
];

/// The lines of a dialog and their styles.
type OverlayLines = Vec<(String, Style)>;

/// Draws the open dialog, if there is one.
pub(super) fn draw(screen: &ApprovalScreen, theme: &ScreenTheme, frame: &mut Frame<'_>) {
    match &screen.mode {
        ScreenMode::Help => {
            let lines = HELP.map(|line| (line.to_owned(), theme.plain));
            open(frame, theme, "Keys", lines.to_vec());
        }
        ScreenMode::Scope { id, at } => {
            let lines = scopes(screen, theme, *id, *at);
            open(frame, theme, "Approval scope", lines);
        }
        ScreenMode::Confirm { id, scope } => {
            let lines = confirmation(screen, theme, *id, scope, inner_width(frame));
            open(frame, theme, "Approve?", lines);
        }
        ScreenMode::Revoke { id, .. } => {
            let grant = screen.standing.iter().find(|grant| grant.id == *id);
            let tool = grant.map(|grant| one_line(&grant.tool.to_string()));
            let question = format!("Revoke the approval of {}?", tool.unwrap_or_default());
            let lines = vec![
                (question, theme.bold),
                ("y  yes, revoke it".to_owned(), theme.plain),
            ];
            open(frame, theme, "Revoke?", lines);
        }
        ScreenMode::Reason { id, editor } => {
            let tool = screen.item(*id).map_or("", |item| &item.tool);
            let lines = vec![
                (
                    format!("Deny {tool}. Reason (the model sees it):"),
                    theme.bold,
                ),
                (String::new(), theme.plain),
            ];
            write(frame, theme, "Deny", lines, editor, 1);
        }
        ScreenMode::Pattern {
            editor, problem, ..
        } => pattern(frame, theme, editor, problem.as_deref()),
        ScreenMode::List | ScreenMode::Detail | ScreenMode::Standing { .. } => {}
    }
}

fn scopes(screen: &ApprovalScreen, theme: &ScreenTheme, id: ApprovalId, at: usize) -> OverlayLines {
    let session = screen.item(id).is_some_and(|item| item.session);
    let scopes = SCOPES.iter().enumerate();
    scopes
        .map(|(row, (word, sentence))| {
            let marker = if row == at { ">" } else { " " };
            let none = if *word == "session" && !session {
                " (no session)"
            } else {
                ""
            };
            let line = format!("{marker} {}  {sentence}{none}", row + 1);
            let style = if row == at {
                theme.selected
            } else {
                theme.plain
            };
            (line, style)
        })
        .collect()
}

/// The confirmation with all warnings. It is never shorter than its warnings, as
/// long as the terminal has room for them.
fn confirmation(
    screen: &ApprovalScreen,
    theme: &ScreenTheme,
    id: ApprovalId,
    scope: &GrantScope,
    room: usize,
) -> OverlayLines {
    let Some(item) = screen.item(id) else {
        return Vec::new();
    };
    let mut lines: OverlayLines = Vec::new();
    let mut add = |text: &str, style: Style| {
        let wrapped = wrap(text, room, 2);
        lines.extend(wrapped.into_iter().map(|line| (line, style)));
    };
    add(
        &format!("Approve {}?", wording::scope_words(scope)),
        theme.bold,
    );
    add(&item.line, theme.plain);
    for line in scope.pattern().into_iter().flat_map(str::lines) {
        add(&format!("  {}", one_line(line)), theme.plain);
    }
    for warning in &item.warnings {
        add(&format!("! {warning}"), theme.warning);
    }
    add("y  yes    any other key: no", theme.bold);
    lines
}

fn pattern(frame: &mut Frame<'_>, theme: &ScreenTheme, editor: &TextArea, problem: Option<&str>) {
    let room = inner_width(frame);
    let head = "One line per argument. Arguments without a line do not match.";
    let head = wrap(head, room, 0).into_iter();
    let mut lines: OverlayLines = head.map(|line| (line, theme.dim)).collect();
    let said = problem.map_or_else(
        || "The pattern is valid.".to_owned(),
        |why| format!("! {why}"),
    );
    let style = problem.map_or(theme.dim, |_| theme.warning);
    let said = wrap(&one_line(&said), room, 2).into_iter();
    lines.extend(said.map(|line| (line, style)));
    write(frame, theme, "Pattern", lines, editor, PATTERN_LINES);
}

/// Draws a dialog with text and an editor of at most `lines` lines.
fn write(
    frame: &mut Frame<'_>,
    theme: &ScreenTheme,
    title: &str,
    mut lines: OverlayLines,
    editor: &TextArea,
    most: usize,
) {
    let above = lines.len();
    let (row, before) = editor.cursor();
    let height = usize::from(frame.area().height).saturating_sub(above + 2);
    let most = most.min(height).max(1);
    let top = (row + 1).saturating_sub(most);
    let room = inner_width(frame);
    // The line moves to the left when the cursor would leave it at the right.
    let column = width(before);
    let skipped = (column + 1).saturating_sub(room);
    let shown = editor.lines().iter().skip(top).take(most);
    lines.extend(shown.map(|line| (skip(line, skipped), theme.plain)));
    let area = open(frame, theme, title, lines);
    let x = area.x + u16::try_from(column.saturating_sub(skipped)).unwrap_or_default();
    let y = area.y + u16::try_from(above + row - top).unwrap_or_default();
    if area.contains(Position::new(x, y)) {
        frame.set_cursor_position((x, y));
    }
}

/// The text from a column on.
fn skip(line: &str, columns: usize) -> String {
    let mut used = 0;
    let rest = line.chars().skip_while(|c| {
        let skipped = used < columns;
        used += width(c.encode_utf8(&mut [0; 4]));
        skipped
    });
    rest.collect()
}

/// The width available for text in a dialog.
fn inner_width(frame: &Frame<'_>) -> usize {
    usize::from(frame.area().width.min(WIDEST)).saturating_sub(4)
}

/// Draws a box in the middle and returns the area of its text. If it does not fit, its end does:
/// that
/// is where the keys are.
fn open(frame: &mut Frame<'_>, theme: &ScreenTheme, title: &str, lines: OverlayLines) -> Rect {
    let whole = frame.area();
    let size = u16::try_from(lines.len())
        .unwrap_or(u16::MAX)
        .saturating_add(2);
    let height = size.min(whole.height);
    let wide = whole.width.min(WIDEST);
    let area = Rect {
        x: whole.x + (whole.width - wide) / 2,
        y: whole.y + (whole.height - height) / 2,
        width: wide,
        height,
    };
    let title = format!(" {title} ");
    let block = Block::bordered().title_top(fit(&title, wide.saturating_sub(2).into()));
    let inner = block.inner(area);
    let text = Rect {
        x: inner.x + 1,
        width: inner.width.saturating_sub(2),
        ..inner
    };
    let room = usize::from(text.height);
    let cut = lines.len().saturating_sub(room);
    let shown = lines.into_iter().skip(cut);
    let shown: Vec<Line<'_>> = shown
        .map(|(line, style)| Line::styled(fit(&line, text.width.into()), style))
        .collect();
    frame.render_widget(Clear, area);
    frame.render_widget(block.border_style(theme.plain), area);
    frame.render_widget(Paragraph::new(shown), text);
    text
}
