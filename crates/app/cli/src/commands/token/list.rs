//! `candor token list`.

use candor_model::AccessToken;
use serde_json::{Value, json};

use crate::output::TextStyle;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace, with_gateway};
use crate::table::{TableCell, TextTable};
use crate::text::one_line;
use crate::timestamp;

/// Lists the tokens, the newest first.
pub(super) async fn run(
    all: bool,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    with_gateway(workspace, output, async |gateway| {
        let mut tokens = gateway.editor().tokens().await?;
        let now = timestamp::now();
        tokens.retain(|token| all || token.works_at(now));
        print(&tokens, now, output)
    })
    .await
}

fn print(tokens: &[AccessToken], now: i64, output: &CommandOutput) -> CommandResult<()> {
    if output.is_json() {
        let tokens: Vec<Value> = tokens.iter().map(super::json).collect();
        output.json(&json!({ "tokens": tokens }))?;
    } else if tokens.is_empty() {
        output.say("no tokens yet; `candor token create NAME --role ROLE` creates one");
    } else {
        let headings = ["NAME", "ROLES", "STATE", "USED", "EXPIRES", "CREATED BY"];
        let mut table = TextTable::new(&headings);
        for token in tokens {
            table.row(row(token, now));
        }
        output.table(table)?;
    }
    Ok(())
}

fn row(token: &AccessToken, now: i64) -> [TableCell; 6] {
    let time = |at: Option<i64>| at.map_or_else(|| "never".to_owned(), timestamp::text);
    let state = match super::state(token, now) {
        "works" => "active",
        state => state,
    };
    let paint = if token.works_at(now) {
        TextStyle::Success
    } else {
        TextStyle::Error
    };
    [
        one_line(&token.name).into(),
        token.roles.to_string().into(),
        TableCell::painted(state, paint),
        time(token.used_micros).into(),
        time(token.expires_micros).into(),
        one_line(&token.created_by).into(),
    ]
}
