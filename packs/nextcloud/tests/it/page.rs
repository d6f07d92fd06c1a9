//! The page about the pack, whose table is made from the definitions.

use candor_nextcloud::{PackModule, hint_table, module_tools, not_offered, unconnected_toolbox};
use candor_resolve::estimate_tokens;

use crate::peers::coverage_table;

/// What stands before the table.
const INTRO: &str = include_str!("page.md");

fn page() -> String {
    INTRO
        .replace("MODULES\n", &module_table())
        .replace("NOT_OFFERED\n", &not_offered_list())
        .replace("COVERAGE\n", &coverage_table())
        .replace("TABLE\n", &hint_table())
}

/// The modules: their toolset, their tools, and what these cost in a model's context.
fn module_table() -> String {
    let toolbox = unconnected_toolbox().unwrap();
    let cost = |names: &[String]| {
        let tools = names.iter().filter_map(|name| toolbox.definition(name));
        let (mut seen, mut whole) = (0, 0);
        for tool in tools {
            let schema = tool.input_schema.to_string();
            seen += estimate_tokens(&format!("{} {} {schema}", tool.name, tool.description));
            whole += estimate_tokens(&tool.to_json().to_string());
        }
        format!("{} | {seen} | {whole} |\n", names.len())
    };
    let rows = PackModule::ALL.map(|module| {
        let name = module.as_str();
        format!("| `nextcloud-{name}` | {}", cost(&module_tools(module)))
    });
    let all: Vec<String> = PackModule::ALL.into_iter().flat_map(module_tools).collect();
    format!("{}| all | {}", rows.concat(), cost(&all))
}

fn not_offered_list() -> String {
    let all = not_offered().iter();
    let lines: Vec<String> = all
        .map(|(name, reason)| format!("- `{name}`: {reason}\n"))
        .collect();
    lines.concat()
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
