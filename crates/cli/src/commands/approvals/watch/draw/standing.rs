//! The standing approvals, and what the selected one counts for.

use candor_model::Grant;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Block, Borders, Paragraph};

use super::theme::Theme;
use crate::commands::approvals::watch::screen::{Mode, Screen};
use crate::commands::approvals::watch::wrap::{fit, labelled};
use crate::commands::approvals::words;
use crate::text::one_line;
use crate::when;

/// Draws them above each other.
pub(super) fn draw(screen: &Screen, theme: &Theme, frame: &mut Frame<'_>, area: Rect) {
    let (Mode::Standing { at } | Mode::Revoke { at, .. }) = screen.mode else {
        return;
    };
    if screen.standing.is_empty() {
        let text = "There is none: every question is asked.";
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
            let left = when::left(grant.expires_micros, screen.now);
            let tool = one_line(&grant.tool.to_string());
            let whose = words::whose(grant);
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

fn text(grant: &Grant) -> String {
    let mut lines = vec![
        format!("Id:          {}", grant.id),
        format!("Tool:        {}", one_line(&grant.tool.to_string())),
        format!("Whose:       {}", words::whose(grant)),
    ];
    for (at, line) in words::counts_for(grant).into_iter().enumerate() {
        let label = if at == 0 { "Counts for:" } else { "" };
        lines.push(format!("{label:<13}{line}"));
    }
    lines.push(format!("Given:       {}", words::given(grant)));
    lines.push(format!("Until:       {}", when::text(grant.expires_micros)));
    lines.join("\n")
}
