//! Without end: loops, memory, depth, words.

use candor_testkit::text::rows;
use candor_testkit::{ServerEra, test_rows, wait_until};
use futures_util::future::join_all;
use serde_json::json;

use super::{fortress, neighbours};
use crate::functions::kit::{ERAS, done, refused};

/// Little room and little time, so that attacks end soon. An unoptimised worker needs a while to
/// fill its memory, so the time is not the shortest.
const TIGHT: &str = "memory = \"8MiB\"\ncpu_time = \"1s\"\ncall_timeout = \"2m\"\n\
    max_reply = \"64KiB\"\n";

const PROCESSOR: &str = "s of processor time and was stopped";
const MEMORY: &str = "the tool needed more than 8 MiB of memory and was stopped";
const STUCK: &str = "it waits for something that cannot happen";
const DEEP: &str = "Maximum call stack size exceeded";

/// A name, what is told, and the code.
type EndlessProgram = [&'static str; 3];

const LOOPS: &str = r"
    spin | processor | for (;;);
    catcher | processor | for (;;) { try { for (;;); } catch {} finally { for (;;); } }
    pattern | processor | return String(/^(a+)+$/.test('a'.repeat(40) + '!'));
    awaiting | processor | for (;;) await null;
    microtasks | processor | (function next() { Promise.resolve().then(next); })(); await new Promise(() => {});
    intervals | and was stopped | for (let at = 0; at < 5000; at += 1) setInterval(() => {}, 0); await new Promise(() => {});
    comparator | processor | const list = Array.from({ length: 1e4 }, (_, at) => at); for (;;) list.sort(() => Math.random() - 0.5);
    comparing | processor | [2, 1].sort(() => { for (;;); });
    written | processor | return { toJSON() { for (;;); } };
    shown | processor | throw { toString() { for (;;); } };
    printed | processor | console.log(new Proxy({}, { ownKeys() { for (;;); } }));
    thenable | processor | const bomb = { then(resolve) { resolve(bomb); } }; return bomb;
    native | processor | return String(Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1));
    random | processor | for (;;) crypto.getRandomValues(new Uint8Array(1024));
";

const HOARDS: &str = r"
    arrays | memory | const all = []; for (;;) all.push(new Array(1000).fill(1));
    objects | memory | let last = null; for (;;) last = { last };
    map | memory | const map = new Map(); for (let at = 0; ; at += 1) map.set(at, { at });
    bytes | memory | const all = []; for (;;) all.push(new Uint8Array(1e6));
    closures | memory | let last = () => 0; for (;;) { const old = last; last = () => old; }
    spread | memory | function* all() { for (;;) yield 1; } return [...all()].length;
    proxies | memory | let last = {}; for (;;) last = new Proxy(last, {});
    pending | memory | const all = []; for (;;) all.push(new Promise(() => {}));
    doubled | string | let text = 'x'; for (;;) text += text;
    padded | string | return 'x'.padStart(2 ** 30, 'ab');
    buffer | invalid array buffer length | return String(new ArrayBuffer(2 ** 33));
    number |  | let number = 3n; for (;;) number *= number;
";

const DEPTHS: &str = r"
    recursion | deep | const again = () => again() + 1; return again();
    nested | deep | let list = []; for (let at = 0; at < 3e4; at += 1) list = [list]; return ctx.json(list);
    parsed | deep | return JSON.parse('['.repeat(1e6));
    compiled | deep | return new Function('return ' + '['.repeat(1e5) + ']'.repeat(1e5))();
    captures | too many captures | return new RegExp('('.repeat(1e5) + ')'.repeat(1e5));
    ask_itself | deep | const self = new Proxy({}, { get: (target, name, proxy) => proxy[name] }); return self.x;
    reading | deep | const error = { get message() { return this.message; } }; return error.message;
";

const WAITS: &str = r"
    never | stuck | await new Promise(() => {});
    deaf | stuck | return { then() {} };
    dropped | stuck | return new Promise((resolve) => { resolve = null; });
    giant | the tool's result has more than 65536 bytes | return 'x'.repeat(3e5);
";

/// The programs of a table. What is told is a limit, or the words themselves.
fn programs(table: &'static str) -> Vec<EndlessProgram> {
    let told = |[name, told, body]: EndlessProgram| {
        let told = match told {
            "processor" => PROCESSOR,
            "memory" => MEMORY,
            "stuck" => STUCK,
            "deep" => DEEP,
            other => other,
        };
        [name, told, body]
    };
    rows(table).into_iter().map(told).collect()
}

fn bodies(programs: &[EndlessProgram]) -> Vec<(&'static str, &'static str)> {
    programs
        .iter()
        .map(|[name, _, body]| (*name, *body))
        .collect()
}

