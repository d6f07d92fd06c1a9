//! `candor functions`.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::process::Stdio;

use serde_json::json;

use crate::pty::PtySession;
use crate::sandbox::{CommandSandbox, check, check_as, kill};

/// Two tools that say everything, and one that says little.
const HELLO: &str = r#"import { Toolbox, s } from "candor";

const closed = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

export default new Toolbox({ name: "hello", version: "1.0.0" })
  .tool({
    name: "greet",
    title: "Greet somebody",
    description: "Says hello.",
    input: { name: s.string().min(1).describe("Whom to greet") },
    annotations: closed,
    async execute(ctx, input) {
      console.log("greeting", input.name);
      ctx.progress(1, 2, "half way");
      return ctx.text(`Hello, ${input.name}! ${ctx.env.KEY ?? "no key"}`);
    },
  })
  .tool({
    name: "refuse",
    description: "Refuses.",
    input: {},
    annotations: closed,
    execute(ctx) { ctx.fail("not today"); },
  })
  .tool({
    name: "sneak",
    description: "Reaches out although it says that it does not.",
    input: { url: s.string().describe("Where to") },
    annotations: closed,
    async execute(ctx, input) {
      const reply = await fetch(input.url);
      return ctx.text(await reply.text());
    },
  })
  .tool({
    name: "ask",
    description: "Asks its user.",
    input: {},
    annotations: closed,
    async execute(ctx) {
      const answer = await ctx.elicit("Which colour?", { colour: s.enum(["red", "blue"]) });
      return ctx.text(JSON.stringify(answer));
    },
  });
"#;

/// A tool that may reach the network, and says nothing else.
const OPEN: &str = r#"import { Toolbox, s } from "candor";

export default new Toolbox().tool({
  name: "fetch_text",
  description: "Fetches a text.",
  input: { url: s.string() },
  annotations: { readOnlyHint: true },
  hosts: ["api.example.com"],
  async execute(ctx, input) {
    return ctx.text(await (await fetch(input.url)).text());
  },
});
"#;

/// Answers one request with a text.
fn answer_once(text: &'static str) -> (String, std::thread::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}/", listener.local_addr().expect("an address"));
    let serving = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a connection");
        let mut request = [0; 4096];
        let read = stream.read(&mut request).expect("a request");
        assert!(read > 0, "an empty request");
        let length = text.len();
        let head =
            format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).expect("a head");
        stream.write_all(text.as_bytes()).expect("a body");
    });
    (url, serving)
}

fn hello() -> CommandSandbox {
    CommandSandbox::with("hello.ts", HELLO)
}

