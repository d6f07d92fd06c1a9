//! The `Accept` header of a request.

use candor_openapi::{MediaKind, OpenApiOperation, ResponseStatus};

use crate::media;

/// The maximum number of media types.
const MOST: usize = 8;

/// The value of `Accept`: the media types of the documented successes, JSON first, and then
/// anything, because an error may come in another one. JSON where the document names none.
pub(crate) fn of(operation: &OpenApiOperation) -> String {
    let mut types: Vec<&str> = Vec::new();
    let successes = operation
        .responses
        .iter()
        .filter(|response| response.status.is_success());
    let others = operation
        .responses
        .iter()
        .filter(|response| response.status == ResponseStatus::Default);
    for media in successes.flat_map(|response| &response.content) {
        add(&mut types, &media.media_type);
    }
    if types.is_empty() {
        for media in others.flat_map(|response| &response.content) {
            add(&mut types, &media.media_type);
        }
    }
    if types.is_empty() {
        types.push("application/json");
    }
    types.sort_by_key(|media_type| MediaKind::of(media_type) != MediaKind::Json);
    types.truncate(MOST);
    types.push("*/*;q=0.1");
    types.join(", ")
}

fn add<'a>(types: &mut Vec<&'a str>, media_type: &'a str) {
    let is_new = !types
        .iter()
        .any(|known| known.eq_ignore_ascii_case(media_type));
    if is_new && media::is_sendable(media_type) && media::essence(media_type) != "*/*" {
        types.push(media_type);
    }
}
