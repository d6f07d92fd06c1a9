use candor_registry::{EntryIndex, RegistryEntry, read_entry};
use serde_json::json;

fn entry(name: &str, title: &str, description: &str) -> RegistryEntry {
    let document = json!({
        "name": name, "title": title, "description": description, "version": "1.0.0",
        "packages": [{ "registryType": "npm", "identifier": format!("pkg-{title}"), "version": "1" }],
    });
    read_entry(document).expect("an entry")
}

/// As many as the official registry has, and a few that are looked for.
fn many() -> Vec<RegistryEntry> {
    let topics = [
        "mail", "files", "tickets", "maps", "music", "notes", "stocks", "news",
    ];
    let mut entries: Vec<RegistryEntry> = (0..10_000)
        .map(|at| {
            let topic = topics[at % topics.len()];
            entry(
                &format!("io.github.user{at}/{topic}-{at}"),
                &format!("{topic} {at}"),
                &format!("Server number {at} that reads and writes {topic} of a company"),
            )
        })
        .collect();
    entries.push(entry(
        "com.example/weather",
        "Weather",
        "Forecasts for every city",
    ));
    entries.push(entry(
        "io.github.postgres-tools/query",
        "Query",
        "Asks a PostgreSQL database",
    ));
    entries
}

#[test]
fn ten_thousand_entries_are_searched_by_name_word_and_letters() {
    let entries = many();
    let index = EntryIndex::build(&entries);
    let first = |query: &str| {
        let found = index.search(query, 20);
        found.first().map(|at| entries[*at].name.to_string())
    };
    for (query, expect) in [
        ("com.example/weather", "com.example/weather"),
        ("weather", "com.example/weather"),
        ("forecast", "com.example/weather"),
        ("wether", "com.example/weather"),
        ("postgresql database", "io.github.postgres-tools/query"),
        ("gres-too", "io.github.postgres-tools/query"),
        ("io.github.user77/notes-77", "io.github.user77/notes-77"),
    ] {
        assert_eq!(first(query).as_deref(), Some(expect), "{query}");
    }
    assert_eq!(index.search("mail", 20).len(), 20);
    assert_eq!(index.search("", 50).len(), 50);
    assert!(index.search("zzzzqqq", 20).is_empty());
}

#[test]
fn what_was_deleted_is_found_by_its_whole_name_only() {
    let document = json!({
        "server": { "name": "a.example/gone", "description": "It is gone", "version": "1" },
        "_meta": { "io.modelcontextprotocol.registry/official": { "status": "deleted" } },
    });
    let entries = [
        read_entry(document).expect("an entry"),
        entry("a.example/here", "Here", "Not gone"),
    ];
    let index = EntryIndex::build(&entries);
    assert_eq!(index.search("a.example/gone", 9).first(), Some(&0));
    assert_eq!(index.search("gone", 9), [1]);
    assert_eq!(index.search("", 9), [1]);
}
