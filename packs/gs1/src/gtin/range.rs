//! Number ranges with a special use.

use super::{Gtin, GtinFormat};

/// The use of a number range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GtinRange {
    /// Trade items anywhere in the world.
    Global,
    /// Restricted circulation: the meaning depends on the company or region.
    Restricted,
    /// Serial publications, by their ISSN.
    Serials,
    /// Books and music, by their ISBN or ISMN.
    Books,
    /// Numbers of refund receipts.
    Refunds,
    /// Numbers of coupons.
    Coupons,
    /// Demonstrations and examples.
    Examples,
}

// === impl GtinRange ===

impl GtinRange {
    /// The range that a number lies in.
    pub(super) fn of(number: &Gtin) -> Self {
        let digits = &number.0;
        if number.format() == GtinFormat::Gtin8 {
            return match digits[6] {
                0 | 2 => Self::Restricted,
                _ => Self::Global,
            };
        }
        match digits[1..4] {
            [0, 2 | 4, _] | [2, ..] => Self::Restricted,
            [9, 5, 2] => Self::Examples,
            [9, 7, 7] => Self::Serials,
            [9, 7, 8 | 9] => Self::Books,
            [9, 8, 0] => Self::Refunds,
            [9, 8, 1..=4] | [9, 9, _] => Self::Coupons,
            _ => Self::Global,
        }
    }

    /// A note about this range, if there is one.
    pub const fn note(self) -> Option<&'static str> {
        match self {
            Self::Global => None,
            Self::Restricted => Some(
                "It is a restricted circulation number: a company or a region gives it a meaning \
                 of its own, so it says nothing elsewhere.",
            ),
            Self::Serials => Some("It is the ISSN of a serial publication."),
            Self::Books => Some("It is the ISBN of a book, or the ISMN of printed music."),
            Self::Refunds => Some("It is a refund receipt, not a trade item."),
            Self::Coupons => Some("It is a coupon, not a trade item."),
            Self::Examples => Some("It is for demonstrations and examples; no product has it."),
        }
    }
}
