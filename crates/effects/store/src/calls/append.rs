//! Batch writes of calls, from the background task that must keep up with the gateway.
//!
//! A process keeps one incomplete block, in memory and in the database. Later calls are added to it
//! and the row is rewritten, so that a quiet gateway does not create a row per call; a batch that
//! does not fit starts the next block. Every row has a version and is only overwritten at the known
//! version: if another process changed it, the block is left alone.

use std::collections::HashSet;

use candor_boxed::boxed;
use candor_model::CallId;
use tokio::task::yield_now;
use uuid::Uuid;

use super::{
    block::{BLOCK_CALLS, BlockBody, BlockCall, BlockWriter},
    blocks::{BlockLook, BlockRange, BlockVisitor, CallBlock},
    call_fields::CallFields,
};
use crate::{
    RecordedCall, Store, StoreResult,
    sql::{SqlValue, column},
    write::WriteTransaction,
};

/// The maximum size of another process's block to continue, and of what is added to it: a process
/// that makes a few calls leaves no block of its own behind.
const SMALL_BLOCK: usize = 64;

/// The number of calls that are encoded without a pause.
const ENCODED_AT_ONCE: usize = 32;

const INSERT: &str = "INSERT INTO call_blocks (version, first_call, last_call, first_micros, \
     last_micros, calls, summary, id) VALUES (1, $1, $2, $3, $4, $5, $6, $7)";
const INSERT_BODY: &str = "INSERT INTO call_bodies (body, block) VALUES ($1, $2)";
const REPLACE: &str = "UPDATE call_blocks SET version = version + 1, first_call = $1, \
     last_call = $2, first_micros = $3, last_micros = $4, calls = $5, summary = $6 \
     WHERE id = $7 AND version = $8";
const REPLACE_BODY: &str = "UPDATE call_bodies SET body = $1 WHERE block = $2";
const SMALL: &str = "SELECT id, version FROM (SELECT id, version, calls, last_call \
     FROM call_blocks ORDER BY last_call DESC LIMIT 16) AS newest \
     WHERE calls <= $1 ORDER BY last_call DESC LIMIT 1";

/// Appends calls to blocks.
#[derive(Debug, Default)]
pub(crate) struct CallAppender {
    /// The incomplete block; `None` if its state in the database is unknown.
    open: Option<OpenBlock>,
}

/// Whether some of the calls may already be recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallNovelty {
    /// Certainly none of them is recorded.
    New,
    /// Possibly; recorded ones are left unchanged.
    Unknown,
}

/// A block as stored in the database, or as it will be.
#[derive(Clone, Debug)]
pub(super) struct OpenBlock {
    pub(super) id: String,
    /// 0 if it is not in the database yet.
    pub(super) version: i64,
    pub(super) writer: BlockWriter,
}

/// Up to one block of calls to be written.
struct EncodedCalls<'a, 'c> {
    /// The block that ends with them.
    block: OpenBlock,
    calls: &'a [CallFields<'c>],
}

/// Finds which calls are already recorded.
struct RecordedIds<'c> {
    wanted: &'c HashSet<CallId>,
    found: HashSet<CallId>,
}

impl Store {
    /// Records calls in one transaction, all or none. Calls that are already recorded are
    /// unchanged, so recording twice is harmless. Returns how many were new.
    #[boxed]
    pub async fn record(&self, calls: &[RecordedCall]) -> StoreResult<u64> {
        let calls: Vec<CallFields<'_>> = calls.iter().map(CallFields::from).collect();
        let mut appender = CallAppender::default();
        appender.append(self, &calls, CallNovelty::Unknown).await
    }
}

// === impl CallAppender ===

impl CallAppender {
    /// Appends calls from the journal. After an error it is unknown whether they were recorded.
    #[boxed]
    pub(crate) async fn append(
        &mut self,
        store: &Store,
        calls: &[CallFields<'_>],
        novelty: CallNovelty,
    ) -> StoreResult<u64> {
        // On any early return, the open block is given up.
        let open = self.open.take();
        match novelty {
            CallNovelty::New => {
                // Other writers wait for the transaction, so it begins only when all is encoded.
                let blocks = encoded(open, calls).await;
                let write = store.uncounted("record calls").await?;
                self.write(write, blocks).await?;
                Ok(calls.len() as u64)
            }
            CallNovelty::Unknown => {
                let mut write = store.uncounted("record calls").await?;
                let new = write.new_calls(calls).await?;
                let blocks = encoded(open, &new).await;
                self.write(write, blocks).await?;
                Ok(new.len() as u64)
            }
        }
    }

    /// Writes blocks and commits. The last one stays open.
    async fn write(
        &mut self,
        mut write: WriteTransaction<'_>,
        blocks: Vec<EncodedCalls<'_, '_>>,
    ) -> StoreResult<()> {
        let mut open = None;
        for encoded in blocks {
            open = Some(write.append_calls(encoded).await?);
        }
        write.commit(&[]).await?;
        self.open = open;
        Ok(())
    }
}

// === impl OpenBlock ===

impl OpenBlock {
    /// An empty block that is not in the database.
    fn fresh() -> Self {
        Self {
            id: Uuid::now_v7().to_string(),
            version: 0,
            writer: BlockWriter::default(),
        }
    }

