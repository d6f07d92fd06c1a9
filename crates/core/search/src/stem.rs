//! Stemming: removes plural, tense and similar endings from English words.
//!
//! A stem need not be a word: what matters is that the forms of one word share it and other words
//! do not. The rules, in order: forms in a table become their base; plural `s` is removed; `ing`
//! and `ed` are removed after a vowel; `ion` and `ment` are removed from long words; a final `y`
//! becomes `i`; a final `e` is removed. Words of three letters, words with digits and words in
//! other scripts are unchanged.

/// Irregular forms and their base.
const IRREGULAR: &[(&str, &str)] = &[
    ("added", "add"),
    ("adding", "add"),
    ("approval", "approve"),
    ("built", "build"),
    ("cancellation", "cancel"),
    ("cancelled", "cancel"),
    ("cancelling", "cancel"),
    ("children", "child"),
    ("controlled", "control"),
    ("controlling", "control"),
    ("conversion", "convert"),
    ("criteria", "criterion"),
    ("dbs", "db"),
    ("description", "describe"),
    ("dms", "dm"),
    ("documentation", "document"),
    ("found", "find"),
    ("ids", "id"),
    ("indices", "index"),
    ("installation", "install"),
    ("labelled", "label"),
    ("labelling", "label"),
    ("matrices", "matrix"),
    ("mrs", "mr"),
    ("people", "person"),
    ("prs", "pr"),
    ("registration", "register"),
    ("removal", "remove"),
    ("renewal", "renew"),
    ("retrieval", "retrieve"),
    ("sent", "send"),
    ("settings", "setting"),
    ("stat", "statistic"),
    ("stats", "statistic"),
    ("statuses", "status"),
    ("subscription", "subscribe"),
    ("used", "use"),
    ("using", "use"),
    ("vertices", "vertex"),
    ("vms", "vm"),
    ("written", "write"),
];

/// Words that only look like an inflected form.
const WHOLE: &[&str] = &[
    "alias",
    "canvas",
    "embed",
    "kubernetes",
    "news",
    "nothing",
    "pandas",
    "setting",
    "something",
];

/// Shorter words are not stemmed.
const SHORTEST: usize = 4;

/// The stem of a lower-case word.
pub(crate) fn stem(word: &str) -> String {
    let base = IRREGULAR.binary_search_by_key(&word, |(form, _)| form);
    let mut stem = base.map_or(word, |at| IRREGULAR[at].1).to_owned();
    let plain = stem.bytes().all(|byte| byte.is_ascii_lowercase());
    if !plain || WHOLE.contains(&stem.as_str()) {
        return stem;
    }
    for rule in [number, tense, noun, last_letter] {
        if stem.len() < SHORTEST {
            break;
        }
        rule(&mut stem);
    }
    stem
}

/// Singular of a plural.
fn number(word: &mut String) {
    if ["ss", "us", "is"].iter().any(|end| word.ends_with(end)) {
        return;
    }
    if !replace(word, "ies", "y", 2) {
        replace(word, "s", "", 3);
    }
}

/// `copying`, `copied`, `planned` to `copy` and `plan`.
fn tense(word: &mut String) {
    if replace(word, "ied", "y", 2) || word.ends_with("eed") {
        return;
    }
    let rest = |end: &str| word.strip_suffix(end).map(str::len);
    let Some(rest) = rest("ing").or_else(|| rest("ed")) else {
        return;
    };
    if rest < 3 || !word[..rest].contains(['a', 'e', 'i', 'o', 'u', 'y']) {
        return;
    }
    word.truncate(rest);
    let end = word.as_bytes();
    if let [.., before, last] = end
        && before == last
        && !b"aeioulsz".contains(last)
    {
        word.pop();
    }
}

/// Verb of a derived noun.
fn noun(word: &mut String) {
    if replace(word, "ification", "ify", 2)
        || replace(word, "ization", "ize", 2)
        || replace(word, "isation", "ize", 2)
        || replace(word, "ment", "", 5)
    {
        return;
    }
    if word.ends_with("tion") || word.ends_with("sion") {
        replace(word, "ion", "", 5);
    }
}

/// Replaces a final `y` by `i` and removes a final `e`.
fn last_letter(word: &mut String) {
    let consonant_before = word.as_bytes().iter().rev().nth(1);
    if consonant_before.is_some_and(|before| !b"aeiou".contains(before)) {
        replace(word, "y", "i", 2);
    }
    replace(word, "e", "", 3);
}

/// Replaces an ending if at least `left` letters precede it; returns whether it did.
fn replace(word: &mut String, end: &str, by: &str, left: usize) -> bool {
    let fits = word.ends_with(end) && word.len() - end.len() >= left;
    if fits {
        word.truncate(word.len() - end.len());
        word.push_str(by);
    }
    fits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_share_a_stem() {
        for forms in [
            "issue issues",
            "box boxes",
            "branch branches",
            "address addresses",
            "database databases",
            "query queries querying queried",
            "movie movies",
            "status statuses",
            "alias aliases",
            "create creates created creating creation",
            "delete deletes deleted deleting deletion",
            "copy copies copied copying",
            "run runs running",
            "plan plans planned planning",
            "set sets",
            "list lists listed listing",
            "call calls called calling",
            "add adds added adding",
            "cancel cancels cancelled canceled cancellation",
            "use uses used using",
            "notify notifies notified notification notifications",
            "authorize authorizes authorization authorisation",
            "deploy deploys deployed deployment deployments",
            "embed embedded embedding embeddings",
            "person people",
            "pr prs",
            "share shares shared sharing",
            "setting settings",
        ] {
            let mut stems: Vec<String> = forms.split(' ').map(stem).collect();
            stems.dedup();
            assert_eq!(stems.len(), 1, "{forms}: {stems:?}");
        }
    }

    #[test]
    fn the_table_is_in_order() {
        assert!(IRREGULAR.is_sorted());
    }

    #[test]
    fn other_words_do_not() {
        for (one, other) in [
            ("notion", "note"),
            ("station", "state"),
            ("news", "new"),
            ("stats", "state"),
            ("settings", "set"),
            ("string", "str"),
            ("file", "fill"),
            ("comment", "com"),
            ("user", "use"),
            ("speed", "spe"),
            ("canvas", "canva"),
            ("sha256s", "sha256"),
        ] {
            assert_ne!(stem(one), stem(other), "{one} {other}");
        }
    }

    #[test]
    fn other_scripts_stay() {
        for word in ["заметки", "dns", "s", "", "笔记", "2024s"] {
            assert_eq!(stem(word), word);
        }
    }
}
