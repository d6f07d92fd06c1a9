//! Pinned definitions, what was found in their place, and accepting it.

use std::slice::from_ref;

use candor_model::{DefinitionPin, DriftRecord, QualifiedName};
use candor_store::{DEFINITION_MAX, Store};

use crate::{
    case::{StoreCase, done, name, refused, refused_as},
    samples::{
        all_changes, change, destroys, drift, everywhere, full, in_environment, in_toolset, pin,
        put, renamed, tool,
    },
};

const FIRST: &str = "{\"name\":\"list\",\"description\":\"a\"}";
const SECOND: &str = "{\"name\":\"list\",\"description\":\"b\\u0000\"}";
const THIRD: &str = "{\"name\":\"list\",\"description\":\"c\"}";

/// Tools are pinned once, and moved to another definition only if it is the one that was seen.
pub(crate) async fn pins(case: StoreCase) {
    let store = &case.store;
    assert_eq!(done!(store.pins()), []);
    first_sight(store).await;
    found(store).await;
    accepted(store).await;
    added(store).await;
    repinned(store).await;
    renames(store).await;
    a_star_is_no_name(store).await;
    forgotten(store).await;
    bounded(store).await;
    unreadable(&case).await;
}

/// A tool that is new has no pin until it is accepted.
async fn added(store: &Store) {
    let new = DriftRecord {
        pinned: None,
        ..drift(&pin("shop.fresh", FIRST), FIRST)
    };
    let record = change("drift.quarantine", "shop.fresh");
    done!(store.record_drifts(from_ref(&new), from_ref(&record)));
    assert!(done!(store.drifts()).contains(&new));
    assert_eq!(done!(store.pin(&new.name)), None);
    let accept = change("drift.accept", "shop.fresh");
    done!(store.accept_drifts(from_ref(&new), from_ref(&accept)));
    assert_eq!(done!(store.pin(&new.name)), Some(new.found.clone()));
    assert!(!done!(store.drifts()).contains(&new));
}

/// The mark is the same exactly while the pins are.
pub(crate) async fn mark(case: StoreCase) {
    let store = &case.store;
    let mut marks = vec![done!(store.pin_mark())];
    let first = [pin("shop.a", FIRST), pin("shop.b", FIRST)];
    done!(store.pin_first(&first));
    marks.push(done!(store.pin_mark()));
    let changed = drift(&first[0], SECOND);
    assert!(done!(store.repin(&changed, &change("x", "shop.a"))));
    marks.push(done!(store.pin_mark()));
    let source = changed.name.source();
    done!(store.forget_pins(source, &change("x", "shop")));
    marks.push(done!(store.pin_mark()));
    for (at, mark) in marks.iter().enumerate() {
        let same = marks.iter().position(|other| other == mark);
        let expect = if at == 3 { 0 } else { at };
        assert_eq!(same, Some(expect), "empty again is as empty as before");
    }
    let again = done!(store.pin_mark());
    done!(store.pin_first(&[]));
    let key = everywhere("shop.a");
    let write = put(&key, 0, destroys(&key));
    done!(store.write_opinions(&[write], &[]));
    assert_eq!(done!(store.pin_mark()), again, "nothing was pinned");
}

async fn first_sight(store: &Store) {
    done!(store.pin_first(&[]));
    let mut pins: Vec<DefinitionPin> = (0..100)
        .map(|number| pin(&format!("shop.t{number:03}"), FIRST))
        .collect();
    pins.push(pin("shop.odd\0\\0", FIRST));
    pins.push(pin("zoo.list", FIRST));
    done!(store.pin_first(&pins[..70]));
    done!(store.pin_first(&pins));
    assert_eq!(done!(store.revision()), 2, "one step each");
    let mut sorted = pins.clone();
    sorted.sort_by(|a, b| a.name.cmp(&b.name));
    assert_eq!(done!(store.pins()), sorted, "by name, as they were");

    let other = pins.iter().map(|one| pin(&one.name.to_string(), SECOND));
    done!(store.pin_first(&other.collect::<Vec<_>>()));
    assert_eq!(done!(store.revision()), 2, "nothing was new");
    let odd = tool("shop.odd\0\\0");
    let first = done!(store.pin(&odd));
    assert_eq!(first.as_ref(), Some(&pins[100]), "the first counts");
    assert_eq!(done!(store.pin(&tool("shop.none"))), None);
    // The same tool twice in one listing.
    done!(store.pin_first(&[pin("zoo.twin", FIRST), pin("zoo.twin", SECOND)]));
    let twin = done!(store.pin(&tool("zoo.twin")));
    assert_eq!(twin, Some(pin("zoo.twin", FIRST)));
    assert_eq!(all_changes(store).await, [], "a first sight is no change");
}

