//! Long lists, a page at a time.

use candor_frame::query;
use http::Uri;

/// The parameter that says which page.
const PARAMETER: &str = "page";

/// Where the pages before and after this one are.
#[derive(Debug, Default)]
pub(crate) struct Pager {
    /// The page before.
    pub(crate) before: Option<String>,
    /// The page after.
    pub(crate) after: Option<String>,
    /// Which page this is.
    pub(crate) number: usize,
    /// How many there are.
    pub(crate) pages: usize,
}

// === impl Pager ===

impl Pager {
    /// Keeps of a list what is on the page that the address names; the last one, where it names
    /// none that there is. `path` and `others` make the addresses of the other pages.
    pub(crate) fn cut<T>(
        list: &mut Vec<T>,
        size: usize,
        uri: &Uri,
        path: &str,
        others: &[(&str, &str)],
    ) -> Self {
        let pages = list.len().div_ceil(size).max(1);
        let wanted = query::get(uri, PARAMETER);
        let wanted = wanted.and_then(|text| text.parse::<usize>().ok());
        let number = wanted.unwrap_or(1).clamp(1, pages);
        let begin = (number - 1) * size;
        list.truncate(begin + size);
        list.drain(..begin.min(list.len()));
        let link = |number: usize| {
            let number = number.to_string();
            let pairs = others.iter().copied();
            query::with_all(path, pairs.chain([(PARAMETER, &*number)]))
        };
        Self {
            before: (number > 1).then(|| link(number - 1)),
            after: (number < pages).then(|| link(number + 1)),
            number,
            pages,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_on_exactly_one_page() {
        for (count, address, expect, before, after) in [
            (0, "/x", vec![], None, None),
            (2, "/x?page=1", vec![0, 1], None, None),
            (7, "/x", vec![0, 1, 2], None, Some("/x?which=a&page=2")),
            (
                7,
                "/x?page=2",
                vec![3, 4, 5],
                Some("/x?which=a&page=1"),
                Some("/x?which=a&page=3"),
            ),
            (7, "/x?page=3", vec![6], Some("/x?which=a&page=2"), None),
            (7, "/x?page=999", vec![6], Some("/x?which=a&page=2"), None),
            (3, "/x?page=0", vec![0, 1, 2], None, None),
            (3, "/x?page=-1", vec![0, 1, 2], None, None),
        ] {
            let mut list: Vec<usize> = (0..count).collect();
            let uri = address.parse().expect("an address");
            let pager = Pager::cut(&mut list, 3, &uri, "/x", &[("which", "a")]);
            assert_eq!(list, expect, "{address}");
            assert_eq!(pager.before.as_deref(), before, "{address}");
            assert_eq!(pager.after.as_deref(), after, "{address}");
        }
    }
}
