//! A recipe, as the app gives it and as the tools tell it.

use candor_functions::{Failure, JsonSchema};
use serde::Serialize;
use serde_json::{Map, Value};

use super::RECIPES;
use crate::pack_call::PackCall;

/// A recipe, as the tools tell it.
#[derive(Serialize, JsonSchema)]
pub(super) struct RecipeAnswer {
    /// The number of the recipe.
    id: u64,
    /// The name of the recipe.
    name: String,
    /// What it is.
    #[serde(skip_serializing_if = "String::is_empty")]
    description: String,
    /// The ingredients, one a line.
    ingredients: Vec<String>,
    /// The steps, in their order.
    instructions: Vec<String>,
    /// Where it comes from.
    #[serde(skip_serializing_if = "String::is_empty")]
    source_url: String,
    /// How long the preparation takes, as an ISO 8601 duration such as `PT20M`.
    #[serde(skip_serializing_if = "String::is_empty")]
    prep_time: String,
    /// How long the cooking takes, as an ISO 8601 duration.
    #[serde(skip_serializing_if = "String::is_empty")]
    cook_time: String,
    /// How long everything takes, as an ISO 8601 duration.
    #[serde(skip_serializing_if = "String::is_empty")]
    total_time: String,
    /// For how many people it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe_yield: Option<u64>,
    /// The category that it belongs to.
    #[serde(skip_serializing_if = "String::is_empty")]
    category: String,
    /// The keywords, separated by commas.
    #[serde(skip_serializing_if = "String::is_empty")]
    keywords: String,
    /// Its page in the web interface.
    url: String,
}

/// Reads a recipe with everything that the app keeps.
pub(super) async fn fetch(call: &PackCall, id: u64) -> Result<Map<String, Value>, Failure> {
    call.send(call.get(RECIPES).at(id)).await?.json()
}

// === impl RecipeAnswer ===

impl RecipeAnswer {
    pub(super) fn of(call: &PackCall, id: u64, recipe: &Map<String, Value>) -> Self {
        let text = |name: &str| {
            let found = recipe.get(name).and_then(Value::as_str);
            found.unwrap_or_default().to_owned()
        };
        let servings = recipe.get("recipeYield");
        Self {
            id,
            name: text("name"),
            description: text("description"),
            ingredients: texts(recipe.get("recipeIngredient")),
            instructions: texts(recipe.get("recipeInstructions")),
            source_url: text("url"),
            prep_time: text("prepTime"),
            cook_time: text("cookTime"),
            total_time: text("totalTime"),
            recipe_yield: servings.and_then(|it| it.as_u64().or_else(|| it.as_str()?.parse().ok())),
            category: text("recipeCategory"),
            keywords: text("keywords"),
            url: call.link(&format!("apps/cookbook/#/recipe/{id}")),
        }
    }
}

/// A list of texts. A step may be an object around its text.
fn texts(value: Option<&Value>) -> Vec<String> {
    let all = value.and_then(Value::as_array).into_iter().flatten();
    let text = |one: &Value| {
        let inner = one.get("text").and_then(Value::as_str);
        one.as_str().or(inner).map(str::to_owned)
    };
    all.filter_map(text).collect()
}
