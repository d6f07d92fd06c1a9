//! The reference of a completion request: a prompt, or a resource template.

use std::sync::Arc;

use candor_model::CallKind;
use candor_wire::{RawJson, RawObject};

use crate::call::refusal::CallRefusal;
use crate::call::resolve::CallTarget;
use crate::catalogue::EndpointContent;

/// Finds the source of the referenced prompt or template, and replaces the exposed name in the
/// reference by the source's own.
pub(super) fn find(
    content: &EndpointContent,
    params: &mut RawObject,
) -> Result<CallTarget, CallRefusal> {
    let wrong = |sentence: &str| CallRefusal::BadParams(sentence.to_owned());
    let mut reference = params
        .get("ref")
        .and_then(|reference| RawObject::parse(reference).ok())
        .ok_or_else(|| wrong("`params.ref` must be an object"))?;
    let absent = |kind, name: &str| CallRefusal::NotFound {
        kind,
        name: name.to_owned(),
        hint: String::new(),
    };
    match reference.get_string("type").as_deref() {
        Some("ref/prompt") => {
            let name = reference.get_string("name").unwrap_or_default();
            let prompt = content.prompt(&name);
            let prompt = prompt.ok_or_else(|| absent(CallKind::Prompt, &name))?;
            reference.set("name", RawJson::string(prompt.name.own()));
            params.set("ref", reference.to_json());
            Ok(CallTarget::Completion {
                of: prompt.name.own().to_owned(),
                server: Arc::clone(&prompt.server),
            })
        }
        Some("ref/resource") => {
            let of = reference.get_string("uri").unwrap_or_default();
            let keeper = content.template_keeper(&of);
            let kept = keeper.ok_or_else(|| absent(CallKind::Resource, &of))?;
            if *kept.own != *of {
                reference.set("uri", RawJson::string(&kept.own));
                params.set("ref", reference.to_json());
            }
            Ok(CallTarget::Completion {
                of: kept.own.into(),
                server: kept.server,
            })
        }
        _ => Err(wrong(
            "`params.ref.type` must be `ref/prompt` or `ref/resource`",
        )),
    }
}

/// The name in the reference, as the client wrote it; empty if it cannot be read.
pub(super) fn named_in(params: &RawObject) -> String {
    let reference = params
        .get("ref")
        .and_then(|reference| RawObject::parse(reference).ok());
    let named = |key| reference.as_ref().and_then(|all| all.get_string(key));
    named("name").or_else(|| named("uri")).unwrap_or_default()
}
