//! What toolsets were before, and what follows them to a new name.

use candor_model::{ChangeChannel, ChangeRecord, Toolset};
use candor_store::{Store, TOOLSET_VERSIONS_MAX, ToolsetVersion};

use crate::{
    case::{StoreCase, done, refused, refused_as},
    samples::{change, destroys, full, in_toolset, put, toolset, toolset_name},
};

/// Every version can be read, whatever has become of the toolset.
pub(crate) async fn toolset_versions(case: StoreCase) {
    let store = &case.store;
    let none = store.toolset_versions(&toolset_name("none")).await;
    assert_eq!(none.unwrap(), []);
    after_deletion(store).await;
    renamed(store).await;
    refused_names(store).await;
    taken_over(store).await;
    numbered(&case).await;
    bounded(&case).await;
    unreadable(&case).await;
}

/// A workspace of an earlier binary.
pub(crate) async fn toolset_numbers(case: StoreCase) {
    let store = &case.store;
    after_deletion(store).await;
    renamed(store).await;
    refused_names(store).await;
    taken_over(store).await;
    renumbered(&case).await;
}

fn by(name: &str, at_micros: i64) -> ChangeRecord {
    let mut record = change("toolset.change", "x");
    record.author.name = String::from(name);
    record.author.channel = ChangeChannel::Cli;
    record.at_micros = at_micros;
    record
}

/// The names of versions, newest first; `-` for deleted.
fn names(versions: &[ToolsetVersion]) -> Vec<(u64, &str)> {
    let mut names = Vec::new();
    for one in versions {
        let name = one.toolset.as_ref().map_or("-", |it| it.name.as_str());
        names.push((one.version, name));
    }
    names
}

async fn after_deletion(store: &Store) {
    let first = toolset("dev", &["shop.a"]);
    let second = toolset("dev", &["shop.a", "shop.*"]);
    let name = first.name.clone();
    done!(store.create_toolset(&first, &by("ada", 1)));
    done!(store.update_toolset(&name, &second, 1, &by("bob", 2)));
    let mut record = by("cyd\0", 3);
    record.author.why = None;
    done!(store.delete_toolset(&name, 2, &record));
    let versions = done!(store.toolset_versions(&name));
    let expect = |version, toolset: Option<&Toolset>, record: &ChangeRecord| ToolsetVersion {
        number: version,
        version,
        toolset: toolset.cloned(),
        opinions: toolset.map(|_| Vec::new()),
        author: record.author.clone(),
        at_micros: record.at_micros,
    };
    record.author.name = String::from("cyd\u{fffd}");
    let expect = [
        expect(3, None, &record),
        expect(2, Some(&second), &by("bob", 2)),
        expect(1, Some(&first), &by("ada", 1)),
    ];
    assert_eq!(versions, expect);
    // To restore one is to make it again, and its history goes on.
    let old = versions[2].toolset.as_ref().unwrap();
    done!(store.create_toolset(old, &by("ada", 4)));
    let versions = done!(store.toolset_versions(&name));
    let expect = [(4, "dev"), (3, "-"), (2, "dev"), (1, "dev")];
    assert_eq!(names(&versions), expect);
    done!(store.delete_toolset(&name, 4, &by("ada", 5)));
}

