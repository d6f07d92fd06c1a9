//! Hints in words.

use candor_model::{Hint, Layer};

use crate::{Fact, Origin, Relied, Shown, Unset};

/// A hint, its value and whose it is, such as ``destructive: true, says override `shop.*` by
/// ada``. Where there is no value it says that nobody says; [`shown`] and [`relied`] know better.
pub fn sentence(hint: Hint, fact: Option<&Fact<bool>>) -> String {
    let word = hint.word();
    let Some(Fact { value, origin }) = fact else {
        return silence(hint, &Unset::Nobody);
    };
    match origin {
        Origin::Said(voice) if voice.layer > Layer::Declared => {
            format!("{word}: {value}, says {voice}")
        }
        Origin::Said(_) | Origin::Follows { .. } => format!("{word}: {value}, {origin}"),
    }
}

/// What is shown of a hint, or why nothing is.
pub fn shown(shown: &Shown, hint: Hint) -> String {
    match shown.unset(hint) {
        Some(why) => silence(hint, why),
        None => sentence(hint, shown.hint(hint)),
    }
}

/// What policy relies upon, or why upon nothing.
pub fn relied(relied: &Relied, hint: Hint) -> String {
    match relied.unset(hint) {
        Some(why) => silence(hint, why),
        None => sentence(hint, relied.hint(hint)),
    }
}

fn silence(hint: Hint, why: &Unset) -> String {
    format!("{}: unset, {why}", hint.word())
}
