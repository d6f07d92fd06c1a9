//! Measures a search over ten thousand entries, in microseconds. Run it with `cargo run --release
//! --example search_cost`. It asserts nothing.

use std::time::Instant;

use candor_registry::{EntryIndex, RegistryEntry, read_entry};
use serde_json::json;

#[expect(clippy::print_stdout, reason = "the figures are its result")]
fn main() {
    let topics = [
        "mail", "files", "tickets", "maps", "music", "notes", "stocks", "news",
    ];
    let entries: Vec<RegistryEntry> = (0..10_000)
        .filter_map(|at| {
            let topic = topics[at % topics.len()];
            let document = json!({
                "name": format!("io.github.user{at}/{topic}-{at}"),
                "description": format!("Server {at} that reads and writes the {topic} of a company"),
                "version": "1.0.0",
                "packages": [{ "registryType": "npm", "identifier": format!("{topic}-{at}") }],
            });
            read_entry(document).ok()
        })
        .collect();
    let started = Instant::now();
    let index = EntryIndex::build(&entries);
    println!("build: {} ms", started.elapsed().as_millis());
    for query in [
        "mail",
        "wrties tickets",
        "user9999",
        "reads and writes a company",
        "zzzz",
        "",
    ] {
        let started = Instant::now();
        let found = index.search(query, 50).len();
        println!(
            "{query:?}: {found} found, {} µs",
            started.elapsed().as_micros()
        );
    }
}
