//! A stdio server that does work, fails as configured, and records its work in files, which survive
//! its death.
//!
//! Its folder has `tools.json`, the list that it serves, and `plan.json`: for each tool that is to
//! fail, how often and how (`{"put": {"times": 2, "how": "after"}}`).
//!
//! | how | what happens |
//! |---|---|
//! | `before` | it dies before it does anything |
//! | `after` | it does the work and dies |
//! | `progress` | it reports progress if the client asked for it, and dies |
//! | `for-good` | it does the work, dies, and will not start again |
//! | `gate` | it waits until there is a file `open`, and then does the work and answers |
//!
//! Every call that arrives adds a line with the tool's name to `arrived`, every one that was done
//! a line to `done`. It reads both files anew for each call: the test may clear them.

use std::fs::{self, File};
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::{Value, json};

/// The code that a death ends with.
const DEAD: i32 = 3;

fn main() -> Result<()> {
    let folder = std::env::args_os().nth(1);
    let folder = PathBuf::from(folder.context("the folder is missing: candor-worker FOLDER")?);
    if folder.join("broken").exists() {
        std::process::exit(DEAD);
    }
    for line in io::stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line?)?;
        if message.get("id").is_none() || message.get("method").is_none() {
            continue;
        }
        if message["method"] != "tools/call" {
            send(&message, &reply(&folder, &message)?)?;
            continue;
        }
        let folder = folder.clone();
        // A waiting call must not block others.
        thread::spawn(move || {
            if let Err(error) = call(&folder, &message) {
                let _ = writeln!(io::stderr(), "candor-worker: {error:#}");
                std::process::exit(1);
            }
        });
    }
    Ok(())
}

/// The answer to anything that is no call.
fn reply(folder: &Path, message: &Value) -> Result<Value> {
    Ok(match message["method"].as_str().unwrap_or_default() {
        "initialize" => json!({"result": {
            "protocolVersion": message["params"]["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "candor-worker", "version": "1.0.0"}
        }}),
        "ping" => json!({"result": {}}),
        "tools/list" => {
            let text = fs::read_to_string(folder.join("tools.json"))?;
            let tools: Value = serde_json::from_str(&text)?;
            json!({"result": {"tools": tools}})
        }
        other => json!({"error": {"code": -32601, "message": format!("no method `{other}`")}}),
    })
}

/// Does the work of a call, or fails.
fn call(folder: &Path, message: &Value) -> Result<()> {
    let tool = message["params"]["name"].as_str().unwrap_or_default();
    let arrived = note(folder, "arrived", tool)?;
    let text = fs::read_to_string(folder.join("plan.json"))?;
    let plan: Value = serde_json::from_str(&text)?;
    let times = plan[tool]["times"].as_u64().unwrap_or_default();
    let how = plan[tool]["how"].as_str().filter(|_| arrived <= times);
    match how {
        None => {}
        Some("before") => std::process::exit(DEAD),
        Some("after") => {
            note(folder, "done", tool)?;
            std::process::exit(DEAD);
        }
        Some("for-good") => {
            note(folder, "done", tool)?;
            File::create(folder.join("broken"))?;
            std::process::exit(DEAD);
        }
        Some("progress") => {
            let token = &message["params"]["_meta"]["progressToken"];
            if !token.is_null() {
                let params = json!({"progressToken": token, "progress": 1});
                write(&json!({
                    "jsonrpc": "2.0", "method": "notifications/progress", "params": params
                }))?;
            }
            std::process::exit(DEAD);
        }
        Some("gate") => {
            while !folder.join("open").exists() {
                thread::sleep(Duration::from_millis(5));
            }
        }
        Some(other) => anyhow::bail!("there is no way to fail that is called `{other}`"),
    }
    let done = note(folder, "done", tool)?;
    let content = json!([{"type": "text", "text": format!("{tool} {done}")}]);
    send(message, &json!({"result": {"content": content}}))
}

/// Appends a line to a file, and counts equal lines.
fn note(folder: &Path, name: &str, tool: &str) -> Result<u64> {
    let path = folder.join(name);
    let mut file = File::options().create(true).append(true).open(&path)?;
    file.write_all(format!("{tool}\n").as_bytes())?;
    let text = fs::read_to_string(&path)?;
    Ok(text.lines().filter(|line| *line == tool).count() as u64)
}

fn send(to: &Value, reply: &Value) -> Result<()> {
    let mut message = reply.clone();
    message["jsonrpc"] = json!("2.0");
    message["id"] = to["id"].clone();
    write(&message)
}

fn write(message: &Value) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{message}")?;
    Ok(out.flush()?)
}
