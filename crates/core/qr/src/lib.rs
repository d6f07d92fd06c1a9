//! Links as QR codes: which modules are dark, and the drawings for pages and terminals.
//!
//! Pictures of pixels are drawn by whoever has an encoder for them, from the same modules.

mod svg;
mod terminal;

use qrcode::{Color, EcLevel};

/// The light margin that a reader needs around a code, in modules.
const QUIET: usize = 4;

/// A text does not fit into a QR code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{length} bytes do not fit into a QR code; make the link shorter")]
pub struct TooLong {
    /// How many bytes the text has.
    pub length: usize,
}

/// A QR code that can lose about a seventh of itself, with its margin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QrModules {
    /// How many modules it is wide without its margin.
    width: usize,
    /// Line by line, without the margin.
    dark: Vec<bool>,
}

// === impl QrModules ===

impl QrModules {
    /// The code for a text.
    pub fn of(text: &str) -> Result<Self, TooLong> {
        // The only way to fail: every byte can be written, and the version is not chosen here.
        let code = qrcode::QrCode::with_error_correction_level(text, EcLevel::M);
        let code = code.map_err(|_| TooLong { length: text.len() })?;
        let width = code.width();
        let colors = code.into_colors().into_iter();
        Ok(Self {
            width,
            dark: colors.map(|color| color == Color::Dark).collect(),
        })
    }

    /// How many modules it is wide and high, with its margin.
    pub fn size(&self) -> usize {
        self.width + 2 * QUIET
    }

    /// Whether a module is dark, counted from the corner of the margin. Nothing outside is.
    pub fn is_dark(&self, x: usize, y: usize) -> bool {
        let inside = |at: usize| at.checked_sub(QUIET).filter(|at| *at < self.width);
        let module = inside(x).zip(inside(y));
        module.is_some_and(|(x, y)| self.dark[y * self.width + x])
    }
}

#[cfg(test)]
mod tests;
