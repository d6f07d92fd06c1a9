//! Credentials required by a path.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use super::reply::ScriptedReply;
use super::request::ReceivedRequest;
use super::tokens::TokenEndpoint;

/// The credential that a request must have.
#[derive(Clone, Debug)]
pub struct CredentialGuard(GuardKind);

#[derive(Clone, Debug)]
enum GuardKind {
    Bearer(String),
    Issued(TokenEndpoint),
    Basic { user: String, password: String },
    Header { name: String, value: String },
    Query { name: String, value: String },
    Cookie { name: String, value: String },
    Any(Vec<CredentialGuard>),
    All(Vec<CredentialGuard>),
}

// === impl CredentialGuard ===

impl CredentialGuard {
    /// `Authorization: Bearer` with this token.
    pub fn bearer(token: &str) -> Self {
        Self(GuardKind::Bearer(token.to_owned()))
    }

    /// `Authorization: Bearer` with a token of a token endpoint that is still good.
    pub fn issued_by(tokens: &TokenEndpoint) -> Self {
        Self(GuardKind::Issued(tokens.clone()))
    }

    /// `Authorization: Basic` with this name and password.
    pub fn basic(user: &str, password: &str) -> Self {
        let (user, password) = (user.to_owned(), password.to_owned());
        Self(GuardKind::Basic { user, password })
    }

    /// A key in a header.
    pub fn header(name: &str, value: &str) -> Self {
        let (name, value) = (name.to_owned(), value.to_owned());
        Self(GuardKind::Header { name, value })
    }

    /// A key in the query.
    pub fn query(name: &str, value: &str) -> Self {
        let (name, value) = (name.to_owned(), value.to_owned());
        Self(GuardKind::Query { name, value })
    }

    /// A key in a cookie.
    pub fn cookie(name: &str, value: &str) -> Self {
        let (name, value) = (name.to_owned(), value.to_owned());
        Self(GuardKind::Cookie { name, value })
    }

    /// One of several credentials.
    pub fn any(guards: impl IntoIterator<Item = Self>) -> Self {
        Self(GuardKind::Any(guards.into_iter().collect()))
    }

    /// Several guards, all of which must be satisfied.
    pub fn all(guards: impl IntoIterator<Item = Self>) -> Self {
        Self(GuardKind::All(guards.into_iter().collect()))
    }

    /// The refusal for a request that may not pass.
    pub(super) fn refuse(&self, request: &ReceivedRequest) -> Option<ScriptedReply> {
        if self.admits(request) {
            return None;
        }
        let wanted = self.wanted();
        let reply = ScriptedReply::json(&json!({"error": "unauthorized", "wanted": wanted}));
        let reply = reply.with_status(401);
        Some(match &self.0 {
            GuardKind::Bearer(_) | GuardKind::Issued(_) => reply.header(
                "www-authenticate",
                "Bearer realm=\"test\", error=\"invalid_token\"",
            ),
            GuardKind::Basic { .. } => reply.header("www-authenticate", "Basic realm=\"test\""),
            _ => reply,
        })
    }

    fn admits(&self, request: &ReceivedRequest) -> bool {
        match &self.0 {
            GuardKind::Bearer(token) => bearer(request) == Some(token),
            GuardKind::Issued(tokens) => bearer(request).is_some_and(|token| tokens.is_good(token)),
            GuardKind::Basic { user, password } => {
                let expect = STANDARD.encode(format!("{user}:{password}"));
                credentials(request, "basic") == Some(&*expect)
            }
            GuardKind::Header { name, value } => only(request.headers_named(name), value),
            GuardKind::Query { name, value } => {
                let pairs = request.query_pairs();
                let named = pairs.iter().filter(|(key, _)| key == name);
                only(named.map(|(_, value)| value.as_str()), value)
            }
            GuardKind::Cookie { name, value } => {
                let cookies = request.cookies();
                let named = cookies.iter().filter(|(key, _)| key == name);
                only(named.map(|(_, value)| value.as_str()), value)
            }
            GuardKind::Any(guards) => guards.iter().any(|guard| guard.admits(request)),
            GuardKind::All(guards) => guards.iter().all(|guard| guard.admits(request)),
        }
    }

