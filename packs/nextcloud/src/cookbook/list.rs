//! Recipes listed, searched and read; categories and keywords.

use candor_functions::{Failure, JsonSchema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::RECIPES;
use super::recipe::{RecipeAnswer, fetch};
use crate::client::{PackRequest, ServerPlace};
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::page::{ListPage, PageInfo};
use crate::path;
use crate::php_list::PhpList;

const SEARCH: ServerPlace = ServerPlace::App("cookbook/api/v1/search");
const CATEGORIES: ServerPlace = ServerPlace::App("cookbook/api/v1/categories");
const CATEGORY: ServerPlace = ServerPlace::App("cookbook/api/v1/category");
const KEYWORDS: ServerPlace = ServerPlace::App("cookbook/api/v1/keywords");
const TAGS: ServerPlace = ServerPlace::App("cookbook/api/v1/tags");

#[derive(Deserialize, JsonSchema)]
struct PageInput {
    /// How many entries a page has, at most 500.
    #[serde(default = "hundred")]
    #[schemars(range(min = 1, max = 500))]
    limit: usize,
    /// How many entries to skip; take `next_offset` of the page before.
    #[serde(default)]
    offset: usize,
}

#[derive(Deserialize, JsonSchema)]
struct SearchInput {
    /// What to look for in names, categories and keywords.
    #[schemars(length(min = 1, max = 200))]
    query: String,
    #[serde(flatten)]
    page: PageInput,
}

#[derive(Deserialize, JsonSchema)]
struct CategoryInput {
    /// The category; `_` for recipes without one.
    #[schemars(length(min = 1, max = 200))]
    category: String,
    #[serde(flatten)]
    page: PageInput,
}

#[derive(Deserialize, JsonSchema)]
struct KeywordInput {
    /// The keywords that a recipe must have, all of them.
    #[schemars(length(min = 1, max = 20))]
    keywords: Vec<String>,
    #[serde(flatten)]
    page: PageInput,
}

#[derive(Deserialize, JsonSchema)]
struct GetInput {
    /// The number of the recipe.
    recipe_id: u64,
}

#[derive(Serialize, JsonSchema)]
struct RecipeList {
    /// The recipes of this page.
    recipes: Vec<RecipeEntry>,
    #[serde(flatten)]
    page: PageInfo,
}

#[derive(Serialize, JsonSchema)]
struct RecipeEntry {
    /// The number of the recipe.
    id: u64,
    /// The name of the recipe.
    name: String,
    /// The category that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<String>,
    /// The keywords, separated by commas.
    #[serde(skip_serializing_if = "Option::is_none")]
    keywords: Option<String>,
    /// Its page in the web interface.
    url: String,
}

#[derive(Serialize, JsonSchema)]
struct WordList {
    /// The categories or keywords of this page.
    entries: Vec<RecipeWord>,
    #[serde(flatten)]
    page: PageInfo,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct RecipeWord {
    /// The category or keyword.
    name: String,
    /// How many recipes have it.
    #[serde(deserialize_with = "crate::php_list::number")]
    recipe_count: u64,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let read = |tool: PackTool, requests| tool.sends(requests).because("Only `GET`.");
    let effect = ToolEffect::Read;
    vec![
        read(
            maker.tool(
                ("nc_cookbook_list_recipes", "List Recipes"),
                "List the recipes, a page at a time. Returns their numbers and names.",
                effect,
                list_recipes,
            ),
            "`GET /apps/cookbook/api/v1/recipes`",
        ),
        read(
            maker.tool(
                ("nc_cookbook_get_recipe", "Get Recipe"),
                "Read a recipe. Returns ingredients, steps and times.",
                effect,
                get_recipe,
            ),
            "`GET /apps/cookbook/api/v1/recipes/{recipe}`",
        ),
        read(
            maker.tool(
                ("nc_cookbook_search_recipes", "Search Recipes"),
                "Search recipes by words, a page at a time. Returns their numbers and names.",
                effect,
                search_recipes,
            ),
            "`GET /apps/cookbook/api/v1/search/{query}`",
        ),
        read(
            maker.tool(
                ("nc_cookbook_list_categories", "List Recipe Categories"),
                "List the categories of the recipes. Returns how many recipes each has.",
                effect,
                list_categories,
            ),
            "`GET /apps/cookbook/api/v1/categories`",
        ),
        read(
            maker.tool(
                ("nc_cookbook_get_recipes_in_category", "Get Recipes in Category"),
                "List the recipes of a category, a page at a time. Returns their numbers and names.",
                effect,
                in_category,
            ),
            "`GET /apps/cookbook/api/v1/category/{category}`",
        ),
        read(
            maker.tool(
                ("nc_cookbook_list_keywords", "List Recipe Keywords"),
                "List the keywords of the recipes. Returns how many recipes each has.",
                effect,
                list_keywords,
            ),
            "`GET /apps/cookbook/api/v1/keywords`",
        ),
        read(
            maker.tool(
                ("nc_cookbook_get_recipes_with_keywords", "Get Recipes with Keywords"),
                "List the recipes that have all of some keywords, a page at a time. Returns their \
                 numbers and names.",
                effect,
                with_keywords,
            ),
            "`GET /apps/cookbook/api/v1/tags/{keywords}`",
        ),
    ]
}

/// A segment of a route that decodes it a second time: without this, a plus became a space.
fn decoded_twice(text: &str) -> String {
    path::encode(text)
}

async fn list_recipes(call: PackCall, input: PageInput) -> Result<RecipeList, Failure> {
    recipes(&call, call.get(RECIPES), &input).await
}

async fn search_recipes(call: PackCall, input: SearchInput) -> Result<RecipeList, Failure> {
    recipes(
        &call,
        call.get(SEARCH).at(decoded_twice(&input.query)),
        &input.page,
    )
    .await
}

async fn in_category(call: PackCall, input: CategoryInput) -> Result<RecipeList, Failure> {
    recipes(
        &call,
        call.get(CATEGORY).at(decoded_twice(&input.category)),
        &input.page,
    )
    .await
}

async fn with_keywords(call: PackCall, input: KeywordInput) -> Result<RecipeList, Failure> {
    if input
        .keywords
        .iter()
        .any(|word| word.trim().is_empty() || word.contains(','))
    {
        return Err(Failure::new(
            "a keyword is empty or holds a comma; give them one by one",
        ));
    }
    let words = input.keywords.join(",");
    recipes(&call, call.get(TAGS).at(decoded_twice(&words)), &input.page).await
}

async fn get_recipe(call: PackCall, input: GetInput) -> Result<RecipeAnswer, Failure> {
    let recipe = fetch(&call, input.recipe_id).await?;
    Ok(RecipeAnswer::of(&call, input.recipe_id, &recipe))
}

async fn list_categories(call: PackCall, input: PageInput) -> Result<WordList, Failure> {
    words(&call, call.get(CATEGORIES), &input).await
}

async fn list_keywords(call: PackCall, input: PageInput) -> Result<WordList, Failure> {
    words(&call, call.get(KEYWORDS), &input).await
}

async fn recipes(
    call: &PackCall,
    request: PackRequest,
    input: &PageInput,
) -> Result<RecipeList, Failure> {
    let PhpList(found) = call.send(request).await?.json::<PhpList<Value>>()?;
    let entries = found.iter().filter_map(|one| RecipeEntry::of(call, one));
    let page = ListPage::cut(entries.collect(), input.offset, input.limit)?;
    Ok(RecipeList {
        recipes: page.items,
        page: page.info,
    })
}

async fn words(
    call: &PackCall,
    request: PackRequest,
    input: &PageInput,
) -> Result<WordList, Failure> {
    let PhpList(found) = call.send(request).await?.json::<PhpList<RecipeWord>>()?;
    let page = ListPage::cut(found, input.offset, input.limit)?;
    Ok(WordList {
        entries: page.items,
        page: page.info,
    })
}

// === impl RecipeEntry ===

impl RecipeEntry {
    /// Reads an entry of a list; its number is a number or a text, under one of two names.
    fn of(call: &PackCall, value: &Value) -> Option<Self> {
        let id = value.get("id").or_else(|| value.get("recipe_id"))?;
        let id = id.as_u64().or_else(|| id.as_str()?.parse().ok())?;
        let text = |name: &str| {
            let found = value.get(name).and_then(Value::as_str);
            found.filter(|text| !text.is_empty()).map(str::to_owned)
        };
        Some(Self {
            id,
            name: text("name")?,
            category: text("category"),
            keywords: text("keywords"),
            url: call.link(&format!("apps/cookbook/#/recipe/{id}")),
        })
    }
}

fn hundred() -> usize {
    100
}
