//! Pagination: the rows of one page of a list, and the links to the others.

#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::Range;

use askama::filters::HtmlSafe;
use http::Uri;

use crate::external_text::escape;
use crate::query;
use crate::wording::with_separators;

/// The number of rows on a page of any list: about two screens, which render quickly.
pub const ROWS: usize = 25;

/// The query parameter with the page number.
const PARAMETER: &str = "page";

/// One page of a list whose length is known. It prints as links to the other pages, as HTML; as
/// nothing where there is only one page.
#[derive(Clone, Debug)]
pub struct NumberedPager {
    rows: Range<usize>,
    all: usize,
    page: usize,
    pages: usize,
    links: PagerLinks,
}

/// The addresses of the other pages.
#[derive(Clone, Debug, Default)]
struct PagerLinks {
    first: Option<String>,
    before: Option<String>,
    after: Option<String>,
    last: Option<String>,
}

/// One page of a list that begins with the newest entry. It prints as links, as HTML.
#[derive(Clone, Debug)]
pub struct CursorPager {
    first: String,
    is_first: bool,
    older: Option<String>,
    also: Vec<(String, &'static str)>,
}

// === impl NumberedPager ===

impl NumberedPager {
    /// The page with this number, starting at 1, of a list of `rows` rows; the nearest one if it does
    /// not exist.
    pub fn of(wanted: usize, rows: usize, address: impl Fn(usize) -> String) -> Self {
        let pages = rows.div_ceil(ROWS).max(1);
        let page = wanted.clamp(1, pages);
        let start = (page - 1) * ROWS;
        Self {
            rows: start..rows.min(start + ROWS),
            all: rows,
            page,
            pages,
            links: PagerLinks {
                first: (page > 2).then(|| address(1)),
                before: (page > 1).then(|| address(page - 1)),
                after: (page < pages).then(|| address(page + 1)),
                last: (page + 1 < pages).then(|| address(pages)),
            },
        }
    }

    /// The page named by `?page=`. `path` and `others` make the addresses of the other pages.
    pub fn at(uri: &Uri, rows: usize, path: &str, others: &[(&str, &str)]) -> Self {
        let wanted = query::get(uri, PARAMETER).and_then(|text| text.parse().ok());
        Self::of(wanted.unwrap_or(1), rows, |page| {
            let page = page.to_string();
            let pairs = others.iter().copied();
            query::with_all(path, pairs.chain([(PARAMETER, &*page)]))
        })
    }

    /// The range of rows on this page.
    pub fn rows(&self) -> Range<usize> {
        self.rows.clone()
    }

    /// The range as text: `26 to 50 of 1,234`.
    pub fn span(&self) -> String {
        let (first, last) = (self.rows.start + 1, self.rows.end);
        let [first, last, all] = [first.min(last), last, self.all].map(with_separators);
        format!("{first} to {last} of {all}")
    }

    /// The page number, starting at 1.
    pub fn page(&self) -> usize {
        self.page
    }

    /// The part of the list on this page.
    pub fn cut<'a, T>(&self, list: &'a [T]) -> &'a [T] {
        &list[self.rows.start.min(list.len())..self.rows.end.min(list.len())]
    }
}

impl fmt::Display for NumberedPager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pages == 1 {
            return Ok(());
        }
        begin(f)?;
        let links = &self.links;
        let [page, pages] = [self.page, self.pages].map(with_separators);
        link(f, links.first.as_deref(), "", "First")?;
        link(f, links.before.as_deref(), " rel=\"prev\"", "Previous")?;
        writeln!(
            f,
            "<li><span aria-current=\"page\">Page {page} of {pages}</span></li>"
        )?;
        link(f, links.after.as_deref(), " rel=\"next\"", "Next")?;
        link(f, links.last.as_deref(), "", "Last")?;
        end(f)
    }
}

impl HtmlSafe for NumberedPager {}

// === impl CursorPager ===

impl CursorPager {
    /// A page of the list that begins at `first`; `older` is the address of the next page.
    pub fn new(first: impl Into<String>, is_first: bool, older: Option<String>) -> Self {
        Self {
            first: first.into(),
            is_first,
            older,
            also: Vec::new(),
        }
    }

    /// Whether this is the first page, where new entries appear.
    pub fn is_first(&self) -> bool {
        self.is_first
    }

    /// Adds a link.
    #[must_use]
    pub fn also(mut self, address: impl Into<String>, words: &'static str) -> Self {
        self.also.push((address.into(), words));
        self
    }
}

impl fmt::Display for CursorPager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        begin(f)?;
        let first = if self.is_first { "Reload" } else { "Newest" };
        link(f, Some(&self.first), "", first)?;
        link(f, self.older.as_deref(), " rel=\"next\"", "Older")?;
        for (address, words) in &self.also {
            link(f, Some(address), "", words)?;
        }
        end(f)
    }
}

impl HtmlSafe for CursorPager {}

fn begin(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("<nav class=\"pager\" aria-label=\"Pages of this list\">\n<ul>\n")
}

fn link(f: &mut fmt::Formatter<'_>, to: Option<&str>, rel: &str, words: &str) -> fmt::Result {
    let Some(to) = to else { return Ok(()) };
    f.write_str("<li><a href=\"")?;
    escape(to, f)?;
    writeln!(f, "\"{rel}>{words}</a></li>")
}

fn end(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("</ul>\n</nav>")
}