    fn wanted(&self) -> String {
        let several = |guards: &[Self], word: &str| {
            let each: Vec<_> = guards.iter().map(Self::wanted).collect();
            each.join(word)
        };
        match &self.0 {
            GuardKind::Bearer(_) | GuardKind::Issued(_) => "a bearer token".to_owned(),
            GuardKind::Basic { .. } => "a name and a password".to_owned(),
            GuardKind::Header { name, .. } => format!("the header `{name}`"),
            GuardKind::Query { name, .. } => format!("the query parameter `{name}`"),
            GuardKind::Cookie { name, .. } => format!("the cookie `{name}`"),
            GuardKind::Any(guards) => several(guards, " or "),
            GuardKind::All(guards) => several(guards, " and "),
        }
    }
}

/// A key must come exactly once: a client that sends two is wrong even if one of them fits.
fn only<'a>(mut values: impl Iterator<Item = &'a str>, expect: &str) -> bool {
    values.next() == Some(expect) && values.next().is_none()
}

fn bearer(request: &ReceivedRequest) -> Option<&str> {
    credentials(request, "bearer")
}

/// The value after the scheme in the only `Authorization` header.
pub(super) fn credentials<'a>(request: &'a ReceivedRequest, scheme: &str) -> Option<&'a str> {
    let mut headers = request.headers_named("authorization");
    let (first, second) = (headers.next()?, headers.next());
    let (named, rest) = first.split_once(' ')?;
    (second.is_none() && named.eq_ignore_ascii_case(scheme)).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(guard: &CredentialGuard, target: &str, headers: &[(&str, &str)], expect: bool) {
        let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let request = ReceivedRequest {
            target: target.to_owned(),
            headers: headers.iter().map(own).collect(),
            ..ReceivedRequest::default()
        };
        let refusal = guard.refuse(&request);
        assert_eq!(refusal.is_none(), expect, "{guard:?} {target} {headers:?}");
        assert!(refusal.is_none_or(|reply| reply.status == 401));
    }

    #[test]
    fn each_kind_of_credential_is_checked() {
        let bearer = CredentialGuard::bearer("t1");
        check(&bearer, "/", &[("Authorization", "Bearer t1")], true);
        check(&bearer, "/", &[("authorization", "bearer t1")], true);
        check(&bearer, "/", &[("authorization", "Bearer t2")], false);
        check(&bearer, "/", &[("authorization", "Basic t1")], false);
        check(&bearer, "/", &[], false);
        let twice = [
            ("authorization", "Bearer t1"),
            ("authorization", "Bearer t1"),
        ];
        check(&bearer, "/", &twice, false);
        let basic = CredentialGuard::basic("ann", "a:b");
        check(
            &basic,
            "/",
            &[("authorization", "Basic YW5uOmE6Yg==")],
            true,
        );
        check(
            &basic,
            "/",
            &[("authorization", "Basic YW5uOmE6Yw==")],
            false,
        );
        let header = CredentialGuard::header("X-Key", "k");
        check(&header, "/", &[("x-key", "k")], true);
        check(&header, "/?X-Key=k", &[], false);
        let query = CredentialGuard::query("key", "a b");
        check(&query, "/?key=a%20b", &[], true);
        check(&query, "/?key=a+b&key=a+b", &[], false);
        let cookie = CredentialGuard::cookie("sid", "1");
        check(&cookie, "/", &[("cookie", "a=b; sid=1")], true);
        check(&cookie, "/", &[("cookie", "sid=2")], false);
    }

    #[test]
    fn guards_combine() {
        let (one, two) = (
            CredentialGuard::header("a", "1"),
            CredentialGuard::header("b", "2"),
        );
        let any = CredentialGuard::any([one.clone(), two.clone()]);
        let all = CredentialGuard::all([one, two]);
        check(&any, "/", &[("b", "2")], true);
        check(&any, "/", &[], false);
        check(&all, "/", &[("b", "2")], false);
        check(&all, "/", &[("b", "2"), ("a", "1")], true);
        assert_eq!(all.wanted(), "the header `a` and the header `b`");
    }
}
