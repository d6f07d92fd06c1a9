//! What the other tools of a source say about a tool.
//!
//! Hints follow the habits of an author more than any definition. Where a sibling with the same
//! verb, or two that do the same kind of thing, are declared alike, the tool is likely meant so
//! too. A tool's own declared hints are taken out before it is asked about.

use std::collections::{HashMap, HashSet};

use candor_model::{Hint, Hints};

use crate::ToolFacts;
use crate::head_verb::{self, HeadVerb};
use crate::naming_style::NamingStyle;
use crate::verb::VerbEffect;
use crate::words::{NameWord, NameWords, singular};

/// How many tools that are declared alike make a habit.
const HABIT: usize = 4;
const FEW: usize = 2;

/// How many siblings with the same verb say something: one is enough for what counts as destructive, and
/// two where it is a question of safety whether they read.
const SAME: usize = 1;
const SAME_TO_READ: usize = 2;

/// What siblings with the same verb weigh, in decibans, and those that do the same kind of thing.
/// A habit weighs more than the usual meaning of a verb.
const SAME_VERB_READS: i32 = 8;
const SAME_VERB: i32 = 14;
const SAME_VERB_HABIT: i32 = 17;
const SAME_EFFECT: i32 = 12;
const SAME_EFFECT_HABIT: i32 = 13;
const FEW_WRITES: i32 = 10;

/// The tools of a source, counted.
#[derive(Debug)]
pub(crate) struct SiblingTools<'a> {
    tools: Vec<SiblingTool<'a>>,
    by_verb: HashMap<&'a str, HintCounts>,
    by_effect: HashMap<VerbEffect, HintCounts>,
    /// Those that write, by what is declared or else by their verb.
    writing: HintCounts,
    all: HintCounts,
    /// All names, without what they share.
    propers: HashSet<String>,
}

/// All tools of a source but one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OtherTools<'s, 'a> {
    siblings: &'s SiblingTools<'a>,
    own: &'s SiblingTool<'a>,
}

#[derive(Debug)]
struct SiblingTool<'a> {
    head: Option<&'a HeadVerb>,
    declared: Hints,
    /// The name without what it shares with others.
    proper: String,
    /// For a name without a verb: why it names something to look at.
    bare: Option<(i32, String)>,
}

/// How many tools declare each hint true, and how many false.
type HintCounts = [TrueFalseCount; 4];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct TrueFalseCount {
    yes: usize,
    no: usize,
}

// === impl SiblingTools ===

