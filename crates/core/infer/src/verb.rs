//! What the verbs of the trade do.

mod foreign;
mod foreign_spoken;
mod general;
mod particles;
mod spoken;
mod table;

use std::collections::HashMap;
use std::sync::LazyLock;

use candor_model::DestructivePolicy;

/// What a verb does to the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum VerbEffect {
    /// Looks, and leaves everything as it was.
    Reads,
    /// Puts something beside what is there.
    Adds,
    /// Sets something going whose effects the word does not tell.
    Acts,
    /// Puts something in the place of what was there.
    Changes,
    Removes,
}

/// A verb, and how far it is to be believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KnownVerb {
    /// What it does.
    pub(crate) effect: VerbEffect,
    /// How sure that is, in decibans.
    pub(crate) weight: i32,
    /// Whether the word is a verb wherever it stands.
    pub(crate) kind: WordKind,
    /// Whether doing it twice is doing it once, in decibans: positive if it is.
    pub(crate) repeats: i32,
}

/// Whether a word is a verb or a noun; where it can be both, its place decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WordKind {
    /// Always a verb: `delete`.
    Verb,
    /// A verb in the names of tools, mostly: `list`, `update`.
    Both,
    /// A noun, mostly: `comment`, `order`.
    Noun,
}

/// Verbs by their base form.
type VerbMap = HashMap<&'static str, KnownVerb>;

/// The verbs of the trade and of general English as a map, made once.
static VERBS: LazyLock<VerbMap> = LazyLock::new(|| {
    let trade = table::TABLE.iter();
    let mut verbs = split(general::GENERAL);
    verbs.extend(split(foreign::FOREIGN));
    verbs.extend(trade.flat_map(|(verb, words)| words.iter().map(|word| (*word, *verb))));
    verbs
});

/// What is a verb in sentences only.
static SPOKEN: LazyLock<VerbMap> = LazyLock::new(|| {
    let mut verbs = split(spoken::SPOKEN);
    verbs.extend(split(foreign_spoken::FOREIGN_SPOKEN));
    verbs
});

/// Verbs of two words.
static PARTICLED: LazyLock<VerbMap> = LazyLock::new(|| {
    let rows = particles::PARTICLES.iter();
    rows.flat_map(|(verb, words)| words.iter().map(|word| (*word, *verb)))
        .collect()
});

/// The longest word worth looking up.
const LONGEST: usize = 20;

/// What makes another verb of a verb.
const UNDOING: [&str; 4] = ["un", "re", "de", "dis"];

/// A shorter word behind `re` or `un` is chance; behind `de` or `dis`, longer ones are too.
const SHORTEST_STEM: usize = 4;
const SHORTEST_RARE_STEM: usize = 6;

/// Words that make one verb with the one before: in names, and in sentences.
const PARTICLES: [&str; 7] = ["in", "out", "up", "down", "back", "off", "on"];
#[rustfmt::skip]
const SPOKEN_PARTICLES: [&str; 16] = [
    "in", "out", "up", "down", "back", "off", "on", "into", "over", "through", "around", "away", "apart",
    "forward", "to", "for",
];

// === impl VerbEffect ===

impl VerbEffect {
    /// Whether something is different afterwards.
    pub(crate) const fn writes(self) -> bool {
        !matches!(self, Self::Reads)
    }

    /// For a write: how likely it is called destructive under this policy, in decibans.
    pub(crate) const fn destroys(self, policy: DestructivePolicy) -> i32 {
        match (self, policy) {
            (Self::Reads, _) => 0,
            (Self::Removes, _) => 14,
            (Self::Changes, DestructivePolicy::Deletes)
            | (Self::Adds, DestructivePolicy::Overwrites) => -7,
            (Self::Changes, DestructivePolicy::Overwrites) => 7,
            (Self::Adds, DestructivePolicy::Deletes) => -10,
            (Self::Acts, DestructivePolicy::Deletes) => -6,
            // The effect is unknown; the protocol's default decides.
            (Self::Acts, DestructivePolicy::Overwrites) => 2,
            (_, DestructivePolicy::Writes) => 10,
        }
    }

