//! Rendering as an SVG path.

use std::fmt::Write as _;

use crate::QrModules;

// === impl QrModules ===

impl QrModules {
    /// The dark modules as SVG path data, in a view box of [`QrModules::size`]. Contains only
    /// letters, digits, spaces and `-`.
    pub fn svg_path(&self) -> String {
        let mut path = String::new();
        for y in 0..self.size() {
            let mut x = 0;
            while x < self.size() {
                let length = (x..self.size())
                    .take_while(|at| self.is_dark(*at, y))
                    .count();
                if length > 0 {
                    // Writing to a string cannot fail.
                    let _ = write!(path, "M{x} {y}h{length}v1h-{length}z");
                }
                x += length + 1;
            }
        }
        path
    }
}
