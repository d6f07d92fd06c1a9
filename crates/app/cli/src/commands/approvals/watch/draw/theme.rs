//! The styles of the screen. Colour is never the only signal.

use ratatui::style::{Color, Modifier, Style};

/// The styles, with or without colour.
pub(super) struct ScreenTheme {
    /// What does not stand out.
    pub(super) plain: Style,
    /// What is read first.
    pub(super) bold: Style,
    /// What is read last.
    pub(super) dim: Style,
    /// What the keys are about.
    pub(super) selected: Style,
    /// What to look at twice.
    pub(super) warning: Style,
    /// What is soon over.
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
