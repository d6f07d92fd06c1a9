//! Approval requests and their outcomes.
//!
//! A call that is repeated creates one request only, a request is answered once however many
//! approvers and replicas try, and an approval is used once. Every step holds the ledger's lock and
//! checks the current state, so the first one always wins.

mod abandon;
mod decide;
mod expire;
mod read;
mod reveal;
mod row;

use candor_boxed::boxed;
use candor_model::{
    Approval, ApprovalBinding, ApprovalId, ApprovalState, Digest, PrincipalKey, QualifiedName,
};

use self::row::ApprovalColumns;
use crate::{
    Store, StoreError, StoreResult,
    column_text::{DETAIL_MAX, NAME_MAX, TARGET_MAX, truncated},
    counter::RevisionCounter,
    error::{check_bytes, not_json},
    row_label::{environment_column, full_text, tool_columns},
    sql::{SqlQuery, SqlValue},
    write::WriteTransaction,
};

pub use decide::DecideOutcome;
pub use read::{ApprovalFilter, ApprovalPage};
pub use reveal::RevealOutcome;

/// The maximum size of an approval card, as JSON, in bytes.
pub const CARD_MAX: usize = 512 << 10;
/// The maximum size of a sealed card: the largest card, the nonce and the tag as base64.
const SEALED_MAX: usize = 1 << 20;
/// The maximum number of pending requests.
pub const PENDING_MAX: usize = 20_000;

/// The result of requesting approval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AskOutcome {
    /// A new request was created.
    New(Approval),
    /// There is already a request for the same call, pending or approved but unused.
    Open(Approval),
}

const READ: &str = "read an approval";

impl Store {
    /// Creates a pending request. If an unexpired request for the same call is pending or approved
    /// but unused, that one is returned instead and, while pending, its number of callers is
    /// incremented; see [`Store::leave_approval`].
    ///
    /// Client and endpoint names are truncated. It is an error if the card is not JSON or exceeds
    /// [`CARD_MAX`], if there are already [`PENDING_MAX`] requests, or if the caller's allowance is
    /// exhausted.
    #[boxed]
    pub async fn ask_approval(
        &self,
        wanted: &Approval,
        now_micros: i64,
    ) -> StoreResult<AskOutcome> {
        self.ask_sealed_approval(wanted, None, now_micros).await
    }

    /// As [`Store::ask_approval`], with the unmasked card, sealed. It is stored until the request
    /// is decided or expires, and read only by [`Store::reveal_approval`].
    #[boxed]
    pub async fn ask_sealed_approval(
        &self,
        wanted: &Approval,
        sealed: Option<&str>,
        now_micros: i64,
    ) -> StoreResult<AskOutcome> {
        check_card(wanted)?;
        check_sealed(wanted, sealed)?;
        loop {
            let asked = self.try_ask(wanted, sealed, now_micros).await?;
            if let AskOutcome::Open(open) = &asked
                && open.state == ApprovalState::Pending
                && !self.join_approval(open.id).await?
            {
                // It was decided or has ended in the meantime.
                continue;
            }
            return Ok(asked);
        }
    }

    async fn try_ask(
        &self,
        wanted: &Approval,
        sealed: Option<&str>,
        now_micros: i64,
    ) -> StoreResult<AskOutcome> {
        let binding = binding_column(&wanted.binding);
        let mut write = self.write_ledger("ask for an approval").await?;
        let found: Option<ApprovalColumns> =
            write.one(row::OPEN, &[binding.as_str().into()]).await?;
        if let Some(row) = found {
            let open = row.read()?;
            if open.state_at(now_micros) == open.state {
                return Ok(AskOutcome::Open(open));
            }
            // It has expired but is not marked yet.
            set_expired(&mut write, open.id).await?;
            write.count(RevisionCounter::Ledger, 1).await?;
        }
        check_room(&mut write, now_micros).await?;
        let caller = PrincipalKey::named(&wanted.binding.principal);
        let kept = write.caller_kept(&caller, now_micros).await?;
        self.allowance
            .check_question(&caller, kept, kept_bytes(wanted, sealed))?;
        let approval = as_kept(wanted, write.revision());
        insert(&mut write, &approval, &binding, sealed).await?;
        write.commit(&[]).await?;
        Ok(AskOutcome::New(approval))
    }

    /// Returns one request. A request that exists but cannot be read is an error.
    #[boxed]
    pub async fn approval(&self, id: ApprovalId) -> StoreResult<Option<Approval>> {
        let id = id.to_string();
        let row: Option<ApprovalColumns> = self.one(READ, row::ONE, &[id.into()]).await?;
        row.map(ApprovalColumns::read).transpose()
    }

    /// The number of pending requests, including expired ones that are not marked yet.
    #[boxed]
    pub async fn pending_count(&self) -> StoreResult<u64> {
        let query = SqlQuery::new("SELECT COUNT(*) FROM approvals WHERE state = 'pending'");
        self.count_of("count the approvals", query).await
    }

