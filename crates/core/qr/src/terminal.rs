//! A code for a terminal, two modules a character.

use crate::QrModules;

// === impl QrModules ===

impl QrModules {
    /// The lines of the code, with a block where it is light: a terminal shows them in its own
    /// colour, which is light on dark in most of them.
    pub fn half_blocks(&self) -> Vec<String> {
        // An odd number of lines leaves one half below the last: it is no part of the margin.
        let is_light = |x, y| y < self.size() && !self.is_dark(x, y);
        let block = |x, y| match (is_light(x, y), is_light(x, y + 1)) {
            (true, true) => '█',
            (true, false) => '▀',
            (false, true) => '▄',
            (false, false) => ' ',
        };
        let line = |y| (0..self.size()).map(|x| block(x, y)).collect();
        (0..self.size()).step_by(2).map(line).collect()
    }
}
