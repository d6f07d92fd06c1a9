//! What people say about tools.

use candor_model::{FieldValue, JsonText, Opinion, OpinionKey, QualifiedName, ToolPattern};
use candor_store::{OPINION_MAX, OpinionWrite, Store, WrittenOpinions};

use crate::{
    case::{StoreCase, done, name, refused, refused_as},
    samples::{
        LAYERS, all_changes, change, destroys, everywhere, full, in_environment, in_toolset, put,
        says,
    },
};

/// Opinions are read back as written, and stale writes are rejected.
pub(crate) async fn opinions(case: StoreCase) {
    let store = &case.store;
    assert_eq!(done!(store.opinions()), []);
    assert_eq!(done!(store.revision()), 0);
    assert_eq!(
        done!(store.write_opinions(&[], &[])),
        WrittenOpinions::default()
    );
    assert_eq!(done!(store.revision()), 0, "nothing was changed");

    round_trip(store).await;
    versions(store).await;
    all_or_nothing(store).await;
    refused(store).await;
    odd_names(store).await;
    news(store).await;
    unreadable(&case).await;
}

/// What was written after a revision is told, and how many there are.
async fn news(store: &Store) {
    let all = done!(store.opinion_news(0));
    let count = done!(store.opinions()).len();
    let rows = all.rows;
    assert_eq!((all.written.len(), all.unread), (count, 0));
    assert_eq!(rows, count as u64);
    let revision = done!(store.revision());
    let none = done!(store.opinion_news(revision));
    assert_eq!((none.rows, none.written), (rows, Vec::new()));
    let key = everywhere("shop.news");
    done!(store.write_opinions(&[put(&key, 0, full(&key))], &[]));
    let one = done!(store.opinion_news(revision));
    assert_eq!((one.rows, one.written.len()), (rows + 1, 1));
    assert_eq!(one.written[0].key, key);
    let written = one.written[0].version;
    let removal = OpinionWrite {
        key,
        expected: written,
        opinion: None,
    };
    done!(store.write_opinions(&[removal], &[]));
    let gone = done!(store.opinion_news(written));
    assert_eq!((gone.rows, gone.written), (rows, Vec::new()));
}

async fn round_trip(store: &Store) {
    let keys = [
        everywhere("shop.delete_book"),
        in_environment("dev", "shop.*"),
        in_toolset("readers", "shop.delete_book"),
    ];
    let writes: Vec<OpinionWrite> = keys.iter().map(|key| put(key, 0, full(key))).collect();
    let record = change("annotations.amend", "shop.delete_book");
    let written = done!(store.write_opinions(&writes, std::slice::from_ref(&record)));
    assert_eq!(written.revision, 1);
    let versions: Vec<u64> = written.versions().collect();
    assert_eq!(versions, [1, 1, 1], "the revision is the version");
    assert_eq!(done!(store.revision()), 1);
    let read = done!(store.opinions());
    let kept = written.entries.into_iter().filter_map(|(_, stored)| stored);
    assert!(
        kept.eq(read.iter().cloned()),
        "what was written is what is read"
    );
    for ((stored, write), layer) in read.iter().zip(&writes).zip(LAYERS) {
        assert_eq!(stored.key, write.key, "in the order of the layers");
        assert_eq!(Some(&stored.opinion), write.opinion.as_ref());
        assert_eq!(stored.version, 1);
        let title = stored.opinion.title.as_ref().unwrap();
        assert_eq!(title.provenance.layer, layer);
        let FieldValue::Set(cost) = &stored.opinion.extra["vendor/cost"].value else {
            panic!("it was set")
        };
        assert_eq!(cost.as_str(), "1.0", "a number keeps its text");
        let one = done!(store.opinion(&stored.key));
        assert_eq!(one.as_ref(), Some(stored));
    }
    assert_eq!(read.len(), 3);
    assert_eq!(all_changes(store).await, [record]);
    let nobody = in_environment("prod", "shop.*");
    assert_eq!(done!(store.opinion(&nobody)), None);
}

async fn versions(store: &Store) {
    let key = everywhere("shop.delete_book");
    let check = async |expected: u64, opinion: Option<Opinion>, found: u64, sentence: &str| {
        let before = done!(store.revision());
        let write = OpinionWrite {
            key: key.clone(),
            expected,
            opinion,
        };
        refused_as!(
            store.write_opinions(&[write], &[change("annotations.amend", "late")]) =>
            Stale { found: it, .. } if *it == found, sentence
        );
        assert_eq!(done!(store.revision()), before, "nothing was changed");
    };
    let sentence = "someone else has changed `shop.delete_book` meanwhile: it is at version 1 \
                    now; read it again and repeat the change";
    check(0, Some(destroys(&key)), 1, sentence).await;
    check(7, Some(destroys(&key)), 1, sentence).await;
    check(0, None, 1, sentence).await;
    check(7, None, 1, sentence).await;

    let write = put(&key, 1, destroys(&key));
    let written = done!(store.write_opinions(&[write], &[]));
    assert!(written.versions().eq([2]));
    let empty = put(&key, 2, Opinion::default());
    let removed = done!(store.write_opinions(&[empty], &[]));
    assert_eq!(removed.entries, [(key.clone(), None)]);
    assert!(removed.versions().eq([0]));
    assert_eq!(removed.revision, 3);
    assert_eq!(done!(store.opinion(&key)), None, "it says nothing");
    let sentence = "someone else has changed `shop.delete_book` meanwhile: it no longer exists; \
                    read it again and repeat the change";
    check(2, Some(destroys(&key)), 0, sentence).await;
    check(2, None, 0, sentence).await;

    let again = put(&key, 0, destroys(&key));
    let written = done!(store.write_opinions(&[again], &[]));
    assert!(written.versions().eq([4]), "a version is never used again");
    let recorded = all_changes(store).await;
    let late = recorded.iter().filter(|change| change.subject == "late");
    assert_eq!(late.count(), 0, "what was refused is not written down");
}

