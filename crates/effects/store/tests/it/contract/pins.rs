//! Pinned definitions, what was found in their place, and accepting it.

use std::slice::from_ref;

use candor_model::{DefinitionPin, DriftRecord, QualifiedName};
use candor_store::{DEFINITION_MAX, Store, StoreError};

use crate::{
    case::{StoreCase, name, refused, refused_as},
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
    assert_eq!(store.pins().await.unwrap(), []);
    first_sight(store).await;
    found(store).await;
    accepted(store).await;
    repinned(store).await;
    renames(store).await;
    a_star_is_no_name(store).await;
    forgotten(store).await;
    bounded(store).await;
    unreadable(&case).await;
}

/// The mark is the same exactly while the pins are.
pub(crate) async fn mark(case: StoreCase) {
    let store = &case.store;
    let mut marks = vec![store.pin_mark().await.unwrap()];
    let first = [pin("shop.a", FIRST), pin("shop.b", FIRST)];
    store.pin_first(&first).await.unwrap();
    marks.push(store.pin_mark().await.unwrap());
    let changed = drift(&first[0], SECOND);
    assert!(store.repin(&changed, &change("x", "shop.a")).await.unwrap());
    marks.push(store.pin_mark().await.unwrap());
    let source = changed.name.source();
    store
        .forget_pins(source, &change("x", "shop"))
        .await
        .unwrap();
    marks.push(store.pin_mark().await.unwrap());
    for (at, mark) in marks.iter().enumerate() {
        let same = marks.iter().position(|other| other == mark);
        let expect = if at == 3 { 0 } else { at };
        assert_eq!(same, Some(expect), "empty again is as empty as before");
    }
    let again = store.pin_mark().await.unwrap();
    store.pin_first(&[]).await.unwrap();
    let key = everywhere("shop.a");
    let write = put(&key, 0, destroys(&key));
    store.write_opinions(&[write], &[]).await.unwrap();
    assert_eq!(store.pin_mark().await.unwrap(), again, "nothing was pinned");
}

async fn first_sight(store: &Store) {
    store.pin_first(&[]).await.unwrap();
    let mut pins: Vec<DefinitionPin> = (0..100)
        .map(|number| pin(&format!("shop.t{number:03}"), FIRST))
        .collect();
    pins.push(pin("shop.odd\0\\0", FIRST));
    pins.push(pin("zoo.list", FIRST));
    store.pin_first(&pins[..70]).await.unwrap();
    store.pin_first(&pins).await.unwrap();
    assert_eq!(store.revision().await.unwrap(), 2, "one step each");
    let mut sorted = pins.clone();
    sorted.sort_by(|a, b| a.name.cmp(&b.name));
    assert_eq!(store.pins().await.unwrap(), sorted, "by name, as they were");

    let other: Vec<DefinitionPin> = pins
        .iter()
        .map(|one| pin(&one.name.to_string(), SECOND))
        .collect();
    store.pin_first(&other).await.unwrap();
    assert_eq!(store.revision().await.unwrap(), 2, "nothing was new");
    let odd = tool("shop.odd\0\\0");
    assert_eq!(
        store.pin(&odd).await.unwrap().as_ref(),
        Some(&pins[100]),
        "the first counts"
    );
    assert_eq!(store.pin(&tool("shop.none")).await.unwrap(), None);
    // The same tool twice in one listing.
    store
        .pin_first(&[pin("zoo.twin", FIRST), pin("zoo.twin", SECOND)])
        .await
        .unwrap();
    assert_eq!(
        store.pin(&tool("zoo.twin")).await.unwrap(),
        Some(pin("zoo.twin", FIRST))
    );
    assert_eq!(all_changes(store).await, [], "a first sight is no change");
}