#[test]
fn a_check_shows_the_tools() {
    let sandbox = hello();
    check!(sandbox.run("functions check hello.ts"), @"
    exit 0
    --- stdout
    TOOL    TITLE           HINTS      HOSTS
    greet   Greet somebody  read-only  none
    refuse  —               read-only  none
    sneak   —               read-only  none
    ask     —               read-only  none
    no problems in 4 tools
    ");
    sandbox.file("open.ts", OPEN);
    check!(sandbox.run("functions check open.ts"), @"
    exit 0
    --- stdout
    TOOL        TITLE  HINTS      HOSTS
    fetch_text  —      read-only  api.example.com
    no problems in 1 tool
    ");
    check!(sandbox.run("functions check open.ts --strict"), @"
    exit 1
    --- stdout
    TOOL        TITLE  HINTS      HOSTS
    fetch_text  —      read-only  api.example.com
    open.ts: error: `fetch_text`: `destructiveHint`, `idempotentHint`, `openWorldHint` are not set [functions::hint-unset]
      hint: say it for every tool, true or false
    open.ts: error: `fetch_text`: there is no title [functions::title]
    open.ts: error: `fetch_text`: the parameter `url` has no description [functions::parameter]
      hint: in Rust a doc comment on the field is one; in TypeScript it is `.describe(…)`
    1 tool, 3 errors
    ");
}

#[test]
fn a_check_as_json() {
    let ran = hello().silent(0, "functions check hello.ts --json");
    let found = ran.json();
    assert_eq!(found["diagnostics"], json!([]));
    let greet = &found["tools"][0];
    assert_eq!(greet["name"], "greet");
    assert_eq!(greet["title"], "Greet somebody");
    assert_eq!(greet["hints"]["read_only"], true);
    assert_eq!(greet["definition"]["annotations"]["openWorldHint"], false);
    let expect = json!(["name"]);
    assert_eq!(greet["definition"]["inputSchema"]["required"], expect);
}

#[test]
fn what_is_wrong_with_a_program_has_a_place() {
    let sandbox = CommandSandbox::new();
    sandbox.folder("empty");
    for (name, text, code) in [
        ("syntax", "const a = 1;\nexport default ][;\n", 1),
        ("types", "export enum Colour { Red }\n", 1),
        ("nothing", "export const a = 1;\n", 1),
        (
            "import",
            "import { z } from \"zod\";\nexport default z;\n",
            1,
        ),
        ("throws", "\nthrow new Error(\"out of order\");\n", 1),
        (
            "contradiction",
            "import { Toolbox } from \"candor\";\nexport default new Toolbox().tool({ name: \"a\", \
             description: \"A.\", annotations: { readOnlyHint: true, destructiveHint: true }, \
             execute(ctx) { return ctx.text(\"\"); } });\n",
            1,
        ),
    ] {
        sandbox.file("bad.ts", text);
        let ran = sandbox.run("functions check bad.ts");
        assert_eq!(ran.code, Some(code), "{name}: {ran}");
        check_as!(format!("check-{name}"), ran);
    }
    for (name, path) in [("missing", "none.ts"), ("no-entry", "empty")] {
        let ran = sandbox.run(&format!("functions check {path}"));
        ran.refused();
        check_as!(format!("check-{name}"), ran);
    }
    let ran = sandbox.silent(1, "functions check bad.ts --json");
    assert_eq!(ran.json()["diagnostics"][0]["severity"], "error", "{ran}");
}

#[test]
fn a_function_is_called() {
    let sandbox = hello();
    let run = |args: &[&str]| sandbox.run_args(&[&["functions", "run", "hello.ts"], args].concat());
    check!(run(&["greet", r#"{"name": "Ada"}"#]), @"
    exit 0
    --- stdout
    Hello, Ada! no key
    --- stderr
    info: greeting Ada
    progress 1 of 2 half way
    ");
    check!(run(&["refuse"]), @"
    exit 1
    --- stdout
    not today
    --- stderr
    the tool returned an error
    ");
    let ran = run(&["greet", r#"{"name": "Ada"}"#, "--env", "KEY=k-1", "--json"]);
    assert_eq!(ran.code, Some(0), "{ran}");
    assert_eq!(ran.json()["content"][0]["text"], "Hello, Ada! k-1");
    // The later value counts, and one may come from the environment.
    sandbox.file("a.json", r#"{"name": "Ada"}"#);
    let line = "functions run hello.ts greet @a.json --env KEY=k-1 --env KEY";
    let ran = sandbox.run_env(line, ("KEY", "k-2"));
    assert_eq!(ran.stdout, "Hello, Ada! k-2\n", "{ran}");
}

#[test]
fn a_function_is_held_to_its_word() {
    let sandbox = hello();
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}/", listener.local_addr().expect("an address"));
    let arguments = json!({ "url": url }).to_string();
    let ran = sandbox.run(&format!(
        "functions run hello.ts sneak '{arguments}' --allow-private"
    ));
    check!(ran, @"
    exit 1
    --- stdout
    TypeError: `GET` to `127.0.0.1:[PORT]` was refused: the tool says `openWorldHint: false` and names no host in `hosts` (hello.ts:31:33)
    --- stderr
    refused: `GET` to `127.0.0.1:[PORT]`; the tool says `openWorldHint: false` and names no host in `hosts`
    error: `sneak` threw TypeError: `GET` to `127.0.0.1:[PORT]` was refused: the tool says `openWorldHint: false` and names no host in `hosts`
        at execute (hello.ts:31:33)
    the tool returned an error
    ");
    listener.set_nonblocking(true).expect("a listener");
    assert!(listener.accept().is_err(), "somebody came");
}

#[test]
fn private_addresses_are_reached_only_if_they_may_be() {
    let sandbox = CommandSandbox::new();
    let (url, serving) = answer_once("from next door");
    let port = url
        .trim_end_matches('/')
        .rsplit(':')
        .next()
        .expect("a port");
    sandbox.file(
        "open.ts",
        &OPEN.replace("api.example.com", &format!("127.0.0.1:{port}")),
    );
    let arguments = json!({ "url": url }).to_string();
    let run = |more: &[&str]| {
        let args = ["functions", "run", "open.ts", "fetch_text", &arguments];
        sandbox.run_args(&[&args, more].concat())
    };
    let refused = run(&[]);
    assert_eq!(refused.code, Some(1), "{refused}");
    refused.prints("private");
    let hint = "hint: `--allow-private` allows it";
    refused.reports(hint);
    let reached = run(&["--allow-private"]);
    reached.printed(0, "from next door\n");
    serving.join().expect("a server");
}

#[test]
fn what_is_no_call() {
    let sandbox = hello();
    for (name, args) in [
        ("unknown", "greeet"),
        ("far-off", "zebra"),
        ("no-json", "greet '{name: Ada}'"),
        ("list", "greet []"),
        ("no-file", "greet @none.json"),
        ("variable", "greet {} --env 1=2"),
        ("unset", "greet {} --env NOBODY_SETS_THIS"),
        ("flag", "greet --allow-privat"),
    ] {
        let ran = sandbox.run(&format!("functions run hello.ts {args}"));
        check_as!(format!("no-run-{name}"), ran.refused());
    }
    sandbox.exits(2, "functions run none.ts greet");
    // A model would read the same.
    check!(sandbox.run(r#"functions run hello.ts greet '{"nam": "Ada"}'"#), @r#"
    exit 1
    --- stdout
    the arguments do not fit the schema of `greet`: /: Additional properties are not allowed ('nam' was unexpected); /: "name" is a required property
    --- stderr
    the tool returned an error
    "#);
}

#[test]
fn where_nobody_can_be_asked_the_answer_is_no() {
    check!(hello().run("functions run hello.ts ask"), @"
    exit 0
    --- stdout
    null
    --- stderr
    the tool asks `Which colour?`; there is no terminal, so the answer is no
    ");
}

#[test]
fn whoever_sits_at_the_terminal_is_asked() {
    let sandbox = hello();
    let args = ["functions", "run", "hello.ts", "ask"];
    let mut pty = PtySession::start(&sandbox, &args, (100, 24), &[]);
    pty.see("Type `y` to answer");
    pty.press("y\n");
    pty.see("colour (red or blue");
    pty.press("green\n");
    pty.see("it is not one of the choices");
    pty.press("blue\n");
    pty.see("\"colour\":\"blue\"");
    assert_eq!(pty.end().code(), Some(0), "{}", pty.screen());
}

#[test]
fn an_interrupt_stops_a_function() {
    let sandbox = CommandSandbox::with(
        "stuck.ts",
        "import { Toolbox } from \"candor\";\nexport default new Toolbox().tool({ name: \"loop\", \
         description: \"Loops.\", execute() { console.log(\"begun\"); for (;;); } });\n",
    );
    let mut child = sandbox
        .command(&["functions", "run", "stuck.ts", "loop"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stderr = BufReader::new(child.stderr.take().expect("its errors"));
    let mut line = String::new();
    stderr.read_line(&mut line).expect("a line");
    assert_eq!(line, "info: begun\n");
    let workers = children(child.id());
    assert!(!workers.is_empty(), "nobody works");
    kill("-INT", child.id());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    // A process that was killed is gone as soon as the system gets to it.
    for _ in 0..6_000 {
        if !workers.iter().any(|pid| is_running(*pid)) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("a worker outlived its gateway");
}

/// State and parent of a process, as the system tells them.
fn stat(pid: u32) -> Option<(char, u32)> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name stands in parentheses and may hold anything.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut words = rest.split_whitespace();
    Some((words.next()?.chars().next()?, words.next()?.parse().ok()?))
}

fn children(parent: u32) -> Vec<u32> {
    let processes = std::fs::read_dir("/proc").expect("the processes");
    let pids = processes.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    pids.filter(|pid| stat(*pid).is_some_and(|(_, of)| of == parent))
        .collect()
}

/// Whether it is there and not merely waiting to be forgotten.
fn is_running(pid: u32) -> bool {
    stat(pid).is_some_and(|(state, _)| state != 'Z')
}

#[test]
fn a_program_is_a_target() {
    let sandbox = hello();
    check!(sandbox.run("tools hello.ts"), @"
    exit 0
    --- stdout
    SOURCE  STATE  TOKENS  DETAILS
    hello   ready  315     4 tools (functions)

    TOOL          TOKENS  HINTS      DESCRIPTION
    hello.greet   93      read-only  Greet somebody: Says hello.
    hello.refuse  66      read-only  Refuse: Refuses.
    hello.sneak   91      read-only  Sneak: Reaches out although it says that it does not.
    hello.ask     65      read-only  Ask: Asks its user.
    --- stderr
    starting 1 source: hello
    ");
    let ran = sandbox.ok(r#"call greet '{"name": "Ada"}' --target hello.ts"#);
    assert!(ran.stdout.starts_with("Hello, Ada!"), "{ran}");
    let ran = sandbox.run("lint hello.ts --json");
    assert_eq!(ran.json()["tools"], 4, "{ran}");
    sandbox.ok("infer hello.ts --json");
    check!(sandbox.run("tools hello.ts --tag books"), @"
    exit 2
    --- stderr
    error: `--tag` needs an OpenAPI document, and `hello.ts` contains functions
      hint: use `--openapi` if the target is one
    ");
    sandbox.file("bad.ts", "export default ][;\n");
    sandbox.exits(1, "tools bad.ts").prints("failing");
}

#[test]
fn a_folder_is_a_target() {
    let sandbox = CommandSandbox::new();
    sandbox.folder("greetings");
    sandbox.file("greetings/index.ts", HELLO);
    let found = sandbox.json("tools greetings --json");
    assert_eq!(found["tools"][0]["name"], "greetings.greet", "{found}");
    let mut command = sandbox.command(&["tools", ".", "--json"]);
    command.current_dir(sandbox.path().join("greetings"));
    let found = sandbox.finish(command, "").json();
    assert_eq!(found["sources"][0]["name"], "greetings", "{found}");
}
