//! Reads responses of an operation.

use candor_text::quote;

use super::budget::VALUE;
use super::findings::code;
use super::position::DocumentNode;
use super::reader::{DocumentReader, UnreadablePart};
use super::version::DocumentVersion;
use crate::api::{ApiResponse, ResponseStatus};

// === impl DocumentReader ===

impl<'a> DocumentReader<'a> {
    /// The responses of an operation. Invalid ones are reported and left out: an operation can be
    /// called without knowing all its responses.
    pub(super) fn responses(
        &mut self,
        root: &DocumentNode<'a>,
        operation: &DocumentNode<'a>,
    ) -> Vec<ApiResponse> {
        let mut responses: Vec<ApiResponse> = Vec::new();
        for (key, node) in self.extensible(operation, "responses") {
            let Some(status) = status(key) else {
                let message = format!(
                    "{} is not a status; write `200`, `2XX` or `default`",
                    quote(key)
                );
                self.warn(code::WRONG_VALUE, &node.spot, message);
                continue;
            };
            if responses.iter().any(|known| known.status == status) {
                let message = format!("the status {} is there twice; the first counts", quote(key));
                self.warn(code::WRONG_VALUE, &node.spot, message);
                continue;
            }
            self.allowance.pay(2 * VALUE);
            match self.response(status, node, root, operation) {
                Ok(response) => responses.push(response),
                Err(trouble) => self.ignore(format_args!("the reply {}", quote(key)), &trouble),
            }
        }
        responses
    }

    fn response(
        &mut self,
        status: ResponseStatus,
        node: DocumentNode<'a>,
        root: &DocumentNode<'a>,
        operation: &DocumentNode<'a>,
    ) -> Result<ApiResponse, UnreadablePart> {
        let followed = self.follow(node)?;
        let node = followed.node;
        let content = if self.version == DocumentVersion::V2 {
            self.content_2(&node, followed.shared, root, operation)
        } else {
            self.content(&node, followed.shared)
        };
        let own = self.text(&node, "description");
        Ok(ApiResponse {
            status,
            description: followed.description.or(own).unwrap_or_default(),
            content,
        })
    }
}

fn status(key: &str) -> Option<ResponseStatus> {
    let key = key.trim();
    if key.eq_ignore_ascii_case("default") {
        return Some(ResponseStatus::Default);
    }
    if let Some(class) = key
        .strip_suffix(['X', 'x'])
        .and_then(|key| key.strip_suffix(['X', 'x']))
    {
        let class = class.parse().ok().filter(|class| (1..=5).contains(class));
        return class.map(ResponseStatus::Class);
    }
    let code = key.parse().ok().filter(|code| (100..=599).contains(code));
    code.filter(|_| key.len() == 3).map(ResponseStatus::Exact)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_are_read() {
        for (key, expect) in [
            ("200", Some(ResponseStatus::Exact(200))),
            ("599", Some(ResponseStatus::Exact(599))),
            ("2XX", Some(ResponseStatus::Class(2))),
            ("4xx", Some(ResponseStatus::Class(4))),
            ("default", Some(ResponseStatus::Default)),
            ("Default", Some(ResponseStatus::Default)),
            ("600", None),
            ("0200", None),
            ("+20", None),
            ("9XX", None),
            ("XX", None),
            ("", None),
            ("ok", None),
        ] {
            assert_eq!(status(key), expect, "{key}");
        }
    }
}