async fn found(store: &Store) {
    let [one, two] = ["shop.t001", "shop.t000"].map(|name| drift(&pin(name, FIRST), SECOND));
    let records = || ["shop.t001", "shop.t000"].map(|subject| change("drift.found", subject));
    let before = store.revision().await.unwrap();
    store.record_drifts(&[], &[]).await.unwrap();
    store
        .record_drifts(&[one.clone(), two.clone()], &records())
        .await
        .unwrap();
    assert_eq!(
        store.drifts().await.unwrap(),
        [two.clone(), one.clone()],
        "by name"
    );
    assert_eq!(all_changes(store).await.len(), 2);

    // Another replica, or the next listing, finds the same.
    let mut again = [one.clone(), two.clone()];
    again[0].found.at_micros = 99;
    store.record_drifts(&again, &records()).await.unwrap();
    assert_eq!(store.drifts().await.unwrap(), [two.clone(), one.clone()]);
    assert_eq!(
        all_changes(store).await.len(),
        2,
        "nothing new is written down"
    );
    assert_eq!(store.revision().await.unwrap(), before + 1);

    // One of two is new: only that one is written down.
    let changed = drift(&pin("shop.t001", FIRST), THIRD);
    store
        .record_drifts(&[changed.clone(), two.clone()], &records())
        .await
        .unwrap();
    assert_eq!(
        store.drifts().await.unwrap(),
        [two.clone(), changed.clone()]
    );
    let records = all_changes(store).await;
    assert_eq!(
        (records.len(), records[0].subject.as_str()),
        (3, "shop.t001")
    );

    // The same definition, judged otherwise.
    let served = DriftRecord {
        quarantined: false,
        ..changed
    };
    store.record_drifts(from_ref(&served), &[]).await.unwrap();
    assert_eq!(store.drifts().await.unwrap(), [two.clone(), served]);

    let before = store.revision().await.unwrap();
    store
        .clear_drifts(&[tool("shop.t001"), tool("shop.none")])
        .await
        .unwrap();
    assert_eq!(store.drifts().await.unwrap(), [two]);
    store.clear_drifts(&[tool("shop.t001")]).await.unwrap();
    store.clear_drifts(&[]).await.unwrap();
    assert_eq!(store.revision().await.unwrap(), before + 1, "cleared once");
}

async fn accepted(store: &Store) {
    let seen = drift(&pin("shop.t000", FIRST), SECOND);
    let other = drift(&pin("shop.t002", FIRST), SECOND);
    let record = || change("drift.accept", "shop.t000");
    let before = (store.pins().await.unwrap(), store.drifts().await.unwrap());
    let count = all_changes(store).await.len();

    // Between the look and the yes the source has changed it once more.
    let worse = drift(&pin("shop.t000", FIRST), THIRD);
    store.record_drifts(from_ref(&worse), &[]).await.unwrap();
    let error = store
        .accept_drifts(from_ref(&seen), &[record()])
        .await
        .expect_err("stale");
    assert!(
        matches!(error, StoreError::Stale { found: 1.., .. }),
        "{error:?}"
    );
    let sentence = error.to_string();
    let begins = "somebody else has changed the definition of `shop.t000` meanwhile:";
    assert!(sentence.starts_with(begins), "{sentence}");
    store.record_drifts(from_ref(&seen), &[]).await.unwrap();

    // All or none: the second is not recorded.
    let both = [seen.clone(), other];
    refused(
        store.accept_drifts(&both, &[record()]),
        "there is no changed definition of `shop.t002` to accept",
    )
    .await;
    assert_eq!(
        (store.pins().await.unwrap(), store.drifts().await.unwrap()),
        before
    );
    assert_eq!(all_changes(store).await.len(), count);

    store.accept_drifts(&[], &[]).await.unwrap();
    store
        .accept_drifts(from_ref(&seen), &[record()])
        .await
        .unwrap();
    assert_eq!(
        store.pin(&seen.name).await.unwrap(),
        Some(seen.found.clone())
    );
    assert_eq!(store.drifts().await.unwrap(), []);
    assert_eq!(all_changes(store).await.len(), count + 1);
    refused_as!(
        store.accept_drifts(&[seen], &[record()]),
        StoreError::Missing { .. }
    );
}