    /// Adds calls. A full batch is a long piece of work for a thread that also answers calls, so
    /// those get their turn in between.
    async fn with(mut self, calls: &[CallFields<'_>]) -> Self {
        for some in calls.chunks(ENCODED_AT_ONCE) {
            for call in some {
                self.writer.put(call);
            }
            yield_now().await;
        }
        self
    }
}

/// Encodes calls, into the open block if they fit.
async fn encoded<'a, 'c>(
    mut open: Option<OpenBlock>,
    calls: &'a [CallFields<'c>],
) -> Vec<EncodedCalls<'a, 'c>> {
    let mut blocks = Vec::new();
    for calls in calls.chunks(BLOCK_CALLS) {
        let open = open.take();
        let block = open.filter(|block| block.writer.has_room(calls.len()));
        let block = block.unwrap_or_else(OpenBlock::fresh).with(calls).await;
        blocks.push(EncodedCalls { block, calls });
    }
    blocks
}

impl WriteTransaction<'_> {
    /// The calls that are not recorded yet, without duplicates.
    async fn new_calls<'c>(
        &mut self,
        calls: &[CallFields<'c>],
    ) -> StoreResult<Vec<CallFields<'c>>> {
        self.lock_calls().await?;
        let wanted: HashSet<CallId> = calls.iter().map(|call| call.id).collect();
        let (Some(first), Some(last)) = (wanted.iter().min(), wanted.iter().max()) else {
            return Ok(Vec::new());
        };
        let mut recorded = RecordedIds {
            wanted: &wanted,
            found: HashSet::new(),
        };
        let range = BlockRange::between(*first, *last);
        self.visit_blocks(&range, &mut recorded).await?;
        let mut seen = recorded.found;
        let new = calls.iter().filter(|call| seen.insert(call.id));
        Ok(new.copied().collect())
    }

    /// Writes encoded calls, in their block or another one; returns the one they are in.
    async fn append_calls(&mut self, encoded: EncodedCalls<'_, '_>) -> StoreResult<OpenBlock> {
        let EncodedCalls { mut block, calls } = encoded;
        let is_new = block.version == 0;
        if !is_new && self.replace_block(&mut block).await? {
            return Ok(block);
        }
        if calls.len() <= SMALL_BLOCK
            && let Some(small) = self.small_block().await?
            && small.writer.has_room(calls.len())
        {
            let mut small = small.with(calls).await;
            if self.replace_block(&mut small).await? {
                return Ok(small);
            }
        }
        if !is_new {
            // Another process changed or removed it, so its earlier calls are not ours to write.
            block = OpenBlock::fresh().with(calls).await;
        }
        self.insert_block(&mut block).await?;
        Ok(block)
    }

    async fn insert_block(&mut self, block: &mut OpenBlock) -> StoreResult<()> {
        self.execute(INSERT, &row(&block.id, &block.writer)).await?;
        let body = [block.writer.body().into(), block.id.as_str().into()];
        self.execute(INSERT_BODY, &body).await?;
        block.version = 1;
        Ok(())
    }

    /// Rewrites a block; false if another process changed or removed it.
    pub(super) async fn replace_block(&mut self, block: &mut OpenBlock) -> StoreResult<bool> {
        let mut values = row(&block.id, &block.writer);
        values.push(block.version.into());
        if self.execute(REPLACE, &values).await? == 0 {
            return Ok(false);
        }
        let body = [block.writer.body().into(), block.id.as_str().into()];
        self.execute(REPLACE_BODY, &body).await?;
        block.version += 1;
        Ok(true)
    }

    /// A small block among the newest ones.
    async fn small_block(&mut self) -> StoreResult<Option<OpenBlock>> {
        let most = [column(SMALL_BLOCK as u64).into()];
        let Some((id, version)) = self.one::<(String, i64)>(SMALL, &most).await? else {
            return Ok(None);
        };
        let Some(body) = self.block_body(&id).await? else {
            return Ok(None);
        };
        // An unreadable block is left as it is; readers will report it.
        let writer = BlockBody::read(&id, &body).and_then(|body| copied(&body, |_| true));
        let writer = writer.ok();
        Ok(writer.map(|writer| OpenBlock {
            id,
            version,
            writer,
        }))
    }
}

/// A writable copy of a block with the calls that match.
pub(super) fn copied(
    body: &BlockBody<'_>,
    passes: impl Fn(&BlockCall<'_>) -> bool,
) -> StoreResult<BlockWriter> {
    let mut writer = BlockWriter::default();
    for call in body.calls() {
        let call = call?;
        if passes(&call) {
            writer.put(&CallFields::from(&call.record()?));
        }
    }
    Ok(writer)
}

/// The column values of a block.
fn row<'v>(id: &'v str, writer: &BlockWriter) -> Vec<SqlValue<'v>> {
    let Some(span) = writer.span() else {
        return Vec::new();
    };
    vec![
        span.first_call.to_string().into(),
        span.last_call.to_string().into(),
        span.first_micros.into(),
        span.last_micros.into(),
        (writer.count() as u64).into(),
        writer.summary().into(),
        id.into(),
    ]
}

// === impl RecordedIds ===

impl BlockVisitor for RecordedIds<'_> {
    fn look(&mut self, _: &CallBlock) -> StoreResult<BlockLook> {
        Ok(BlockLook::Read)
    }

    fn read(&mut self, body: &BlockBody<'_>) -> StoreResult<()> {
        for call in body.calls() {
            let id = call?.id;
            if self.wanted.contains(&id) {
                self.found.insert(id);
            }
        }
        Ok(())
    }
}
