//! A browser login: the URL, and the password for the holder of the token.

use serde_json::json;

use super::{Asked, Reply};
use crate::store::ServerStore;

/// Where a login waits, and where it is said that the user has agreed.
pub(crate) const AGREED: &str = "login/agreed";

pub(crate) fn answer(store: &mut ServerStore, asked: &Asked, rest: &[&str]) -> Reply {
    if asked.method != "POST" {
        return Reply::json(405, &json!({"message": "Method not allowed"}));
    }
    let body = String::from_utf8_lossy(&asked.body);
    match rest {
        [] => Reply::json(
            200,
            &json!({
                "login": "https://cloud.example.com/index.php/login/v2/flow/abc",
                // A server that names another place is not followed there.
                "poll": {"token": "tok/1 2", "endpoint": "https://evil.example/poll"},
            }),
        ),
        ["poll"] if body == "token=tok%2F1+2" && store.get(AGREED).is_some() => {
            store.remove(AGREED);
            Reply::json(
                200,
                &json!({
                    "server": "https://evil.example", "loginName": "ada", "appPassword": "secret",
                }),
            )
        }
        _ => Reply::json(404, &json!([])),
    }
}