    /// In words, for evidence.
    pub(crate) const fn phrase(self) -> &'static str {
        match self {
            Self::Reads => "reads",
            Self::Adds => "adds",
            Self::Acts => "sets something going",
            Self::Changes => "changes what is there",
            Self::Removes => "removes",
        }
    }
}

// === impl KnownVerb ===

impl KnownVerb {
    /// The weight on the question whether the tool only reads: positive if it does.
    pub(crate) const fn reads(self) -> i32 {
        if self.effect.writes() {
            -self.weight
        } else {
            self.weight
        }
    }
}

/// The verb that a word of a name is, in its base form only: `created` and `updates` in a name
/// are adjectives and nouns.
pub(crate) fn base(word: &str) -> Option<KnownVerb> {
    known(word).map(|(_, verb)| verb)
}

/// The verb that a word of a sentence is, also `deletes` and `deleting`, with its base form.
pub(crate) fn inflected(word: &str) -> Option<(&'static str, KnownVerb)> {
    if word.len() > LONGEST || word == "following" {
        return None;
    }
    known(word)
        .or_else(|| third_person(word))
        .or_else(|| gerund(word))
}

/// The verb that two words are together: `log out`, `shut down`, `sets up`.
pub(crate) fn phrasal(word: &str, particle: &str) -> Option<(&'static str, KnownVerb)> {
    if word.len() > LONGEST || !PARTICLES.contains(&particle) {
        return None;
    }
    let stem = word.strip_suffix('s').unwrap_or(word);
    listed(&format!("{word}{particle}")).or_else(|| listed(&format!("{stem}{particle}")))
}

/// The verb that two words of a sentence are together, also "looks into" and "carrying out".
pub(crate) fn particled(word: &str, particle: &str) -> Option<(&'static str, KnownVerb)> {
    phrasal(word, particle).or_else(|| {
        let known = SPOKEN_PARTICLES.contains(&particle) && word.len() <= LONGEST;
        known.then(|| {
            form(word, |stem| {
                found(&PARTICLED, &format!("{stem} {particle}"))
            })
        })?
    })
}

/// The verb that a word of a sentence is, also where it is none in a name: "issues", "surfaces".
pub(crate) fn spoken(word: &str) -> Option<(&'static str, KnownVerb)> {
    inflected(word).or_else(|| {
        let short = word.len() <= LONGEST;
        short.then(|| form(word, |stem| found(&SPOKEN, stem)))?
    })
}

/// The verb whose participle a word is: `deleted`, `overwritten`.
pub(crate) fn participle(word: &str) -> Option<(&'static str, KnownVerb)> {
    if word.len() > LONGEST {
        return None;
    }
    let irregular = match word {
        "sent" => "send",
        "written" => "write",
        "overwritten" => "overwrite",
        "rewritten" => "rewrite",
        "paid" => "pay",
        "sold" => "sell",
        "shut" => "shutdown",
        _ => "",
    };
    // What is "unreported" was never reported: a state and no deed.
    let known = if word.starts_with("un") {
        listed
    } else {
        known
    };
    let stem = word.strip_suffix("ed");
    let undoubled = |stem: &'_ str| {
        let last = stem.chars().last()?;
        let short = stem.strip_suffix(last)?;
        short.ends_with(last).then(|| short.to_owned())
    };
    listed(irregular)
        .or_else(|| known(stem?))
        .or_else(|| known(word.strip_suffix('d')?))
        .or_else(|| known(&format!("{}y", word.strip_suffix("ied")?)))
        .or_else(|| known(&undoubled(stem?)?))
}

fn known(word: &str) -> Option<(&'static str, KnownVerb)> {
    listed(word)
        .or_else(|| derived(word))
        .or_else(|| listed(&american(word)?))
}