async fn found(store: &Store) {
    let [one, two] = ["shop.t001", "shop.t000"].map(|name| drift(&pin(name, FIRST), SECOND));
    let records = || ["shop.t001", "shop.t000"].map(|subject| change("drift.found", subject));
    let before = done!(store.revision());
    done!(store.record_drifts(&[], &[]));
    done!(store.record_drifts(&[one.clone(), two.clone()], &records()));
    assert_eq!(done!(store.drifts()), [two.clone(), one.clone()], "by name");
    assert_eq!(all_changes(store).await.len(), 2);

    // Another replica, or the next listing, finds the same.
    let mut again = [one.clone(), two.clone()];
    again[0].found.at_micros = 99;
    done!(store.record_drifts(&again, &records()));
    assert_eq!(done!(store.drifts()), [two.clone(), one.clone()]);
    let recorded = all_changes(store).await.len();
    assert_eq!(recorded, 2, "nothing new is written down");
    assert_eq!(done!(store.revision()), before + 1);

    // One of two is new: only that one is written down.
    let changed = drift(&pin("shop.t001", FIRST), THIRD);
    done!(store.record_drifts(&[changed.clone(), two.clone()], &records()));
    assert_eq!(done!(store.drifts()), [two.clone(), changed.clone()]);
    let records = all_changes(store).await;
    assert_eq!(records.len(), 3);
    assert_eq!(records[0].subject, "shop.t001");

    // The same definition, judged otherwise.
    let served = DriftRecord {
        quarantined: false,
        ..changed
    };
    done!(store.record_drifts(from_ref(&served), &[]));
    assert_eq!(done!(store.drifts()), [two.clone(), served]);

    let before = done!(store.revision());
    done!(store.clear_drifts(&[tool("shop.t001"), tool("shop.none")]));
    assert_eq!(done!(store.drifts()), [two]);
    done!(store.clear_drifts(&[tool("shop.t001")]));
    done!(store.clear_drifts(&[]));
    assert_eq!(done!(store.revision()), before + 1, "cleared once");
}

async fn accepted(store: &Store) {
    let seen = drift(&pin("shop.t000", FIRST), SECOND);
    let other = drift(&pin("shop.t002", FIRST), SECOND);
    let record = || change("drift.accept", "shop.t000");
    let before = (done!(store.pins()), done!(store.drifts()));
    let count = all_changes(store).await.len();

    // Between the look and the yes the source has changed it once more.
    let worse = drift(&pin("shop.t000", FIRST), THIRD);
    done!(store.record_drifts(from_ref(&worse), &[]));
    let records = [record()];
    let accepted = store.accept_drifts(from_ref(&seen), &records);
    let sentence = refused_as!(accepted => Stale { found: 1.., .. }).to_string();
    let begins = "someone else has changed the definition of `shop.t000` meanwhile:";
    assert!(sentence.starts_with(begins), "{sentence}");
    done!(store.record_drifts(from_ref(&seen), &[]));

    // All or none: the second is not recorded.
    let both = [seen.clone(), other];
    refused!(
        store.accept_drifts(&both, &[record()]) =>
        "there is no changed definition of `shop.t002` to accept"
    );
    assert_eq!((done!(store.pins()), done!(store.drifts())), before);
    assert_eq!(all_changes(store).await.len(), count);

    done!(store.accept_drifts(&[], &[]));
    done!(store.accept_drifts(from_ref(&seen), &[record()]));
    assert_eq!(done!(store.pin(&seen.name)), Some(seen.found.clone()));
    assert_eq!(done!(store.drifts()), []);
    // Both the old and the new form are known from now on.
    let known = done!(store.accepted_definitions());
    let known = |hash| known.contains(&(seen.name.clone(), hash));
    assert!(known(pin("shop.t000", FIRST).hash) && known(seen.found.hash));
    assert_eq!(all_changes(store).await.len(), count + 1);
    refused_as!(store.accept_drifts(&[seen], &[record()]) => Missing { .. });
}

