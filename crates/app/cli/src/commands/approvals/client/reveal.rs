//! Records of who has seen an unmasked card.

use candor_model::ChangeRecord;
use serde::{Deserialize, Serialize};

use crate::timestamp;

/// A user who has looked, as the API writes it.
#[derive(Deserialize, Serialize)]
pub(in super::super) struct CardReveal {
    pub(in super::super) who: String,
    pub(in super::super) door: String,
    pub(in super::super) at: String,
}

// === impl CardReveal ===

impl CardReveal {
    /// Parses a history record.
    pub(super) fn of(record: &ChangeRecord) -> Self {
        Self {
            who: record.author.name.clone(),
            door: record.author.channel.as_str().to_owned(),
            at: timestamp::text(record.at_micros),
        }
    }
}
