//! Rendering for terminals, two modules per character.

use crate::QrModules;

// === impl QrModules ===

impl QrModules {
    /// The lines of the code, with blocks for light modules: most terminals use light text on a
    /// dark background.
    pub fn half_blocks(&self) -> Vec<String> {
        // With an odd number of rows, the lower half of the last line is outside the code.
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
