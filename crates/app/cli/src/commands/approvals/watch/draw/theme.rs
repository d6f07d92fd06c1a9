//! The styles of the screen. Colour is never the only signal.

use ratatui::style::{Color, Modifier, Style};

/// The styles, with or without colour.
pub(super) struct ScreenTheme {
    /// Text without emphasis.
    pub(super) plain: Style,
    /// Headings and labels.
    pub(super) bold: Style,
    /// Text of less importance.
    pub(super) dim: Style,
    /// The selected item.
    pub(super) selected: Style,
    /// Warnings about a call.
    pub(super) warning: Style,
    /// Calls about to expire.
    pub(super) pressing: Style,
}

// === impl ScreenTheme ===

impl ScreenTheme {
    pub(super) fn new(colour: bool) -> Self {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let tinted = |tint: Color| if colour { bold.fg(tint) } else { bold };
        Self {
            plain: Style::new(),
            bold,
            dim: Style::new().add_modifier(Modifier::DIM),
            selected: Style::new().add_modifier(Modifier::REVERSED),
            warning: tinted(Color::Red),
            pressing: tinted(Color::Yellow),
        }
    }
}
