//! What a `[sources.NAME]` table says of tools that come with Candor.

use candor_text::{nearest, quote, quote_all};

use super::draft::PackDraft;
use super::entry::refuse;
use super::fields::TableFields;
use crate::problem::ValueProblem;
use crate::settings::PackName;
use crate::tree::{ByteSpan, ConfigNode};

/// The keys that a pack has besides those of every source.
pub(super) const KEYS: [&str; 3] = ["pack", "resolver", "sample"];

/// What people call the same thing elsewhere.
pub(super) const OTHER_NAMES: [(&str, &str); 4] = [
    ("name", "pack"),
    ("base_url", "resolver"),
    ("disabled", "enabled"),
    ("timeout", "call_timeout"),
];

/// Reads everything that is the pack's own. `own` is the name of the source, which begins at
/// `span`. Nothing, if there is no such pack.
pub(super) fn read(
    fields: &mut TableFields<'_, '_>,
    own: &str,
    span: &ByteSpan,
) -> Option<PackDraft> {
    let pack = pack(fields, own, span);
    Some(PackDraft {
        resolver: fields.template("resolver"),
        sample: fields.read("sample", ConfigNode::as_bool),
        // Last, so that everything else was looked at before it is given up.
        pack: pack?,
    })
}

/// The pack, and where it is written, unless it goes by the name of the source.
fn pack(
    fields: &mut TableFields<'_, '_>,
    own: &str,
    span: &ByteSpan,
) -> Option<(PackName, Option<ByteSpan>)> {
    if fields.get("pack").is_some() {
        let (pack, at) = fields.read("pack", |node| known(node.as_text()?))?;
        return Some((pack, Some(at)));
    }
    let pack = PackName::parse(own);
    if pack.is_none() {
        let message = format!(
            "{} is of kind `pack`, but has no `pack`, and none is called {}",
            quote(&fields.path),
            quote(own)
        );
        let hint = format!("say with `pack` which one is meant: {}", all());
        refuse(fields, span, "config::no-pack", message, &hint);
    }
    Some((pack?, None))
}

fn known(text: &str) -> Result<PackName, ValueProblem> {
    PackName::parse(text).ok_or_else(|| {
        let hint = match nearest(text, PackName::ALL.map(PackName::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there is {}", all()),
        };
        ValueProblem::new(format!("is {}, which is not a pack", quote(text))).with_hint(hint)
    })
}

fn all() -> String {
    quote_all(PackName::ALL.map(PackName::as_str))
}
