//! Which words are near each other.

use super::*;

fn form(vocabulary: &mut Vocabulary, word: &str) -> FormId {
    vocabulary.form(word, &stem(word))
}

fn vocabulary(words: &[&str]) -> Vocabulary {
    let mut vocabulary = Vocabulary::new();
    for word in words {
        form(&mut vocabulary, word);
    }
    vocabulary.finish();
    vocabulary
}

#[test]
fn forms_share_a_stem() {
    let mut vocabulary = Vocabulary::new();
    let (one, other) = (
        form(&mut vocabulary, "gadgets"),
        form(&mut vocabulary, "gadget"),
    );
    assert_ne!(one, other);
    assert_eq!(one, form(&mut vocabulary, "gadgets"));
    assert_eq!(vocabulary.term_of(one), vocabulary.term_of(other));
}

#[test]
fn misspelt_words_have_neighbours() {
    let vocabulary = vocabulary(&["gadget", "gazebo", "frobnicate", "wimble"]);
    for (word, expect) in [
        ("gadgte", Some("gadget")),
        ("gadgt", Some("gadget")),
        ("gadgest", Some("gadget")),
        ("wadget", Some("gadget")),
        ("gadhte", None),
        ("frobincat", Some("frobnicate")),
        ("frobnicates", Some("frobnicate")),
        ("wimbel", Some("wimble")),
    ] {
        let near = vocabulary.near(word, tolerance(word));
        let wanted = vocabulary.find(&stem(expect.unwrap_or("gadget")));
        let found = near.iter().any(|(term, _)| Some(*term) == wanted);
        assert_eq!(found, expect.is_some(), "{word}");
    }
}

#[test]
fn short_words_digits_and_unspaced_scripts_are_never_misspelt() {
    for (word, expect) in [
        ("ids", 0),
        ("note", 1),
        ("gadgets", 1),
        ("calendar", 2),
        ("sha256", 0),
        ("笔记笔记", 0),
        ("заметки", 1),
    ] {
        assert_eq!(tolerance(word), expect, "{word}");
    }
}

#[test]
fn words_are_found_by_their_beginning() {
    let vocabulary = vocabulary(&["gadgetry", "gadgeteer", "gazebo"]);
    let found: Vec<usize> = vocabulary
        .beginning_with("gadg")
        .map(|found| found.1)
        .collect();
    // `gadgetri` is the stem of the second.
    assert_eq!(found, [9, 8, 8]);
    assert_eq!(vocabulary.beginning_with("zzzz").count(), 0);
    assert_eq!(vocabulary.beginning_with("gazebos").count(), 0);
}

#[test]
fn groups_relate_and_do_not_chain() {
    let vocabulary = vocabulary(&[]);
    let term = |word: &str| vocabulary.find(&stem(word)).expect("listed");
    let related = |one, other| vocabulary.related(term(one)).contains(&term(other));
    assert!(related("erase", "delete") && related("delete", "erase"));
    assert!(related("find", "query") && related("find", "list"));
    assert!(!related("list", "query") && !related("list", "list"));
    assert!(vocabulary.is_action(term("erase")) && vocabulary.is_action(term("open")));
    assert!(vocabulary.is_listed(term("ticket")) && !vocabulary.is_action(term("ticket")));
}

#[test]
fn phrases_are_known_in_any_number() {
    let mut vocabulary = Vocabulary::new();
    let terms = ["pull", "requests"].map(|word| {
        let form = form(&mut vocabulary, word);
        vocabulary.term_of(form)
    });
    let form = vocabulary.phrase(terms[0], terms[1]).expect("a phrase");
    assert_eq!(vocabulary.text(form), "pull request");
    assert_eq!(Some(vocabulary.term_of(form)), vocabulary.find("pr"));
    assert!(vocabulary.phrase(terms[1], terms[0]).is_none());
}
