//! Writing many calls at once: the background path that must keep up with the gateway.

use candor_boxed::boxed;

use super::{
    call_row::{CallRow, CallRows},
    row,
};
use crate::{RecordedCall, Store, StoreResult};

impl Store {
    /// Records calls in one transaction: all or none. A call that is already there is left as
    /// it is, so recording twice is harmless. Returns how many were new.
    #[boxed]
    pub async fn record(&self, calls: &[RecordedCall]) -> StoreResult<u64> {
        let mut shared = CallRows::default();
        let rows: Vec<_> = calls.iter().map(|call| shared.recorded(call)).collect();
        self.record_rows(&rows).await
    }

    /// The same for calls that are rows already.
    #[boxed]
    pub(crate) async fn record_rows(&self, rows: &[CallRow]) -> StoreResult<u64> {
        let mut write = self.uncounted("record calls").await?;
        let twice = "ON CONFLICT (id) DO NOTHING";
        let new = write.insert(row::INSERT, rows, twice).await?;
        write.commit(&[]).await?;
        Ok(new)
    }
}
