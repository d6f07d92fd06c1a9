//! Snapshots of the screen.

mod detail;
mod list;
mod overlay;
mod standing;
mod theme;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;

use self::theme::ScreenTheme;
use super::screen::{ApprovalScreen, ScreenMode};
use super::wrap::fit;
use crate::text::counted;

/// The minimum width for showing the card beside the list.
const WIDE: u16 = 100;

/// Draws the whole screen.
pub(super) fn draw(screen: &mut ApprovalScreen, frame: &mut Frame<'_>) {
    let theme = ScreenTheme::new(screen.colour);
    let rows = Layout::vertical([
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(1),
        Constraint::Length(1),
    ]);
    let [head, body, message, keys] = rows.areas(frame.area());
    put(frame, head, heading(screen).as_str(), theme.bold);
    match screen.mode {
        ScreenMode::Standing { .. } | ScreenMode::Revoke { .. } => {
            standing::draw(screen, &theme, frame, body);
        }
        _ => calls(screen, &theme, frame, body),
    }
    let said = screen.message.as_deref().unwrap_or_default();
    put(frame, message, said, theme.bold);
    put(frame, keys, hints(&screen.mode), theme.dim);
    overlay::draw(screen, &theme, frame);
}

fn calls(screen: &mut ApprovalScreen, theme: &ScreenTheme, frame: &mut Frame<'_>, body: Rect) {
    let (list_area, detail_area) = split(screen, body);
    list::draw(screen, theme, frame, list_area);
    detail::draw(screen, theme, frame, detail_area);
}

/// Side by side if there is room, otherwise one above the other. The card gets all of it
/// while it has the keys and there is not much.
fn split(screen: &ApprovalScreen, body: Rect) -> (Rect, Rect) {
    if body.width >= WIDE {
        let columns = Layout::horizontal([Constraint::Percentage(42), Constraint::Fill(1)]);
        let [list, detail] = columns.areas(body);
        return (list, detail);
    }
    let wanted = u16::try_from(screen.items.len()).unwrap_or(u16::MAX).max(1);
    let list = if matches!(screen.mode, ScreenMode::Detail) {
        0
    } else {
        wanted.min((body.height / 3).max(3))
    };
    let rows = Layout::vertical([Constraint::Length(list), Constraint::Fill(1)]);
    let [list, detail] = rows.areas(body);
    (list, detail)
}

fn heading(screen: &ApprovalScreen) -> String {
    if matches!(
        screen.mode,
        ScreenMode::Standing { .. } | ScreenMode::Revoke { .. }
    ) {
        let count = counted(screen.standing.len(), "standing approval");
        return format!("Candor: {count}");
    }
    let waits = match screen.items.len() {
        0 => "no pending approvals".to_owned(),
        1 => "1 pending approval".to_owned(),
        count => format!("{count} pending approvals"),
    };
    let more = if screen.more { ", and more" } else { "" };
    format!("Candor: {waits}{more}")
}

/// The available keys, most important first, because a narrow terminal cuts the line.
fn hints(mode: &ScreenMode) -> &'static str {
    match mode {
        ScreenMode::List => "a approve  d deny  A scope  ? help  Enter card  r standing  q quit",
        ScreenMode::Detail => "a approve  d deny  A scope  Esc back  ↑↓ scroll  ? help",
        ScreenMode::Standing { .. } => "x revoke  Esc back  ↑↓ select",
        ScreenMode::Scope { .. } => "Enter choose  Esc cancel  ↑↓ select",
        ScreenMode::Pattern { .. } => "Ctrl-S continue  Esc cancel",
        ScreenMode::Reason { .. } => "Enter deny  Esc cancel",
        ScreenMode::Confirm { .. } | ScreenMode::Revoke { .. } => "y yes  any other key: no",
        ScreenMode::Help => "any key: back",
    }
}

/// Draws one line, truncated if necessary.
fn put(frame: &mut Frame<'_>, area: Rect, text: &str, style: ratatui::style::Style) {
    let line = Line::styled(fit(text, area.width.into()), style);
    frame.render_widget(line, area);
}
