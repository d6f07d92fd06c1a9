//! Credentials that a path asks for.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use super::reply::Reply;
use super::request::Request;
use super::tokens::Tokens;

/// What a request must carry.
#[derive(Clone, Debug)]
pub struct Guard(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Bearer(String),
    Issued(Tokens),
    Basic { user: String, password: String },
    Header { name: String, value: String },
    Query { name: String, value: String },
    Cookie { name: String, value: String },
    Any(Vec<Guard>),
    All(Vec<Guard>),
}

// === impl Guard ===

impl Guard {
    /// `Authorization: Bearer` with this token.
    pub fn bearer(token: &str) -> Self {
        Self(Kind::Bearer(token.to_owned()))
    }

    /// `Authorization: Bearer` with a token of a token endpoint that is still good.
    pub fn issued_by(tokens: &Tokens) -> Self {
        Self(Kind::Issued(tokens.clone()))
    }

    /// `Authorization: Basic` with this name and password.
    pub fn basic(user: &str, password: &str) -> Self {
        let (user, password) = (user.to_owned(), password.to_owned());
        Self(Kind::Basic { user, password })
    }

    /// A key in a header.
    pub fn header(name: &str, value: &str) -> Self {
        let (name, value) = (name.to_owned(), value.to_owned());
        Self(Kind::Header { name, value })
    }

    /// A key in the query.
    pub fn query(name: &str, value: &str) -> Self {
        let (name, value) = (name.to_owned(), value.to_owned());
        Self(Kind::Query { name, value })
    }

    /// A key in a cookie.
    pub fn cookie(name: &str, value: &str) -> Self {
        let (name, value) = (name.to_owned(), value.to_owned());
        Self(Kind::Cookie { name, value })
    }

    /// One of several.
    pub fn any(guards: impl IntoIterator<Item = Self>) -> Self {
        Self(Kind::Any(guards.into_iter().collect()))
    }

    /// Several together.
    pub fn all(guards: impl IntoIterator<Item = Self>) -> Self {
        Self(Kind::All(guards.into_iter().collect()))
    }

    /// The refusal for a request that may not pass.
    pub(super) fn refuse(&self, request: &Request) -> Option<Reply> {
        if self.admits(request) {
            return None;
        }
        let wanted = self.wanted();
        let reply = Reply::json(&json!({"error": "unauthorized", "wanted": wanted}));
        let reply = reply.with_status(401);
        Some(match &self.0 {
            Kind::Bearer(_) | Kind::Issued(_) => reply.header(
                "www-authenticate",
                "Bearer realm=\"test\", error=\"invalid_token\"",
            ),
            Kind::Basic { .. } => reply.header("www-authenticate", "Basic realm=\"test\""),
            _ => reply,
        })
    }

    fn admits(&self, request: &Request) -> bool {
        match &self.0 {
            Kind::Bearer(token) => bearer(request) == Some(token),
            Kind::Issued(tokens) => bearer(request).is_some_and(|token| tokens.is_good(token)),
            Kind::Basic { user, password } => {
                let expect = STANDARD.encode(format!("{user}:{password}"));
                credentials(request, "basic") == Some(&*expect)
            }
            Kind::Header { name, value } => only(request.headers_named(name), value),
            Kind::Query { name, value } => {
                let pairs = request.query_pairs();
                let named = pairs.iter().filter(|(key, _)| key == name);
                only(named.map(|(_, value)| value.as_str()), value)
            }
            Kind::Cookie { name, value } => {
                let cookies = request.cookies();
                let named = cookies.iter().filter(|(key, _)| key == name);
                only(named.map(|(_, value)| value.as_str()), value)
            }
            Kind::Any(guards) => guards.iter().any(|guard| guard.admits(request)),
            Kind::All(guards) => guards.iter().all(|guard| guard.admits(request)),
        }
    }

    fn wanted(&self) -> String {
        let several = |guards: &[Self], word: &str| {
            let each: Vec<_> = guards.iter().map(Self::wanted).collect();
            each.join(word)
        };
        match &self.0 {
            Kind::Bearer(_) | Kind::Issued(_) => "a bearer token".to_owned(),
            Kind::Basic { .. } => "a name and a password".to_owned(),
            Kind::Header { name, .. } => format!("the header `{name}`"),
            Kind::Query { name, .. } => format!("the query parameter `{name}`"),
            Kind::Cookie { name, .. } => format!("the cookie `{name}`"),
            Kind::Any(guards) => several(guards, " or "),
            Kind::All(guards) => several(guards, " and "),
        }
    }
}

/// A key must come exactly once: a client that sends two is wrong even if one of them fits.
fn only<'a>(mut values: impl Iterator<Item = &'a str>, expect: &str) -> bool {
    values.next() == Some(expect) && values.next().is_none()
}

fn bearer(request: &Request) -> Option<&str> {
    credentials(request, "bearer")
}

/// What follows the scheme in the only `Authorization` header.
pub(super) fn credentials<'a>(request: &'a Request, scheme: &str) -> Option<&'a str> {
    let mut headers = request.headers_named("authorization");
    let (first, second) = (headers.next()?, headers.next());
    let (named, rest) = first.split_once(' ')?;
    (second.is_none() && named.eq_ignore_ascii_case(scheme)).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(guard: &Guard, target: &str, headers: &[(&str, &str)], expect: bool) {
        let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let request = Request {
            target: target.to_owned(),
            headers: headers.iter().map(own).collect(),
            ..Request::default()
        };
        let refusal = guard.refuse(&request);
        assert_eq!(refusal.is_none(), expect, "{guard:?} {target} {headers:?}");
        assert!(refusal.is_none_or(|reply| reply.status == 401));
    }

    #[test]
    fn each_kind_of_credential_is_checked() {
        let bearer = Guard::bearer("t1");
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
        let basic = Guard::basic("ann", "a:b");
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
        let header = Guard::header("X-Key", "k");
        check(&header, "/", &[("x-key", "k")], true);
        check(&header, "/?X-Key=k", &[], false);
        let query = Guard::query("key", "a b");
        check(&query, "/?key=a%20b", &[], true);
        check(&query, "/?key=a+b&key=a+b", &[], false);
        let cookie = Guard::cookie("sid", "1");
        check(&cookie, "/", &[("cookie", "a=b; sid=1")], true);
        check(&cookie, "/", &[("cookie", "sid=2")], false);
    }

    #[test]
    fn guards_combine() {
        let (one, two) = (Guard::header("a", "1"), Guard::header("b", "2"));
        let any = Guard::any([one.clone(), two.clone()]);
        let all = Guard::all([one, two]);
        check(&any, "/", &[("b", "2")], true);
        check(&any, "/", &[], false);
        check(&all, "/", &[("b", "2")], false);
        check(&all, "/", &[("b", "2"), ("a", "1")], true);
        assert_eq!(all.wanted(), "the header `a` and the header `b`");
    }
}
