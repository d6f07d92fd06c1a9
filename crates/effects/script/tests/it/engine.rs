//! The engine in a confined process, spoken to frame by frame.

use std::io::{BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

use serde_json::{Value, json};

/// A worker process, and the texts of its modules.
struct WorkerProcess {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    text: String,
}

impl WorkerProcess {
    fn start(text: &str) -> Self {
        Self::start_with(text, 1 << 30)
    }

    fn start_with(text: &str, address_space_bytes: u64) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_candor-script-worker"))
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut worker = Self {
            child,
            input,
            output,
            text: text.to_owned(),
        };
        worker.send(&json!({ "hello": {
            "heap_bytes": 64 << 20, "address_space_bytes": address_space_bytes, "cpu_seconds": 60,
            "load_cpu_ms": 10_000, "entry": "hello.ts", "mode": "functions",
        } }));
        worker
    }

    fn send(&mut self, frame: &Value) {
        let json = serde_json::to_vec(frame).unwrap();
        let length = u32::try_from(json.len()).unwrap();
        let input = self.input.as_mut().unwrap();
        // A worker that has ended is noticed when its answer is awaited.
        let _ = input.write_all(&length.to_le_bytes());
        let _ = input.write_all(&json);
    }

    /// The next frame that is no request for the module; nothing if the worker has ended.
    fn hear(&mut self) -> Option<Value> {
        loop {
            let mut length = [0; 4];
            self.output.read_exact(&mut length).ok()?;
            let mut json = vec![0; u32::from_le_bytes(length) as usize];
            self.output.read_exact(&mut json).ok()?;
            let frame: Value = serde_json::from_slice(&json).unwrap();
            if frame["need"].is_null() {
                return Some(frame);
            }
            let text = self.text.clone();
            self.send(&json!({ "module": { "name": "hello.ts", "text": text, "kind": "ts" } }));
        }
    }

    fn call(&mut self, input: &Value) -> Option<Value> {
        self.send(&json!({ "call": {
            "task": { "tool": { "name": "run", "input": input } },
            "context": { "env": {}, "caller": {} },
            "cpu_ms": 10_000, "max_result": 1 << 20,
        } }));
        self.hear()
    }

    fn end(mut self) -> ExitStatus {
        drop(self.input.take());
        self.child.wait().unwrap()
    }
}

fn program(body: &str) -> String {
    format!(
        "import {{ Toolbox }} from 'candor';
        export default new Toolbox().tool({{
            name: 'run', description: 'Runs.', inputSchema: {{ type: 'object' }},
            async execute(ctx, input: any) {{ {body} }},
        }});"
    )
}

#[test]
fn a_confined_worker_computes() {
    let mut worker = WorkerProcess::start(&program(
        "return ctx.json([input.n + 1, crypto.randomUUID().length, Date.now() > 0, Math.random() < 1,
            new Date(0).toISOString(), 'b'.localeCompare('a'), performance.now() >= 0])",
    ));
    let ready = worker.hear().unwrap();
    assert_eq!(ready["ready"]["tools"][0]["name"], "run", "{ready}");
    for n in 0..100 {
        let done = worker.call(&json!({ "n": n })).unwrap();
        let text = done["done"]["result"]["content"][0]["text"].as_str();
        let result: Value = serde_json::from_str(text.unwrap()).unwrap();
        let expect = json!([n + 1, 36, true, true, "1970-01-01T00:00:00.000Z", 1, true]);
        assert_eq!(result, expect, "{done}");
    }
    assert!(worker.end().success());
}

#[test]
fn a_worker_whose_heap_is_full_says_so_and_lives() {
    let mut worker = WorkerProcess::start(&program(
        "const kept = []; while (input.much) kept.push(new Uint8Array(1 << 20)); return ctx.text('fine')",
    ));
    assert!(worker.hear().is_some());
    let threw = worker.call(&json!({ "much": true })).unwrap();
    assert_eq!(threw["threw"]["error"]["limit"], "memory", "{threw}");
    assert_eq!(threw["threw"]["retire"], true, "{threw}");
    let done = worker.call(&json!({})).unwrap();
    assert_eq!(
        done["done"]["result"]["content"][0]["text"], "fine",
        "{done}"
    );
    assert!(worker.end().success());
}

#[test]
fn endless_recursion_does_not_end_the_worker() {
    let mut worker = WorkerProcess::start(&program(
        "const f = (x: number): number => f(x + 1) + 1;
        try { f(0) } catch (error) { return ctx.text((error as Error).name) }",
    ));
    assert!(worker.hear().is_some());
    for _ in 0..3 {
        let done = worker.call(&json!({})).unwrap();
        assert_eq!(
            done["done"]["result"]["content"][0]["text"], "RangeError",
            "{done}"
        );
    }
    assert!(worker.end().success());
}

#[test]
fn a_text_that_is_nested_without_end_ends_only_its_worker() {
    let text = format!("export default {}", "[".repeat(2_000_000));
    let mut worker = WorkerProcess::start(&text);
    let heard = worker.hear();
    let status = worker.end();
    // Either the parser notices, or the stack is exhausted.
    match heard {
        Some(frame) => assert!(frame["failed"].is_object() && status.success(), "{frame}"),
        None => assert!(status.signal().is_some(), "{status}"),
    }
}

#[test]
fn a_worker_that_cannot_be_confined_does_nothing() {
    let mut worker = WorkerProcess::start_with("export default 1", 0);
    let frame = worker.hear().unwrap();
    let sentence = frame["unconfined"]["sentence"].as_str().unwrap();
    assert!(sentence.contains("address space"), "{sentence}");
    assert!(worker.hear().is_none());
    assert!(!worker.end().success());
}
