//! Reads one list, page by page, within limits.

use std::collections::HashSet;
use std::sync::Arc;

use candor_model::Diagnostic;
use candor_wire::{RawJson, RawObject};

use crate::inventory::CacheHint;
use crate::rpc::UpstreamCallError;
use crate::session::ServerSession;

/// The maximum number of entries of one list.
const MAX_ITEMS: usize = 20_000;
/// The maximum size of one list in bytes.
const MAX_BYTES: usize = 128 * 1024 * 1024;

/// A list as received, and why it was cut short.
#[derive(Debug, Default)]
pub(super) struct ListPages {
    pub(super) items: Vec<RawJson>,
    pub(super) cache: CacheHint,
    pub(super) problem: Option<Diagnostic>,
    bytes: usize,
    cursors: HashSet<RawJson>,
}

/// Reads a whole list.
pub(super) async fn read(
    session: &Arc<ServerSession>,
    method: &'static str,
    member: &'static str,
) -> Result<ListPages, UpstreamCallError> {
    let mut pages = ListPages::default();
    let mut cursor: Option<RawJson> = None;
    for page in 1.. {
        let params = cursor
            .iter()
            .map(|cursor| ("cursor", cursor.clone()))
            .collect();
        let result = session.call(method, params).await?;
        let next = pages.add(method, member, &result)?;
        let most = session.shared.spec.limits.max_pages;
        pages.problem = pages.limit(method, page, most, next.as_ref());
        cursor = next;
        if cursor.is_none() || pages.problem.is_some() {
            break;
        }
    }
    Ok(pages)
}

// === impl ListPages ===

impl ListPages {
    /// Adds one page and returns the cursor of the next.
    fn add(
        &mut self,
        method: &'static str,
        member: &str,
        result: &RawJson,
    ) -> Result<Option<RawJson>, UpstreamCallError> {
        let malformed = |reason: String| UpstreamCallError::Malformed { method, reason };
        let members = RawObject::parse(result).map_err(|error| malformed(error.to_string()))?;
        let items = members
            .get(member)
            .ok_or_else(|| malformed(format!("it has no `{member}`")))?
            .elements()
            .map_err(|_| malformed(format!("`{member}` must be an array")))?;
        self.bytes += result.len();
        self.items.extend(items);
        self.cache = self.cache.and(CacheHint {
            ttl_ms: members.get("ttlMs").and_then(|ttl| ttl.decode().ok()),
            private: members.get_string("cacheScope").as_deref() == Some("private"),
        });
        Ok(members
            .get("nextCursor")
            .filter(|cursor| !cursor.is_null())
            .cloned())
    }

    /// The reason to stop reading: the list is too long, or the pages repeat.
    fn limit(
        &mut self,
        method: &str,
        page: usize,
        max_pages: usize,
        next: Option<&RawJson>,
    ) -> Option<Diagnostic> {
        let has_more = self.items.len() > MAX_ITEMS;
        self.items.truncate(MAX_ITEMS);
        let read = self.items.len();
        let stopped = |code, why: String| {
            let message = format!("`{method}` was read up to entry {read} only: {why}");
            Some(Diagnostic::warning(code, message))
        };
        if has_more || (read == MAX_ITEMS && next.is_some()) {
            return stopped(
                "source::too-many-items",
                format!("the limit is {MAX_ITEMS} entries"),
            );
        }
        let next = next?;
        if !self.cursors.insert(next.clone()) {
            return stopped(
                "source::page-loop",
                format!("the server gave the cursor {} twice", cut(next)),
            );
        }
        if page >= max_pages {
            return stopped(
                "source::too-many-pages",
                format!("the limit is {max_pages} pages"),
            );
        }
        if self.bytes >= MAX_BYTES {
            return stopped(
                "source::too-large",
                format!("the limit is {MAX_BYTES} bytes"),
            );
        }
        None
    }
}

/// The beginning of a cursor, in backticks.
fn cut(cursor: &RawJson) -> String {
    let text: String = cursor.to_string().chars().take(60).collect();
    format!("`{text}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(text: &str) -> RawJson {
        RawJson::parse(text.to_owned()).expect("JSON")
    }

    #[test]
    fn pages_add_up_and_the_strictest_hint_holds() {
        let mut pages = ListPages::default();
        let first = raw(r#"{"tools":[1,2],"nextCursor":"a","ttlMs":500,"cacheScope":"public"}"#);
        assert_eq!(
            pages.add("tools/list", "tools", &first).expect("a page"),
            Some(raw("\"a\""))
        );
        let last = raw(r#"{"tools":[3],"nextCursor":null,"ttlMs":100,"cacheScope":"private"}"#);
        assert_eq!(
            pages.add("tools/list", "tools", &last).expect("a page"),
            None
        );
        assert_eq!(pages.items.len(), 3);
        assert_eq!(
            pages.cache,
            CacheHint {
                ttl_ms: Some(100),
                private: true
            }
        );
        for bad in ["[]", "{}", r#"{"tools":{}}"#] {
            assert!(
                pages.add("tools/list", "tools", &raw(bad)).is_err(),
                "{bad}"
            );
        }
    }

    #[test]
    fn loops_and_floods_end() {
        let check = |items: usize, page, cursor: Option<&str>, code| {
            let mut pages = ListPages {
                items: vec![raw("1"); items],
                cursors: HashSet::from([raw("\"a\"")]),
                ..ListPages::default()
            };
            let next = cursor.map(raw);
            let found = pages.limit("tools/list", page, 9, next.as_ref());
            assert_eq!(found.map(|told| told.code), code);
            assert!(pages.items.len() <= MAX_ITEMS);
        };
        check(1, 2, Some("\"b\""), None);
        check(1, 2, None, None);
        check(1, 9, None, None);
        check(MAX_ITEMS, 1, None, None);
        check(1, 2, Some("\"a\""), Some("source::page-loop"));
        check(1, 9, Some("\"b\""), Some("source::too-many-pages"));
        let flood = Some("source::too-many-items");
        check(MAX_ITEMS, 2, Some("\"b\""), flood);
        check(MAX_ITEMS + 1, 2, Some("\"b\""), flood);
        // All entries in one page.
        check(MAX_ITEMS + 1, 1, None, flood);
    }
}
