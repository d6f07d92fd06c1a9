//! What one environment knows, no other finds out.

use serde_json::json;

use crate::functions::kit::{ERAS, FunctionGateway, done, program, source};

/// Puts its value wherever the next call could find it.
const KEEP: &str =
    "const put = (target, name, value) => { try { target[name] = value; } catch {} };
    module.kept = ctx.env.KEY;
    put(globalThis, 'kept', ctx.env.KEY);
    put(Object.prototype, 'kept', ctx.env.KEY);
    put(process.env, 'KEPT', ctx.env.KEY);
    put(Array.prototype, 'kept', () => ctx.env.KEY);
    put(Toolbox, 'kept', ctx.env.KEY);
    put(console, 'kept', ctx.env.KEY);
    return 'kept';";

/// Looks in all these places. What it finds is shown with its letters apart, so that nothing is
/// taken out of it on the way.
const LOOK: &str = "const found = [globalThis.kept, module.kept, {}.kept, process.env.KEPT, [].kept?.(), Toolbox.kept, console.kept];
    return found.map((it) => [...String(it ?? '-')].join(' ')).join(', ');";

fn tools() -> String {
    let own = "return [...String(ctx.env.KEY ?? '-')].join(' ') + ' ' + Object.keys(ctx.env).sort().join();";
    let text = program(&[("keep", "", KEEP), ("look", "", LOOK), ("own", "", own)]);
    text.replace(
        "export default",
        "const module: { kept?: string } = {};\nexport default",
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn environments_share_nothing() {
    let more = "workers = 1\nvariables = { KEY = \"plain-key\", SHARED = \"x\" }\n\
        [environments.dev.secrets]\nKEY = \"dev-key-1\"\n\
        [environments.prod]\nsecrets = { KEY = \"prod-key-2\" }\nvariables = { ONLY = \"y\" }\n";
    let stage = FunctionGateway::open(&[("f/index.ts", &tools())], &source("f", "f", more)).await;
    let nothing = ["-"; 7].join(", ");
    for era in ERAS {
        let mut plain = stage.client(era).await;
        let mut dev = stage.client_in("dev", era).await;
        let mut prod = stage.client_in("prod", era).await;
        for (client, expect) in [
            (&mut plain, "p l a i n - k e y KEY,SHARED"),
            (&mut dev, "d e v - k e y - 1 KEY,SHARED"),
            (&mut prod, "p r o d - k e y - 2 KEY,ONLY,SHARED"),
        ] {
            assert_eq!(done(client, "f_own", &json!({})).await, expect);
        }
        // There is one worker at a time, and each look comes right after a value was stored.
        done(&mut dev, "f_keep", &json!({})).await;
        for client in [&mut prod, &mut plain] {
            assert_eq!(done(client, "f_look", &json!({})).await, nothing, "{era:?}");
        }
        done(&mut prod, "f_keep", &json!({})).await;
        for client in [&mut dev, &mut plain] {
            let found = done(client, "f_look", &json!({})).await;
            assert!(!found.contains("p r o d"), "{era:?}: {found}");
        }
        let found = done(&mut plain, "f_look", &json!({})).await;
        assert_eq!(found, nothing, "{era:?}");
    }
}

/// The same with workers enough for all, when all clients call at once.
#[tokio::test(flavor = "multi_thread")]
async fn environments_share_nothing_under_load() {
    let more = "workers = 6\n\
        [environments.dev.secrets]\nKEY = \"dev-key-1\"\n\
        [environments.prod.secrets]\nKEY = \"prod-key-2\"\n";
    let stage = FunctionGateway::open(&[("f/index.ts", &tools())], &source("f", "f", more)).await;
    let calls = (0..60).map(|at| {
        let (environment, other) = [("dev", "p r o d"), ("prod", "d e v")][at % 2];
        let stage = &stage;
        async move {
            let mut client = stage.client_in(environment, ERAS[at % 4 / 2]).await;
            done(&mut client, "f_keep", &json!({"at": at})).await;
            let found = done(&mut client, "f_look", &json!({"at": at})).await;
            assert!(!found.contains(other), "{environment}: {found}");
        }
    });
    futures_util::future::join_all(calls).await;
    assert!(stage.workers().len() <= 6, "{:?}", stage.workers());
}
