//! Pagination. A cursor is the key of the last item, so that concurrent changes cause neither
//! duplicates nor omissions.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use utoipa::ToSchema;

use crate::problem::{ApiProblem, quoted};

/// The most items on a page.
const LIMIT_MAX: usize = 500;
/// The default page size.
const LIMIT_USUAL: usize = 100;

/// One page of a list.
#[derive(Serialize, ToSchema)]
#[schema(as = Page)]
pub(crate) struct ListPage<T> {
    /// The entries of the page.
    pub(crate) items: Vec<T>,
    /// The value of `after` for the next page; null on the last page.
    pub(crate) next: Option<String>,
}

/// The requested page.
#[derive(Clone, Debug)]
pub(crate) struct PageRequest {
    pub(crate) limit: usize,
    after: Option<String>,
}

// === impl PageRequest ===

impl PageRequest {
    /// Parses `limit` and `after`; `is_key` validates keys of this list.
    pub(crate) fn read(
        limit: Option<&str>,
        after: Option<&str>,
        is_key: impl Fn(&str) -> bool,
    ) -> Result<Self, ApiProblem> {
        let after = after
            .map(|cursor| {
                opened(cursor)
                    .filter(|key| is_key(key))
                    .ok_or_else(|| bad(cursor))
            })
            .transpose()?;
        let limit = self::limit(limit)?;
        Ok(Self { limit, after })
    }

    /// Whether an item with this key comes after the cursor.
    pub(crate) fn is_after(&self, key: &str) -> bool {
        self.after.as_deref().is_none_or(|after| key > after)
    }

    /// The page. The items must come in the order of their keys.
    pub(crate) fn cut<T, V>(
        &self,
        items: impl IntoIterator<Item = T>,
        key: impl Fn(&T) -> String,
        view: impl Fn(T) -> V,
    ) -> ListPage<V> {
        let mut items = items.into_iter().filter(|item| self.is_after(&key(item)));
        let mut last = None;
        let mut shown = Vec::new();
        for item in items.by_ref().take(self.limit) {
            last = Some(key(&item));
            shown.push(view(item));
        }
        let more = items.next().is_some();
        ListPage {
            items: shown,
            next: last.filter(|_| more).map(|key| URL_SAFE_NO_PAD.encode(key)),
        }
    }
}

/// Parses `after` as the id of the last item.
pub(crate) fn after_id<K>(
    after: Option<&str>,
    parse: impl Fn(&str) -> Option<K>,
) -> Result<Option<K>, ApiProblem> {
    let read = |cursor| parse(cursor).ok_or_else(|| bad(cursor));
    after.map(read).transpose()
}

/// The page of a list whose newest items come first. Ids grow with time.
pub(crate) fn newest_first<T, K: Copy + Ord + ToString, V>(
    mut items: Vec<T>,
    after: Option<K>,
    limit: usize,
    id: impl Fn(&T) -> K,
    view: impl Fn(T) -> V,
) -> ListPage<V> {
    items.sort_by_key(|item| std::cmp::Reverse(id(item)));
    items.retain(|item| after.is_none_or(|after| id(item) < after));
    let more = items.len() > limit;
    items.truncate(limit);
    let last = items.last().map(|item| id(item).to_string());
    ListPage {
        items: items.into_iter().map(view).collect(),
        next: last.filter(|_| more),
    }
}

/// Parses the parameter `limit`.
pub(crate) fn limit(given: Option<&str>) -> Result<usize, ApiProblem> {
    let Some(text) = given else {
        return Ok(LIMIT_USUAL);
    };
    let number = text.parse().ok();
    let fits = number.filter(|number| (1..=LIMIT_MAX).contains(number));
    fits.ok_or_else(|| {
        ApiProblem::malformed(format!(
            "`limit` is `{}`; it takes a number from 1 to {LIMIT_MAX}",
            quoted(text, 100)
        ))
    })
}

/// The problem with a cursor that no page gave.
fn bad(cursor: &str) -> ApiProblem {
    ApiProblem::malformed(format!(
        "`after` is `{}`, which is no cursor of this list; send the `next` of the page before, or \
         omit it to start from the beginning",
        quoted(cursor, 100)
    ))
}

fn opened(cursor: &str) -> Option<String> {
    let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(limit: &str, after: Option<&str>) -> ListPage<u8> {
        let paging = PageRequest::read(Some(limit), after, |_| true).expect("a page");
        paging.cut(
            b'a'..=b'e',
            |item| char::from(*item).to_string(),
            |item| item,
        )
    }

    #[test]
    fn pages_go_on_where_the_last_one_ended() {
        let first = page("2", None);
        assert_eq!(first.items, b"ab");
        let second = page("2", first.next.as_deref());
        assert_eq!(second.items, b"cd");
        let third = page("2", second.next.as_deref());
        assert_eq!((third.items.as_slice(), third.next), (&b"e"[..], None));
        assert_eq!(page("5", None).next, None, "a full last page is the last");
    }

    #[test]
    fn the_newest_come_first() {
        let page = |after| newest_first(vec![3, 1, 5, 2, 4], after, 2, |id| *id, |id| id);
        let shown = |page: ListPage<i32>| (page.items, page.next);
        assert_eq!(shown(page(None)), (vec![5, 4], Some("4".to_owned())));
        assert_eq!(shown(page(Some(4))), (vec![3, 2], Some("2".to_owned())));
        assert_eq!(shown(page(Some(2))), (vec![1], None));
        assert_eq!(shown(page(Some(3))), (vec![2, 1], None), "a full last page");
    }

    #[test]
    fn limits_are_kept() {
        assert_eq!(limit(None).expect("the usual"), 100);
        for bad in ["0", "501", "-1", "ten", ""] {
            assert!(limit(Some(bad)).is_err(), "{bad}");
        }
    }
}
