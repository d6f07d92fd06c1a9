//! The settings and the index of the app.

use candor_functions::{Failure, JsonSchema, NoInput};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::client::{RequestMethod, ServerPlace};
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::path::UserPath;

const CONFIG: ServerPlace = ServerPlace::App("cookbook/api/v1/config");
const REINDEX: ServerPlace = ServerPlace::App("cookbook/api/v1/reindex");

#[derive(Deserialize, JsonSchema)]
struct ConfigInput {
    /// The folder of the recipes, relative to the files of the account; left out, it stays.
    folder: Option<String>,
    /// After how many minutes the index is renewed; left out, it stays.
    #[schemars(range(min = 1, max = 10_080))]
    update_interval: Option<u32>,
    /// Whether pictures are printed with the recipes; left out, it stays.
    print_image: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
struct ConfigAnswer {
    /// The settings that were set.
    changed: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct ReindexAnswer {
    /// What the app did.
    done: &'static str,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let config = "Replace settings of the Cookbook app: folder, interval and printing. Settings \
                  that are left out stay. Returns what was set.";
    vec![
        maker
            .tool(
                ("nc_cookbook_set_config", "Set Cookbook Configuration"),
                config,
                ToolEffect::Replace,
                set_config,
            )
            .sends("`POST /apps/cookbook/api/v1/config`")
            .because("Settings are replaced; the same values twice are the same."),
        maker
            .tool(
                ("nc_cookbook_reindex", "Reindex Recipes"),
                "Let the app read the recipe folder again, so that recipes put there as files are \
                 found. No recipe is changed. Returns when it is finished.",
                ToolEffect::AddOnce,
                reindex,
            )
            .sends("`POST /apps/cookbook/api/v1/reindex`")
            .because("The index is rebuilt from the files, which stay as they are."),
    ]
}

async fn set_config(call: PackCall, input: ConfigInput) -> Result<ConfigAnswer, Failure> {
    let mut body = Map::new();
    if let Some(folder) = input.folder {
        let folder = UserPath::parse_inside(&folder)?.shown();
        body.insert("folder".to_owned(), folder.into());
    }
    if let Some(interval) = input.update_interval {
        body.insert("update_interval".to_owned(), interval.into());
    }
    if let Some(print) = input.print_image {
        body.insert("print_image".to_owned(), print.into());
    }
    if body.is_empty() {
        return Err(Failure::new(
            "there is nothing to set; give `folder`, `update_interval` or `print_image`",
        ));
    }
    let changed = body.keys().cloned().collect();
    let request = call.request(RequestMethod::Post, CONFIG);
    call.send(request.json(&Value::Object(body))?)
        .await?
        .success()?;
    Ok(ConfigAnswer { changed })
}

async fn reindex(call: PackCall, _: NoInput) -> Result<ReindexAnswer, Failure> {
    let request = call.request(RequestMethod::Post, REINDEX);
    call.send(request).await?.success()?;
    Ok(ReindexAnswer {
        done: "The index was rebuilt.",
    })
}
