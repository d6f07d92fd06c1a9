//! Two hundred random edits of a configuration under load.
//!
//! No call is lost, nothing is restarted that did not change, and in the end everything is as
//! after a fresh start of the last valid file.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use candor_testkit::{CandorProcess, ServerEra, wait_until};
use serde_json::Value;

use super::{counted, hang_up, refused, runs, served, starts};

/// How many edits are made.
const EDITS: usize = 200;

/// The sources that come, go and change. One more is never touched.
const NAMES: [&str; 3] = ["ash", "birch", "cedar"];

/// The source that is in every file, as it is.
const STEADY: &str = "steady";

/// A small generator of numbers, the same at every run.
struct Numbers(u64);

/// What a configuration says, as far as the edits change it.
#[derive(Clone, Default)]
struct Model {
    /// The sources with their versions, and whether they are trusted.
    sources: BTreeMap<&'static str, (u32, bool)>,
    title: u32,
    denied: bool,
    narrow: bool,
    remarks: u32,
}

/// Which sources must answer, and how often each was removed.
#[derive(Default)]
struct Presence(Mutex<BTreeMap<&'static str, (bool, u64)>>);

/// What the callers share.
#[derive(Default)]
struct Load {
    presence: Presence,
    ended: AtomicBool,
    answered: AtomicU64,
    lost: Mutex<Vec<String>>,
}

// === impl Numbers ===

impl Numbers {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("the test can go on") % below
    }
}

// === impl Model ===

impl Model {
    fn text(&self) -> String {
        let mut text = String::from(
            "[policy]\nalways_confirm_destructive = false\nunset = \"allow\"\ncollapse = false\n",
        );
        if self.denied {
            text += "[[policy.rule]]\ntool = \"steady.test_image_content\"\neffect = \"deny\"\n";
        }
        text += &counted(STEADY, 1, "drift = \"record\"");
        for (name, (version, trusted)) in &self.sources {
            let trust = if *trusted { "trusted" } else { "untrusted" };
            let more = format!("drift = \"record\"\ntrust = \"{trust}\"");
            text += &counted(name, *version, &more);
        }
        let tools = if self.narrow {
            "\"steady.test_simple_text\""
        } else {
            "\"steady.*\""
        };
        let title = self.title;
        write!(text, "[toolsets.some]\ntools = [{tools}]\n").expect("the test can go on");
        write!(
            text,
            "[annotations.\"steady.test_simple_text\"]\ntitle = \"Title {title}\"\n"
        )
        .expect("the test can go on");
        for remark in 0..self.remarks {
            writeln!(text, "# remark {remark}").expect("the test can go on");
        }
        text
    }
}

// === impl Presence ===

impl Presence {
    fn of(&self, name: &str) -> (bool, u64) {
        self.0
            .lock()
            .expect("the test can go on")
            .get(name)
            .copied()
            .unwrap_or_default()
    }

    fn appear(&self, name: &'static str) {
        self.0
            .lock()
            .expect("the test can go on")
            .entry(name)
            .or_default()
            .0 = true;
    }

    fn vanish(&self, name: &'static str) {
        let mut all = self.0.lock().expect("the test can go on");
        let one = all.entry(name).or_default();
        *one = (false, one.1 + 1);
    }
}

/// Calls one source again and again. While it is in the configuration it must answer; otherwise
/// there must be an answer that says that it is not there.
async fn keep_calling(candor: Arc<CandorProcess>, load: Arc<Load>, name: &'static str) {
    let mut client = candor.client(ServerEra::Modern).await;
    let tool = format!("{name}_test_simple_text");
    while !load.ended.load(Ordering::Relaxed) {
        let before = load.presence.of(name);
        let reply = client.call(&tool, "{}").await;
        let stayed = before.0 && load.presence.of(name) == before;
        let fine = reply.response.contains("simple text");
        let says_why = |text: &str| text.contains("\"error\"") || text.contains("\"isError\":true");
        let refused = says_why(&reply.response) && reply.response.contains(name);
        if !fine && (stayed || !refused) {
            let mut lost = load.lost.lock().expect("the test can go on");
            lost.push(format!("{tool} (stayed: {stayed}): {}", reply.response));
        }
        load.answered.fetch_add(1, Ordering::Relaxed);
        tokio::task::yield_now().await;
    }
}

/// One valid edit.
fn edit(model: &mut Model, numbers: &mut Numbers, expected: &mut BTreeMap<&'static str, usize>) {
    let name = NAMES[numbers.next(NAMES.len())];
    match (numbers.next(7), model.sources.get_mut(name)) {
        (0 | 1, Some((version, _))) => {
            *version += 1;
            *expected.entry(name).or_default() += 1;
        }
        (2, Some((_, trusted))) => *trusted = !*trusted,
        (3, Some(_)) => {
            model.sources.remove(name);
        }
        (0..=3, None) => {
            model.sources.insert(name, (1, true));
            *expected.entry(name).or_default() += 1;
        }
        (4, _) => model.title += 1,
        (5, _) => {
            model.denied = !model.denied;
            model.narrow = !model.narrow;
        }
        _ => model.remarks = (model.remarks + 1) % 4,
    }
}

