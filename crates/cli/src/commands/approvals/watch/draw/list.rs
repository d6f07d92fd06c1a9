//! The calls that wait, a line each: time that is left, a sign if there is a warning, the call.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::theme::Theme;
use crate::commands::approvals::watch::item::Item;
use crate::commands::approvals::watch::screen::Screen;
use crate::commands::approvals::watch::wrap::{fit, width};
use crate::when;

/// Less time than this is pressing, in microseconds.
const PRESSING: i64 = 60_000_000;

/// Draws as many as there is room for, the selected one among them.
pub(super) fn draw(screen: &mut Screen, theme: &Theme, frame: &mut Frame<'_>, area: Rect) {
    let room = usize::from(area.height);
    if room == 0 {
        return;
    }
    if screen.items.is_empty() {
        let text = "Nothing to decide. Calls appear here as they come.";
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

fn line(item: &Item, selected: bool, now: i64, theme: &Theme, room: usize) -> Line<'static> {
    let marker = if selected { "> " } else { "  " };
    let left = format!("{:>5} ", when::left(item.expires, now));
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
