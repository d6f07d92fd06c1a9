//! What confined programs were refused, and whether instances share their state.

use candor_model::{
    CallId, InstanceCheck, ProgramInstance, ProgramRefusal, RefusalTiming, RefusedCall,
};
use candor_store::REFUSALS_MAX;

use crate::{
    case::{StoreCase, done, name},
    samples::change,
};

fn refusal(source: &str, target: &str) -> ProgramRefusal {
    ProgramRefusal {
        source: name(source),
        instance: ProgramInstance::ReadOnly,
        action: "create".into(),
        target: target.into(),
        program: "node".into(),
        timing: RefusalTiming::During,
        calls: vec![RefusedCall {
            id: CallId::fresh(),
            name: "read".into(),
        }],
        left_out: 3,
        at_micros: 7,
    }
}

/// Refusals come back as they were written, the newest first, and of each source so many.
pub(crate) async fn program_refusals(case: StoreCase) {
    let store = &case.store;
    assert_eq!(done!(store.program_refusals(None, 10)), []);
    let first = refusal("files", "/tmp/x");
    let mut second = refusal("git", "/tmp/y");
    second.instance = ProgramInstance::Ordinary;
    second.timing = RefusalTiming::Outside;
    second.calls.clear();
    done!(store.record_refusal(&first));
    done!(store.record_refusal(&second));
    assert_eq!(
        done!(store.program_refusals(None, 10)),
        [second.clone(), first.clone()]
    );
    let files = name("files");
    let of_files = done!(store.program_refusals(Some(&files), 10));
    assert_eq!(of_files, std::slice::from_ref(&first));
    let newest = done!(store.program_refusals(None, 1));
    assert_eq!(newest, std::slice::from_ref(&second));

    let foreign = refusal("files", &format!("/\0{}", "x".repeat(5_000)));
    done!(store.record_refusal(&foreign));
    let kept = done!(store.program_refusals(Some(&files), 1));
    assert!(kept[0].target.starts_with("/\u{fffd}xxx") && kept[0].target.len() <= 1_024);

    for at in 0..REFUSALS_MAX {
        done!(store.record_refusal(&refusal("files", &format!("/{at}"))));
    }
    let kept = done!(store.program_refusals(Some(&files), 10_000));
    assert_eq!(kept.len(), REFUSALS_MAX);
    assert_eq!(&*kept[0].target, &format!("/{}", REFUSALS_MAX - 1));
    // Those of others stay.
    assert_eq!(
        done!(store.program_refusals(Some(&name("git")), 10)),
        [second]
    );
}

/// The latest check of each source is kept, and forgotten with its verifications.
pub(crate) async fn instance_checks(case: StoreCase) {
    let store = &case.store;
    assert_eq!(done!(store.instance_checks()), []);
    let check = |shared, evidence: &str| InstanceCheck {
        source: name("notes"),
        server_version: "1".into(),
        shared,
        evidence: evidence.into(),
        by: "ada".into(),
        at_micros: 7,
    };
    let save = || change("verification.instances", "source notes");
    done!(store.save_instance_check(&check(true, "it was seen"), &save()));
    let apart = check(false, "it was not seen");
    done!(store.save_instance_check(&apart, &save()));
    assert_eq!(done!(store.instance_checks()), [apart]);
    let forget = change("verification.forget", "source notes");
    assert_eq!(
        done!(store.forget_verifications(&name("notes"), &forget)),
        1
    );
    assert_eq!(done!(store.instance_checks()), []);
}
