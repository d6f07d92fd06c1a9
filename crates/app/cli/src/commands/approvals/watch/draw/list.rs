//! The pending calls, one line each: remaining time, a mark for a warning, the call.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::theme::ScreenTheme;
use crate::commands::approvals::watch::item::PendingItem;
use crate::commands::approvals::watch::screen::ApprovalScreen;
use crate::commands::approvals::watch::wrap::{fit, width};
use crate::timestamp;

/// Less time than this is pressing, in microseconds.
const PRESSING: i64 = 60_000_000;

/// Draws as many as fit, including the selected one.
pub(super) fn draw(
    screen: &mut ApprovalScreen,
    theme: &ScreenTheme,
    frame: &mut Frame<'_>,
    area: Rect,
) {
    let room = usize::from(area.height);
    if room == 0 {
        return;
    }
    if screen.items.is_empty() {
        let text = "No pending approvals. New calls appear here.";
        let line = Line::styled(fit(text, area.width.into()), theme.dim);
        frame.render_widget(line, area);
        return;
    }
    let row = screen.row();
    screen.top = screen.top.min(row).max((row + 1).saturating_sub(room));
    let shown = screen.items.iter().enumerate().skip(screen.top).take(room);
    let lines: Vec<Line<'_>> = shown
        .map(|(at, item)| line(item, at == row, screen.now, theme, area.width.into()))
        .collect();
    frame.render_widget(Paragraph::new(lines), area);
}

fn line(
    item: &PendingItem,
    selected: bool,
    now: i64,
    theme: &ScreenTheme,
    room: usize,
) -> Line<'static> {
    let marker = if selected { "> " } else { "  " };
    let left = format!("{:>5} ", timestamp::remaining(item.expires, now));
    let sign = if item.warnings.is_empty() { "  " } else { "! " };
    let used = width(marker) + width(&left) + width(sign);
    let call = fit(&item.line, room.saturating_sub(used));
    let time = if item.expires - now < PRESSING {
        theme.pressing
    } else {
        theme.plain
    };
    let line = Line::from(vec![
        Span::raw(marker),
        Span::styled(left, time),
        Span::styled(sign, theme.warning),
        Span::raw(call),
    ]);
    if selected {
        line.patch_style(theme.selected)
    } else {
        line
    }
}
