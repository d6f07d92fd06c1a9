//! The habits of a source: which words it puts before its names, and where its verbs stand.

use std::collections::HashMap;

use crate::verb::{self, WordKind};
use crate::words::{NameWord, NameWords, same_thing};

/// How a source builds its names.
#[derive(Clone, Debug)]
pub(crate) struct NamingStyle {
    /// The words of the source's own name.
    own: Vec<String>,
    /// For the first words of the names, how many names begin with them.
    beginnings: HashMap<String, SharedPrefix>,
    /// How many names there are.
    names: usize,
    /// Where verbs stand.
    pub(crate) order: VerbOrder,
}

/// Where the verbs of a source's names stand, once shared words are gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VerbOrder {
    /// The verb comes first: `list_issues`.
    First,
    /// The verb comes last: `issues_list`.
    Last,
    /// Mixed or unknown.
    Mixed,
}

/// Names that begin alike.
#[derive(Clone, Copy, Debug, Default)]
struct SharedPrefix {
    names: usize,
    /// How many of them go on with a word that is always a verb.
    verbs: usize,
    /// How many go on with a word that may be a noun, but mostly is a verb.
    maybe: usize,
    /// How many different groups follow: words that several names share and that are no verbs.
    groups: usize,
}

/// How much of a name its neighbours share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SharedWords {
    /// Words that say only which source this is.
    namespace: usize,
    /// Those, and the group of the tool.
    group: usize,
}

/// Words before a verb that say how it is done, not what.
const MODIFIERS: [&str; 14] = [
    "batch", "bulk", "mass", "multi", "async", "quick", "force", "safe", "auto", "admin", "smart",
    "double", "long", "hard",
];

/// How many first words of a name may be shared.
const DEPTH: usize = 4;

/// A word with which this many names begin, or after which this many groups follow, says nothing.
const COMMON: usize = 3;

// === impl NamingStyle ===

impl NamingStyle {
    /// Learns the habits from all names of a source.
    pub(crate) fn of(source: &str, names: &[NameWords<'_>]) -> Self {
        let own = NameWords::split(source).words;
        let mut house = Self {
            own: own.into_iter().map(|word| word.low).collect(),
            beginnings: beginnings(names),
            names: names.len(),
            order: VerbOrder::Mixed,
        };
        house.order = house.vote(names);
        house
    }

    /// The words of a name without those that say only which source this is. At least one word
    /// is left of a name that has any.
    pub(crate) fn unprefixed<'n, 'a>(&self, name: &'n NameWords<'a>) -> &'n [NameWord<'a>] {
        &name.words[self.shared(name).namespace..]
    }

    /// The words of a name without those that other names begin with too, and without modifiers.
    /// At least one word is left of a name that has any.
    pub(crate) fn proper<'n, 'a>(&self, name: &'n NameWords<'a>) -> &'n [NameWord<'a>] {
        let words = &name.words[self.shared(name).group..];
        let modifiers = words.iter().take_while(|word| is_modifier(word)).count();
        // Alone or before a noun, `auto` and `batch` are not modifiers of a verb.
        match words.get(modifiers) {
            Some(word) if verb::base(&word.low).is_some() => &words[modifiers..],
            _ => words,
        }
    }

    /// Whether a word is one of the source's own name: a product's, which is no verb.
    pub(crate) fn is_product(&self, word: &str) -> bool {
        self.own.iter().any(|own| own == word)
    }

    /// Whether every name begins so, and enough of them do.
    fn begins_all(&self, beginning: SharedPrefix) -> bool {
        beginning.names > COMMON && beginning.names == self.names
    }

    /// How many first words of a name other names share; the group of the tool is among them.
    pub(crate) fn grouped(&self, name: &NameWords<'_>) -> usize {
        self.shared(name).group
    }

    fn shared(&self, name: &NameWords<'_>) -> SharedWords {
        let words = &name.words;
        let mut shared = SharedWords {
            namespace: own(words, &self.own).max(http_method(words)),
            group: 0,
        };
        let mut key = String::new();
        for (at, word) in words.iter().enumerate().take(DEPTH) {
            push(&mut key, &word.low);
            let rest = &words[at + 1..];
            let beginning = self.beginnings.get(&key).copied().unwrap_or_default();
            let product = at == 0 && self.is_product(&word.low) || self.begins_all(beginning);
            if rest.is_empty() || !beginning.is_shared(&word.low, product) {
                break;
            }
            let common = beginning.names >= COMMON && 4 * beginning.names >= 3 * self.names;
            if shared.namespace == at && (common || beginning.groups >= COMMON) {
                shared.namespace = at + 1;
            }
            if rest.iter().any(|word| verb::base(&word.low).is_some()) {
                shared.group = at + 1;
            }
        }
        shared.group = shared.group.max(shared.namespace);
        shared
    }

    /// Every name casts a vote for each end at which a verb stands; verbs that can be nouns
    /// count half. One side wins with three times the votes of the other.
    fn vote(&self, names: &[NameWords<'_>]) -> VerbOrder {
        let weight = |word: &NameWord<'_>| match verb::base(&word.low).map(|verb| verb.kind) {
            Some(WordKind::Verb) => 2,
            Some(WordKind::Both) => 1,
            Some(WordKind::Noun) | None => 0,
        };
        let (mut first, mut last) = (0, 0);
        for name in names {
            match self.proper(name) {
                [head, .., tail] => {
                    first += weight(head);
                    last += weight(tail);
                }
                // All but the verb is shared: `issues_get` beside `issues_list`.
                [only] if name.words.len() > 1 => last += weight(only),
                _ => {}
            }
        }
        if first > 3 * last {
            VerbOrder::First
        } else if last > 3 * first {
            VerbOrder::Last
        } else {
            VerbOrder::Mixed
        }
    }
}

