//! A real process, killed without warning while it writes.

use std::{
    collections::HashSet,
    env,
    io::{BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
    sync::Arc,
};

use candor_model::{CallId, CallOutcome};
use candor_store::{DatabaseTarget, Journal, JournalOptions, JournalRecovery, RecordedCall, Store};

use crate::case::{StoreCase, begun, done, ended, name};

/// Says to the test below that it is the process to be killed, and where to write.
const VICTIM: &str = "CANDOR_STORE_VICTIM";
const ROUNDS: usize = 3;
const WRITERS: usize = 4;

/// What the victim said before it died.
#[derive(Default)]
struct VictimOutput {
    begun: HashSet<CallId>,
    ended: HashSet<CallId>,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost() {
    if let Some(place) = env::var_os(VICTIM) {
        write_until_killed(Path::new(&place)).await;
    }
    let case = StoreCase::sqlite().await;
    let mut said = VictimOutput::default();
    for round in 1..=ROUNDS {
        let (mut victim, output) = spawn(&case);
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        said.listen(&mut lines, round * 1_000);

        // While it is alive, other processes do not touch its files.
        let (journal, recovered) = done!(Journal::open(&case.journal(), &case.store));
        assert_eq!(recovered, JournalRecovery::default());
        done!(journal.close());
        said.listen(&mut lines, round * 2_000);

        victim.kill().unwrap();
        victim.wait().unwrap();
        said.listen(&mut lines, usize::MAX);

        let (journal, recovered) = done!(Journal::open(&case.journal(), &case.store));
        done!(journal.close());
        assert_eq!(recovered.damaged, 0);
        assert!(recovered.unknown >= 1, "the endless call: {recovered:?}");
        let left = case.files("calls");
        assert!(left.is_empty(), "recovered segments are deleted: {left:?}");
    }
    check(&case, &said).await;
}

async fn check(case: &StoreCase, said: &VictimOutput) {
    assert!(said.ended.len() >= ROUNDS * 2_000 && said.begun.len() > said.ended.len());
    let all = case.all().await;
    for id in &said.begun {
        let call = all.get(id).unwrap_or_else(|| panic!("call `{id}` is lost"));
        let known = call.outcome == CallOutcome::Ok;
        assert!(known || call.outcome == CallOutcome::Unknown, "{call:?}");
        assert!(known || !said.ended.contains(id), "call `{id}` had ended");
    }
    // What the victim had begun and not ended: one call for good, and at most one a writer.
    let lost = |call: &&RecordedCall| call.outcome == CallOutcome::Unknown;
    let unknown = all.values().filter(lost).count();
    let expect = ROUNDS..=ROUNDS * (1 + WRITERS);
    assert!(expect.contains(&unknown), "{unknown} are unknown");
    let source = Some(name("endless"));
    let endless = all.values().filter(|call| call.source == source);
    assert!(endless.clone().all(|call| lost(&call)));
    assert_eq!(endless.count(), ROUNDS);
}

impl VictimOutput {
    /// Takes lines until `enough` calls were said to have ended, or the output ends.
    fn listen(&mut self, lines: &mut impl Iterator<Item = String>, enough: usize) {
        while self.ended.len() < enough {
            let Some(line) = lines.next() else {
                assert_eq!(enough, usize::MAX, "the victim died by itself");
                return;
            };
            // The test harness of the victim speaks too, and a last line may be cut short.
            let said = line.split_once(' ');
            match said.map(|(verb, id)| (verb, CallId::parse(id))) {
                Some(("begun", Some(id))) => self.begun.insert(id),
                Some(("ended", Some(id))) => self.ended.insert(id),
                _ => continue,
            };
        }
    }
}

fn spawn(case: &StoreCase) -> (Child, ChildStdout) {
    let mut victim = Command::new(env::current_exe().unwrap())
        .args(["--exact", "kill::nothing_acknowledged_is_lost"])
        .arg("--nocapture")
        .env(VICTIM, case.journal().parent().unwrap())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let output = victim.stdout.take().unwrap();
    (victim, output)
}

/// The victim: small segments and batches, so that the kill falls into all kinds of work.
async fn write_until_killed(place: &Path) -> ! {
    let database: PathBuf = place.join("data/candor.db");
    let store = done!(Store::open(&DatabaseTarget::Sqlite(database)));
    let options = JournalOptions {
        segment_bytes: 30_000,
        fold_every: std::time::Duration::from_millis(5),
        fold_batch: 50,
        ..JournalOptions::default()
    };
    let dir = place.join("journal");
    let (journal, _) = done!(Journal::open_with(&dir, &store, options));
    let journal = Arc::new(journal);
    let endless = begun("endless");
    journal.begin(&endless).unwrap();
    say("begun", endless.id);
    for _ in 0..WRITERS {
        let journal = Arc::clone(&journal);
        std::thread::spawn(move || {
            // Ends by itself in case it is not killed.
            for _ in 0..1_000_000 {
                let call = begun("files");
                journal.begin(&call).unwrap();
                say("begun", call.id);
                journal.end(&ended(&call, CallOutcome::Ok)).unwrap();
                say("ended", call.id);
            }
        });
    }
    tokio::time::sleep(std::time::Duration::from_mins(10)).await;
    std::process::exit(3);
}

fn say(verb: &str, id: CallId) {
    if writeln!(std::io::stdout(), "{verb} {id}").is_err() {
        // The process that started this is gone.
        std::process::exit(4);
    }
}
