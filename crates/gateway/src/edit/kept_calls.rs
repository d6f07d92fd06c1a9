//! Calls whose arguments were kept.

use candor_boxed::boxed;
use candor_model::{KeptCall, SourceName};

use super::{EditError, Editor};

impl Editor<'_> {
    /// The kept calls of a source that were answered since the given time, the oldest first.
    #[boxed]
    pub async fn kept_calls(
        &self,
        source: &SourceName,
        since_micros: i64,
    ) -> Result<Vec<KeptCall>, EditError> {
        Ok(self.store().kept_calls(source, since_micros).await?)
    }
}