async fn renamed(store: &Store) {
    let night = toolset("night", &["shop.a"]);
    let created = done!(store.create_toolset(&night, &by("ada", 1)));
    let moving = [in_toolset("night", "shop.a"), in_toolset("night", "shop.*")];
    let staying = in_toolset("nights", "shop.a");
    let leftover = in_toolset("late", "shop.b");
    for key in [&moving[0], &moving[1], &staying] {
        let write = put(key, 0, full(key));
        done!(store.write_opinions(&[write], &[]));
    }
    // Said of a toolset that was not there yet.
    for key in [&leftover, &in_toolset("late", "shop.a")] {
        let write = put(key, 0, destroys(key));
        done!(store.write_opinions(&[write], &[]));
    }
    done!(store.equip(Some(&night.name), &by("ada", 2)));

    let late = toolset("late", &["shop.b"]);
    // What is said in it makes new versions of it.
    let (one, other) = (created + 1, created + 2);
    let version = done!(store.update_toolset(&night.name, &late, other, &by("bob", 3)));
    assert_eq!(done!(store.toolset(&night.name)), None);
    let stored = done!(store.toolset(&late.name)).unwrap();
    assert_eq!((&stored.toolset, stored.version), (&late, version));
    assert_eq!(done!(store.equipped()).as_ref(), Some(&late.name));
    for (was, about) in moving.iter().zip(["shop.a", "shop.*"]) {
        assert_eq!(done!(store.opinion(was)), None, "{was}");
        let is = in_toolset("late", about);
        let moved = done!(store.opinion(&is)).expect("it was moved");
        assert_eq!(moved.opinion, full(&is), "what it says is what counts");
        assert_eq!(moved.version, version, "a version that nobody has read");
    }
    for key in [&staying, &leftover] {
        assert!(done!(store.opinion(key)).is_some(), "{key}");
    }

    let versions = done!(store.toolset_versions(&late.name));
    let earlier = [(other, "night"), (one, "night"), (created, "night")];
    assert_eq!(names(&versions)[0], (version, "late"));
    assert_eq!(names(&versions)[1..], earlier);
    assert_eq!(versions[0].author.name, "bob");
    let versions = done!(store.toolset_versions(&night.name));
    assert_eq!(names(&versions)[0], (version, "-"));
    assert_eq!(names(&versions)[1..], earlier);

    // There and back again, without going round in circles.
    let back = done!(store.update_toolset(&late.name, &night, version, &by("cyd", 4)));
    let versions = done!(store.toolset_versions(&night.name));
    assert_eq!(names(&versions)[..2], [(back, "night"), (version, "late")]);
    assert_eq!(names(&versions)[2..], earlier);
    assert_eq!(done!(store.equipped()).as_ref(), Some(&night.name));
}

async fn refused_names(store: &Store) {
    let dev = toolset("dev", &[]);
    let version = done!(store.create_toolset(&dev, &by("ada", 1)));
    let key = in_toolset("dev", "shop.a");
    let write = put(&key, 0, destroys(&key));
    done!(store.write_opinions(&[write], &[]));
    let version = version + 1;
    let before = done!(store.revision());
    refused!(
        store.update_toolset(&dev.name, &toolset("night", &[]), version, &by("ada", 2)) =>
        "toolset `night` is there already; change it, or choose another name"
    );
    refused_as!(
        store.update_toolset(&dev.name, &toolset("new", &[]), version + 1, &by("ada", 2)) =>
        Stale { .. }
    );
    assert_eq!(done!(store.revision()), before);
    assert!(done!(store.opinion(&key)).is_some());
    let versions = done!(store.toolset_versions(&dev.name));
    assert_eq!(versions[0].version, version, "nothing was changed");
}

/// A toolset that takes the name of a deleted one brings its own history.
async fn taken_over(store: &Store) {
    let both = [toolset("left", &["shop.l"]), toolset("right", &["shop.r"])];
    let whole = both.clone().map(Into::into);
    done!(store.create_toolsets(&whole, None, &[by("ada", 1)]));
    let first = done!(store.revision());
    let [left, right] = both;
    done!(store.delete_toolset(&right.name, first, &by("ada", 2)));
    let taken = toolset("right", &["shop.l"]);
    let version = done!(store.update_toolset(&left.name, &taken, first, &by("ada", 3)));
    let versions = done!(store.toolset_versions(&right.name));
    assert_eq!(names(&versions), [(version, "right"), (first, "left")]);
    assert_eq!(versions[1].toolset.as_ref(), Some(&left));
}

/// The numbers of versions, newest first.
async fn numbers(store: &Store, name: &str) -> Vec<u64> {
    let versions = done!(store.toolset_versions(&toolset_name(name)));
    versions.iter().map(|one| one.number).collect()
}

/// Each toolset counts its versions from 1, across renamings, and so do those that were there
/// before they were numbered.
async fn numbered(case: &StoreCase) {
    let store = &case.store;
    // `taken_over`: one version of `left`, which then was renamed; `right` had two of its own.
    for (name, expect) in [
        ("dev", &[7, 6, 5, 4, 3, 2, 1][..]),
        ("night", &[5, 4, 3, 2, 1]),
        ("late", &[5, 4, 3, 2, 1]),
        ("left", &[2, 1]),
        ("right", &[3, 1]),
    ] {
        assert_eq!(numbers(store, name).await, expect, "{name}");
    }
    let stored = done!(store.toolset(&toolset_name("night"))).unwrap();
    assert_eq!(stored.number, 5);
    let states = done!(store.toolset_states());
    assert_eq!(states[&toolset_name("night")].number, 5);
    assert_eq!(states[&toolset_name("night")].version, stored.version);
}

