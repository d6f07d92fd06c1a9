//! Selects the reply for a request.

use std::fmt;
use std::sync::Arc;

use super::document::ServedDocument;
use super::guard::CredentialGuard;
use super::reply::{ReplySequence, ScriptedReply};
use super::request::ReceivedRequest;
use super::tokens::TokenEndpoint;

/// A function that makes a reply of a request.
pub(super) type ReplyFunction = Arc<dyn Fn(&ReceivedRequest) -> ScriptedReply + Send + Sync>;

/// The scripts and guards, in the order in which they were written.
#[derive(Debug, Default)]
pub(super) struct RouteTable {
    routes: Vec<ScriptedRoute>,
    guards: Vec<(String, CredentialGuard)>,
}

#[derive(Debug)]
struct ScriptedRoute {
    method: String,
    path: String,
    action: RouteAction,
}

/// The action of a route.
#[derive(Clone)]
pub(super) enum RouteAction {
    Replies(ReplySequence),
    Computed(ReplyFunction),
    Document(Arc<ServedDocument>),
    Tokens(TokenEndpoint),
}

// === impl RouteTable ===

impl RouteTable {
    /// Adds a script in place of an earlier one for the same method and path.
    pub(super) fn set(&mut self, method: &str, path: &str, action: RouteAction) {
        if let RouteAction::Replies(ReplySequence(replies)) = &action {
            assert!(!replies.is_empty(), "`{method} {path}` needs a reply");
        }
        self.routes
            .retain(|route| route.method != method || route.path != path);
        self.routes.push(ScriptedRoute {
            method: method.to_owned(),
            path: path.to_owned(),
            action,
        });
    }

    /// Adds a guard in place of an earlier one for the same path.
    pub(super) fn require(&mut self, path: &str, guard: CredentialGuard) {
        self.guards.retain(|(guarded, _)| guarded != path);
        self.guards.push((path.to_owned(), guard));
    }

    /// The action for a request. Advances a sequence.
    pub(super) fn choose(&mut self, request: &ReceivedRequest) -> RouteAction {
        let refusal = self
            .guards
            .iter()
            .filter(|(path, _)| fits(path, request.path()))
            .find_map(|(_, guard)| guard.refuse(request));
        if let Some(refusal) = refusal {
            return RouteAction::Replies(refusal.into());
        }
        let route = self.routes.iter_mut().rev().find(|route| {
            fits(&route.path, request.path())
                && (route.method == "*" || route.method == request.method)
        });
        match route.map(|route| &mut route.action) {
            Some(RouteAction::Replies(ReplySequence(replies))) => {
                let next = if replies.len() > 1 {
                    replies.remove(0)
                } else {
                    replies[0].clone()
                };
                RouteAction::Replies(next.into())
            }
            Some(other) => other.clone(),
            None => RouteAction::Replies(ScriptedReply::echo().into()),
        }
    }
}

// === impl RouteAction ===

impl RouteAction {
    /// Does it. It is not done under the lock of the routes: a function may change them.
    pub(super) fn reply(self, request: &ReceivedRequest) -> ScriptedReply {
        match self {
            Self::Replies(ReplySequence(mut replies)) => replies.remove(0),
            Self::Computed(compute) => compute(request),
            Self::Document(document) => document.reply(request),
            Self::Tokens(tokens) => tokens.answer(request),
        }
    }
}

impl fmt::Debug for RouteAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Replies(replies) => replies.fmt(f),
            Self::Computed(_) => f.write_str("Computed"),
            Self::Document(document) => document.fmt(f),
            Self::Tokens(tokens) => tokens.fmt(f),
        }
    }
}

fn fits(pattern: &str, path: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => path.starts_with(start),
        None => path == pattern,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(routes: &mut RouteTable, method: &str, target: &str) -> u16 {
        let request = ReceivedRequest {
            method: method.to_owned(),
            target: target.to_owned(),
            ..ReceivedRequest::default()
        };
        routes.choose(&request).reply(&request).status
    }

    fn status(status: u16) -> RouteAction {
        RouteAction::Replies(ScriptedReply::status(status).into())
    }

    #[test]
    fn the_script_written_last_counts() {
        let mut routes = RouteTable::default();
        assert_eq!(ask(&mut routes, "GET", "/a"), 200);
        routes.set("*", "*", status(404));
        routes.set("GET", "/a", status(201));
        routes.set("GET", "/b/*", status(202));
        assert_eq!(ask(&mut routes, "GET", "/a?x"), 201);
        assert_eq!(ask(&mut routes, "POST", "/a"), 404);
        assert_eq!(ask(&mut routes, "GET", "/b/c/d"), 202);
        assert_eq!(ask(&mut routes, "GET", "/b"), 404);
        routes.set("GET", "/a", status(203));
        assert_eq!(ask(&mut routes, "GET", "/a"), 203);
        assert_eq!(routes.routes.len(), 3);
    }

    #[test]
    fn the_last_of_a_sequence_stays() {
        let mut routes = RouteTable::default();
        let replies = [503, 429, 200].map(ScriptedReply::status);
        routes.set("GET", "/", RouteAction::Replies(replies.into()));
        let seen: Vec<_> = (0..4).map(|_| ask(&mut routes, "GET", "/")).collect();
        assert_eq!(seen, [503, 429, 200, 200]);
    }

    #[test]
    fn every_guard_of_a_path_is_asked() {
        let mut routes = RouteTable::default();
        routes.require("/p/*", CredentialGuard::query("a", "1"));
        routes.require("/p/q", CredentialGuard::query("b", "2"));
        assert_eq!(ask(&mut routes, "GET", "/p/x?a=1"), 200);
        assert_eq!(ask(&mut routes, "GET", "/p/q?a=1"), 401);
        assert_eq!(ask(&mut routes, "GET", "/p/q?a=1&b=2"), 200);
        assert_eq!(ask(&mut routes, "GET", "/elsewhere"), 200);
    }
}
