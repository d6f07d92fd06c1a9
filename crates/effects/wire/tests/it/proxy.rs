//! Proxies that the environment names.
//!
//! The environment belongs to the process, so the tests run themselves once more with another.

use std::env;

use candor_wire::link::{LinkEndpoint, ServerLink};
use tokio::process::Command;

use crate::raw::{RawRequest, RawServer, serve_text};
use crate::support::{call, limits, result_of, spec, told, within};

const CASE: &str = "CANDOR_TEST_PROXY_CASE";
/// Everything that says something about proxies.
const VARIABLES: [&str; 9] = [
    "HTTP_PROXY",
    "http_proxy",
    "HTTPS_PROXY",
    "https_proxy",
    "ALL_PROXY",
    "all_proxy",
    "NO_PROXY",
    "no_proxy",
    "REQUEST_METHOD",
];

/// This test once more, in an environment that names only these proxies.
pub(crate) fn again(test: &str, variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env::current_exe().expect("this program"));
    command.args(["--exact", "--nocapture", test]);
    for name in VARIABLES {
        command.env_remove(name);
    }
    command.envs(variables.iter().copied()).kill_on_drop(true);
    command
}

/// Waits for a test that runs once more, and fails if it does.
pub(crate) async fn passes(mut command: Command) {
    let done = within(command.output()).await.expect("it runs");
    let said = [done.stdout, done.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(done.status.success() && said.contains("1 passed"), "{said}");
}

/// Variables, the server that is asked, and who answers.
type ProxyCase<'a> = (&'a [(&'a str, &'a str)], &'a String, &'a String);

fn answer(request: &RawRequest, from: &str) -> String {
    let body = result_of(request.id(), from);
    let length = body.len();
    format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\n{body}")
}

async fn serve_both() -> (RawServer, RawServer) {
    (
        serve_text(|request| answer(request, "\"proxy\"")).await,
        serve_text(|request| answer(request, "\"server\"")).await,
    )
}

/// Asks one server twice, and compares the second answer, or what is said instead.
async fn ask_in_this_environment(case: &str) {
    let (url, expect) = case.split_once(' ').expect("a case");
    let outcome = async {
        let endpoint = LinkEndpoint::Http(spec(url, &[]));
        let (link, _inbox) = ServerLink::open(&endpoint, &limits()).await?;
        call(&link, "x", "{}").await?;
        call(&link, "x", "{}").await
    };
    let outcome = within(Box::pin(outcome))
        .await
        .unwrap_or_else(|error| told(&error));
    assert_eq!(outcome, expect);
}

#[tokio::test]
async fn proxies_of_the_environment_are_honoured() {
    if let Ok(case) = env::var(CASE) {
        return ask_in_this_environment(&case).await;
    }
    let (proxy, server) = serve_both().await;
    let named = format!("http://me:canary-4711@{}", proxy.address);
    let far = "http://server.invalid/mcp?x=y".to_owned();
    let near = server.url();
    let (by_proxy, by_server) = ("\"proxy\"".to_owned(), "\"server\"".to_owned());
    let cases: [ProxyCase; 9] = [
        (&[("HTTP_PROXY", &named)], &far, &by_proxy),
        (&[("http_proxy", &named)], &far, &by_proxy),
        (&[("ALL_PROXY", &named)], &far, &by_proxy),
        (&[("all_proxy", &named)], &far, &by_proxy),
        (&[("HTTPS_PROXY", &named)], &near, &by_server),
        (
            &[("HTTP_PROXY", &named), ("NO_PROXY", "127.0.0.0/8")],
            &near,
            &by_server,
        ),
        (
            &[("HTTP_PROXY", &named), ("no_proxy", "a.example, 127.0.0.1")],
            &near,
            &by_server,
        ),
        (
            &[("HTTP_PROXY", &named), ("NO_PROXY", "server.invalid")],
            &near,
            &by_proxy,
        ),
        (&[], &near, &by_server),
    ];
    let through = cases.iter().filter(|case| case.2 == &by_proxy).count();
    for (variables, url, expect) in &cases {
        let case = format!("{url} {expect}");
        let variables = [*variables, &[(CASE, &*case)]].concat();
        passes(again(
            "proxy::proxies_of_the_environment_are_honoured",
            &variables,
        ))
        .await;
    }
    assert_eq!(
        (proxy.opened(), server.opened()),
        (through, cases.len() - through)
    );
    let requests = proxy.requests();
    assert_eq!(requests.len(), 2 * through);
    let first = &requests[0];
    assert_eq!(first.line(), "POST http://server.invalid/mcp?x=y HTTP/1.1");
    assert_eq!(first.header("host"), Some("server.invalid"));
    let login = Some("Basic bWU6Y2FuYXJ5LTQ3MTE=");
    assert!(
        requests
            .iter()
            .all(|it| it.header("proxy-authorization") == login)
    );
    let direct = server.requests();
    assert!(direct.iter().all(|it| it.line() == "POST /mcp HTTP/1.1"));
    assert!(
        direct
            .iter()
            .all(|it| it.header("proxy-authorization").is_none())
    );
}

#[tokio::test]
async fn a_proxy_that_does_not_help_is_named() {
    if let Ok(case) = env::var(CASE) {
        return ask_in_this_environment(&case).await;
    }
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let absent = listener.local_addr().expect("an address").to_string();
    drop(listener);
    let refusing = serve_text(|_| "HTTP/1.1 403 Forbidden\r\n\r\n".to_owned()).await;
    let cases = [
        (
            format!("http://me:canary-4711@{absent}"),
            "http://server.invalid/mcp",
            format!("through the proxy `http://{absent}/`: tcp connect error: Connection refused"),
        ),
        (
            format!("http://me:canary-4711@{absent}"),
            "https://server.invalid/mcp",
            format!(
                "through the proxy `http://{absent}/`: tunnel error: failed to create underlying \
                 connection: tcp connect error: Connection refused"
            ),
        ),
        (
            format!("http://{}", refusing.address),
            "https://server.invalid/mcp",
            format!(
                "through the proxy `http://{}/`: tunnel error: unsuccessful",
                refusing.address
            ),
        ),
    ];
    for (proxy, url, cause) in cases {
        let number = if cause.contains("refused") {
            " (os error 111)"
        } else {
            ""
        };
        let case = format!("{url} cannot connect to `{url}`: {cause}{number}");
        let variables = [("ALL_PROXY", &*proxy), (CASE, &*case)];
        passes(again(
            "proxy::a_proxy_that_does_not_help_is_named",
            &variables,
        ))
        .await;
    }
    let socks = "http://a.example/ the proxy `socks5://127.0.0.1:1080/` of the environment is \
                 neither http nor https; name another one, or list `a.example` in NO_PROXY";
    let variables = [("all_proxy", "socks5://127.0.0.1:1080"), (CASE, socks)];
    passes(again(
        "proxy::a_proxy_that_does_not_help_is_named",
        &variables,
    ))
    .await;
}
