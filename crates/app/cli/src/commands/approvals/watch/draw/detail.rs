//! The card of the selected call, as far as there is room.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Block, Borders, Paragraph};

use super::WIDE;
use super::theme::ScreenTheme;
use crate::commands::approvals::watch::screen::{ApprovalScreen, ScreenMode};
use crate::commands::approvals::watch::wrap;

/// Draws it from the scroll position.
pub(super) fn draw(
    screen: &mut ApprovalScreen,
    theme: &ScreenTheme,
    frame: &mut Frame<'_>,
    area: Rect,
) {
    let Some(item) = screen.current() else { return };
    let beside = frame.area().width >= WIDE;
    let block = Block::new().borders(if beside { Borders::LEFT } else { Borders::TOP });
    let inner = block.inner(area);
    let lines = wrap::labelled(&item.text(screen.now), inner.width.into());
    let room = usize::from(inner.height).max(1);
    let last = lines.len().saturating_sub(room);
    let scroll = screen.scroll.min(last);
    let more = lines.len() - scroll.min(lines.len());
    let block = if beside || inner.height == 0 {
        block
    } else {
        block.title_top(title(&screen.mode, scroll, more.saturating_sub(room)))
    };
    let styles = styles(&lines, theme);
    let shown = lines.into_iter().zip(styles).skip(scroll).take(room);
    let shown: Vec<Line<'_>> = shown
        .map(|(line, style)| Line::styled(line, style))
        .collect();
    frame.render_widget(Paragraph::new(shown).block(block), area);
    screen.scroll = scroll;
    screen.page = room;
}

/// The title, with the number of lines scrolled out of view.
fn title(mode: &ScreenMode, above: usize, below: usize) -> String {
    let keys = if matches!(mode, ScreenMode::Detail) {
        "card"
    } else {
        "card (Enter)"
    };
    match (above, below) {
        (0, 0) => " card ".to_owned(),
        (above, below) => format!(" {keys}: {above} lines above, {below} below "),
    }
}

/// The style of each line. Lines without a label continue the previous one.
fn styles(lines: &[String], theme: &ScreenTheme) -> Vec<Style> {
    let mut style = theme.plain;
    let lines = lines.iter();
    lines
        .map(|line| {
            if line.starts_with("Warning:") {
                style = theme.warning;
            } else if !line.starts_with(' ') {
                style = theme.plain;
            }
            style
        })
        .collect()
}
