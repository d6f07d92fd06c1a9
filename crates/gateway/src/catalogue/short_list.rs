//! A short list: instead of thousands of tools, those with which they are found and called.

use std::fmt::Write as _;

use candor_model::{ToolListing, ToolsetName};
use candor_wire::{RawJson, RawObject};
use serde_json::json;

use super::list_bytes::{ListFreshness, list_result};
use super::render;
use super::tool_lists::ListForm;
use crate::management::{self, CALL_READ_ONLY_TOOL, CALL_TOOL, DESCRIBE_TOOL, SEARCH_TOOLS};

/// The member of a list's `_meta` that says that not everything is listed.
const LISTING_META: &str = "dev.candor/listing";

/// The tools of a short list.
const LISTED: [&str; 4] = [SEARCH_TOOLS, DESCRIBE_TOOL, CALL_READ_ONLY_TOOL, CALL_TOOL];

/// Clients that can search large tool lists themselves, by the beginning of their name in lower
/// case.
const SEARCHING_CLIENTS: [&str; 4] = ["claude-ai", "claude-code", "visual studio code", "vscode"];

/// Which tools endpoints list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListSettings {
    /// All tools, a short list, or depending on the budget.
    pub listing: ToolListing,
    /// The maximum number of tokens of a list, if the budget decides.
    pub budget: usize,
    /// The toolset whose tools stay in a short list, if the endpoint has them.
    pub pinned: Option<ToolsetName>,
}

/// What a short list leaves out.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListedScope {
    /// The number of tools that can be found.
    pub(super) tools: usize,
    /// The estimated number of tokens that all of them would take.
    pub(super) tokens: usize,
}

// === impl ListSettings ===

impl Default for ListSettings {
    /// All tools are listed.
    fn default() -> Self {
        Self {
            listing: ToolListing::All,
            budget: usize::MAX,
            pinned: None,
        }
    }
}

impl ListSettings {
    /// Whether tools that would take this many tokens are searched instead of listed.
    pub(super) fn searches(&self, tokens: impl FnOnce() -> usize) -> bool {
        match self.listing {
            ToolListing::All => false,
            ToolListing::Search => true,
            ToolListing::Auto => tokens() > self.budget,
        }
    }

    /// Whether this client gets the short list if there is one.
    pub(super) fn is_short_for(&self, client: Option<&RawJson>) -> bool {
        self.listing == ToolListing::Search || !searches_by_itself(client)
    }
}

/// Whether a client can search large tool lists itself.
fn searches_by_itself(client: Option<&RawJson>) -> bool {
    let info = client.and_then(|info| RawObject::parse(info).ok());
    let name = info.and_then(|info| info.get_string("name"));
    name.is_some_and(|name| {
        let name = name.to_lowercase();
        SEARCHING_CLIENTS
            .iter()
            .any(|known| name.starts_with(known))
    })
}

/// Whether a management tool is part of a short list.
pub(super) fn has(name: &str) -> bool {
    LISTED.contains(&name)
}

/// The list in this form, starting with the `pinned` tools.
pub(super) fn list(
    pinned: &[RawJson],
    scope: ListedScope,
    form: ListForm,
    cache: ListFreshness,
) -> RawJson {
    let own = LISTED.into_iter().filter_map(management::named);
    let own = own.map(|tool| worded(tool.name, &tool.definition, scope));
    let own: Vec<RawJson> = match form {
        ListForm::Bare => own.map(|tool| render::bare_json(&tool)).collect(),
        ListForm::Legacy | ListForm::Modern => own.collect(),
    };
    let meta = RawJson::from_value(&json!({
        "listed": "search",
        "tools": scope.tools,
        "tokens": scope.tokens,
    }));
    let array = RawJson::array(pinned.iter().chain(&own));
    let more = Some((LISTING_META, meta));
    list_result("tools", array, form.era(), cache, more)
}

/// Adds what the list leaves out to the description of the search tool, which comes first.
fn worded(name: &str, definition: &RawJson, scope: ListedScope) -> RawJson {
    let Ok(mut members) = RawObject::parse(definition) else {
        return definition.clone();
    };
    if name != SEARCH_TOOLS {
        return definition.clone();
    }
    let mut said = format!(
        "{} tools are served here and are not listed one by one, because that would take about {} \
         tokens. Find the one you need with this tool, look at its arguments with {DESCRIBE_TOOL}, \
         and call it with {CALL_READ_ONLY_TOOL} or {CALL_TOOL}. ",
        scope.tools, scope.tokens
    );
    let _ = write!(
        said,
        "{}",
        members.get_string("description").unwrap_or_default()
    );
    members.set("description", RawJson::string(&said));
    members.to_json()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_and_the_client_decide() {
        let auto = ListSettings {
            listing: ToolListing::Auto,
            budget: 1_000,
            pinned: None,
        };
        assert!(auto.searches(|| 1_001));
        assert!(!auto.searches(|| 1_000));
        assert!(!ListSettings::default().searches(|| usize::MAX));
        let named = |name: &str| RawJson::from_value(&json!({"name": name, "version": "1"}));
        assert!(auto.is_short_for(None));
        assert!(auto.is_short_for(Some(&named("my-agent"))));
        assert!(!auto.is_short_for(Some(&named("claude-code"))));
        assert!(!auto.is_short_for(Some(&named("Visual Studio Code - Insiders"))));
        let always = ListSettings {
            listing: ToolListing::Search,
            ..auto.clone()
        };
        assert!(always.searches(|| 0));
        assert!(always.is_short_for(Some(&named("claude-code"))));
    }

    #[test]
    fn the_list_says_what_it_leaves_out() {
        let scope = ListedScope {
            tools: 1_912,
            tokens: 3_900_000,
        };
        let list = list(&[], scope, ListForm::Legacy, ListFreshness::default());
        let list: serde_json::Value = list.decode().expect("JSON");
        let tools = list["tools"].as_array().expect("a list").iter();
        let names: Vec<_> = tools.map(|tool| tool["name"].as_str()).collect();
        assert_eq!(names, LISTED.map(Some));
        let said = list["tools"][0]["description"].as_str().expect("a text");
        assert!(said.starts_with("1912 tools are served here and are not listed one by one"));
        assert_eq!(list["_meta"][LISTING_META]["tools"], 1_912);
    }
}