impl<'a> SiblingTools<'a> {
    /// Counts the tools of a source.
    pub(crate) fn of(
        tools: &[ToolFacts<'_>],
        names: &[NameWords<'_>],
        heads: &'a [Option<HeadVerb>],
        house: &NamingStyle,
    ) -> Self {
        let written = written_things(names, heads, house);
        let mut siblings = Self {
            tools: Vec::with_capacity(tools.len()),
            by_verb: HashMap::new(),
            by_effect: HashMap::new(),
            writing: HintCounts::default(),
            all: HintCounts::default(),
            propers: names.iter().map(|name| proper(name, house)).collect(),
        };
        for ((tool, name), head) in tools.iter().zip(names).zip(heads) {
            let head = head.as_ref();
            let declared = tool.declared;
            add(&mut siblings.all, declared);
            if writes(declared, head) {
                add(&mut siblings.writing, declared);
            }
            if let Some(head) = head {
                add(siblings.by_verb.entry(&head.word).or_default(), declared);
                add(
                    siblings.by_effect.entry(head.verb.effect).or_default(),
                    declared,
                );
            }
            let bare = head
                .is_none()
                .then(|| bare(name, house, &written))
                .flatten();
            siblings.tools.push(SiblingTool {
                head,
                declared,
                proper: proper(name, house),
                bare,
            });
        }
        siblings
    }

    /// All but the tool at this place.
    pub(crate) fn without(&self, index: usize) -> OtherTools<'_, 'a> {
        OtherTools {
            siblings: self,
            own: &self.tools[index],
        }
    }
}

// === impl OtherTools ===

impl OtherTools<'_, '_> {
    /// What siblings with the same verb are declared to be.
    pub(crate) fn same_verb(&self, hint: Hint) -> Option<(i32, String)> {
        let head = self.own.head?;
        let counts = self.siblings.by_verb.get(head.word.as_str())?;
        let count = self.without_own(counts, hint);
        let (least, tenths) = match hint {
            Hint::ReadOnly => (SAME_TO_READ, 9),
            _ => (SAME, 7),
        };
        let value = count.agreement(least, tenths)?;
        let how_many = count.yes + count.no;
        let (tools, are) = if how_many == 1 {
            ("tool", "is")
        } else {
            ("tools", "are")
        };
        let why = format!(
            "{} other {tools} with the verb `{}` {are} declared {}",
            count.share(value),
            head.word,
            declared(hint, value)
        );
        let weight = match hint {
            // That others with the verb read is believed less than what is said of this tool.
            Hint::ReadOnly => SAME_VERB_READS,
            _ if how_many >= HABIT => SAME_VERB_HABIT,
            _ => SAME_VERB,
        };
        Some((if value { weight } else { -weight }, why))
    }

    /// What siblings that do the same kind of thing are declared to be.
    pub(crate) fn same_effect(&self, hint: Hint) -> Option<(i32, String)> {
        let effect = self.own.head?.verb.effect;
        let counts = self.siblings.by_effect.get(&effect)?;
        let count = self.without_own(counts, hint);
        let value = count.agreement(FEW, 8)?;
        let how_many = count.yes + count.no;
        let kind = effect.phrase();
        let why = format!(
            "{} other tools whose verb {kind} are declared {}",
            count.share(value),
            declared(hint, value)
        );
        let weight = if how_many >= HABIT {
            SAME_EFFECT_HABIT
        } else {
            SAME_EFFECT
        };
        Some((if value { weight } else { -weight }, why))
    }

    /// What nearly all siblings that write are declared to be: some authors call every write
    /// destructive, and some none.
    pub(crate) fn every_write(&self, hint: Hint) -> Option<(i32, String)> {
        let count = self.without_own_writing(hint);
        // A few that all agree are no habit yet, but more than nothing.
        let habit = count.agreement(HABIT, 9);
        let value = habit.or_else(|| count.agreement(FEW, 10))?;
        let weight = if habit.is_some() {
            SAME_EFFECT
        } else {
            FEW_WRITES
        };
        let why = format!(
            "{} other tools that write are declared {}",
            count.share(value),
            declared(hint, value)
        );
        Some((if value { weight } else { -weight }, why))
    }

    /// Whether siblings that do the same kind of thing are declared both ways, or those that write
    /// where none does the same.
    pub(crate) fn disagrees(&self, hint: Hint) -> bool {
        let effect = self.own.head.map(|head| head.verb.effect);
        let counts = effect.and_then(|effect| self.siblings.by_effect.get(&effect));
        let same = counts.map(|counts| self.without_own(counts, hint));
        let same = same.filter(|count| count.yes + count.no > 0);
        let count = same.unwrap_or_else(|| self.without_own_writing(hint));
        count.yes > 0 && count.no > 0
    }

    /// The siblings that write.
    fn without_own_writing(&self, hint: Hint) -> TrueFalseCount {
        let counts = &self.siblings.writing;
        if writes(self.own.declared, self.own.head) {
            self.without_own(counts, hint)
        } else {
            counts[hint.index()]
        }
    }

    /// The opposite of the tool's verb, where another tool does that to the same thing:
    /// `uncheck_item` beside `check_item`.
    pub(crate) fn opposite(&self) -> Option<String> {
        let word = &self.own.head?.word;
        let rest = self.own.proper.strip_prefix(word.as_str())?;
        let propers = &self.siblings.propers;
        ["un", "dis", "de"]
            .iter()
            .find(|prefix| propers.contains(&format!("{prefix}{word}{rest}")))
            .map(|prefix| format!("{prefix}{word}"))
    }

    /// Whether the name, without what it shares with others, may begin with a verb that is not known,
    /// because the description begins with the same word and the name goes on with a plural:
    /// `frob_messages`, "Frob messages". Before a singular it is a noun, as in `income_statement`.
    pub(crate) fn begins_with(&self, word: &str) -> bool {
        let proper = self.own.proper.as_str();
        let Some((first, rest)) = proper.split_once(' ') else {
            return false;
        };
        let stem = word.strip_suffix('s').unwrap_or(word);
        let same = first == word || first == stem || stem.strip_suffix('e') == Some(first);
        same && rest.ends_with('s') && !head_verb::is_looked_at(first)
    }

    /// For a name without a verb: whether it names something to look at.
    pub(crate) fn bare(&self) -> Option<&(i32, String)> {
        self.own.bare.as_ref()
    }

    /// What most of the source's other tools are declared to be, of how many, in percent.
    pub(crate) fn majority(&self, hint: Hint) -> Option<(bool, usize, usize)> {
        let count = self.without_own(&self.siblings.all, hint);
        let of = count.yes + count.no;
        let most = count.yes.max(count.no);
        (of > 0).then(|| (count.yes >= count.no, of, 100 * most / of))
    }

    fn without_own(&self, counts: &HintCounts, hint: Hint) -> TrueFalseCount {
        let mut count = counts[hint.index()];
        match self.own.declared.get(hint) {
            Some(true) => count.yes -= 1,
            Some(false) => count.no -= 1,
            None => {}
        }
        count
    }
}

// === impl TrueFalseCount ===

impl TrueFalseCount {
    /// How many have a value, of how many: `3 of 4`, or `4` where all have it.
    fn share(self, value: bool) -> String {
        let part = if value { self.yes } else { self.no };
        match self.yes + self.no {
            all if all == part => all.to_string(),
            all => format!("{part} of {all}"),
        }
    }

    /// The value that at least `tenths` of at least `least` tools agree on.
    fn agreement(self, least: usize, tenths: usize) -> Option<bool> {
        let of = self.yes + self.no;
        let agreed = |part: usize| of >= least && 10 * part >= tenths * of;
        match () {
            () if agreed(self.yes) => Some(true),
            () if agreed(self.no) => Some(false),
            () => None,
        }
    }
}

fn add(counts: &mut HintCounts, declared: Hints) {
    for (hint, value) in declared.iter() {
        let count = &mut counts[hint.index()];
        if value {
            count.yes += 1;
        } else {
            count.no += 1;
        }
    }
}

/// Whether a tool writes: as it is declared, or by its verb.
fn writes(declared: Hints, head: Option<&HeadVerb>) -> bool {
    let by_verb = head.is_some_and(|head| head.verb.effect.writes());
    declared.get(Hint::ReadOnly).map_or(by_verb, |reads| !reads)
}

fn declared(hint: Hint, value: bool) -> String {
    let not = if value { "" } else { "not " };
    format!("{not}{}", hint.word())
}

fn proper(name: &NameWords<'_>, house: &NamingStyle) -> String {
    let words = house.proper(name).iter();
    words.map(|word| &*word.low).collect::<Vec<_>>().join(" ")
}

/// The things that some tool of the source creates, changes or removes: the words of its name
/// without the verb.
fn written_things(
    names: &[NameWords<'_>],
    heads: &[Option<HeadVerb>],
    house: &NamingStyle,
) -> HashSet<String> {
    let mut things = HashSet::new();
    for (name, head) in names.iter().zip(heads) {
        if let Some(head) = head.as_ref().filter(|head| head.verb.effect.writes()) {
            let offset = name.words.len() - house.unprefixed(name).len();
            let words = name.words.iter().enumerate().skip(offset);
            let nouns = words.filter(|(at, _)| *at != head.at).map(|(_, word)| word);
            things.insert(thing(nouns));
        }
    }
    things
}

/// Words as one key, in the singular.
fn thing<'w, 'a: 'w>(words: impl Iterator<Item = &'w NameWord<'a>>) -> String {
    let words: Vec<_> = words.map(|word| singular(&word.low)).collect();
    words.join(" ")
}

/// Why a name without a verb names something to look at.
fn bare(
    name: &NameWords<'_>,
    house: &NamingStyle,
    written: &HashSet<String>,
) -> Option<(i32, String)> {
    if let Some(noun) = head_verb::thing_to_read(name, house) {
        return Some((10, format!("the name is something to look at: `{noun}`")));
    }
    let key = thing(house.unprefixed(name).iter());
    (!key.is_empty() && written.contains(&key))
        .then(|| (5, format!("other tools write the same thing, `{key}`")))
}
