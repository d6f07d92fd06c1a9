//! Step 5: the source is asked, unless the answer is cached or an identical read is in flight.

use std::sync::Arc;

use candor_model::{
    ChangeAuthor, ChangeChannel, Digest, EnvironmentName, RefusedCall, ResultReuse,
};
use candor_sources::{AttemptCount, SourceRequest};
use candor_wire::meta;
use serde_json::Value;

use crate::call::NextStep;
use crate::call::admit::{AdmittedCall, CallTerms};
use crate::call::audit::AuditEntry;
use crate::call::coalesce::{CoalesceRole, FollowingRead, SharedOutcome};
use crate::call::delivery::Delivery;
use crate::call::finish::{self, CallReply};
use crate::call::incoming::ClientContext;
use crate::call::refusal::CallRefusal;
use crate::call::resolve::{CallAction, CallTarget};
use crate::call::result_cache::{OngoingWrite, ReadKey};
use crate::caller_usage::UsageGuard;
use crate::gateway::Gateway;
use crate::management::{self, ManagementTool};
use crate::state::environment_variables::OpenedVariables;

/// A call that waits for the answer to another one.
pub(crate) struct CoalescedCall {
    other: FollowingRead,
    call: Box<DispatchedCall>,
    /// Counts the call among its caller's waiting calls.
    held: UsageGuard,
}

/// A call on its way to its source.
pub(crate) struct DispatchedCall {
    pub(crate) client: Arc<ClientContext>,
    pub(crate) target: CallTarget,
    pub(crate) request: Arc<SourceRequest>,
    pub(crate) terms: CallTerms,
    pub(crate) entry: Box<AuditEntry>,
    /// The key of the read, if the call is relied on to be read-only.
    read: Option<ReadKey>,
}

pub(crate) async fn dispatch(
    gateway: &Gateway,
    call: AdmittedCall,
    mut entry: Box<AuditEntry>,
) -> NextStep {
    let (call, terms) = call.into_parts();
    let (client, action) = call.into_parts();
    let (target, params, headers) = match action {
        CallAction::Ask {
            target,
            params,
            headers,
        } => (target, params, headers),
        CallAction::Manage {
            builtin, arguments, ..
        } => {
            let reply = manage(gateway, &client, builtin, &arguments, &mut entry).await;
            return NextStep::Reply(reply);
        }
    };
    let environment = client.endpoint.environment.clone();
    let opened = match variables(gateway, &target, environment.as_ref()).await {
        Ok(opened) => opened,
        Err(refusal) => return NextStep::refused(&mut entry, &refusal),
    };
    let request = SourceRequest {
        method: target.method(),
        params,
        subject: target.subject(),
        headers,
        asker: client.asker(),
        repeatable: terms.preferences.trust_idempotent_retries && target.is_repeatable(),
        tries: AttemptCount::default(),
        environment,
        variables: opened.variables,
        plain: opened.plain,
        principal: Some(client.principal().to_owned()),
        hints: target.hints(),
        needs_task: target.needs_task(),
        only_reads: target.only_reads(),
        call: target.server().source.is_confined().then(|| RefusedCall {
            id: entry.id(),
            name: target.own_name().into(),
        }),
    };
    let read = read_key(gateway, &client, &target, entry.digest());
    let call = Box::new(DispatchedCall {
        client,
        target,
        request: Arc::new(request),
        terms,
        entry,
        read,
    });
    call.start(gateway).await
}

/// The key of a call that is relied on to be read-only.
fn read_key(
    gateway: &Gateway,
    client: &ClientContext,
    target: &CallTarget,
    arguments: Digest,
) -> Option<ReadKey> {
    let CallTarget::Tool(offered) = target else {
        return None;
    };
    if !offered.effective.relied.is_read_only() {
        return None;
    }
    let tool = &offered.tool;
    Some(gateway.result_cache().read(
        client.principal(),
        client.endpoint.environment.as_ref(),
        &tool.name,
        tool.hash,
        arguments,
    ))
}

// === impl DispatchedCall ===

impl DispatchedCall {
    /// Answers from the cache, joins an identical read in flight, or asks the source.
    async fn start(mut self: Box<Self>, gateway: &Gateway) -> NextStep {
        if let Some(reply) = self.cached(gateway) {
            return NextStep::Reply(reply);
        }
        let mut lead = None;
        if let Some(read) = self.read.as_ref().filter(|_| self.coalesces()) {
            match gateway.coalescing().join(read, self.entry.id()) {
                CoalesceRole::Leads(first) => lead = Some(first),
                CoalesceRole::Follows(other) => return self.follow(gateway, other),
            }
        }
        let write = self.begin_write(gateway).await;
        Delivery::begin(gateway, self, write, lead).await
    }

