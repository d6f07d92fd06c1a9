//! A server that speaks as Nextcloud does, holds state, and refuses what the real one refuses.

mod cookbook;
mod dav;
mod deck;
mod exchange;
mod login;
mod news;
mod notes;
mod seed;
mod shares;
mod tables;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::store::{ServerStore, Snapshot};
pub(crate) use exchange::{Asked, Reply};
pub(crate) use login::AGREED;
pub(crate) use seed::store as seed_store;

/// The login that the server takes: `ada` with `secret`.
const LOGIN: &str = "Basic YWRhOnNlY3JldA==";
/// The account in DAV paths, which is not the login name.
pub(crate) const USER: &str = "ada-uid";

/// A running server.
pub(crate) struct ScriptedServer {
    pub(crate) address: SocketAddr,
    shared: Arc<Mutex<ServerState>>,
    task: JoinHandle<()>,
}

#[derive(Default)]
pub(crate) struct ServerState {
    pub(crate) store: ServerStore,
    pub(crate) seen: Vec<Asked>,
    /// What every request is answered with, instead of what it asks for, and how often.
    pub(crate) fault: Option<(Reply, usize)>,
}

// === impl ScriptedServer ===

impl ScriptedServer {
    /// A server with the things of the seed in it.
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Mutex::new(ServerState::default()));
        shared.lock().unwrap().store = seed::store();
        let state = Arc::clone(&shared);
        let task = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let state = Arc::clone(&state);
                tokio::spawn(async move {
                    let service = service_fn(move |request| serve(Arc::clone(&state), request));
                    let http = hyper::server::conn::http1::Builder::new();
                    let _ = http.serve_connection(TokioIo::new(stream), service).await;
                });
            }
        });
        Self {
            address,
            shared,
            task,
        }
    }

    /// Everything as it was at the beginning.
    pub(crate) fn reset(&self) {
        self.change(|state| {
            state.store = seed::store();
            state.seen.clear();
            state.fault = None;
        });
    }

    pub(crate) fn snapshot(&self) -> Snapshot {
        self.shared.lock().unwrap().store.things.clone()
    }

    /// The requests since the last time.
    pub(crate) fn take_seen(&self) -> Vec<Asked> {
        std::mem::take(&mut self.shared.lock().unwrap().seen)
    }

    pub(crate) fn change(&self, change: impl FnOnce(&mut ServerState)) {
        change(&mut self.shared.lock().unwrap());
    }
}

impl Drop for ScriptedServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(
    state: Arc<Mutex<ServerState>>,
    request: hyper::Request<Incoming>,
) -> Result<hyper::Response<Full<Bytes>>, Infallible> {
    let (head, body) = request.into_parts();
    let body = body
        .collect()
        .await
        .map(http_body_util::Collected::to_bytes);
    let asked = Asked::new(&head, body.unwrap_or_default());
    let mut state = state.lock().unwrap();
    state.seen.push(asked.clone());
    if let Some((fault, left)) = &mut state.fault
        && *left > 0
    {
        *left -= 1;
        return Ok(fault.clone().into_http());
    }
    Ok(answer(&mut state.store, &asked).into_http())
}

fn answer(store: &mut ServerStore, asked: &Asked) -> Reply {
    let segments: Vec<&str> = asked.segments.iter().map(String::as_str).collect();
    if let ["index.php", "login", "v2", rest @ ..] = segments.as_slice() {
        return login::answer(store, asked, rest);
    }
    let knows = store.get("account/app_password").is_some();
    if asked.header("authorization") != Some(LOGIN) || !knows {
        return Reply::json(401, &json!({"message": "Current user is not logged in"}));
    }
    let program = asked.header("ocs-apirequest") == Some("true");
    match segments.as_slice() {
        ["ocs", ..] if !program => Reply::ocs_error(401, 997, "Unauthorised"),
        ["index.php", "apps", ..] if !program => {
            Reply::json(412, &json!({"message": "CSRF check failed"}))
        }
        ["ocs", "v2.php", "cloud", "user"] => Reply::ocs(&json!({
            "id": USER, "display-name": "Ada", "email": "ada@example.com",
        })),
        ["ocs", "v2.php", "core", "apppassword"] if asked.method == "DELETE" => {
            store.remove("account/app_password");
            Reply::ocs(&json!([]))
        }
        ["ocs", "v2.php", "cloud", "capabilities"] => capabilities(store),
        ["index.php", "apps", "notes", rest @ ..] => notes::answer(store, asked, rest),
        ["index.php", "apps", "deck", rest @ ..] => deck::answer(store, asked, rest),
        ["ocs", "v2.php", "apps", "deck", rest @ ..] => deck::comments(store, asked, rest),
        [
            "ocs",
            "v2.php",
            "apps",
            "files_sharing",
            "api",
            "v1",
            "shares",
            rest @ ..,
        ] => shares::answer(store, asked, rest),
        ["index.php", "apps", "tables", rest @ ..] => tables::answer(store, asked, rest),
        ["ocs", "v2.php", "apps", "tables", rest @ ..] => tables::ocs(store, asked, rest),
        ["index.php", "apps", "cookbook", rest @ ..] => cookbook::answer(store, asked, rest),
        ["index.php", "apps", "news", rest @ ..] => news::answer(store, asked, rest),
        ["remote.php", "dav", rest @ ..] => dav::answer(store, asked, rest),
        _ => Reply::json(404, &json!({"message": "no route"})),
    }
}

fn capabilities(store: &ServerStore) -> Reply {
    let apps = store.get("capabilities").cloned().unwrap_or_default();
    Reply::ocs(&json!({"version": {"string": "34.0.0"}, "capabilities": apps}))
}
