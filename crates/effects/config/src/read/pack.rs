//! Reads the settings of a pack in a `[sources.NAME]` table.

use candor_text::{quote, quote_all};

use super::setting_type::flag;
use super::table::TableReader;
use crate::problem::{ValueProblem, did_you_mean};
use crate::settings::{PackName, PackSettings};
use crate::tree::ByteSpan;

/// The keys that a pack has besides those of every source.
pub(super) const KEYS: [&str; 3] = ["pack", "resolver", "sample"];

/// Keys used elsewhere for the same setting.
pub(super) const OTHER_NAMES: [(&str, &str); 4] = [
    ("name", "pack"),
    ("base_url", "resolver"),
    ("disabled", "enabled"),
    ("timeout", "call_timeout"),
];

/// Reports mistakes in what is the pack's own. `own` is the name of the source, which begins at
/// `span`.
pub(super) fn check(reader: &mut TableReader<'_, '_, '_>, own: &str, span: &ByteSpan) {
    if pack(reader, own).is_none() && reader.get("pack").is_none() {
        let own = quote(own);
        let says = format!("is of kind `pack`, but has no `pack`, and none is called {own}");
        let hint = format!("say with `pack` which one is meant: {}", all());
        reader.refuse(span, "config::no-pack", &says, &hint);
    }
    reader.template("resolver");
    settings(reader, PackSettings::new(PackName::Gs1));
}

/// Reads the settings that need no interpolation; `usual` has the defaults.
pub(super) fn settings(reader: &mut TableReader<'_, '_, '_>, usual: PackSettings) -> PackSettings {
    PackSettings {
        sample: reader.setting("sample", &flag(), usual.sample),
        ..usual
    }
}

/// The pack, and where it is written, unless it goes by the name of the source.
pub(super) fn pack(
    reader: &mut TableReader<'_, '_, '_>,
    own: &str,
) -> Option<(PackName, Option<ByteSpan>)> {
    if reader.get("pack").is_none() {
        return Some((PackName::parse(own)?, None));
    }
    let (pack, at) = reader.read("pack", |node| known(node.as_text()?))?;
    Some((pack, Some(at)))
}

fn known(text: &str) -> Result<PackName, ValueProblem> {
    PackName::parse(text).ok_or_else(|| {
        let near = did_you_mean(text, PackName::ALL.map(PackName::as_str));
        let hint = near.unwrap_or_else(|| format!("the packs are {}", all()));
        ValueProblem::new(format!("is {}, which is not a pack", quote(text))).with_hint(hint)
    })
}

fn all() -> String {
    quote_all(PackName::ALL.map(PackName::as_str))
}