// === impl SharedPrefix ===

impl SharedPrefix {
    /// Whether a word that begins so many names is a prefix. A verb is none. A word that may be
    /// a verb is one only if other verbs follow it: `search_web` and `search_news` share no
    /// prefix, `mail_send` and `mail_list` do. A product's name, or what begins all names, may be a
    /// verb of its own: `ls_list_orders`.
    fn is_shared(self, word: &str, product: bool) -> bool {
        if self.names < 2 {
            return false;
        }
        match verb::base(word).map(|verb| verb.kind) {
            None => true,
            Some(WordKind::Verb) => product && 2 * (self.verbs + self.maybe) > self.names,
            Some(WordKind::Both) if product => 2 * (self.verbs + self.maybe) > self.names,
            Some(WordKind::Both) => 2 * self.verbs > self.names,
            Some(WordKind::Noun) => 2 * (self.verbs + self.maybe) > self.names,
        }
    }
}

fn beginnings(names: &[NameWords<'_>]) -> HashMap<String, SharedPrefix> {
    let mut beginnings: HashMap<String, SharedPrefix> = HashMap::new();
    for name in names {
        let mut key = String::new();
        for pair in name.words.windows(2).take(DEPTH) {
            push(&mut key, &pair[0].low);
            let kind = verb::base(&pair[1].low).map(|verb| verb.kind);
            let beginning = beginnings.entry(key.clone()).or_default();
            beginning.names += 1;
            beginning.verbs += usize::from(kind == Some(WordKind::Verb));
            beginning.maybe += usize::from(kind == Some(WordKind::Both));
        }
    }
    let is_group = |key: &str, beginning: &SharedPrefix| {
        let (parent, word) = key.rsplit_once(' ')?;
        (beginning.names > 1 && verb::base(word).is_none()).then(|| parent.to_owned())
    };
    let parents: Vec<String> = beginnings
        .iter()
        .filter_map(|(key, beginning)| is_group(key, beginning))
        .collect();
    for parent in parents {
        beginnings.entry(parent).or_default().groups += 1;
    }
    beginnings
}

fn push(key: &mut String, word: &str) {
    if !key.is_empty() {
        key.push(' ');
    }
    key.push_str(word);
}

/// One word, where a name begins with an HTTP method in capitals and goes on with a verb:
/// `GET_UpdateAccount` says how it is asked for, and then what is done.
fn http_method(words: &[NameWord<'_>]) -> usize {
    let [method, rest @ ..] = words else { return 0 };
    let Some(next) = rest.iter().find(|word| !is_modifier(word)) else {
        return 0;
    };
    let written = matches!(
        method.raw,
        "GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "PATCH" | "DELETE"
    );
    let small = next.raw.chars().any(char::is_lowercase);
    let is_verb = verb::base(&next.low).is_some_and(|verb| verb.kind != WordKind::Noun);
    usize::from(written && small && is_verb)
}

/// How many words of the source's own name a name begins with: all of them and more, or none.
fn own(words: &[NameWord<'_>], own: &[String]) -> usize {
    let begins = own.iter().zip(words).all(|(one, word)| *one == word.low);
    if begins && own.len() < words.len() {
        own.len()
    } else {
        0
    }
}

/// Whether a word before a verb says how it is done.
pub(crate) fn is_modifier(word: &NameWord<'_>) -> bool {
    MODIFIERS.contains(&word.low.as_str())
}

/// Whether the first word names the group of the things that follow: `notes_create_note`.
pub(crate) fn repeats_group(group: &NameWord<'_>, rest: &[NameWord<'_>]) -> bool {
    rest.iter().any(|word| same_thing(&word.low, &group.low))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn house(source: &str, names: &[&str]) -> NamingStyle {
        let names: Vec<_> = names.iter().map(|name| NameWords::split(name)).collect();
        NamingStyle::of(source, &names)
    }

    fn proper(house: &NamingStyle, name: &str) -> String {
        let name = NameWords::split(name);
        let words = house.proper(&name).iter();
        words.map(|word| &*word.low).collect::<Vec<_>>().join(" ")
    }

    fn unprefixed(house: &NamingStyle, name: &str) -> String {
        let name = NameWords::split(name);
        let words = house.unprefixed(&name).iter();
        words.map(|word| &*word.low).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_names_share_is_dropped() {
        let house = house(
            "cloud",
            &["nc_notes_get", "nc_notes_list", "nc_deck_create_card"],
        );
        assert_eq!(unprefixed(&house, "nc_notes_get"), "notes get");
        assert_eq!(proper(&house, "nc_notes_get"), "get");
        assert_eq!(proper(&house, "nc_deck_create_card"), "deck create card");
        assert_eq!(proper(&house, "nc"), "nc");
        assert_eq!(proper(&house, "cloud_share"), "share");
        assert_eq!(proper(&house, "other_thing"), "other thing");
    }

    #[test]
    fn a_word_before_many_groups_is_a_namespace() {
        let names = [
            "nc_a_get",
            "nc_a_list",
            "nc_b_get",
            "nc_b_list",
            "nc_c_get",
            "nc_c_list",
            "x_get",
            "x_list",
            "x_delete",
            "y_get",
            "y_list",
            "y_delete",
        ];
        let house = house("cloud", &names);
        assert_eq!(unprefixed(&house, "nc_a_get"), "a get");
        assert_eq!(unprefixed(&house, "x_get"), "x get");
    }

    #[test]
    fn a_product_may_be_a_verb() {
        let names = [
            "ls_list_orders",
            "ls_get_order",
            "ls_create_order",
            "ls_get_store",
        ];
        let all = house("shop", &names);
        assert_eq!(proper(&all, "ls_list_orders"), "list orders");
        let own = house("sift-mcp", &["sift_list_rules", "sift_get_rule", "ask"]);
        assert_eq!(proper(&own, "sift_get_rule"), "get rule");
        let verb = house("shop", &["get_list_a", "get_list_b", "delete_a"]);
        assert_eq!(proper(&verb, "get_list_a"), "get list a");
    }

    #[test]
    fn a_verb_is_no_prefix() {
        for (names, name, expect) in [
            (["get_a", "get_b", "get_c"], "get_a", "get a"),
            (
                ["search_web", "search_news", "search_images"],
                "search_web",
                "search web",
            ),
            (
                ["update_label", "update_tag", "update_list"],
                "update_tag",
                "update tag",
            ),
            (
                ["mail_send", "mail_list", "mail_delete"],
                "mail_send",
                "send",
            ),
            (["comment_get", "comment_update", "x"], "comment_get", "get"),
        ] {
            assert_eq!(proper(&house("x", &names), name), expect);
        }
    }

    #[test]
    fn modifiers_are_dropped_before_verbs_only() {
        let house = house("x", &[]);
        assert_eq!(proper(&house, "bulk_delete_rows"), "delete rows");
        assert_eq!(proper(&house, "batch_jobs"), "batch jobs");
        assert_eq!(proper(&house, "auto"), "auto");
    }

    #[test]
    fn the_order_is_voted() {
        let first = house("x", &["list_issues", "get_issue", "create_issue"]);
        assert_eq!(first.order, VerbOrder::First);
        let last = house(
            "x",
            &["a_list", "b_get", "c_create", "d_e_update", "set_up_x"],
        );
        assert_eq!(last.order, VerbOrder::Last);
        assert_eq!(house("x", &["issues", "orders"]).order, VerbOrder::Mixed);
    }
}