/// The American spelling of a word that is British by its form: `visualise`, `recolour`.
fn american(word: &str) -> Option<String> {
    let ends = |british: &str, american: &str| {
        let stem = word.strip_suffix(british)?;
        Some(format!("{stem}{american}"))
    };
    ends("ise", "ize")
        .or_else(|| ends("yse", "yze"))
        .or_else(|| ends("our", "or"))
        .or_else(|| ends("ogue", "og"))
}

/// The words of rows that stand in one text, with their verbs.
fn split(rows: &'static [(KnownVerb, &'static str)]) -> VerbMap {
    let words = rows.iter();
    words
        .flat_map(|(verb, words)| words.split_whitespace().map(|word| (word, *verb)))
        .collect()
}

/// What a word is in a map.
fn found(map: &'static VerbMap, word: &str) -> Option<(&'static str, KnownVerb)> {
    map.get_key_value(word).map(|(word, verb)| (*word, *verb))
}

/// What a word is a form of: itself, the third person, or the gerund.
fn form<T>(word: &str, of: impl Fn(&str) -> Option<T>) -> Option<T> {
    let third = |word: &str| {
        let stem = word.strip_suffix('s')?;
        of(stem).or_else(|| of(stem.strip_suffix('e')?))
    };
    let gerund = |word: &str| {
        let stem = word.strip_suffix("ing")?;
        let last = stem.chars().last()?;
        of(stem)
            .or_else(|| of(&format!("{stem}e")))
            .or_else(|| of(stem.strip_suffix(last)?))
    };
    of(word).or_else(|| third(word)).or_else(|| gerund(word))
}

/// A verb of the table.
fn listed(word: &str) -> Option<(&'static str, KnownVerb)> {
    (word.len() <= LONGEST).then(|| found(&VERBS, word))?
}

/// What is done again or undone: `rebuild`, `unprotect`. Who does again what writes, writes; but
/// `review` and `unread` have nothing to do with doing something twice.
fn derived(word: &str) -> Option<(&'static str, KnownVerb)> {
    let (prefix, stem) = UNDOING
        .iter()
        .find_map(|prefix| Some((*prefix, word.strip_prefix(prefix)?)))?;
    let common = matches!(prefix, "re" | "un");
    let shortest = if common {
        SHORTEST_STEM
    } else {
        SHORTEST_RARE_STEM
    };
    let (base, verb) = listed(stem).filter(|(base, _)| base.len() >= shortest)?;
    let sure = verb.kind != WordKind::Noun || common;
    let effect = match prefix {
        // What is set going again is set going.
        "re" if verb.effect == VerbEffect::Acts => VerbEffect::Acts,
        "re" => VerbEffect::Changes,
        _ if verb.effect == VerbEffect::Adds => VerbEffect::Removes,
        _ => VerbEffect::Changes,
    };
    (verb.effect.writes() && sure).then_some((
        base,
        KnownVerb {
            effect,
            kind: WordKind::Verb,
            ..verb
        },
    ))
}

fn third_person(word: &str) -> Option<(&'static str, KnownVerb)> {
    let stem = word.strip_suffix('s')?;
    known(stem)
        .or_else(|| known(stem.strip_suffix('e')?))
        .or_else(|| known(&format!("{}y", stem.strip_suffix("ie")?)))
}

