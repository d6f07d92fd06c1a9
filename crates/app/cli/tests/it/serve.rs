//! `candor serve`.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStdout, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::sandbox::{CommandSandbox, check, has, kill};

/// A server that runs; it is killed when the test ends without having ended it.
pub(crate) struct ServeProcess {
    child: Child,
    stdout: BufReader<ChildStdout>,
    first_line: String,
}

impl ServeProcess {
    pub(crate) fn start(sandbox: &CommandSandbox, args: &[&str]) -> Self {
        let mut child = sandbox
            .command(&[&["serve", "--listen", "127.0.0.1:0"], args].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut stdout = BufReader::new(child.stdout.take().expect("its output"));
        let mut first_line = String::new();
        stdout.read_line(&mut first_line).expect("a line");
        Self {
            child,
            stdout,
            first_line,
        }
    }

    /// Host and port.
    pub(crate) fn address(&self) -> &str {
        let (_, after) = self.first_line.split_once("http://").expect("a URL");
        after.split_once("/mcp").expect("the endpoint").0
    }

    /// One request; the whole answer.
    pub(crate) fn get(&self, path: &str) -> String {
        self.request(&format!("GET {path} HTTP/1.1"), "", "")
    }

    /// Waits until every source has started or failed.
    pub(crate) fn until_ready(&self) {
        while !self.get("/readyz").starts_with("HTTP/1.1 200") {
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// One request with a body of JSON; the whole answer.
    pub(crate) fn post(&self, path: &str, headers: &str, body: &str) -> String {
        let headers = format!(
            "{headers}Accept: application/json, text/event-stream\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n",
            body.len()
        );
        self.request(&format!("POST {path} HTTP/1.1"), &headers, body)
    }

    fn request(&self, line: &str, headers: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(self.address()).expect("a connection");
        stream
            .set_read_timeout(Some(Duration::from_mins(1)))
            .expect("a timeout");
        let host = self.address();
        write!(
            stream,
            "{line}\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n{body}"
        )
        .expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    /// Sends a signal and waits for the end: exit code, what else was printed, what was logged.
    pub(crate) fn end(mut self, signal: &str) -> (Option<i32>, String, String) {
        kill(signal, self.child.id());
        let (mut rest, mut logged) = (String::new(), String::new());
        self.stdout.read_to_string(&mut rest).expect("text");
        let mut stderr = self.child.stderr.take().expect("its errors");
        stderr.read_to_string(&mut logged).expect("text");
        let status = self.child.wait().expect("it ends");
        (status.code(), rest, logged)
    }
}

impl Drop for ServeProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_demo_from_start_to_end() {
    let sandbox = CommandSandbox::new();
    let served = ServeProcess::start(&sandbox, &[]);
    assert!(
        served
            .first_line
            .starts_with("listening on http://127.0.0.1:"),
        "{}",
        served.first_line
    );

    let health = served.get("/healthz");
    assert!(
        health.starts_with("HTTP/1.1 200") && health.ends_with("ok\n"),
        "{health}"
    );
    let ready = served.get("/readyz");
    assert!(ready.contains("\"bookshop\""), "{ready}");
    let metrics = served.get("/metrics");
    assert!(
        metrics.starts_with("HTTP/1.1 200") && metrics.ends_with("# EOF\n"),
        "{metrics}"
    );

    let address = served.address().to_owned();
    let doctor = sandbox.run_env("doctor", ("CANDOR_LISTEN", &address));
    doctor.prints(format!(
        "ok    port: the gateway of this folder is running at http://{address}"
    ));

    let (code, rest, logged) = served.end("-TERM");
    assert_eq!((code, rest.as_str()), (Some(0), ""), "{logged}");
    assert!(logged.contains("the demo is served"), "{logged}");
    has(&logged, "candor add NAME -- COMMAND");
}

#[test]
fn an_interrupt_ends_it_too() {
    let served = ServeProcess::start(&CommandSandbox::new(), &[]);
    let (code, ..) = served.end("-INT");
    assert_eq!(code, Some(0));
}

#[test]
fn as_json_with_logs_as_json() {
    let served = ServeProcess::start(&CommandSandbox::new(), &["--json", "--log-format", "json"]);
    let line: Value = serde_json::from_str(&served.first_line).expect("JSON");
    let url = format!("http://{}/mcp", served.address());
    assert_eq!(line, serde_json::json!({"listening": url}));
    let (code, _, logged) = served.end("-TERM");
    assert_eq!(code, Some(0));
    assert!(!logged.is_empty());
    for line in logged.lines() {
        assert!(
            serde_json::from_str::<Value>(line).is_ok_and(|event| event.is_object()),
            "{line}"
        );
    }
}

#[test]
fn a_bad_entry_does_not_stop_it() {
    let sandbox = CommandSandbox::configured(
        "[sources.bad]\ncommand = 7\n[sources.gone]\ncommand = \"no-such-program-here\"\n",
    );
    let served = ServeProcess::start(&sandbox, &[]);
    let (code, _, logged) = served.end("-TERM");
    assert_eq!(code, Some(0), "{logged}");
    assert!(logged.contains("candor.toml:2:"), "{logged}");
}

#[test]
fn a_busy_port() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let ran = CommandSandbox::new().run(&format!("serve --listen {address} --log-level off"));
    check!(ran, @r"
    exit 2
    --- stderr
    error: cannot listen on `127.0.0.1:[PORT]`; is another process there? `--listen 127.0.0.1:0` uses any free port
      caused by: Address already in use (os error 98)
    ");
}

#[test]
fn an_address_that_others_could_reach() {
    check!(CommandSandbox::new().run("serve --listen 0.0.0.0:0 --log-level off"), @r#"
    exit 2
    --- stderr
    error: will not listen on `0.0.0.0:0`: callers need a token there, and there are none; create one with `candor token create NAME --role caller`, or listen on 127.0.0.1 with `server.auth = "auto"`
    "#);
}

#[test]
fn settings_that_cannot_be_used() {
    let sandbox = CommandSandbox::new();
    for (name, args) in [
        ("listen", "--listen here"),
        ("log-level", "--log-level louder=="),
        ("transparent", "--transparent nobody"),
        ("config", "--config none.toml"),
    ] {
        let ran = sandbox.run(&format!("serve {args}"));
        insta::assert_snapshot!(format!("serve-{name}"), ran.refused());
    }
}