async fn repinned(store: &Store) {
    let held = pin("shop.t003", FIRST);
    let next = drift(&held, SECOND);
    let record = || change("drift.follow", "shop.t003");
    let count = all_changes(store).await.len();
    store.record_drifts(from_ref(&next), &[]).await.unwrap();
    assert!(store.repin(&next, &record()).await.unwrap());
    assert_eq!(
        store.pin(&held.name).await.unwrap(),
        Some(next.found.clone())
    );
    assert_eq!(
        store.drifts().await.unwrap(),
        [],
        "what was found is what counts"
    );
    let before = store.revision().await.unwrap();
    assert!(
        !store.repin(&next, &record()).await.unwrap(),
        "it has moved on"
    );
    let unknown = drift(&pin("shop.none", FIRST), SECOND);
    assert!(
        !store.repin(&unknown, &record()).await.unwrap(),
        "never pinned"
    );
    assert_eq!(store.revision().await.unwrap(), before);
    assert_eq!(all_changes(store).await.len(), count + 1);

    let taken = renamed(&pin("shop.t004", FIRST), "shop.t005", SECOND);
    assert!(
        !store.repin(&taken, &record()).await.unwrap(),
        "the new name has a pin"
    );
    let moved = renamed(&pin("shop.t004", FIRST), "shop.new", SECOND);
    assert!(store.repin(&moved, &record()).await.unwrap());
    assert_eq!(store.pin(&tool("shop.t004")).await.unwrap(), None);
    assert_eq!(store.pin(&moved.name).await.unwrap(), Some(moved.found));
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
        store
            .write_opinions(&[put(key, 0, full(key))], &[])
            .await
            .unwrap();
    }
    let write = put(&has_entry, 0, destroys(&has_entry));
    store.write_opinions(&[write], &[]).await.unwrap();

    let found = renamed(&pin(old, FIRST), new, SECOND);
    store.record_drifts(from_ref(&found), &[]).await.unwrap();
    assert_eq!(store.drifts().await.unwrap(), from_ref(&found));
    let record = change("drift.accept", new);
    store
        .accept_drifts(from_ref(&found), &[record])
        .await
        .unwrap();

    assert_eq!(store.pin(&tool(old)).await.unwrap(), None);
    assert_eq!(store.pin(&tool(new)).await.unwrap(), Some(found.found));
    assert_eq!(store.drifts().await.unwrap(), []);
    let revision = store.revision().await.unwrap();
    let [everywhere, environment, toolset] = moving;
    for (was, is) in [
        (everywhere, crate::samples::everywhere(new)),
        (environment, in_environment("dev", new)),
        (toolset, in_toolset("dev", new)),
    ] {
        assert_eq!(store.opinion(&was).await.unwrap(), None, "{was}");
        let moved = store.opinion(&is).await.unwrap().expect("it was moved");
        assert_eq!(moved.opinion, full(&is), "it is about the new name now");
        assert_eq!(moved.version, revision, "a version that nobody has read");
    }
    let kept = store
        .opinion(&has_entry)
        .await
        .unwrap()
        .expect("it is there");
    assert_eq!(
        kept.opinion,
        destroys(&has_entry),
        "what was said of the new name stays"
    );
    for key in staying.iter().chain([&blocked]) {
        let kept = store.opinion(key).await.unwrap().expect("it is there");
        assert_eq!(kept.opinion, full(key), "{key}");
    }
}

