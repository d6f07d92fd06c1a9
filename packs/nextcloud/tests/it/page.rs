//! The page about the pack, whose table is made from the definitions.

use candor_nextcloud::{PackModule, hint_table, module_tools};

/// What stands before the table.
const INTRO: &str = include_str!("page.md");

fn page() -> String {
    let modules = PackModule::ALL.map(|module| {
        let count = module_tools(module).len();
        format!("| `{}` | {count} |", module.as_str())
    });
    let modules = modules.join("\n");
    INTRO
        .replace("MODULES", &modules)
        .replace("TABLE\n", &hint_table())
}

#[test]
fn the_page_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/nextcloud.md");
    let page = page();
    if std::env::var_os("UPDATE_DOCS").is_some_and(|on| on == "1") {
        std::fs::write(path, &page).expect("the page is written");
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        found == page,
        "docs/nextcloud.md is out of date; run `UPDATE_DOCS=1 cargo nextest run -p candor-nextcloud`"
    );
}