    /// The latest approved request for this caller's calls of a tool, used or still usable. An
    /// approval that expired unused does not count.
    #[boxed]
    pub async fn last_approval(
        &self,
        principal: &str,
        tool: &QualifiedName,
    ) -> StoreResult<Option<Approval>> {
        let [source, tool] = tool_columns(tool)?;
        let values = [
            source.into(),
            tool.into(),
            full_text("caller", principal)?.into(),
        ];
        let row: Option<ApprovalColumns> = self.one(READ, row::LAST, &values).await?;
        row.map(ApprovalColumns::read).transpose()
    }
}

/// The binding as one short text. Each part is prefixed with its length, so that different bindings
/// never give the same text.
fn binding_column(binding: &ApprovalBinding) -> String {
    let parts = [
        binding.principal.as_str(),
        &binding.tool.to_string(),
        environment_column(binding.environment.as_ref()),
        &binding.arguments.to_string(),
        &binding.definition.to_string(),
        &binding.policy.to_string(),
    ];
    let text = parts.map(|part| format!("{}:{part}", part.len())).concat();
    Digest::of(text).to_string()
}

fn check_card(wanted: &Approval) -> StoreResult<()> {
    let what = || format!("what is shown of the call of `{}`", wanted.binding.tool);
    check_bytes(wanted.card.len(), CARD_MAX, what)?;
    let read = serde_json::from_str::<serde::de::IgnoredAny>(&wanted.card);
    read.map(drop).map_err(not_json(what()))
}

fn check_sealed(wanted: &Approval, sealed: Option<&str>) -> StoreResult<()> {
    let what = || format!("what is masked of the call of `{}`", wanted.binding.tool);
    check_bytes(sealed.map_or(0, str::len), SEALED_MAX, what)
}

async fn check_room(write: &mut WriteTransaction<'_>, now_micros: i64) -> StoreResult<()> {
    let query = "SELECT COUNT(*) FROM approvals WHERE state = 'pending' AND expires_micros > $1";
    if write.number(query, &[now_micros.into()]).await? < PENDING_MAX as u64 {
        return Ok(());
    }
    Err(StoreError::Full {
        what: "approvals that wait for an answer",
        limit: PENDING_MAX,
        way_out: "answer some of them, or wait until they expire",
    })
}

/// The request as it will be read back.
fn as_kept(wanted: &Approval, version: u64) -> Approval {
    let client = wanted.client.as_deref();
    Approval {
        state: ApprovalState::Pending,
        client: client.map(|name| truncated(name, NAME_MAX).into_owned()),
        endpoint: truncated(&wanted.endpoint, TARGET_MAX).into_owned(),
        because: truncated(&wanted.because, DETAIL_MAX).into_owned(),
        verdict: None,
        consumed_by: None,
        version,
        ..wanted.clone()
    }
}

/// The bytes counted for a request until it is decided.
fn kept_bytes(approval: &Approval, sealed: Option<&str>) -> usize {
    approval.card.len() + sealed.map_or(0, str::len)
}

async fn insert(
    write: &mut WriteTransaction<'_>,
    approval: &Approval,
    binding: &str,
    sealed: Option<&str>,
) -> StoreResult<()> {
    let bound = &approval.binding;
    let [source, tool] = tool_columns(&bound.tool)?;
    let session = approval.session.as_deref();
    let session = session.map(|it| full_text("session", it)).transpose()?;
    let values: [SqlValue<'_>; 22] = [
        approval.id.to_string().into(),
        approval.state.as_str().into(),
        binding.into(),
        full_text("caller", &bound.principal)?.into(),
        source.into(),
        tool.into(),
        environment_column(bound.environment.as_ref()).into(),
        bound.arguments.to_string().into(),
        bound.definition.to_string().into(),
        bound.policy.to_string().into(),
        session.into(),
        approval.client.as_deref().into(),
        approval.endpoint.as_str().into(),
        approval.because.as_str().into(),
        approval.first.into(),
        approval.out_of_band.into(),
        approval.card.as_str().into(),
        approval.created_micros.into(),
        approval.expires_micros.into(),
        approval.version.into(),
        (kept_bytes(approval, sealed) as u64).into(),
        sealed.into(),
    ];
    let what = format!("approval `{}`", approval.id);
    let exists = || StoreError::Exists { what };
    write.must(row::INSERT, &values, exists).await
}

/// Marks a request as expired, at the revision of the change.
async fn set_expired(write: &mut WriteTransaction<'_>, id: ApprovalId) -> StoreResult<()> {
    let values = [id.to_string().into(), write.revision().into()];
    let statement =
        "UPDATE approvals SET state = 'expired', version = $2, sealed = NULL WHERE id = $1";
    write.execute(statement, &values).await.map(drop)
}