fn gerund(word: &str) -> Option<(&'static str, KnownVerb)> {
    let stem = word.strip_suffix("ing")?;
    let undoubled = || {
        let last = stem.chars().last()?;
        let stem = stem.strip_suffix(last)?;
        stem.ends_with(last).then_some(stem)
    };
    known(stem)
        .or_else(|| known(&format!("{stem}e")))
        .or_else(|| known(undoubled()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_stands_twice() {
        let trade = table::TABLE
            .iter()
            .flat_map(|(_, words)| words.iter().copied());
        let general = general::GENERAL
            .iter()
            .flat_map(|(_, words)| words.split_whitespace());
        let foreign = foreign::FOREIGN
            .iter()
            .flat_map(|(_, words)| words.split_whitespace());
        let spoken = spoken::SPOKEN
            .iter()
            .flat_map(|(_, words)| words.split_whitespace());
        let abroad = foreign_spoken::FOREIGN_SPOKEN
            .iter()
            .flat_map(|(_, words)| words.split_whitespace());
        let mut seen = std::collections::BTreeSet::new();
        for word in trade
            .chain(general)
            .chain(foreign)
            .chain(spoken)
            .chain(abroad)
        {
            assert!(seen.insert(word), "`{word}` stands twice");
            assert!(word.len() <= LONGEST, "`{word}` is never looked up");
            assert_eq!(*word, word.to_lowercase());
        }
        assert_eq!(seen.len(), VERBS.len() + SPOKEN.len());
        let particled = particles::PARTICLES
            .iter()
            .flat_map(|(_, words)| words.iter());
        for words in particled {
            let (_, particle) = words.split_once(' ').expect("two words");
            assert!(
                SPOKEN_PARTICLES.contains(&particle),
                "`{words}` is never looked up"
            );
        }
        let rows: usize = particles::PARTICLES
            .iter()
            .map(|(_, words)| words.len())
            .sum();
        assert_eq!(rows, PARTICLED.len());
    }

    #[test]
    fn sentences_inflect_and_names_do_not() {
        for (word, effect) in [
            ("deletes", VerbEffect::Removes),
            ("deleting", VerbEffect::Removes),
            ("dropping", VerbEffect::Removes),
            ("modifies", VerbEffect::Changes),
            ("fetches", VerbEffect::Reads),
            ("listing", VerbEffect::Reads),
            ("retrieves", VerbEffect::Reads),
            ("creates", VerbEffect::Adds),
        ] {
            assert_eq!(inflected(word).expect(word).1.effect, effect, "{word}");
            assert_eq!(base(word), None, "{word}");
        }
        assert_eq!(inflected("thing"), None);
        assert_eq!(phrasal("shuts", "down").expect("a verb").0, "shutdown");
        assert_eq!(phrasal("list", "in"), None);
        assert_eq!(inflected("s"), None);
        assert_eq!(inflected("ing"), None);
        assert_eq!(inflected("ééing"), None);
    }

    #[test]
    fn participles_are_of_their_verbs() {
        for (word, base) in [
            ("deleted", "delete"),
            ("dropped", "drop"),
            ("modified", "modify"),
            ("overwritten", "overwrite"),
            ("sent", "send"),
            ("inserted", "insert"),
            ("unlinked", "unlink"),
        ] {
            assert_eq!(participle(word).map(|(base, _)| base), Some(base), "{word}");
        }
        for word in [
            "red",
            "ed",
            "d",
            "needed",
            "éed",
            "unreported",
            "unrecorded",
            "",
        ] {
            assert_eq!(participle(word), None, "{word}");
        }
    }

    #[test]
    fn doing_again_and_undoing_are_verbs_too() {
        for (word, effect) in [
            ("rebuild", Some(VerbEffect::Acts)),
            ("reconnect", Some(VerbEffect::Acts)),
            ("disorder", None),
            ("resend", Some(VerbEffect::Changes)),
            ("reconfigures", Some(VerbEffect::Changes)),
            ("unprotect", Some(VerbEffect::Changes)),
            ("deallocating", Some(VerbEffect::Removes)),
            ("unread", None),
            ("desktop", None),
            ("design", None),
            ("résumé", None),
        ] {
            assert_eq!(
                inflected(word).map(|(_, verb)| verb.effect),
                effect,
                "{word}"
            );
        }
    }

    #[test]
    fn a_stricter_policy_never_finds_less_destructive() {
        for effect in [
            VerbEffect::Adds,
            VerbEffect::Acts,
            VerbEffect::Changes,
            VerbEffect::Removes,
        ] {
            let weights = DestructivePolicy::ALL
                .iter()
                .map(|one| effect.destroys(*one));
            assert!(
                weights.is_sorted_by_key(|weight| weight.min(10)),
                "{effect:?}"
            );
        }
    }
}
