//! Suggestions for an argument: routed like a call, but not one.

use std::sync::Arc;

use candor_model::{Era, Hints};
use candor_sources::{PlainNames, Question, Said, Source, Tries, Variables};
use candor_wire::{ErrorObject, RawJson, RawObject, code, method};
use tokio::time::timeout;

use crate::arrival::Client;
use crate::catalogue::{Catalogue, Server};
use crate::finish::{Reply, with_type};
use crate::gateway::Gateway;
use crate::refusal::Refusal;

pub(crate) async fn complete(gateway: &Gateway, client: &Client, mut params: RawObject) -> Reply {
    let catalogue = gateway.catalogue();
    let server = route(&catalogue, &mut params).map_err(|error| error.to_json())?;
    let question = Question {
        method: method::COMPLETE,
        params,
        subject: None,
        headers: Vec::new(),
        asker: client.asker(),
        repeatable: false,
        tries: Tries::default(),
        environment: client.endpoint.environment.clone(),
        variables: Variables::default(),
        plain: PlainNames::default(),
        principal: Some(client.principal().to_owned()),
        hints: Hints::UNSET,
    };
    let limit = server.times.silence;
    let failed =
        |refusal: Refusal| ErrorObject::new(code::INTERNAL_ERROR, refusal.to_string()).to_json();
    match timeout(limit, answer(&server.source, question)).await {
        Ok(Ok(reply)) if client.era() == Era::Modern => reply.map(with_type),
        Ok(Ok(reply)) => reply,
        Ok(Err(refusal)) => Err(failed(refusal)),
        Err(_) => {
            let source_name = server.source.name().clone();
            Err(failed(Refusal::TimedOut { source_name, limit }))
        }
    }
}

async fn answer(source: &Source, question: Question) -> Result<Reply, Refusal> {
    let mut conversation = source.ask(question).await.map_err(Refusal::Source)?;
    loop {
        match conversation.next().await {
            Some(Said::Answer(answer)) => return Ok(answer),
            Some(Said::Lost(error)) => return Err(Refusal::Source(error)),
            None => return Err(Refusal::Cancelled),
            // Nothing that is said on the way to a completion has a place to go; an ask that
            // is dropped is answered with an error.
            Some(Said::Notification { .. } | Said::Ask(_) | Said::Breach(_) | Said::Stopped(_)) => {
            }
        }
    }
}

/// The source that a reference leads to; the name in it becomes the source's own.
fn route(catalogue: &Catalogue, params: &mut RawObject) -> Result<Arc<Server>, ErrorObject> {
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
