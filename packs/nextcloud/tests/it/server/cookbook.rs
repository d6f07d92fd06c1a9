//! The Cookbook app.

use serde_json::{Value, json};

use super::{Asked, Reply};
use crate::store::ServerStore;

pub(super) fn answer(store: &mut ServerStore, asked: &Asked, rest: &[&str]) -> Reply {
    let ["api", "v1", rest @ ..] = rest else {
        return Reply::json(404, &json!({"message": "no such version of the interface"}));
    };
    // Words in an address are decoded a second time, by the app.
    let again: Vec<String> = rest.iter().map(|one| urldecoded(one)).collect();
    let again: Vec<&str> = again.iter().map(String::as_str).collect();
    let rest = match rest {
        ["search" | "category" | "tags", _] => again.as_slice(),
        rest => rest,
    };
    match (asked.method.as_str(), rest) {
        ("GET", ["recipes"]) => entries(store, |_| true),
        ("GET", ["search", query]) => entries(store, |it| it.to_string().contains(query)),
        ("GET", ["category", name]) => entries(store, |it| it["recipeCategory"] == **name),
        ("GET", ["tags", words]) => entries(store, |it| {
            let known = it["keywords"].as_str().unwrap_or("");
            words.split(',').all(|word| known.contains(word))
        }),
        ("GET", ["categories"]) => words(&["Bread"]),
        ("GET", ["keywords"]) => words(&["rye", "slow"]),
        ("POST", ["recipes"]) => create(store, &asked.json(), false),
        ("POST", ["import"]) => {
            let url = asked.json()["url"].clone();
            if url.as_str().unwrap().contains("nothing") {
                return Reply::json(400, &json!({"msg": "No recipe on this page"}));
            }
            create(store, &json!({"name": "Imported", "url": url}), true)
        }
        ("POST", ["config"]) => {
            let mut config = store.get("cookbook/config").unwrap().clone();
            for (name, value) in asked.json().as_object().unwrap() {
                config[name] = value.clone();
            }
            store.put("cookbook/config", config);
            Reply::json(200, &json!("OK"))
        }
        ("POST", ["reindex"]) => Reply::json(200, &json!("Search index rebuilt successfully")),
        (method, ["recipes", id]) => one(store, asked, method, id),
        _ => Reply::json(404, &json!({"message": "no such route"})),
    }
}

fn urldecoded(text: &str) -> String {
    let spaced = text.replace('+', " ");
    percent_encoding::percent_decode_str(&spaced)
        .decode_utf8_lossy()
        .into_owned()
}

fn entries(store: &ServerStore, fits: impl Fn(&Value) -> bool) -> Reply {
    let all = store
        .below("recipe/")
        .into_iter()
        .filter(|(_, it)| fits(it));
    let all = all.map(|(id, recipe)| {
        json!({"recipe_id": id, "name": recipe["name"], "category": recipe["recipeCategory"]})
    });
    Reply::json(200, &all.collect())
}

fn words(words: &[&str]) -> Reply {
    let all = words
        .iter()
        .map(|word| json!({"name": word, "recipe_count": "1"}));
    // What was filtered out leaves a gap, so that it is an object.
    let numbered = (1..).map(|number: u32| number.to_string()).zip(all);
    Reply::json(200, &numbered.collect())
}

fn create(store: &mut ServerStore, recipe: &Value, whole: bool) -> Reply {
    let known = store.below("recipe/");
    if known.iter().any(|(_, it)| it["name"] == recipe["name"]) {
        return Reply::json(
            409,
            &json!({"msg": "Another recipe with that name already exists"}),
        );
    }
    let id = store.next_id("recipe/");
    let mut recipe = recipe.clone();
    recipe["id"] = id.to_string().into();
    store.put(format!("recipe/{id}"), recipe.clone());
    Reply::json(200, &if whole { recipe } else { id.into() })
}

fn one(store: &mut ServerStore, asked: &Asked, method: &str, id: &str) -> Reply {
    let key = format!("recipe/{id}");
    let Some(recipe) = store.get(&key).cloned() else {
        return Reply::json(404, &json!({"message": "Recipe not found"}));
    };
    match method {
        "GET" => Reply::json(200, &recipe),
        "PUT" => {
            let recipe = asked.json();
            // Without its number the recipe would be a new one.
            let key = match recipe["id"].as_str() {
                Some(id) => format!("recipe/{id}"),
                None => format!("recipe/{}", store.next_id("recipe/")),
            };
            store.put(key, recipe);
            Reply::json(200, &json!(id.parse::<u64>().unwrap()))
        }
        _ => {
            store.remove(&key);
            Reply::json(200, &json!("Recipe deleted"))
        }
    }
}
