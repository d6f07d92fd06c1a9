//! The limits per caller that the gateway enforces.

use candor_model::{CallerIdentity, CallerLimit, CallerLimitReached, PrincipalKey};
use candor_store::{CallerAllowance, StoreError};

use super::Gateway;
use crate::caller_usage::{UsageBounds, UsageGuard};
use crate::limits::GatewayLimits;

/// The maximum number of resource subscriptions of one caller, in all its sessions.
const WATCHES_MAX: usize = 10_000;

impl Gateway {
    /// Counts a call that waits for an answer, with its size, for as long as it waits.
    pub(crate) fn hold_waiting(
        &self,
        identity: &CallerIdentity,
        bytes: usize,
    ) -> Result<UsageGuard, CallerLimitReached> {
        let bounds = UsageBounds {
            number: self.limits().waiting_per_caller,
            limit: CallerLimit::Waiting,
            bytes: self.limits().kept_bytes_per_caller,
        };
        let held = self
            .0
            .calls
            .waiting
            .take(PrincipalKey::of(identity), bytes, bounds);
        self.counted(held)
    }

    /// Counts a subscription of a client without a session, for as long as it is open.
    pub fn hold_subscription(
        &self,
        identity: &CallerIdentity,
    ) -> Result<UsageGuard, CallerLimitReached> {
        let bounds = UsageBounds {
            number: self.limits().sessions_per_caller,
            limit: CallerLimit::Subscriptions,
            bytes: usize::MAX,
        };
        let subscriptions = &self.0.calls.subscriptions;
        self.counted(subscriptions.take(PrincipalKey::of(identity), 0, bounds))
    }

    /// Counts a resource subscription, for as long as it lasts.
    pub fn hold_watch(
        &self,
        identity: &CallerIdentity,
        uri: &str,
    ) -> Result<UsageGuard, CallerLimitReached> {
        let bounds = UsageBounds {
            number: WATCHES_MAX,
            limit: CallerLimit::Watches,
            bytes: self.limits().kept_bytes_per_caller,
        };
        let watches = &self.0.calls.watches;
        self.counted(watches.take(PrincipalKey::of(identity), uri.len(), bounds))
    }

    /// Counts a refusal because of one caller's limit.
    pub fn count_limit(&self, limit: CallerLimit) {
        self.metrics().limit_refusal(limit);
    }

    /// Extracts the limit from an error of the store, if it is one, and counts it.
    pub(crate) fn limit_in(&self, error: StoreError) -> Result<CallerLimitReached, StoreError> {
        match error {
            StoreError::CallerFull(reached) => {
                self.count_limit(reached.limit);
                Ok(reached)
            }
            other => Err(other),
        }
    }

    fn counted<T>(&self, held: Result<T, CallerLimitReached>) -> Result<T, CallerLimitReached> {
        held.inspect_err(|reached| self.count_limit(reached.limit))
    }
}

// === impl GatewayLimits ===

impl GatewayLimits {
    /// How much the store may keep for one caller.
    pub(super) fn allowance(&self) -> CallerAllowance {
        CallerAllowance {
            waiting: self.waiting_per_caller as u64,
            tasks: self.tasks_per_caller as u64,
            bytes: self.kept_bytes_per_caller as u64,
        }
    }
}
