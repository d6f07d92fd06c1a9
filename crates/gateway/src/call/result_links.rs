//! Replaces the URIs of resources in results by the exposed URIs.

use candor_wire::{RawJson, RawObject};

use crate::catalogue::source_uris::SourceUris;

/// The result with its resource links and embedded resources renamed; `None` if nothing changes.
pub(crate) fn exposed_links(result: &RawJson, uris: &SourceUris) -> Option<RawJson> {
    let mut members = RawObject::parse(result).ok()?;
    let mut changed = false;
    for key in ["content", "contents"] {
        changed |= expose_blocks(&mut members, key, uris);
    }
    changed |= change_elements(&mut members, "messages", |message| {
        expose_blocks(message, "content", uris)
    });
    changed.then(|| members.to_json())
}

/// Renames in a member that holds one content block or several.
fn expose_blocks(members: &mut RawObject, key: &str, uris: &SourceUris) -> bool {
    let single = members
        .get(key)
        .and_then(|block| RawObject::parse(block).ok());
    let Some(mut block) = single else {
        return change_elements(members, key, |block| expose_block(block, uris));
    };
    let changed = expose_block(&mut block, uris);
    if changed {
        members.set(key, block.to_json());
    }
    changed
}

/// Renames in a resource link, an embedded resource or the contents of one.
fn expose_block(block: &mut RawObject, uris: &SourceUris) -> bool {
    if uris.expose_member(block, "uri") {
        return true;
    }
    let embedded = block
        .get("resource")
        .and_then(|it| RawObject::parse(it).ok());
    let Some(mut resource) = embedded else {
        return false;
    };
    let changed = uris.expose_member(&mut resource, "uri");
    if changed {
        block.set("resource", resource.to_json());
    }
    changed
}

/// Changes the objects of an array; unchanged ones keep their bytes.
fn change_elements(
    members: &mut RawObject,
    key: &str,
    change: impl Fn(&mut RawObject) -> bool,
) -> bool {
    let elements = members.get(key).and_then(|array| array.elements().ok());
    let Some(mut elements) = elements else {
        return false;
    };
    let mut changed = false;
    for element in &mut elements {
        if let Ok(mut object) = RawObject::parse(element)
            && change(&mut object)
        {
            *element = object.to_json();
            changed = true;
        }
    }
    if changed {
        members.set(key, RawJson::array(&elements));
    }
    changed
}
