//! Many corrections at once, in one transaction. Other corrections of the same tools are kept.

use std::collections::HashMap;

use candor_boxed::boxed;
use candor_model::{ChangeAuthor, Opinion, OpinionEdit, OpinionKey};
use candor_store::{OpinionWrite, StoredOpinion, WrittenOpinions};

use super::amend::provenance;
use super::record::{check_author, record, some_opinion};
use super::retry::retry_stale;
use super::{EditError, Editor};

/// The amendments of one key.
#[derive(Clone, Debug)]
pub struct KeyedAmendment {
    /// The tools and the scope.
    pub key: OpinionKey,
    /// The amendments, each with its own reason in addition to the author's.
    pub says: Vec<(OpinionEdit, Option<String>)>,
    /// Whether it accepts a suggestion, rather than being the editor's own correction.
    pub agreed: bool,
}

/// The outcome of one amendment.
#[derive(Debug)]
pub enum AmendmentOutcome {
    /// The opinion was changed.
    Changed,
    /// The opinion was already set.
    Same,
    /// The amendment was refused.
    Refused(EditError),
}

impl Editor<'_> {
    /// Changes the opinions under many keys, each given once. The outcomes are in the order of
    /// `wanted`: refused amendments are reported, and the others are written together; an error
    /// means that nothing was written. Concurrent changes are kept.
    #[boxed]
    pub async fn amend_all(
        &self,
        author: &ChangeAuthor,
        wanted: &[KeyedAmendment],
    ) -> Result<Vec<AmendmentOutcome>, EditError> {
        check_author(author)?;
        let (done, written) = {
            let _alone = self.gateway.lock_edits().await;
            retry_stale("these tools", None, || {
                Box::pin(self.try_amend_all(author, wanted))
            })
            .await?
        };
        self.gateway.catch_up_with(written).await;
        Ok(done)
    }

    async fn try_amend_all(
        &self,
        author: &ChangeAuthor,
        wanted: &[KeyedAmendment],
    ) -> Result<(Vec<AmendmentOutcome>, Option<WrittenOpinions>), EditError> {
        let stored = self.store().opinions().await?;
        let stored: HashMap<&OpinionKey, &StoredOpinion> =
            stored.iter().map(|stored| (&stored.key, stored)).collect();
        let (mut writes, mut changes) = (Vec::new(), Vec::new());
        let mut became = Vec::with_capacity(wanted.len());
        let nothing = Opinion::default();
        for one in wanted {
            let before = stored.get(&one.key);
            let opinion = before.map_or(&nothing, |stored| &stored.opinion);
            let after = match self.amended(author, one, opinion) {
                Ok(after) => after,
                Err(refusal) => {
                    became.push(AmendmentOutcome::Refused(refusal));
                    continue;
                }
            };
            let (old, new) = (some_opinion(opinion), some_opinion(&after));
            if old == new {
                became.push(AmendmentOutcome::Same);
                continue;
            }
            let action = if one.agreed {
                "annotations.accept"
            } else {
                "annotations.amend"
            };
            changes.push(record(author, action, one.key.to_string(), old, new));
            writes.push(OpinionWrite {
                key: one.key.clone(),
                expected: before.map_or(0, |stored| stored.version),
                opinion: Some(after),
            });
            became.push(AmendmentOutcome::Changed);
        }
        if writes.is_empty() {
            return Ok((became, None));
        }
        let written = self.store().write_opinions(&writes, &changes).await?;
        Ok((became, Some(written)))
    }

    /// The amended opinion, if it is allowed.
    fn amended(
        &self,
        author: &ChangeAuthor,
        one: &KeyedAmendment,
        before: &Opinion,
    ) -> Result<Opinion, EditError> {
        let mut after = before.clone();
        for (amendment, because) in &one.says {
            self.check_amendment(&one.key, amendment)?;
            let speaker = with_reason(author, because.as_deref());
            after = after.amended(amendment, &provenance(&speaker, &one.key));
        }
        candor_resolve::check_opinion(&after)?;
        self.check_own_opinion(&one.key, before, &after)?;
        Ok(after)
    }
}

/// The author, with the evidence appended to the author's reason.
fn with_reason(author: &ChangeAuthor, because: Option<&str>) -> ChangeAuthor {
    let why = match (&author.why, because) {
        (Some(why), Some(because)) => Some(format!("{why} ({because})")),
        (None, Some(because)) => Some(because.to_owned()),
        (why, None) => why.clone(),
    };
    ChangeAuthor {
        why,
        ..author.clone()
    }
}
