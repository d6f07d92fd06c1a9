//! Many corrections at once: one transaction, each tool's other corrections left alone.

use std::collections::HashMap;

use candor_model::{Amendment, Author, Opinion, OpinionKey};
use candor_store::{OpinionWrite, StoredOpinion};

use super::amend::voice;
use super::record::{check_author, record, some_opinion};
use super::{Desk, DeskError};

/// How often it is tried while others change the same.
const TRIES: usize = 20;

/// What is to be said under one key.
#[derive(Clone, Debug)]
pub struct Amending {
    /// About which tools, and where it counts.
    pub key: OpinionKey,
    /// What, each with a reason of its own besides the author's.
    pub says: Vec<(Amendment, Option<String>)>,
    /// Whether somebody agrees to what was suggested, rather than says something of their own.
    pub agreed: bool,
}

/// What became of one of them.
#[derive(Debug)]
pub enum Amended {
    /// It is said now.
    Changed,
    /// It was said already.
    Same,
    /// It cannot be said here.
    Refused(DeskError),
}

impl Desk<'_> {
    /// Changes what is said under many keys, each there once. Those that are refused are told,
    /// in the order of `wanted`, and the others are written together; an error means that nothing
    /// was. Whatever somebody else changes meanwhile stays.
    pub async fn amend_all(
        &self,
        author: &Author,
        wanted: &[Amending],
    ) -> Result<Vec<Amended>, DeskError> {
        check_author(author)?;
        let done = {
            let _alone = self.gateway.edit().await;
            let mut tries = 1;
            loop {
                match self.try_amend_all(author, wanted).await {
                    Err(DeskError::Stale { .. }) if tries < TRIES => tries += 1,
                    done => break done?,
                }
            }
        };
        self.gateway.catch_up().await;
        Ok(done)
    }

    async fn try_amend_all(
        &self,
        author: &Author,
        wanted: &[Amending],
    ) -> Result<Vec<Amended>, DeskError> {
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
                    became.push(Amended::Refused(refusal));
                    continue;
                }
            };
            let (old, new) = (some_opinion(opinion), some_opinion(&after));
            if old == new {
                became.push(Amended::Same);
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
            became.push(Amended::Changed);
        }
        self.store().write_opinions(&writes, &changes).await?;
        Ok(became)
    }

    /// What would be said, if it may be.
    fn amended(
        &self,
        author: &Author,
        one: &Amending,
        before: &Opinion,
    ) -> Result<Opinion, DeskError> {
        let mut after = before.clone();
        for (amendment, because) in &one.says {
            self.check_amendment(&one.key, amendment)?;
            let speaker = with_reason(author, because.as_deref());
            after = after.amended(amendment, &voice(&speaker, &one.key));
        }
        candor_resolve::check(&after)?;
        Ok(after)
    }
}

/// The author, with the evidence after whatever they add.
fn with_reason(author: &Author, because: Option<&str>) -> Author {
    let why = match (&author.why, because) {
        (Some(why), Some(because)) => Some(format!("{why} ({because})")),
        (None, Some(because)) => Some(because.to_owned()),
        (why, None) => why.clone(),
    };
    Author {
        why,
        ..author.clone()
    }
}
