//! The screen as it is seen.

mod detail;
mod list;
mod overlay;
mod standing;
mod theme;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;

use self::theme::Theme;
use super::screen::{Mode, Screen};
use super::wrap::fit;
use crate::text::counted;

/// From this width on the card stands beside the list.
const WIDE: u16 = 100;

/// Draws everything.
pub(super) fn draw(screen: &mut Screen, frame: &mut Frame<'_>) {
    let theme = Theme::new(screen.colour);
    let rows = Layout::vertical([
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(1),
        Constraint::Length(1),
    ]);
    let [head, body, message, keys] = rows.areas(frame.area());
    put(frame, head, heading(screen).as_str(), theme.bold);
    match screen.mode {
        Mode::Standing { .. } | Mode::Revoke { .. } => standing::draw(screen, &theme, frame, body),
        _ => calls(screen, &theme, frame, body),
    }
    let said = screen.message.as_deref().unwrap_or_default();
    put(frame, message, said, theme.bold);
    put(frame, keys, hints(&screen.mode), theme.dim);
    overlay::draw(screen, &theme, frame);
}

fn calls(screen: &mut Screen, theme: &Theme, frame: &mut Frame<'_>, body: Rect) {
    let (list_area, detail_area) = split(screen, body);
    list::draw(screen, theme, frame, list_area);
    detail::draw(screen, theme, frame, detail_area);
}

/// Beside each other where there is room, else one above the other. The card gets all of it
/// while it has the keys and there is not much.
fn split(screen: &Screen, body: Rect) -> (Rect, Rect) {
    if body.width >= WIDE {
        let columns = Layout::horizontal([Constraint::Percentage(42), Constraint::Fill(1)]);
        let [list, detail] = columns.areas(body);
        return (list, detail);
    }
    let wanted = u16::try_from(screen.items.len()).unwrap_or(u16::MAX).max(1);
    let list = if matches!(screen.mode, Mode::Detail) {
        0
    } else {
        wanted.min((body.height / 3).max(3))
    };
    let rows = Layout::vertical([Constraint::Length(list), Constraint::Fill(1)]);
    let [list, detail] = rows.areas(body);
    (list, detail)
}

fn heading(screen: &Screen) -> String {
    if matches!(screen.mode, Mode::Standing { .. } | Mode::Revoke { .. }) {
        let count = counted(screen.standing.len(), "standing approval");
        return format!("Candor: {count}");
    }
    let waits = match screen.items.len() {
        0 => "no call waits for anybody".to_owned(),
        1 => "1 call waits".to_owned(),
        count => format!("{count} calls wait"),
    };
    let more = if screen.more { ", and more" } else { "" };
    format!("Candor: {waits}{more}")
}

/// What can be pressed now, the most important first: a narrow terminal shows only the beginning.
fn hints(mode: &Mode) -> &'static str {
    match mode {
        Mode::List => "a approve  d deny  A more  ? help  Enter card  r standing  q quit",
        Mode::Detail => "a approve  d deny  A more  Esc back  ↑↓ scroll  ? help",
        Mode::Standing { .. } => "x revoke  Esc back  ↑↓ select",
        Mode::Scope { .. } => "Enter choose  Esc cancel  ↑↓ select",
        Mode::Pattern { .. } => "Ctrl-S go on  Esc cancel",
        Mode::Reason { .. } => "Enter deny  Esc cancel",
        Mode::Confirm { .. } | Mode::Revoke { .. } => "y yes  any other key: no",
        Mode::Help => "any key goes back",
    }
}

/// One line, cut if it must be.
fn put(frame: &mut Frame<'_>, area: Rect, text: &str, style: ratatui::style::Style) {
    let line = Line::styled(fit(text, area.width.into()), style);
    frame.render_widget(line, area);
}