async fn repinned(store: &Store) {
    let held = pin("shop.t003", FIRST);
    let next = drift(&held, SECOND);
    let record = || change("drift.follow", "shop.t003");
    let count = all_changes(store).await.len();
    done!(store.record_drifts(from_ref(&next), &[]));
    assert!(done!(store.repin(&next, &record())));
    assert_eq!(done!(store.pin(&held.name)), Some(next.found.clone()));
    assert_eq!(done!(store.drifts()), [], "what was found is what counts");
    let before = done!(store.revision());
    assert!(!done!(store.repin(&next, &record())), "it has moved on");
    let unknown = drift(&pin("shop.none", FIRST), SECOND);
    assert!(!done!(store.repin(&unknown, &record())), "never pinned");
    assert_eq!(done!(store.revision()), before);
    assert_eq!(all_changes(store).await.len(), count + 1);

    let taken = renamed(&pin("shop.t004", FIRST), "shop.t005", SECOND);
    let repinned = done!(store.repin(&taken, &record()));
    assert!(!repinned, "the new name has a pin");
    let moved = renamed(&pin("shop.t004", FIRST), "shop.new", SECOND);
    assert!(done!(store.repin(&moved, &record())));
    assert_eq!(done!(store.pin(&tool("shop.t004"))), None);
    assert_eq!(done!(store.pin(&moved.name)), Some(moved.found));
}

async fn renames(store: &Store) {
    let (old, new) = ("shop.t010", "shop.remove\\book");
    let moving = [
        everywhere(old),
        in_environment("dev", old),
        in_toolset("dev", old),
    ];
    let (blocked, has_entry) = (in_toolset("readers", old), in_toolset("readers", new));
    let staying = [
        everywhere("shop.t01*"),
        everywhere("shop.t0100"),
        everywhere("zoo.t010"),
    ];
    for key in moving.iter().chain([&blocked]).chain(&staying) {
        done!(store.write_opinions(&[put(key, 0, full(key))], &[]));
    }
    let write = put(&has_entry, 0, destroys(&has_entry));
    done!(store.write_opinions(&[write], &[]));

    let found = renamed(&pin(old, FIRST), new, SECOND);
    done!(store.record_drifts(from_ref(&found), &[]));
    assert_eq!(done!(store.drifts()), from_ref(&found));
    let record = change("drift.accept", new);
    done!(store.accept_drifts(from_ref(&found), &[record]));

    assert_eq!(done!(store.pin(&tool(old))), None);
    assert_eq!(done!(store.pin(&tool(new))), Some(found.found));
    assert_eq!(done!(store.drifts()), []);
    let revision = done!(store.revision());
    let [everywhere, environment, toolset] = moving;
    for (was, is) in [
        (everywhere, crate::samples::everywhere(new)),
        (environment, in_environment("dev", new)),
        (toolset, in_toolset("dev", new)),
    ] {
        assert_eq!(done!(store.opinion(&was)), None, "{was}");
        let moved = done!(store.opinion(&is)).expect("it was moved");
        assert_eq!(moved.opinion, full(&is), "it is about the new name now");
        assert_eq!(moved.version, revision, "a version that nobody has read");
    }
    let kept = done!(store.opinion(&has_entry)).expect("it is there");
    assert_eq!(
        kept.opinion,
        destroys(&has_entry),
        "what was said there stays"
    );
    for key in staying.iter().chain([&blocked]) {
        let kept = done!(store.opinion(key)).expect("it is there");
        assert_eq!(kept.opinion, full(key), "{key}");
    }
}

