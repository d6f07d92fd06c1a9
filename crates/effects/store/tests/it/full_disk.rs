//! A disk without room for the journal. A limit on the size of files stands in for it.

use std::{
    env, fs, io,
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

use candor_model::CallOutcome;
use candor_store::{DatabaseTarget, Journal, JournalOptions, Store};

use crate::case::{StoreCase, begun, call, done, ended};

/// Says to the test below that it is the process with the limit, and where to write.
const LIMITED: &str = "CANDOR_STORE_LIMITED";

#[cfg(unix)]
#[tokio::test]
async fn a_full_disk_refuses_calls_and_harms_none() {
    if let Some(place) = env::var_os(LIMITED) {
        return write_until_full(Path::new(&place)).await;
    }
    let case = StoreCase::sqlite().await;
    // Half a megabyte or a quarter, as the shell counts. Ignored, the signal leaves an error.
    let script = "trap '' XFSZ; ulimit -f 512; exec \"$0\" \"$@\"";
    let limited = Command::new("sh")
        .args(["-c", script])
        .arg(env::current_exe().unwrap())
        .args([
            "--exact",
            "full_disk::a_full_disk_refuses_calls_and_harms_none",
        ])
        .env(LIMITED, case.journal().parent().unwrap())
        .stdout(Stdio::null())
        .status()
        .unwrap();
    assert!(limited.success(), "{limited}");

    let (_journal, recovered) = done!(Journal::open(&case.journal(), &case.store));
    assert_eq!(recovered.damaged, 0);
    assert!(recovered.folded > 300, "{recovered:?}");
    assert!(recovered.unknown <= 1, "{recovered:?}");
}

async fn write_until_full(place: &Path) {
    let database = DatabaseTarget::Sqlite(place.join("data/candor.db"));
    let store = done!(Store::open(&database));
    let dir = place.join("journal");
    let mut options = JournalOptions {
        segment_bytes: 1 << 20,
        fold_every: Duration::from_hours(1),
        fold_batch: 1_000_000,
        ..JournalOptions::default()
    };
    let whole = Journal::open_with(&dir, &store, options.clone()).await;
    let error = whole.expect_err("there is no room for a segment");
    assert!(error.to_string().starts_with("cannot begin a segment"));

    options.segment_bytes = 100_000;
    let (journal, _) = done!(Journal::open_with(&dir, &store, options));
    let first = fs::read_dir(&dir)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| fs::metadata(path).unwrap().len() > 100_000)
        .find_map(|path| path.to_str().map(str::to_owned))
        .unwrap();
    let obstacle = first.replace("-00000000.", "-00000001.");
    fs::create_dir(&obstacle).unwrap();
    let error = loop {
        let begun = begun("files");
        let ended = ended(&begun, CallOutcome::Ok);
        let written = journal.begin(&begun).and_then(|()| journal.end(&ended));
        if let Err(error) = written {
            break error;
        }
    };
    assert_eq!(error.kind(), io::ErrorKind::FileTooLarge, "{error}");
    assert!(error.to_string().starts_with("cannot write to the journal"));

    // Room in another place is found by the next call.
    fs::remove_dir(&obstacle).unwrap();
    call(&journal);
}
