//! Requests of tools, to a real server.

use std::sync::Arc;

use candor_model::{Hint, Hints};
use candor_script::{ScriptJob, ScriptLimits, ScriptProgram, ScriptSpec};
use serde_json::{Value, json};

use super::program::{ProgramFolder, complaint, job, program, program_within, text, wide};
use super::recorder::HostRecorder;
use super::server::{FetchServer, reply, serve};

/// A program with one tool that makes a request and says what came back.
fn fetcher(members: &str) -> String {
    format!(
        "import {{ Toolbox }} from \"candor\";\n\
         export default new Toolbox().tool({{ name: \"get\", description: \"Gets.\", \
         inputSchema: {{ type: \"object\" }}, {members}\n\
         async execute(ctx, input) {{\n\
           const reply = await fetch(input.url, input.init);\n\
           const text = await reply.text();\n\
           return ctx.json({{ status: reply.status, kind: reply.headers.get('content-type'), \
             length: text.length, text: text.slice(0, 50), url: reply.url }});\n\
         }} }});"
    )
}

async fn shop() -> FetchServer {
    serve(|line| match line.split(' ').nth(1).unwrap() {
        "/moved" => reply("302 Found", "location: /books\r\n", ""),
        "/away" => reply("302 Found", "location: http://127.0.0.1:1/\r\n", ""),
        "/large" => reply(
            "200 OK",
            "content-type: text/plain\r\n",
            &"x".repeat(3_000_000),
        ),
        "/gone" => reply("404 Not Found", "", "no such book"),
        _ => reply(
            "200 OK",
            "content-type: application/json\r\n",
            r#"["a","b"]"#,
        ),
    })
    .await
}

async fn get(
    program: &ScriptProgram,
    host: &Arc<HostRecorder>,
    input: Value,
) -> Result<Value, String> {
    get_as(program, job("get", input, host)).await
}

async fn get_as(program: &ScriptProgram, job: ScriptJob) -> Result<Value, String> {
    let outcome = program.call(job).await;
    let result = super::program::result(outcome);
    let text = result["content"][0]["text"].as_str().unwrap().to_owned();
    if result["isError"] == true {
        return Err(text);
    }
    Ok(serde_json::from_str(&text).unwrap())
}

#[tokio::test]
async fn a_request_is_made_and_answered() {
    let shop = shop().await;
    let (program, _folder) = program(&fetcher("")).await;
    let host = Arc::<HostRecorder>::default();
    let init = json!({"method": "POST", "body": "{\"a\":1}", "headers": {"x-a": "ü"}});
    for (path, init, expect) in [
        ("/books", Value::Null, json!([200, "application/json", 9])),
        ("/gone", Value::Null, json!([404, null, 12])),
        ("/moved", Value::Null, json!([200, "application/json", 9])),
        ("/large", Value::Null, json!([200, "text/plain", 3_000_000])),
        ("/books", init, json!([200, "application/json", 9])),
    ] {
        let input = json!({"url": shop.url(path), "init": init});
        let found = get(&program, &host, input).await.unwrap();
        let found = json!([found["status"], found["kind"], found["length"]]);
        assert_eq!(found, expect, "{path}");
    }
    let requests = shop.requests();
    let post = requests.last().unwrap();
    assert!(post.starts_with("POST /books HTTP/1.1\r\n"), "{post}");
    assert!(post.ends_with("\r\n\r\n{\"a\":1}"), "{post}");
    assert!(host.violations().is_empty());
}

#[tokio::test]
async fn what_a_tool_says_of_itself_holds() {
    let shop = shop().await;
    let own = format!("hosts: [\"{}\"],", shop.authority);
    let safe = format!(
        "annotations: {{ readOnlyHint: true }}, safePosts: [\"{}\"],",
        shop.url("/search")
    );
    let cases: [(&str, &str, &str, Option<&str>); 9] = [
        (
            "annotations: { readOnlyHint: true },",
            "GET",
            "/books",
            None,
        ),
        (
            "annotations: { readOnlyHint: true },",
            "POST",
            "/books",
            Some("`readOnlyHint: true`"),
        ),
        (
            "annotations: { readOnlyHint: true },",
            "DELETE",
            "/books",
            Some("`readOnlyHint: true`"),
        ),
        (&safe, "POST", "/search", None),
        (&safe, "POST", "/books", Some("`readOnlyHint: true`")),
        (
            "annotations: { openWorldHint: false },",
            "GET",
            "/books",
            Some("`openWorldHint: false`"),
        ),
        (&own, "POST", "/books", None),
        (
            "hosts: [\"example.com\"],",
            "GET",
            "/books",
            Some("only its `hosts`, `example.com`"),
        ),
        ("", "DELETE", "/books", None),
    ];
    for (members, method, path, refused) in cases {
        let (program, _folder) = program(&fetcher(members)).await;
        let host = Arc::<HostRecorder>::default();
        let before = shop.requests().len();
        let input = json!({"url": shop.url(path), "init": {"method": method}});
        let found = get(&program, &host, input).await;
        let came = shop.requests().len() - before;
        match refused {
            None => assert_eq!(
                (found.is_ok(), came),
                (true, 1),
                "{members} {method} {path}"
            ),
            Some(part) => {
                let told = found.expect_err(members);
                assert!(told.contains(part) && told.contains("index.ts:"), "{told}");
                assert_eq!(came, 0, "{members} {method} {path}");
                let violations = host.violations();
                assert_eq!(violations.len(), 1);
                assert!(
                    violations[0].starts_with(&format!("`{method}` to `127.0.0.1:")),
                    "{violations:?}"
                );
            }
        }
    }
}