/// A source that renames a tool to `*` does not make what was said of it count for all.
async fn a_star_is_no_name(store: &Store) {
    let key = everywhere("shop.t011");
    store
        .write_opinions(&[put(&key, 0, full(&key))], &[])
        .await
        .unwrap();
    let star = renamed(&pin("shop.t011", FIRST), "shop.*", SECOND);
    store.record_drifts(from_ref(&star), &[]).await.unwrap();
    let record = change("drift.accept", "shop.*");
    store
        .accept_drifts(from_ref(&star), &[record])
        .await
        .unwrap();
    assert_eq!(store.pin(&star.name).await.unwrap(), Some(star.found));
    assert_eq!(store.opinion(&everywhere("shop.*")).await.unwrap(), None);
    assert!(store.opinion(&key).await.unwrap().is_some());
    // And back: what was said of all must not come to count for one.
    let all = everywhere("shop.*");
    store
        .write_opinions(&[put(&all, 0, destroys(&all))], &[])
        .await
        .unwrap();
    let back = renamed(&pin("shop.*", SECOND), "shop.plain", FIRST);
    assert!(
        store
            .repin(&back, &change("drift.follow", "shop.plain"))
            .await
            .unwrap()
    );
    assert!(store.opinion(&all).await.unwrap().is_some());
    assert_eq!(
        store.opinion(&everywhere("shop.plain")).await.unwrap(),
        None
    );
}

async fn forgotten(store: &Store) {
    let record = || change("pins.forget", "zoo");
    store
        .record_drifts(&[drift(&pin("zoo.list", FIRST), SECOND)], &[])
        .await
        .unwrap();
    let shop = store.pins().await.unwrap().len() - 2;
    let count = all_changes(store).await.len();
    assert_eq!(store.forget_pins(&name("zoo"), &record()).await.unwrap(), 2);
    assert_eq!(store.forget_pins(&name("zoo"), &record()).await.unwrap(), 0);
    assert_eq!(
        store.pins().await.unwrap().len(),
        shop,
        "those of others stay"
    );
    assert_eq!(store.drifts().await.unwrap(), []);
    assert_eq!(all_changes(store).await.len(), count + 1);
}

async fn bounded(store: &Store) {
    let before = store.revision().await.unwrap();
    let good = pin("big.good", FIRST);
    let long = pin("big.list", &"x".repeat(DEFINITION_MAX + 1));
    let sentence = "the definition of `big.list` has 4194305 bytes, and at most 4194304 are kept; \
                    make it shorter";
    refused(store.pin_first(&[good.clone(), long]), sentence).await;
    let found = drift(&good, &"x".repeat(DEFINITION_MAX + 1));
    refused_as!(
        store.record_drifts(&[found], &[]),
        StoreError::TooLarge { .. }
    );
    let nameless = QualifiedName::new(name("big"), "🦀".repeat(257).repeat(2));
    let unnamed = DefinitionPin {
        name: nameless,
        ..good.clone()
    };
    refused_as!(store.pin_first(&[unnamed]), StoreError::TooLarge { .. });
    assert_eq!(
        store.revision().await.unwrap(),
        before,
        "nothing was changed"
    );

    let largest = pin("big.list", &"x".repeat(DEFINITION_MAX));
    let longest = DefinitionPin {
        name: QualifiedName::new(name("big"), "🦀".repeat(256)),
        ..good
    };
    store
        .pin_first(&[largest.clone(), longest.clone()])
        .await
        .unwrap();
    for pin in [largest, longest] {
        assert_eq!(store.pin(&pin.name).await.unwrap(), Some(pin));
    }
}

async fn unreadable(case: &StoreCase) {
    let store = &case.store;
    let bad = tool("shop.t020");
    let found = [
        drift(&pin("shop.t020", FIRST), SECOND),
        drift(&pin("shop.t021", FIRST), SECOND),
    ];
    store.record_drifts(&found, &[]).await.unwrap();
    let count = store.pins().await.unwrap().len();
    case.execute("UPDATE pins SET hash = 'abc' WHERE tool = 't020'")
        .await;
    case.execute("UPDATE drifts SET differences = 'abc' WHERE tool = 't020'")
        .await;
    assert_eq!(store.pins().await.unwrap().len(), count - 1);
    assert_eq!(store.drifts().await.unwrap(), [found[1].clone()]);
    refused(
        store.pin(&bad),
        "tool `shop.t020` has the hash `abc`, which this binary does not know; it was written by \
         a newer candor or changed by hand",
    )
    .await;
    let record = change("drift.follow", "shop.t020");
    assert!(
        !store.repin(&found[0], &record).await.unwrap(),
        "no reason to trust what comes"
    );
}