/// Versions that were written before they were numbered get the numbers that they would have.
async fn renumbered(case: &StoreCase) {
    let names = ["dev", "night", "late", "left"];
    let mut before = Vec::new();
    for name in names {
        before.push(numbers(&case.store, name).await);
    }
    for statement in [
        "ALTER TABLE toolset_versions DROP COLUMN number",
        "ALTER TABLE toolsets DROP COLUMN number",
        "DELETE FROM _sqlx_migrations WHERE version = 21",
    ] {
        case.execute(statement).await;
    }
    let store = done!(case.reopen());
    for (name, before) in names.into_iter().zip(before) {
        assert_eq!(numbers(&store, name).await, before, "{name}");
    }
    // What `right` was before it was taken over is not among its versions, and is not counted.
    assert_eq!(numbers(&store, "right").await, [2, 1]);
    let stored = done!(store.toolset(&toolset_name("night"))).unwrap();
    assert_eq!(stored.number, 5);
    store.close().await;
}

async fn bounded(case: &StoreCase) {
    let store = &case.store;
    let mut busy = toolset("busy", &[]);
    let name = busy.name.clone();
    let mut version = done!(store.create_toolset(&busy, &by("ada", 0)));
    for at in 1..=110 {
        busy.description = at.to_string();
        version = done!(store.update_toolset(&name, &busy, version, &by("ada", at)));
    }
    let versions = done!(store.toolset_versions(&name));
    assert_eq!(versions.len(), TOOLSET_VERSIONS_MAX);
    let times: Vec<i64> = versions.iter().map(|one| one.at_micros).collect();
    assert_eq!(times, (11..=110).rev().collect::<Vec<i64>>());

    let kept = "SELECT who FROM toolset_versions WHERE name = 'busy'";
    let kept = case.texts(kept).await.len();
    assert_eq!(
        kept, TOOLSET_VERSIONS_MAX,
        "what nobody can read is not kept"
    );

    // With an earlier name it is still no more.
    let idle = toolset("idle", &[]);
    done!(store.update_toolset(&name, &idle, version, &by("ada", 111)));
    let versions = done!(store.toolset_versions(&idle.name));
    let times: Vec<i64> = versions.iter().map(|one| one.at_micros).collect();
    assert_eq!(times, (12..=111).rev().collect::<Vec<i64>>());
}

async fn unreadable(case: &StoreCase) {
    let store = &case.store;
    let night = toolset_name("night");
    let count = done!(store.toolset_versions(&night)).len();
    for statement in [
        "INSERT INTO toolset_versions VALUES ('night', 900, 'x', NULL, 'ada', 'api', NULL, 1, NULL, 9)",
        "INSERT INTO toolset_versions VALUES ('night', 901, '{}', NULL, 'ada', 'window', NULL, 1, NULL, 9)",
        // A name that leads nowhere, and one that leads to itself.
        "INSERT INTO toolset_versions VALUES ('lost', 902, '{}', 'NO NAME', 'ada', 'api', NULL, 1, NULL, 9)",
        "INSERT INTO toolset_versions VALUES ('loop', 903, '{}', 'loop', 'ada', 'api', NULL, 1, NULL, 9)",
        "INSERT INTO toolset_versions VALUES ('loop', 904, '{}', 'loop', 'ada', 'api', NULL, 1, NULL, 9)",
    ] {
        case.execute(statement).await;
    }
    let versions = done!(store.toolset_versions(&night));
    assert_eq!(versions.len(), count, "left out, and they hide no others");
    let versions = store.toolset_versions(&toolset_name("lost")).await;
    assert_eq!(names(&versions.unwrap()), [(902, "lost")]);
    let versions = store.toolset_versions(&toolset_name("loop")).await;
    assert_eq!(names(&versions.unwrap()), [(904, "loop"), (903, "loop")]);
}