/// One after the other: each is stopped with the limit that it met, and the next call is answered.
async fn check(attacks: &[EndlessProgram], more: &str) {
    let stage = fortress(&bodies(attacks), more).await;
    for (era, mut client) in stage.clients().await {
        for [attack, expect, _] in attacks {
            let said = refused(&mut client, &format!("f_{attack}"), &json!({})).await;
            assert!(said.contains(expect), "{attack}, {era:?}: {said}");
            for tool in ["f_hello", "g_hello"] {
                let said = done(&mut client, tool, &json!({"n": 1})).await;
                assert_eq!(said, "hello 1", "{attack}");
            }
        }
    }
    let log = stage.gateway.log();
    for [attack, expect, _] in attacks {
        let sign = format!("tool=\"{attack}\"");
        assert!(log.contains(&sign), "the log does not tell of {attack}");
        let calls = stage.calls("f", attack, ERAS.len()).await;
        assert_eq!(calls[0]["outcome"], "tool-error", "{attack}: {}", calls[0]);
        if [PROCESSOR, MEMORY].contains(expect) {
            let detail = calls[0]["detail"].as_str().unwrap_or_default();
            assert!(detail.contains(expect), "{attack}: {}", calls[0]);
        }
    }
    stage.end();
}

test_rows! {
    check {
        a_loop_ends_with_its_time(&programs(LOOPS), &TIGHT.replace("1s", "300ms"));
        a_hoard_ends_with_its_room(&programs(HOARDS), &TIGHT.replace("1s", "10s"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn depth_and_length_end_somewhere() {
    let programs = [programs(DEPTHS), programs(WAITS)].concat();
    check(&programs, &TIGHT.replace("1s", "10s")).await;
}

/// All at once, with fifty calls beside them at each source.
#[tokio::test(flavor = "multi_thread")]
async fn neighbours_are_answered_during_every_attack() {
    let all = [LOOPS, HOARDS, DEPTHS, WAITS].map(programs).concat();
    let stage = fortress(&bodies(&all), &format!("{TIGHT}workers = 8\n")).await;
    let pid = stage.gateway.pid();
    let storm = join_all(all.into_iter().map(|[attack, expect, _]| {
        let stage = &stage;
        async move {
            let mut client = stage.client(ServerEra::Modern).await;
            let said = refused(&mut client, &format!("f_{attack}"), &json!({})).await;
            // On a slow machine the processor time is over before the limit that is meant.
            let stopped = said.contains(expect) || said.contains(PROCESSOR);
            assert!(stopped, "{attack}: {said}");
        }
    }));
    tokio::join!(storm, neighbours(&stage));
    neighbours(&stage).await;
    assert_eq!(stage.gateway.pid(), pid);
    assert!(stage.workers().len() <= 8 + 16, "{:?}", stage.workers());
    stage.end();
}

/// What a tool says is bounded, however much it says: its log, its progress, and both together.
#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_words_ends() {
    let lines = "for (let at = 0; at < 3000; at += 1) console.log('wave', at); return 'talked';";
    let wide = "for (let at = 0; at < 100; at += 1) console.log('x'.repeat(1e5)); return 'talked';";
    let steps = "for (let at = 0; at < 3000; at += 1) ctx.progress(at, 3000, 'x'.repeat(1000)); return 'talked';";
    let floods = [("lines", lines), ("wide", wide), ("steps", steps)];
    let stage = fortress(&floods, "cpu_time = \"20s\"\n").await;
    let mut client = stage.client(ServerEra::Legacy).await;
    for (flood, _) in floods {
        let params =
            format!(r#"{{"name":"f_{flood}","arguments":{{}},"_meta":{{"progressToken":"p"}}}}"#);
        let reply = client.request("tools/call", &params).await;
        assert_eq!(reply.words(), "talked", "{flood}");
        let heard = reply.notifications.len();
        assert!(heard <= 1001, "{flood}: {heard} notifications");
    }
    let full = "the log has become too long, and the rest of it is left out";
    wait_until("the log's end", async || {
        stage.gateway.log().matches(full).count() == 2
    })
    .await;
    let log = stage.gateway.log();
    assert!(log.matches("wave").count() <= 1000);
    assert!(log.len() < 2_000_000, "{} bytes of log", log.len());
    neighbours(&stage).await;
    stage.end();
}

/// A tool that waits is stopped by the clock, even if it computes nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_wait_ends_with_the_time_of_its_call() {
    let nap = "await new Promise((wake) => setTimeout(wake, 3_600_000));";
    let stage = fortress(&[("nap", nap)], "call_timeout = \"4s\"\n").await;
    for (_, mut client) in stage.clients().await {
        let said = refused(&mut client, "f_nap", &json!({})).await;
        assert!(said.contains("did not finish within 4s"), "{said}");
        for tool in ["f_hello", "g_hello"] {
            let said = done(&mut client, tool, &json!({"n": 1})).await;
            assert_eq!(said, "hello 1", "{tool}");
        }
    }
    stage.end();
}
