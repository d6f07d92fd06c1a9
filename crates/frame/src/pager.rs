//! Long lists, a page at a time: how many rows a page has, and the links to the others.

#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::Range;

use askama::filters::HtmlSafe;
use http::Uri;

use crate::outside::escape;
use crate::query;
use crate::words::grouped;

/// How many rows are on a page of any list: about two screens, which a browser paints at once.
/// Who wants one of thousands searches.
pub const ROWS: usize = 25;

/// The parameter that says which page.
const PARAMETER: &str = "page";

/// One page of a list whose length is known. It prints as links to the others, as HTML; as
/// nothing where there is only one.
#[derive(Clone, Debug)]
pub struct Pager {
    rows: Range<usize>,
    all: usize,
    page: usize,
    pages: usize,
    links: Links,
}

/// Where the other pages are.
#[derive(Clone, Debug, Default)]
struct Links {
    first: Option<String>,
    before: Option<String>,
    after: Option<String>,
    last: Option<String>,
}

/// One page of a list that begins with what is newest. It prints as links, as HTML.
#[derive(Clone, Debug)]
pub struct Trail {
    first: String,
    is_first: bool,
    older: Option<String>,
    also: Vec<(String, &'static str)>,
}

// === impl Pager ===

impl Pager {
    /// The page of this number, from 1 on, of a list of so many rows; the nearest one where there
    /// is none of this number.
    pub fn of(wanted: usize, rows: usize, address: impl Fn(usize) -> String) -> Self {
        let pages = rows.div_ceil(ROWS).max(1);
        let page = wanted.clamp(1, pages);
        let start = (page - 1) * ROWS;
        Self {
            rows: start..rows.min(start + ROWS),
            all: rows,
            page,
            pages,
            links: Links {
                first: (page > 2).then(|| address(1)),
                before: (page > 1).then(|| address(page - 1)),
                after: (page < pages).then(|| address(page + 1)),
                last: (page + 1 < pages).then(|| address(pages)),
            },
        }
    }

    /// The page that an address names with `?page=`. `path` and `others` make the addresses of
    /// the other pages.
    pub fn at(uri: &Uri, rows: usize, path: &str, others: &[(&str, &str)]) -> Self {
        let wanted = query::get(uri, PARAMETER).and_then(|text| text.parse().ok());
        Self::of(wanted.unwrap_or(1), rows, |page| {
            let page = page.to_string();
            let pairs = others.iter().copied();
            query::with_all(path, pairs.chain([(PARAMETER, &*page)]))
        })
    }

    /// Which rows of the list are on it.
    pub fn rows(&self) -> Range<usize> {
        self.rows.clone()
    }

    /// Which rows these are, in words: `26 to 50 of 1,234`.
    pub fn span(&self) -> String {
        let (first, last) = (self.rows.start + 1, self.rows.end);
        let [first, last, all] = [first.min(last), last, self.all].map(grouped);
        format!("{first} to {last} of {all}")
    }

    /// Its number, from 1 on.
    pub fn page(&self) -> usize {
        self.page
    }

    /// What of the list is on it.
    pub fn cut<'a, T>(&self, list: &'a [T]) -> &'a [T] {
        &list[self.rows.start.min(list.len())..self.rows.end.min(list.len())]
    }
}

impl fmt::Display for Pager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pages == 1 {
            return Ok(());
        }
        begin(f)?;
        let (links, page, pages) = (&self.links, self.page, self.pages);
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

impl HtmlSafe for Pager {}

// === impl Trail ===

impl Trail {
    /// A page of the list that begins at `first`, and whether it is that beginning; `older` is
    /// where the list goes on.
    pub fn new(first: impl Into<String>, is_first: bool, older: Option<String>) -> Self {
        Self {
            first: first.into(),
            is_first,
            older,
            also: Vec::new(),
        }
    }

    /// Whether this is the beginning of the list, where what is new appears.
    pub fn is_first(&self) -> bool {
        self.is_first
    }

    /// One more link beside them.
    #[must_use]
    pub fn also(mut self, address: impl Into<String>, words: &'static str) -> Self {
        self.also.push((address.into(), words));
        self
    }
}

impl fmt::Display for Trail {
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

impl HtmlSafe for Trail {}

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
