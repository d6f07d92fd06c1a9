//! The position of a long string in a text, so that it is not scanned twice.

use std::ops::Range;

/// Shorter strings are scanned again as fast as they are looked up.
const LONG: usize = 4 * 1024;

/// The range of the longest string of a text, including its quotes; empty if none is long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LongString {
    start: u32,
    end: u32,
}

// === impl LongString ===

impl LongString {
    /// Records a string, if it is longer than the one so far.
    pub(super) fn take(&mut self, start: usize, end: usize) {
        let length = end - start;
        if length < LONG || length <= self.len() {
            return;
        }
        // Positions beyond four gigabytes are not recorded, and the string is scanned again.
        if let (Ok(start), Ok(end)) = (u32::try_from(start), u32::try_from(end)) {
            *self = Self { start, end };
        }
    }

    /// The position after the string, if it is the one that begins here.
    pub(crate) fn end_of(self, start: usize) -> Option<usize> {
        (self.end > 0 && self.start as usize == start).then_some(self.end as usize)
    }

    /// The same string relative to a part of the text.
    pub(super) fn within(self, part: &Range<usize>) -> Self {
        let (start, end) = (self.start as usize, self.end as usize);
        let is_inside = part.start <= start && end <= part.end;
        let moved = is_inside.then(|| Self::of(start - part.start, end - part.start));
        moved.unwrap_or_default()
    }

    fn of(start: usize, end: usize) -> Self {
        let mut place = Self::default();
        place.take(start, end);
        place
    }

    fn len(self) -> usize {
        (self.end - self.start) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_is_known_wherever_a_part_begins() {
        let mut longest = LongString::default();
        longest.take(10, 10 + LONG - 1);
        assert_eq!(longest, LongString::default(), "too short");
        longest.take(100, 100 + LONG);
        longest.take(20_000, 20_000 + 2 * LONG);
        longest.take(50_000, 50_000 + LONG);
        assert_eq!(longest.end_of(20_000), Some(20_000 + 2 * LONG));
        assert_eq!(longest.end_of(100), None);
        assert_eq!(longest.end_of(0), None);
        let part = longest.within(&(15_000..40_000));
        assert_eq!(part.end_of(5_000), Some(5_000 + 2 * LONG));
        for other in [0..20_001, 20_001..40_000, 0..100] {
            assert_eq!(longest.within(&other), LongString::default(), "{other:?}");
        }
    }
}
