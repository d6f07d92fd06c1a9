//! Suggestions for an argument: routed like a call, but not one.

use std::sync::Arc;

use candor_model::{Hints, McpEra};
use candor_sources::{
    AttemptCount, CallEvent, PlainNames, SourceHandle, SourceRequest, VariableValues,
};
use candor_wire::{ErrorObject, RawJson, RawObject, code, method};
use tokio::time::timeout;

use crate::call::finish::{CallReply, with_type};
use crate::call::incoming::ClientContext;
use crate::call::refusal::CallRefusal;
use crate::catalogue::{Catalogue, ServedSource};
use crate::gateway::Gateway;

pub(crate) async fn complete(
    gateway: &Gateway,
    client: &ClientContext,
    mut params: RawObject,
) -> CallReply {
    let catalogue = gateway.catalogue();
    let server = route(&catalogue, &mut params).map_err(|error| error.to_json())?;
    let request = SourceRequest {
        method: method::COMPLETE,
        params,
        subject: None,
        headers: Vec::new(),
        asker: client.asker(),
        repeatable: false,
        tries: AttemptCount::default(),
        environment: client.endpoint.environment.clone(),
        variables: VariableValues::default(),
        plain: PlainNames::default(),
        principal: Some(client.principal().to_owned()),
        hints: Hints::UNSET,
    };
    let limit = server.times.silence;
    let failed = |refusal: CallRefusal| {
        ErrorObject::new(code::INTERNAL_ERROR, refusal.to_string()).to_json()
    };
    match timeout(limit, answer(&server.source, request)).await {
        Ok(Ok(reply)) if client.era() == McpEra::Modern => reply.map(with_type),
        Ok(Ok(reply)) => reply,
        Ok(Err(refusal)) => Err(failed(refusal)),
        Err(_) => {
            let source_name = server.source.name().clone();
            Err(failed(CallRefusal::TimedOut { source_name, limit }))
        }
    }
}

async fn answer(source: &SourceHandle, request: SourceRequest) -> Result<CallReply, CallRefusal> {
    let request = Arc::new(request);
    let mut call = source.ask(request).await.map_err(CallRefusal::Source)?;
    loop {
        match call.next().await {
            Some(Ok(CallEvent::Done(answer))) => return Ok(answer),
            // A completion has nowhere to pass anything else on to. An input request that is
            // dropped is answered with an error.
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(CallRefusal::Source(error)),
            None => return Err(CallRefusal::Cancelled),
        }
    }
}

/// The source that a reference leads to; the name in it becomes the source's own.
fn route(catalogue: &Catalogue, params: &mut RawObject) -> Result<Arc<ServedSource>, ErrorObject> {
    let wrong = |sentence: String| ErrorObject::new(code::INVALID_PARAMS, sentence);
    let mut reference = params
        .get("ref")
        .and_then(|reference| RawObject::parse(reference).ok())
        .ok_or_else(|| wrong("`params.ref` must be an object".to_owned()))?;
    match reference.get_string("type").as_deref() {
        Some("ref/prompt") => {
            let name = reference.get_string("name").unwrap_or_default();
            let prompt = catalogue
                .prompt(&name)
                .ok_or_else(|| wrong(format!("there is no prompt `{name}`")))?;
            reference.set("name", RawJson::string(prompt.name.own()));
            params.set("ref", reference.to_json());
            Ok(Arc::clone(&prompt.server))
        }
        Some("ref/resource") => {
            let uri = reference.get_string("uri").unwrap_or_default();
            let keeper = catalogue.template_keeper(&uri);
            keeper
                .cloned()
                .ok_or_else(|| wrong(format!("no source has the resource `{uri}`")))
        }
        _ => Err(wrong(
            "`params.ref.type` must be `ref/prompt` or `ref/resource`".to_owned(),
        )),
    }
}
