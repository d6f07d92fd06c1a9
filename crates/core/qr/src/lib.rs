//! QR codes for links: the modules, and their rendering for pages and terminals.
//!
//! Raster images are encoded by the caller from the same modules.

mod svg;
mod terminal;

use qrcode::{Color, EcLevel};

/// The quiet zone that readers need around a code, in modules.
const QUIET: usize = 4;

/// The error for a text that does not fit into a QR code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{length} bytes do not fit into a QR code; make the link shorter")]
pub struct TooLong {
    /// How many bytes the text has.
    pub length: usize,
}

/// A QR code with error correction level M, including its quiet zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QrModules {
    /// The width without the quiet zone.
    width: usize,
    /// The modules row by row, without the quiet zone.
    dark: Vec<bool>,
}

// === impl QrModules ===

impl QrModules {
    /// Encodes a text.
    pub fn of(text: &str) -> Result<Self, TooLong> {
        // The only possible error: every byte can be encoded, and the version is chosen
        // automatically.
        let code = qrcode::QrCode::with_error_correction_level(text, EcLevel::M);
        let code = code.map_err(|_| TooLong { length: text.len() })?;
        let width = code.width();
        let colors = code.into_colors().into_iter();
        Ok(Self {
            width,
            dark: colors.map(|color| color == Color::Dark).collect(),
        })
    }

    /// The width and height with the quiet zone.
    pub fn size(&self) -> usize {
        self.width + 2 * QUIET
    }

    /// Whether a module is dark, counted from the corner of the quiet zone. Modules outside the
    /// code are light.
    pub fn is_dark(&self, x: usize, y: usize) -> bool {
        let inside = |at: usize| at.checked_sub(QUIET).filter(|at| *at < self.width);
        let module = inside(x).zip(inside(y));
        module.is_some_and(|(x, y)| self.dark[y * self.width + x])
    }
}

#[cfg(test)]
mod tests;