async fn all_or_nothing(store: &Store) {
    let before = done!(store.opinions());
    let recorded = all_changes(store).await;
    let [first, second, third] = ["shop.a", "shop.delete_book", "shop.c"].map(everywhere);
    let writes = [
        put(&first, 0, destroys(&first)),
        put(&second, 3, full(&second)),
        put(&third, 0, destroys(&third)),
    ];
    let records = ["shop.a", "shop.delete_book", "shop.c"]
        .map(|subject| change("annotations.amend", subject));
    refused_as!(
        store.write_opinions(&writes, &records) =>
        Stale { subject, found: 4 } if subject == "`shop.delete_book`"
    );
    assert_eq!(done!(store.opinions()), before);
    assert_eq!(all_changes(store).await, recorded);

    // The same entry twice in one change: the second has not read the first.
    let twice = [
        put(&first, 0, destroys(&first)),
        put(&first, 0, full(&first)),
    ];
    refused_as!(store.write_opinions(&twice, &[]) => Stale { .. });
    assert_eq!(done!(store.opinions()), before);
}

async fn refused(store: &Store) {
    let before = done!(store.revision());
    let key = everywhere("shop.a");
    let check = async |json: String, sentence: &str| {
        let mut opinion = destroys(&key);
        let json = says(&key, JsonText::new(json));
        opinion.extra.insert("x".into(), json);
        refused!(store.write_opinions(&[put(&key, 0, opinion)], &[]) => sentence);
    };
    let sentence = "the member `x` of `shop.a` is not JSON";
    check("{\"a\":".to_owned(), sentence).await;
    let (short, long) = (OPINION_MAX - 1_000, OPINION_MAX);
    let mut fits = destroys(&key);
    let text = says(&key, JsonText::new(format!("\"{}\"", "x".repeat(short))));
    fits.extra.insert("x".into(), text);
    done!(store.write_opinions(&[put(&key, 0, fits)], &[]));
    let sentence =
        "the override of `shop.a` has 65721 bytes, and at most 65536 are kept; make it shorter";
    check(format!("\"{}\"", "x".repeat(long)), sentence).await;
    assert_eq!(done!(store.revision()), before + 1);
}

async fn odd_names(store: &Store) {
    let exactly = |own: &str| {
        OpinionKey::everywhere(ToolPattern::exactly(&QualifiedName::new(name("odd"), own)))
    };
    let longest = "🦀".repeat(256);
    let odd = [
        "a\0b",
        "a\\0b",
        "a\u{fffd}b",
        "x'; DROP TABLE opinions; --",
        &longest,
    ];
    for own in odd {
        let key = exactly(own);
        done!(store.write_opinions(&[put(&key, 0, destroys(&key))], &[]));
    }
    let read = done!(store.opinions());
    for own in odd {
        let key = exactly(own);
        let found = read.iter().filter(|one| one.key == key).count();
        assert_eq!(found, 1, "{own:?}");
        let one = done!(store.opinion(&key)).expect("it was written");
        assert_eq!(one.opinion, destroys(&key), "{own:?}");
    }
    let key = exactly(&"x".repeat(5_000));
    let ends = "has 5004 bytes, and at most 1200 are kept; make it shorter";
    let error = refused!(store.opinion(&key) => starts_with "the name `odd.xxx").to_string();
    assert!(error.ends_with(ends), "{error}");
}

async fn unreadable(case: &StoreCase) {
    let store = &case.store;
    let count = done!(store.opinions()).len();
    for statement in [
        "INSERT INTO opinions VALUES ('galaxy', 'x', 'shop.z', '{}', 9)",
        "INSERT INTO opinions VALUES ('environment', 'NOT A NAME', 'shop.z', '{}', 9)",
        "INSERT INTO opinions VALUES ('everywhere', '', 'nonsense', '{}', 9)",
        "INSERT INTO opinions VALUES ('everywhere', '', 'shop.z', 'nonsense', 9)",
    ] {
        case.execute(statement).await;
    }
    let read = done!(store.opinions());
    assert_eq!(read.len(), count, "they are left out, and hide no others");
    refused!(
        store.opinion(&everywhere("shop.z")) =>
        "annotation `shop.z` has the body `nonsense`, which this binary does not know; it was \
         written by a newer candor or changed by hand"
    );
}