/// A source that renames a tool to `*` does not make what was said of it count for all.
async fn a_star_is_no_name(store: &Store) {
    let key = everywhere("shop.t011");
    done!(store.write_opinions(&[put(&key, 0, full(&key))], &[]));
    let star = renamed(&pin("shop.t011", FIRST), "shop.*", SECOND);
    done!(store.record_drifts(from_ref(&star), &[]));
    let record = change("drift.accept", "shop.*");
    done!(store.accept_drifts(from_ref(&star), &[record]));
    assert_eq!(done!(store.pin(&star.name)), Some(star.found));
    assert_eq!(done!(store.opinion(&everywhere("shop.*"))), None);
    assert!(done!(store.opinion(&key)).is_some());
    // And back: what was said of all must not come to count for one.
    let all = everywhere("shop.*");
    done!(store.write_opinions(&[put(&all, 0, destroys(&all))], &[]));
    let back = renamed(&pin("shop.*", SECOND), "shop.plain", FIRST);
    assert!(done!(
        store.repin(&back, &change("drift.follow", "shop.plain"))
    ));
    assert!(done!(store.opinion(&all)).is_some());
    assert_eq!(done!(store.opinion(&everywhere("shop.plain"))), None);
}

async fn forgotten(store: &Store) {
    let record = || change("pins.forget", "zoo");
    done!(store.record_drifts(&[drift(&pin("zoo.list", FIRST), SECOND)], &[]));
    let shop = done!(store.pins()).len() - 2;
    let count = all_changes(store).await.len();
    assert_eq!(done!(store.forget_pins(&name("zoo"), &record())), 2);
    assert_eq!(done!(store.forget_pins(&name("zoo"), &record())), 0);
    assert_eq!(done!(store.pins()).len(), shop, "those of others stay");
    assert_eq!(done!(store.drifts()), []);
    assert_eq!(all_changes(store).await.len(), count + 1);
}

async fn bounded(store: &Store) {
    let before = done!(store.revision());
    let good = pin("big.good", FIRST);
    let long = pin("big.list", &"x".repeat(DEFINITION_MAX + 1));
    let sentence = "the definition of `big.list` has 4194305 bytes, and at most 4194304 are kept; \
                    make it shorter";
    refused!(store.pin_first(&[good.clone(), long]) => sentence);
    let found = drift(&good, &"x".repeat(DEFINITION_MAX + 1));
    refused_as!(store.record_drifts(&[found], &[]) => TooLarge { .. });
    let nameless = QualifiedName::new(name("big"), "🦀".repeat(257).repeat(2));
    let unnamed = DefinitionPin {
        name: nameless,
        ..good.clone()
    };
    refused_as!(store.pin_first(&[unnamed]) => TooLarge { .. });
    assert_eq!(done!(store.revision()), before, "nothing was changed");

    let largest = pin("big.list", &"x".repeat(DEFINITION_MAX));
    let longest = DefinitionPin {
        name: QualifiedName::new(name("big"), "🦀".repeat(256)),
        ..good
    };
    done!(store.pin_first(&[largest.clone(), longest.clone()]));
    for pin in [largest, longest] {
        assert_eq!(done!(store.pin(&pin.name)), Some(pin));
    }
}

async fn unreadable(case: &StoreCase) {
    let store = &case.store;
    let bad = tool("shop.t020");
    let found = ["shop.t020", "shop.t021"].map(|name| drift(&pin(name, FIRST), SECOND));
    done!(store.record_drifts(&found, &[]));
    let count = done!(store.pins()).len();
    case.execute("UPDATE pins SET hash = 'abc' WHERE tool = 't020'")
        .await;
    case.execute("UPDATE drifts SET differences = 'abc' WHERE tool = 't020'")
        .await;
    assert_eq!(done!(store.pins()).len(), count - 1);
    assert_eq!(done!(store.drifts()), [found[1].clone()]);
    refused!(
        store.pin(&bad) =>
        "tool `shop.t020` has the hash `abc`, which this binary does not know; it was written by \
         a newer candor or changed by hand"
    );
    let record = change("drift.follow", "shop.t020");
    let repinned = done!(store.repin(&found[0], &record));
    assert!(!repinned, "no reason to trust what comes");
}
