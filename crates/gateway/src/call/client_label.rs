//! The label of a client, cached because nearly every call of a client repeats the same info.

use std::cell::RefCell;

use candor_wire::{RawJson, RawObject};

/// The maximum number of labels cached per thread.
const REMEMBERED_MAX: usize = 16;
/// The maximum size in bytes of a client's info that is cached.
const INFO_MAX: usize = 1024;

thread_local! {
    static REMEMBERED: RefCell<Vec<RememberedLabel>> = const { RefCell::new(Vec::new()) };
}

/// A label, and the JSON it was read from.
struct RememberedLabel {
    info: Box<[u8]>,
    label: Option<String>,
}

/// `name version`, as the client states them.
pub(crate) fn label(info: &RawJson) -> Option<String> {
    if info.len() > INFO_MAX {
        return read(info);
    }
    REMEMBERED.with_borrow_mut(|remembered| {
        let known = remembered.iter().find(|it| *it.info == *info.as_bytes());
        if let Some(known) = known {
            return known.label.clone();
        }
        if remembered.len() == REMEMBERED_MAX {
            remembered.clear();
        }
        let label = read(info);
        remembered.push(RememberedLabel {
            info: info.as_bytes().into(),
            label: label.clone(),
        });
        label
    })
}

fn read(info: &RawJson) -> Option<String> {
    let info = RawObject::parse(info).ok()?;
    let name = info.get_str("name")?;
    if info.get("version").is_none_or(RawJson::is_null) {
        return Some(name.into_owned());
    }
    let version = info.get_str("version")?;
    Some([&*name, " ", &*version].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_that_of_its_own_client() {
        let long = format!(r#"{{"name":"{}"}}"#, "n".repeat(INFO_MAX));
        let mut cases = vec![
            (r#"{"name":"a","version":"1"}"#.to_owned(), Some("a 1")),
            (r#"{"version":"1","name":"a"}"#.to_owned(), Some("a 1")),
            (r#"{"name":"a","version":null}"#.to_owned(), Some("a")),
            (r#"{"name":"b"}"#.to_owned(), Some("b")),
            (r#"{"name":"b","version":2}"#.to_owned(), None),
            (r#"{"version":"1"}"#.to_owned(), None),
            ("[]".to_owned(), None),
        ];
        let whole = "n".repeat(INFO_MAX);
        cases.push((long, Some(&whole)));
        let others: Vec<_> = (0..2 * REMEMBERED_MAX).map(|n| format!("c{n}")).collect();
        let as_info = |name: &String| format!(r#"{{"name":"{name}"}}"#);
        cases.extend(others.iter().map(|name| (as_info(name), Some(&**name))));
        // Twice, so that some are cached and some were evicted.
        for (info, expect) in cases.iter().chain(&cases) {
            let info = RawJson::parse(info.clone()).expect("JSON");
            assert_eq!(label(&info).as_deref(), *expect, "{info}");
        }
        assert!(REMEMBERED.with_borrow(Vec::len) <= REMEMBERED_MAX);
    }
}