    /// Waits for the answer to another call, within the caller's limit of waiting calls.
    fn follow(mut self: Box<Self>, gateway: &Gateway, other: FollowingRead) -> NextStep {
        let bytes = self.entry.request_bytes();
        match gateway.hold_waiting(&self.client.identity, bytes) {
            Ok(held) => {
                let call = self;
                NextStep::AwaitOther(Box::new(CoalescedCall { other, call, held }))
            }
            Err(reached) => {
                let refusal = CallRefusal::CallerLimit(reached);
                NextStep::Reply(finish::refuse(&mut self.entry, &refusal))
            }
        }
    }

    /// The cached result, if the endpoint enables caching.
    fn cached(&mut self, gateway: &Gateway) -> Option<CallReply> {
        let limit = self.terms.preferences.cache?;
        let (answer, age) = gateway.result_cache().find(self.cache_key()?, limit)?;
        let age_ms = u64::try_from(age.as_millis()).unwrap_or(u64::MAX);
        self.entry.reuse(ResultReuse::Kept { age_ms });
        Some(self.finished(gateway, Ok(answer)))
    }

    /// The key under which the result may be cached. Only closed-world reads have one, since
    /// nothing outside can change their results.
    pub(crate) fn cache_key(&self) -> Option<&ReadKey> {
        let CallTarget::Tool(offered) = &self.target else {
            return None;
        };
        let outside = offered.effective.relied.may_reach_outside();
        self.read.as_ref().filter(|_| !outside)
    }

    /// Whether the call may share the answer to another call. A call that requests progress or
    /// continues an earlier one must be made itself.
    fn coalesces(&self) -> bool {
        let params = &self.request.params;
        let about = params.meta().ok().flatten();
        let hears = about.is_some_and(|about| about.get(meta::PROGRESS_TOKEN).is_some());
        let goes_on = params.get("requestState").is_some();
        self.terms.preferences.collapse && !hears && !goes_on
    }

    /// Marks cached results as stale for a tool that policy does not consider read-only.
    async fn begin_write(&self, gateway: &Gateway) -> Option<OngoingWrite> {
        if self.read.is_some() || !matches!(self.target, CallTarget::Tool(_)) {
            return None;
        }
        let source = self.target.server().source.name();
        Some(OngoingWrite::begin(gateway, source).await)
    }

    fn finished(&mut self, gateway: &Gateway, answer: CallReply) -> CallReply {
        let finished = finish::finish(&self.target, &self.client, answer, gateway);
        finished.close(&mut self.entry)
    }
}

// === impl CoalescedCall ===

impl CoalescedCall {
    /// Waits for the other call. If that is cancelled, this call takes its place.
    pub(crate) async fn outcome(self, gateway: &Gateway) -> NextStep {
        let Self {
            mut other,
            mut call,
            held,
        } = self;
        let heard = other.outcome().await;
        drop(held);
        let Some((outcome, with)) = heard else {
            return call.start(gateway).await;
        };
        call.entry.reuse(ResultReuse::Shared { with });
        NextStep::Reply(match outcome {
            SharedOutcome::Answer(answer) => call.finished(gateway, answer),
            SharedOutcome::Nothing(refusal) => finish::refuse(&mut call.entry, &refusal),
        })
    }
}

/// The variables of the client's environment, for sources that Candor calls directly. Server
/// processes get theirs at their start.
async fn variables(
    gateway: &Gateway,
    target: &CallTarget,
    environment: Option<&EnvironmentName>,
) -> Result<OpenedVariables, CallRefusal> {
    if !target.server().source.takes_variables() {
        return Ok(OpenedVariables::none());
    }
    let opened = gateway.variables(environment).await;
    opened.map_err(|error| CallRefusal::Variables(error.to_string()))
}

/// Runs a management tool.
async fn manage(
    gateway: &Gateway,
    client: &ClientContext,
    builtin: &ManagementTool,
    arguments: &Value,
    entry: &mut AuditEntry,
) -> CallReply {
    let author = ChangeAuthor {
        name: client.principal().to_owned(),
        channel: ChangeChannel::Mcp,
        why: None,
    };
    let (endpoint, identity) = (&client.endpoint, &client.identity);
    let answer = management::call(gateway, endpoint, builtin, identity, &author, arguments).await;
    Ok(finish::managed(entry, &answer, client.era()))
}
