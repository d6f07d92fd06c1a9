//! `candor token list`.

use candor_model::Token;
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::oneshot;
use crate::output::{Output, Paint};
use crate::problems::Failure;
use crate::table::{Entry, Table};
use crate::text::one_line;
use crate::when;
use crate::workspace::Workspace;

/// Lists the tokens, the newest first.
pub(super) async fn run(
    all: bool,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    oneshot::with_gateway(workspace, output, async |gateway| {
        let mut tokens = gateway.desk().tokens().await?;
        let now = when::now();
        tokens.retain(|token| all || token.works_at(now));
        tell(&tokens, now, output)?;
        Ok(Exit::Fine)
    })
    .await
}

fn tell(tokens: &[Token], now: i64, output: &Output) -> Result<(), Failure> {
    if output.is_json() {
        let tokens: Vec<Value> = tokens.iter().map(super::json).collect();
        output.json(&json!({ "tokens": tokens }))?;
    } else if tokens.is_empty() {
        output.say("there is no token; `candor token create NAME --role ROLE` makes one");
    } else {
        let mut table = Table::new(&["NAME", "ROLES", "STATE", "USED", "EXPIRES", "MADE BY"]);
        for token in tokens {
            table.row(row(token, now));
        }
        output.table(table)?;
    }
    Ok(())
}

fn row(token: &Token, now: i64) -> [Entry; 6] {
    let time = |at: Option<i64>| at.map_or_else(|| "never".to_owned(), when::text);
    let state = super::state(token, now);
    let paint = if token.works_at(now) {
        Paint::Good
    } else {
        Paint::Bad
    };
    [
        one_line(&token.name).into(),
        token.roles.to_string().into(),
        Entry::painted(state, paint),
        time(token.used_micros).into(),
        time(token.expires_micros).into(),
        one_line(&token.created_by).into(),
    ]
}
