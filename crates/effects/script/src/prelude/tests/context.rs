//! What a tool can do through its context: the ops and the news that the host gets.

use serde_json::{Value, json};

use super::{call, load, run, text};

#[test]
fn a_request_goes_to_the_host_and_its_reply_comes_back() {
    let body = "
        const reply = await ctx.fetch('https://api.example.com/a?b=ü', {
          method: 'post', body: new Uint8Array([1, 255]), headers: { 'X-Key': ' k ' }, redirect: 'manual',
        });
        return { status: reply.status, ok: reply.ok, url: reply.url, moved: reply.redirected,
          type: reply.headers.get('content-type'), body: await reply.json() };";
    let (worker, result) = run(body, |_, _| {
        Some(Ok(json!({
            "status": 201, "status_text": "Created", "url": "https://api.example.com/b",
            "headers": [["content-type", "application/json"], ["bad name", "x"]],
            "body_base64": "eyJhIjoi8J+YgCJ9",
        })))
    });
    let sent = json!({
        "method": "POST",
        "url": "https://api.example.com/a?b=%C3%BC",
        "headers": [["x-key", "k"]],
        "redirect": "manual",
        "body_base64": "Af8=",
    });
    assert_eq!(worker.ops, [("fetch".to_owned(), sent)]);
    let got: Value = serde_json::from_str(text(&result)).unwrap();
    let expect = json!({
        "status": 201, "ok": true, "url": "https://api.example.com/b", "moved": true,
        "type": "application/json", "body": { "a": "😀" },
    });
    assert_eq!(got, expect);
}

#[test]
fn a_text_is_sent_as_text() {
    let (worker, _) = run(
        "await fetch('https://a.example', { method: 'PUT', body: new URLSearchParams({ q: 'a b' }) });",
        |_, _| {
            Some(Ok(
                json!({ "status": 204, "url": "https://a.example/", "headers": [] }),
            ))
        },
    );
    let (_, args) = &worker.ops[0];
    assert_eq!(args["body_text"], "q=a+b");
    let type_ = json!([[
        "content-type",
        "application/x-www-form-urlencoded;charset=UTF-8"
    ]]);
    assert_eq!(args["headers"], type_);
}

#[test]
fn a_refusal_of_the_host_is_a_type_error_at_the_place_of_the_call() {
    let body = "try { await fetch('https://a.example'); } catch (error) {
          console.log(error instanceof TypeError, error.message);
          throw error;
        }";
    let (worker, result) = run(body, |_, _| {
        Some(Err(("TypeError", "the tool says `openWorldHint: false`")))
    });
    assert_eq!(
        worker.said[0].1["text"],
        "true the tool says `openWorldHint: false`"
    );
    assert_eq!(result["isError"], true);
    assert_eq!(
        text(&result),
        "TypeError: the tool says `openWorldHint: false` (hello.ts:3:13)"
    );
}

#[test]
fn progress_and_logs_are_told() {
    let (worker, _) = run(
        "ctx.progress(1); ctx.progress(2, 4, 'half'); ctx.log('a', { b: 1 }); ctx.log.warn('w');",
        |_, _| None,
    );
    let said: Vec<_> = worker
        .said
        .iter()
        .map(|(kind, body)| (kind.as_str(), body))
        .collect();
    assert_eq!(
        said,
        [
            ("progress", &json!({ "done": 1 })),
            (
                "progress",
                &json!({ "done": 2, "total": 4, "message": "half" })
            ),
            ("log", &json!({ "level": "info", "text": "a { b: 1 }" })),
            ("log", &json!({ "level": "warning", "text": "w" })),
        ]
    );
}

#[test]
fn a_person_is_asked() {
    let body = "const answer = await ctx.elicit('Which?', { size: s.enum(['S', 'M']), n: s.integer().default(2) });
        return answer === null ? 'nothing' : answer;";
    let ask = |answer| {
        let (worker, result) = run(body, answer);
        assert_eq!(worker.ops[0].0, "elicit");
        assert_eq!(worker.ops[0].1["message"], "Which?");
        assert_eq!(worker.ops[0].1["schema"]["required"], json!(["size"]));
        text(&result).to_owned()
    };
    let yes = ask(|_, _| {
        Some(Ok(
            json!({ "action": "accept", "content": { "size": "M" } }),
        ))
    });
    assert_eq!(yes, r#"{"size":"M","n":2}"#);
    let no = ask(|_, _| Some(Ok(json!({ "action": "decline" }))));
    assert_eq!(no, "nothing");
    let odd = ask(|_, _| {
        Some(Ok(
            json!({ "action": "accept", "content": { "size": "X" } }),
        ))
    });
    assert_eq!(
        odd,
        "the answer does not fit: `size`: must be one of `S`, `M`, not `X`"
    );
    let lost = ask(|_, _| Some(Err(("Error", "the client cannot ask its user"))));
    assert!(lost.starts_with("the client cannot ask its user"), "{lost}");
}

#[test]
fn a_cancelled_call_hears_of_it() {
    let (mut worker, _) = load(
        "export default new Toolbox().tool({ name: 'wait', async execute(ctx) {
           try { await ctx.fetch('https://a.example'); } catch (error) { return `${error.name} ${ctx.signal.aborted}`; }
         } });",
    );
    worker.cancel_at = Some("fetch");
    worker.answer = |_, _| None;
    let result = call(&mut worker, "wait", &json!({}));
    assert_eq!(text(&result), "AbortError true");
}

#[test]
fn timers_of_a_call_do_not_run_in_the_next() {
    let (mut worker, _) = load(
        "let ticks = 0;
         export default new Toolbox()
           .tool({ name: 'start', execute: () => { setInterval(() => { ticks += 1; }, 1); setTimeout(() => { ticks += 1; }, 1); } })
           .tool({ name: 'count', execute: async () => { await new Promise((done) => setTimeout(done, 1)); return ticks; } });",
    );
    worker.answer = |_, _| None;
    call(&mut worker, "start", &json!({}));
    worker.answer = |_, _| Some(Ok(Value::Null));
    let result = call(&mut worker, "count", &json!({}));
    assert_eq!(text(&result), "0");
}
