//! What an index keeps, and within which bounds.

use super::*;
use crate::WORDS_MAX;
use crate::field::{DESCRIPTION_MAX, NAME_MAX, clip};

fn document<'a>(name: &'a str, description: &'a str) -> ToolDocument<'a> {
    ToolDocument {
        id: 7,
        name,
        title: None,
        description,
        notes: &[],
        parameters: &[],
    }
}

fn finds(index: &SearchIndex, query: &str) -> bool {
    !index.search(query, 1).is_empty()
}

#[test]
fn an_index_is_shared_between_threads() {
    fn shared<T: Send + Sync + 'static>(_: &T) {}
    let index = SearchIndex::build([document("notes.read", "")]);
    shared(&index);
    assert_eq!((index.len(), index.is_empty()), (1, false));
    assert!(format!("{index:?}").contains("tools: 1"));
    let empty = SearchIndex::build([]);
    assert_eq!((empty.len(), empty.is_empty()), (0, true));
    assert!(!finds(&empty, "read"));
}

#[test]
fn every_field_is_found() {
    let index = SearchIndex::build([ToolDocument {
        title: Some("Quixotic gadget"),
        notes: &["Mind the zeppelin", "Beware of walruses"],
        parameters: &["bandwidth", "  tempo How fast the metronome ticks"],
        ..document("orchard.prune", "Snips a twig")
    }]);
    for query in [
        "orchard",
        "prune",
        "quixotic",
        "twig",
        "zeppelin",
        "walrus",
        "bandwidth",
        "tempo",
        "metronome",
    ] {
        assert_eq!(index.search(query, 9).len(), 1, "{query}");
    }
    assert!(!finds(&index, "elephant"));
}

#[test]
fn a_parameter_counts_more_than_its_description() {
    let index = SearchIndex::build([
        ToolDocument {
            id: 1,
            parameters: &["tempo The metronome"],
            ..document("a.one", "")
        },
        ToolDocument {
            id: 2,
            parameters: &["metronome The tempo"],
            ..document("a.two", "")
        },
    ]);
    assert_eq!(index.search("tempo", 1)[0].id, 1);
    assert_eq!(index.search("metronome", 1)[0].id, 2);
}

#[test]
fn texts_are_read_up_to_their_bound() {
    let padding = "x ".repeat(DESCRIPTION_MAX / 2);
    let early = format!("zeppelin {padding}");
    let late = format!("{padding}zeppelin");
    assert!(finds(
        &SearchIndex::build([document("a.b", &early)]),
        "zeppelin"
    ));
    assert!(!finds(
        &SearchIndex::build([document("a.b", &late)]),
        "zeppelin"
    ));
    let notes = [early.as_str(), "walrus"];
    let with_notes = ToolDocument {
        notes: &notes,
        ..document("a.b", "")
    };
    let index = SearchIndex::build([with_notes]);
    assert!(finds(&index, "zeppelin") && !finds(&index, "walrus"));
    let many = vec!["p"; 100_000];
    let with_parameters = ToolDocument {
        parameters: &many,
        ..document("a.b", "")
    };
    assert!(finds(&SearchIndex::build([with_parameters]), "p"));
}

#[test]
fn huge_names_are_cut_and_still_found() {
    let name = format!("a.zeppelin{}", "ä".repeat(1_000_000));
    let index = SearchIndex::build([document(&name, "")]);
    assert_eq!(*index.tools[0].prepared.name(), *clip(&name, NAME_MAX));
    assert!(finds(&index, "zeppelin"));
}

#[test]
fn noise_neither_fills_the_memory_nor_hides_tools() {
    let noise = |at: usize| -> String {
        let words = (0..400).map(|word| format!("n{at}x{word}"));
        words.collect::<Vec<_>>().join(" ")
    };
    let noise: Vec<String> = (0..WORDS_MAX / 400 + 50).map(noise).collect();
    let noise = noise.iter().map(|text| document("evil.noise", text));
    let honest = ToolDocument {
        id: 1,
        title: Some("Quixotic"),
        ..document("good.walrus_feeder", "Reads the unheardof issue")
    };
    let index = SearchIndex::build(noise.chain([honest]));
    assert!(index.vocabulary.terms() < WORDS_MAX + 100);
    for query in ["walrus", "feeders", "quixotic", "good"] {
        assert_eq!(index.search(query, 1)[0].id, 1, "{query}");
    }
    assert!(finds(&index, "issue") && finds(&index, "n0x7"));
    assert!(!finds(&index, "unheardof "));
}
