//! What Candor would say if a person agreed.

pub(crate) mod accept;
pub(crate) mod list;
pub(crate) mod view;

use candor_infer::Confidence;

/// The confidences that there are, in percent.
const PERCENT: std::ops::RangeInclusive<u8> = 50..=99;

/// Reads a confidence.
fn confidence(percent: u8) -> Option<Confidence> {
    PERCENT.contains(&percent).then(|| Confidence::new(percent))
}
