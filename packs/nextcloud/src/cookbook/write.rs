//! Recipes created, changed, imported and deleted.

use std::time::Duration;

use candor_functions::{Failure, JsonSchema};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use url::Url;

use super::RECIPES;
use super::recipe::{RecipeAnswer, fetch};
use crate::client::{RequestMethod, ServerPlace};
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::removal::RemovalAnswer;

const IMPORT: ServerPlace = ServerPlace::App("cookbook/api/v1/import");
/// The server fetches the page itself, which can take a while.
const IMPORT_TIMEOUT: Duration = Duration::from_mins(2);

/// The fields of a recipe that can be given.
#[derive(Deserialize, JsonSchema)]
struct RecipeFields {
    /// What it is.
    description: Option<String>,
    /// The ingredients, one a line.
    ingredients: Option<Vec<String>>,
    /// The steps, in their order.
    instructions: Option<Vec<String>>,
    /// The web address it comes from.
    #[serde(rename = "url")]
    source_url: Option<String>,
    /// How long the preparation takes, as an ISO 8601 duration such as `PT20M`.
    prep_time: Option<String>,
    /// How long the cooking takes, as an ISO 8601 duration.
    cook_time: Option<String>,
    /// How long everything takes, as an ISO 8601 duration.
    total_time: Option<String>,
    /// For how many people it is.
    recipe_yield: Option<u64>,
    /// The category that it belongs to.
    category: Option<String>,
    /// The keywords, separated by commas.
    keywords: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct CreateInput {
    /// The name; the app refuses one that another recipe has.
    #[schemars(length(min = 1, max = 200))]
    name: String,
    #[serde(flatten)]
    fields: RecipeFields,
}

#[derive(Deserialize, JsonSchema)]
struct UpdateInput {
    /// The number of the recipe.
    recipe_id: u64,
    /// The new name; left out, it stays.
    #[schemars(length(min = 1, max = 200))]
    name: Option<String>,
    #[serde(flatten)]
    fields: RecipeFields,
}

#[derive(Deserialize, JsonSchema)]
struct ImportInput {
    /// The address of a web page with a recipe, which the server fetches.
    #[schemars(length(min = 8, max = 2000))]
    url: String,
}

#[derive(Deserialize, JsonSchema)]
struct DeleteInput {
    /// The number of the recipe.
    recipe_id: u64,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let import = "Import a recipe from a web page. The server fetches the page. Returns the \
                  recipe. The app refuses one that it has.";
    let delete = "Delete a recipe with its pictures. Its folder goes to the trash of the files \
                  and can be restored from there. Returns what was deleted.";
    vec![
        maker
            .tool(
                ("nc_cookbook_create_recipe", "Create Recipe"),
                "Create a recipe. Returns it with its number. The app refuses a name that another \
                 recipe has.",
                ToolEffect::Add,
                create_recipe,
            )
            .sends("`POST /apps/cookbook/api/v1/recipes`; `GET` of the new recipe")
            .because("`POST` adds a recipe; the same name is refused the second time."),
        maker
            .tool(
                ("nc_cookbook_import_recipe", "Import Recipe from URL"),
                import,
                ToolEffect::Add,
                import_recipe,
            )
            .open_world()
            .sends("`POST /apps/cookbook/api/v1/import`")
            .because("`POST` adds a recipe from a page of the web; the second call is refused."),
        maker
            .tool(
                ("nc_cookbook_update_recipe", "Update Recipe"),
                "Replace fields of a recipe. Fields that are left out stay. Returns the recipe.",
                ToolEffect::Replace,
                update_recipe,
            )
            .sends(
                "`GET /apps/cookbook/api/v1/recipes/{recipe}`; \
                 `PUT /apps/cookbook/api/v1/recipes/{recipe}`",
            )
            .because("`PUT` without a version replaces; the same values twice are the same."),
        maker
            .tool(
                ("nc_cookbook_delete_recipe", "Delete Recipe"),
                delete,
                ToolEffect::Remove,
                delete_recipe,
            )
            .sends("`DELETE /apps/cookbook/api/v1/recipes/{recipe}`")
            .because("`DELETE`; the second call finds none."),
    ]
}

async fn create_recipe(call: PackCall, input: CreateInput) -> Result<RecipeAnswer, Failure> {
    let mut recipe = Map::new();
    recipe.insert("@type".to_owned(), "Recipe".into());
    recipe.insert("name".to_owned(), input.name.into());
    input.fields.write(&mut recipe)?;
    let body = Value::Object(recipe);
    let request = call.request(RequestMethod::Post, RECIPES).json(&body)?;
    let id: Value = call.send(request).await?.json()?;
    let id = id.as_u64().or_else(|| id.as_str()?.parse().ok());
    let missing = || Failure::new("the app did not tell the number of the new recipe");
    let id = id.ok_or_else(missing)?;
    let recipe = fetch(&call, id).await?;
    Ok(RecipeAnswer::of(&call, id, &recipe))
}

async fn import_recipe(call: PackCall, input: ImportInput) -> Result<RecipeAnswer, Failure> {
    let url = Url::parse(&input.url).ok();
    if !url.is_some_and(|url| matches!(url.scheme(), "http" | "https")) {
        return Err(Failure::new(format!(
            "`{}` is not the address of a web page",
            candor_egress::shown_without_query(&input.url)
        )));
    }
    let request = call
        .request(RequestMethod::Post, IMPORT)
        .timeout(IMPORT_TIMEOUT)
        .json(&json!({"url": input.url}))?;
    let recipe: Map<String, Value> = call.send(request).await?.json()?;
    let id = recipe.get("id");
    let id = id.and_then(|id| id.as_u64().or_else(|| id.as_str()?.parse().ok()));
    let missing = || Failure::new("the app did not tell the number of the imported recipe");
    Ok(RecipeAnswer::of(&call, id.ok_or_else(missing)?, &recipe))
}

/// Replaces fields. The app takes whole recipes, so everything else is sent back as it came.
async fn update_recipe(call: PackCall, input: UpdateInput) -> Result<RecipeAnswer, Failure> {
    let id = input.recipe_id;
    let mut recipe = fetch(&call, id).await?;
    let before = recipe.clone();
    if let Some(name) = input.name {
        recipe.insert("name".to_owned(), name.into());
    }
    input.fields.write(&mut recipe)?;
    if recipe == before {
        return Err(Failure::new(
            "there is nothing to change; the recipe has these values already",
        ));
    }
    // The app goes by the number in the recipe and ignores the one in the address.
    recipe.insert("id".to_owned(), id.to_string().into());
    let body = Value::Object(recipe);
    let request = call
        .request(RequestMethod::Put, RECIPES)
        .at(id)
        .json(&body)?;
    call.send(request).await?.success()?;
    let recipe = fetch(&call, id).await?;
    Ok(RecipeAnswer::of(&call, id, &recipe))
}

async fn delete_recipe(call: PackCall, input: DeleteInput) -> Result<RemovalAnswer, Failure> {
    let request = call
        .request(RequestMethod::Delete, RECIPES)
        .at(input.recipe_id);
    call.send(request).await?.success()?;
    Ok(RemovalAnswer::new(
        format!("recipe {}", input.recipe_id),
        "Its folder is in the trash; `nc_webdav_restore_from_trash` brings it back.",
    ))
}

// === impl RecipeFields ===

impl RecipeFields {
    fn write(self, recipe: &mut Map<String, Value>) -> Result<(), Failure> {
        for time in [&self.prep_time, &self.cook_time, &self.total_time] {
            let time = time.as_deref().filter(|time| !time.is_empty());
            if let Some(bad) = time.filter(|time| time.parse::<jiff::Span>().is_err()) {
                return Err(Failure::new(format!(
                    "`{}` is not a duration; write `PT1H20M` for an hour and 20 minutes",
                    bad.escape_debug()
                )));
            }
        }
        let fields: [(&str, Option<Value>); 10] = [
            ("description", self.description.map(Value::from)),
            ("recipeIngredient", self.ingredients.map(Value::from)),
            ("recipeInstructions", self.instructions.map(Value::from)),
            ("url", self.source_url.map(Value::from)),
            ("prepTime", self.prep_time.map(Value::from)),
            ("cookTime", self.cook_time.map(Value::from)),
            ("totalTime", self.total_time.map(Value::from)),
            ("recipeYield", self.recipe_yield.map(Value::from)),
            ("recipeCategory", self.category.map(Value::from)),
            ("keywords", self.keywords.map(Value::from)),
        ];
        for (name, value) in fields {
            if let Some(value) = value {
                recipe.insert(name.to_owned(), value);
            }
        }
        Ok(())
    }
}
