//! What the other tools of a source say about a tool.
//!
//! Hints follow the habits of an author more than any definition. Where a sibling with the same
//! verb, or two that do the same kind of thing, are declared alike, the tool is likely meant so
//! too. A tool's own declared hints are taken out before it is asked about.

mod all_read;
mod habit;
mod nearest;

use std::collections::{HashMap, HashSet};

use candor_model::{Hint, Hints};

use self::habit::NearToFar;
use self::nearest::{Group, nearest};
use crate::ToolFacts;
use crate::head_verb::{self, HeadVerb};
use crate::naming_style::NamingStyle;
use crate::verb::VerbEffect;
use crate::words::{NameWord, NameWords, singular};

/// How many siblings with the same verb say whether a tool reads, and how many tenths of them agree: it is
/// a question of safety.
const SAME_TO_READ: usize = 2;
const AGREE_TO_READ: usize = 9;

/// What they weigh, in decibans: that others with the verb read is believed less than what is said of
/// this tool.
const SAME_VERB_READS: i32 = 8;

/// From how many decibans on the declarations for other tools are a habit, and what it weighs at least
/// beside the verb, so that it is heard.
const HABIT: i32 = 2;
const HEARD: i32 = 3;

/// What a habit weighs at most, in decibans.
const MOST: i32 = 20;

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
    pub(crate) fn same_verb_reads(&self) -> Option<(i32, String)> {
        let count = self.same_verb(Hint::ReadOnly);
        let value = count.agreement(SAME_TO_READ, AGREE_TO_READ)?;
        let why = self.with_verb(count, Hint::ReadOnly, value)?;
        let weight = SAME_VERB_READS;
        Some((if value { weight } else { -weight }, why))
    }

    /// What siblings that write are declared to be, in decibans beside `own`, which is what the verb
    /// alone says. Where both disagree, the habit outweighs the verb and its echo in the sentence.
    pub(crate) fn habit(&self, hint: Hint, own: i32) -> Option<(i32, String)> {
        let counts = self.near_to_far(hint);
        if hint == Hint::Destructive {
            return self.nearest(counts);
        }
        let effect = self.own.head.map(|head| head.verb.effect);
        let leaning = counts.leaning(hint, effect)?;
        if leaning.abs() < HABIT {
            return None;
        }
        let value = leaning > 0;
        let against = leaning.signum() != own.signum();
        let heard = leaning + HEARD * leaning.signum();
        let weight = if against {
            heard - own - own / 2
        } else {
            heard
        };
        Some((weight.clamp(-MOST, MOST), self.why(counts, hint, value)?))
    }

    /// What the nearest siblings that agree are declared about destroying.
    fn nearest(&self, counts: NearToFar) -> Option<(i32, String)> {
        let deciding = nearest(counts)?;
        let (value, count) = (deciding.value, deciding.count);
        let near = deciding.group == Group::SameEffect;
        let why = match deciding.group {
            Group::SameVerb => self.with_verb(count, Hint::Destructive, value),
            _ => self.with_effect(count, near, Hint::Destructive, value),
        };
        let weight = deciding.weight;
        Some((if value { weight } else { -weight }, why?))
    }

    /// Whether siblings that do the same kind of thing are declared both ways, or those that write
    /// where none does the same.
    pub(crate) fn disagrees(&self, hint: Hint) -> bool {
        let counts = self.near_to_far(hint);
        let near = TrueFalseCount {
            yes: counts.same_verb.yes + counts.same_effect.yes,
            no: counts.same_verb.no + counts.same_effect.no,
        };
        let count = if near.yes + near.no > 0 {
            near
        } else {
            counts.rest
        };
        count.yes > 0 && count.no > 0
    }

    /// The declared siblings by how near they are.
    fn near_to_far(&self, hint: Hint) -> NearToFar {
        let effect = self.own.head.map(|head| head.verb.effect);
        let alike = effect.and_then(|effect| self.siblings.by_effect.get(&effect));
        let alike = alike.map_or_else(TrueFalseCount::default, |all| self.without_own(all, hint));
        let same_verb = self.same_verb(hint);
        NearToFar {
            same_verb,
            same_effect: alike.without(same_verb),
            rest: self.without_own_writing(hint).without(alike),
        }
    }

    fn same_verb(&self, hint: Hint) -> TrueFalseCount {
        let word = self.own.head.map_or("", |head| head.word.as_str());
        let counts = self.siblings.by_verb.get(word);
        counts.map_or_else(TrueFalseCount::default, |all| self.without_own(all, hint))
    }

    /// The nearest siblings of which some are declared so, in words.
    fn why(&self, counts: NearToFar, hint: Hint, value: bool) -> Option<String> {
        if counts.same_verb.most() == Some(value) {
            return self.with_verb(counts.same_verb, hint, value);
        }
        let near = counts.same_effect.most() == Some(value);
        let count = if near {
            counts.same_effect
        } else {
            counts.all()
        };
        self.with_effect(count, near, hint, value)
    }

    /// Those that do the same kind of thing, or write at all, in words.
    fn with_effect(
        &self,
        count: TrueFalseCount,
        same: bool,
        hint: Hint,
        value: bool,
    ) -> Option<String> {
        let declared = declared(hint, value);
        let share = count.share(value);
        let (tools, write, are) = match count.all() {
            1 => ("tool", "writes", "is"),
            _ => ("tools", "write", "are"),
        };
        if !same {
            return Some(format!(
                "{share} other {tools} that {write} {are} declared {declared}"
            ));
        }
        let kind = self.own.head?.verb.effect.phrase();
        Some(format!(
            "{share} other {tools} whose verb {kind} {are} declared {declared}"
        ))
    }

    /// Those with the same verb in words.
    fn with_verb(&self, count: TrueFalseCount, hint: Hint, value: bool) -> Option<String> {
        let (tools, are) = match count.yes + count.no {
            1 => ("tool", "is"),
            _ => ("tools", "are"),
        };
        Some(format!(
            "{} other {tools} with the verb `{}` {are} declared {}",
            count.share(value),
            self.own.head?.word,
            declared(hint, value)
        ))
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

    /// How many there are.
    const fn all(self) -> usize {
        self.yes + self.no
    }

    /// Those and others.
    const fn and(self, others: Self) -> Self {
        Self {
            yes: self.yes + others.yes,
            no: self.no + others.no,
        }
    }

    /// Those that are not among others.
    const fn without(self, others: Self) -> Self {
        Self {
            yes: self.yes.saturating_sub(others.yes),
            no: self.no.saturating_sub(others.no),
        }
    }

    /// The value that most have.
    fn most(self) -> Option<bool> {
        (self.yes != self.no).then_some(self.yes > self.no)
    }

    /// The value that at least `tenths` of at least `least` tools agree on.
    fn agreement(self, least: usize, tenths: usize) -> Option<bool> {
        let of = self.yes + self.no;
        let agreed = |part: usize| of >= least && 10 * part >= tenths * of;
        [true, false]
            .into_iter()
            .find(|value| agreed(if *value { self.yes } else { self.no }))
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
