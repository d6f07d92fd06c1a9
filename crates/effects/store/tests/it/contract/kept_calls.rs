//! Calls whose arguments are kept.

use candor_model::{ArgumentFidelity, KEPT_ARGUMENTS_MAX, KEPT_RESULT_MAX, KeptCall};
use candor_store::KEPT_CALLS_MAX;

use crate::case::{StoreCase, done, name, refused};

fn kept(source: &str, tool: &str, at_micros: i64) -> KeptCall {
    KeptCall {
        source: name(source),
        tool: tool.into(),
        read_only: Some(true),
        arguments: r#"{"path":"a\u0000b"}"#.into(),
        fidelity: ArgumentFidelity::Whole,
        is_error: false,
        result: "milk".into(),
        at_micros,
    }
}

/// Calls come back in their order, as they were kept, and of each source so many.
pub(crate) async fn kept_calls(case: StoreCase) {
    let store = &case.store;
    let (files, shop) = (name("files"), name("shop"));
    assert_eq!(done!(store.kept_calls(&files, 0)), []);
    done!(store.keep_calls(&[]));
    let first = kept("files", "write", 5);
    let second = KeptCall {
        read_only: None,
        fidelity: ArgumentFidelity::Masked,
        is_error: true,
        ..kept("files", "read", 7)
    };
    let other = KeptCall {
        read_only: Some(false),
        arguments: "".into(),
        fidelity: ArgumentFidelity::TooLarge,
        ..kept("shop", "buy", 6)
    };
    done!(store.keep_calls(&[first.clone(), other.clone(), second.clone()]));
    assert_eq!(
        done!(store.kept_calls(&files, 0)),
        [first.clone(), second.clone()]
    );
    assert_eq!(
        done!(store.kept_calls(&files, 6)),
        std::slice::from_ref(&second)
    );
    assert_eq!(
        done!(store.kept_calls(&shop, 0)),
        std::slice::from_ref(&other)
    );

    let large = KeptCall {
        arguments: "x".repeat(KEPT_ARGUMENTS_MAX + 1).into(),
        ..first.clone()
    };
    refused!(store.keep_calls(&[large]) => contains "the arguments of a call of `files`");
    let long = KeptCall {
        result: format!("\0{}", "x".repeat(KEPT_RESULT_MAX)).into(),
        ..kept("shop", "list", 8)
    };
    done!(store.keep_calls(&[long]));
    let back = done!(store.kept_calls(&shop, 8));
    assert!(back[0].result.starts_with("\u{fffd}xxx") && back[0].result.len() <= KEPT_RESULT_MAX);

    let many: Vec<_> = (0..KEPT_CALLS_MAX)
        .map(|at| kept("files", &at.to_string(), 9))
        .collect();
    done!(store.keep_calls(&many));
    assert_eq!(done!(store.kept_calls(&files, 0)), many);
    assert_eq!(
        done!(store.kept_calls(&shop, 0)).len(),
        2,
        "those of others stay"
    );

    assert_eq!(done!(store.prune_kept_calls(8)), 1);
    assert_eq!(done!(store.kept_calls(&shop, 0)), back);
    assert_eq!(done!(store.prune_kept_calls(10)), 1 + KEPT_CALLS_MAX as u64);
    assert_eq!(done!(store.kept_calls(&files, 0)), []);
}