#[tokio::test]
async fn the_word_of_a_person_holds_too() {
    let shop = shop().await;
    let (program, _folder) = program(&fetcher("annotations: { readOnlyHint: false },")).await;
    let host = Arc::<HostRecorder>::default();
    let input = json!({"url": shop.url("/books"), "init": {"method": "POST"}});
    let held = ScriptJob {
        known: Hints::UNSET.with(Hint::ReadOnly, true),
        ..job("get", input.clone(), &host)
    };
    let told = get_as(&program, held).await.expect_err("held");
    assert!(told.contains("`readOnlyHint: true`"), "{told}");
    assert!(shop.requests().is_empty());
    get(&program, &host, input).await.unwrap();
    assert_eq!(shop.lines(), ["POST /books HTTP/1.1"]);
}

#[tokio::test]
async fn no_header_makes_another_method_of_it() {
    let shop = shop().await;
    let (program, _folder) = program(&fetcher("annotations: { readOnlyHint: true },")).await;
    let host = Arc::<HostRecorder>::default();
    for (header, refused) in [
        ("X-HTTP-Method-Override", true),
        ("x-method-override", true),
        ("x-method", false),
    ] {
        let init = json!({"headers": {header: "DELETE"}});
        let input = json!({"url": shop.url("/books"), "init": init});
        let found = get(&program, &host, input).await;
        assert_eq!(found.is_err(), refused, "{header}: {found:?}");
    }
    assert_eq!(host.violations().len(), 2);
    assert_eq!(shop.requests().len(), 1);
}

#[tokio::test]
async fn what_cannot_be_done_is_told() {
    let shop = shop().await;
    let limits = ScriptLimits {
        max_fetch: 1_000_000,
        ..wide()
    };
    let (program, _folder) = program_within(&fetcher(""), limits).await;
    let host = Arc::<HostRecorder>::default();
    let with = |path: &str, init: Value| json!({"url": shop.url(path), "init": init});
    let login = shop.url("/").replace("http://", "http://user:hunter2@");
    for (input, expect) in [
        (with("/large", Value::Null), "sent more than 1000000 bytes"),
        (with("/away", Value::Null), "http://127.0.0.1:1"),
        (
            with("/moved", json!({"redirect": "error"})),
            "`redirect` is `error`",
        ),
        (
            with("/books", json!({"headers": {"host": "other"}})),
            "the header `host`",
        ),
        (
            json!({"url": "http://127.0.0.1:1/"}),
            "cannot connect to `127.0.0.1:1`",
        ),
        (
            json!({"url": "file:///etc/passwd"}),
            "`file` is not a scheme of HTTP",
        ),
        (json!({"url": login}), "send an `Authorization` header"),
    ] {
        let told = get(&program, &host, input.clone()).await.expect_err(expect);
        assert!(told.contains(expect), "{input}: {told}");
        assert!(!told.contains("hunter2"), "{told}");
    }
    let manual = get(
        &program,
        &host,
        with("/moved", json!({"redirect": "manual"})),
    )
    .await;
    assert_eq!(manual.unwrap()["status"], 302);
}

#[tokio::test]
async fn private_addresses_are_for_those_who_may() {
    let shop = shop().await;
    let folder = ProgramFolder::new(&[("index.ts", &fetcher(""))]);
    let spec = ScriptSpec {
        private: false,
        ..folder.spec(wide())
    };
    let program = ScriptProgram::load(&spec).await.unwrap();
    let input = json!({"url": shop.url("/books")});
    let told = get(&program, &Arc::default(), input)
        .await
        .expect_err("private");
    assert!(told.contains("which is not a public address"), "{told}");
    assert!(shop.requests().is_empty());
}

#[tokio::test]
async fn requests_are_counted() {
    let shop = shop().await;
    let body = "let done = 0; try { for (;;) { await fetch(input.url); done += 1; } } \
                catch (error) { ctx.fail(`${done}: ${error.message}`); }";
    let limits = ScriptLimits {
        max_fetches: 5,
        ..wide()
    };
    let source = super::program::tools(&[("many", body)]);
    let (program, _folder) = program_within(&source, limits).await;
    let input = json!({"url": shop.url("/books")});
    let told = complaint(program.call(job("many", input, &Arc::default())).await);
    assert!(
        told.contains("5: a call can make 5 requests, and this is one more"),
        "{told}"
    );
    assert_eq!(shop.requests().len(), 5);
}

#[tokio::test]
async fn large_replies_and_much_talk_do_not_block_each_other() {
    let shop = shop().await;
    let body = "const all = []; for (let i = 0; i < 6; i += 1) all.push((async () => { \
                const reply = await fetch(input.url); \
                for (let j = 0; j < 20; j += 1) console.log('x'.repeat(5000)); \
                return (await reply.text()).length; })()); \
                const lengths = await Promise.all(all); \
                return String(lengths.reduce((a, b) => a + b));";
    let limits = ScriptLimits {
        heap: 256 * 1024 * 1024,
        max_log_bytes: 10_000_000,
        ..wide()
    };
    let source = super::program::tools(&[("many", body)]);
    let (program, _folder) = program_within(&source, limits).await;
    let host = Arc::<HostRecorder>::default();
    let input = json!({"url": shop.url("/large")});
    let said = text(program.call(job("many", input, &host)).await);
    assert_eq!(said, "18000000");
    assert_eq!(host.log().len(), 120);
}