/// A broken version of a configuration.
fn broken(text: &str, numbers: &mut Numbers) -> String {
    match numbers.next(4) {
        0 => format!("{text}[sources.ash\n"),
        1 => format!("{text}[sources.oak]\nurl = \"nowhere\"\n"),
        2 => text.replacen("unset = \"allow\"", "unset = \"perhaps\"", 1),
        _ => text.replacen("command = \"sh\"", "command = 7", 1),
    }
}

/// What clients and people see.
async fn seen(candor: &CandorProcess) -> Value {
    let mut client = candor.client(ServerEra::Modern).await;
    let mut some = candor.client_at("/mcp/some", ServerEra::Modern).await;
    let api = candor.api();
    let mut sources = api.items("/sources").await;
    for source in &mut sources {
        let source = source.as_object_mut().expect("the test can go on");
        source.remove("since");
        source.remove("says");
    }
    serde_json::json!({
        "tools": client.tools().await,
        "toolset": some.tools().await,
        "sources": sources,
        "policy": api.read("/policy").await,
        "toolsets": api.items("/toolsets").await,
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_random_edits_under_load() {
    let mut numbers = Numbers(20_261_117);
    let mut model = Model::default();
    let folder = tempfile::tempdir().expect("the test can go on");
    std::fs::write(folder.path().join("candor.toml"), model.text()).expect("the test can go on");
    let candor = Arc::new(CandorProcess::again(folder).await);
    let load = Arc::new(Load::default());
    load.presence.appear(STEADY);
    let callers: Vec<_> = [STEADY, STEADY, NAMES[0], NAMES[1], NAMES[2]]
        .into_iter()
        .map(|name| tokio::spawn(keep_calling(Arc::clone(&candor), Arc::clone(&load), name)))
        .collect();
    let mut expected = BTreeMap::from([(STEADY, 1)]);
    let path = candor.folder().join("candor.toml");
    let (mut valid, mut refusals) = (0, 0);
    for round in 0..EDITS {
        if numbers.next(4) == 0 {
            std::fs::write(&path, broken(&model.text(), &mut numbers)).expect("the test can go on");
            hang_up(&candor);
            refused(&candor).await;
            refusals += 1;
            continue;
        }
        let before = model.clone();
        edit(&mut model, &mut numbers, &mut expected);
        for name in NAMES {
            if !model.sources.contains_key(name) && before.sources.contains_key(name) {
                load.presence.vanish(name);
            }
        }
        std::fs::write(&path, model.text()).expect("the test can go on");
        // Most edits ask to be read, and some wait to be seen.
        if round % 20 != 0 {
            hang_up(&candor);
        }
        served(&candor).await;
        valid += 1;
        for (name, count) in &expected {
            let what = format!("start {count} of {name}");
            wait_until(&what, async || starts(&candor, name).len() >= *count).await;
        }
        for name in model.sources.keys() {
            if !before.sources.contains_key(name) {
                let listed = format!("\"name\":\"{name}_test_simple_text\"");
                let mut client = candor.client(ServerEra::Modern).await;
                wait_until("a new source", async || {
                    client
                        .tools()
                        .await
                        .iter()
                        .any(|tool| tool.contains(&listed))
                })
                .await;
                load.presence.appear(name);
            }
        }
    }
    std::fs::write(&path, model.text()).expect("the test can go on");
    hang_up(&candor);
    served(&candor).await;
    load.ended.store(true, Ordering::Relaxed);
    for caller in callers {
        caller.await.expect("the test can go on");
    }
    let lost = std::mem::take(&mut *load.lost.lock().expect("the test can go on"));
    assert!(lost.is_empty(), "{lost:#?}");
    let answered = load.answered.load(Ordering::Relaxed);
    println!("{valid} valid and {refusals} broken edits, {answered} calls answered, none lost");
    for (name, count) in &expected {
        assert_eq!(starts(&candor, name).len(), *count, "starts of {name}");
    }
    nothing_old_is_left(&candor, &model).await;
    let as_edited = seen(&candor).await;
    let candor = Arc::into_inner(candor)
        .expect("the test can go on")
        .restart()
        .await;
    assert_eq!(as_edited, seen(&candor).await);
}

/// Only the last process of every source runs that is in the configuration, and no other.
async fn nothing_old_is_left(candor: &CandorProcess, model: &Model) {
    for name in NAMES.into_iter().chain([STEADY]) {
        let is_there = name == STEADY || model.sources.contains_key(name);
        let mut processes = starts(candor, name);
        let last = processes.pop().filter(|_| is_there);
        for process in processes {
            wait_until("the end of an old process", async || !runs(process)).await;
        }
        assert!(last.is_none_or(runs), "the last process of {name}");
    }
}
