//! The standing approvals, and the details of the selected one.

use candor_model::ApprovalGrant;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Block, Borders, Paragraph};

use super::theme::ScreenTheme;
use crate::commands::approvals::watch::screen::{ApprovalScreen, ScreenMode};
use crate::commands::approvals::watch::wrap::{fit, labelled};
use crate::commands::approvals::wording;
use crate::text::one_line;
use crate::timestamp;

/// Draws them above each other.
pub(super) fn draw(
    screen: &ApprovalScreen,
    theme: &ScreenTheme,
    frame: &mut Frame<'_>,
    area: Rect,
) {
    let (ScreenMode::Standing { at } | ScreenMode::Revoke { at, .. }) = screen.mode else {
        return;
    };
    if screen.standing.is_empty() {
        let text = "No standing approvals.";
        let line = Line::styled(fit(text, area.width.into()), theme.dim);
        frame.render_widget(line, area);
        return;
    }
    let wanted = u16::try_from(screen.standing.len()).unwrap_or(u16::MAX);
    let list = wanted.min((area.height / 2).max(1));
    let rows = Layout::vertical([Constraint::Length(list), Constraint::Fill(1)]);
    let [above, below] = rows.areas(area);
    let room = usize::from(above.height);
    let top = (at + 1).saturating_sub(room);
    let shown = screen.standing.iter().enumerate().skip(top).take(room);
    let lines: Vec<Line<'_>> = shown
        .map(|(row, grant)| {
            let marker = if row == at { "> " } else { "  " };
            let left = timestamp::remaining(grant.expires_micros, screen.now);
            let tool = one_line(&grant.tool.to_string());
            let whose = wording::whose(grant);
            let text = format!("{marker}{left:>5}  {tool} for {whose}");
            let style = if row == at {
                theme.selected
            } else {
                theme.plain
            };
            Line::styled(fit(&text, above.width.into()), style)
        })
        .collect();
    frame.render_widget(Paragraph::new(lines), above);
    if let Some(grant) = screen.standing.get(at) {
        let block = Block::new().borders(Borders::TOP);
        let inner = block.inner(below);
        let lines = labelled(&text(grant), inner.width.into());
        let lines: Vec<Line<'_>> = lines.into_iter().map(Line::raw).collect();
        frame.render_widget(Paragraph::new(lines).block(block), below);
    }
}

fn text(grant: &ApprovalGrant) -> String {
    let mut lines = vec![
        format!("Id:          {}", grant.id),
        format!("Tool:        {}", one_line(&grant.tool.to_string())),
        format!("Caller:      {}", wording::whose(grant)),
    ];
    for (at, line) in wording::valid_for(grant).into_iter().enumerate() {
        let label = if at == 0 { "Covers:" } else { "" };
        lines.push(format!("{label:<13}{line}"));
    }
    lines.push(format!("Approved:    {}", wording::given(grant)));
    lines.push(format!(
        "Expires:     {}",
        timestamp::text(grant.expires_micros)
    ));
    lines.join("\n")
}
