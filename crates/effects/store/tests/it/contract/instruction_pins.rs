//! The instructions that sources are held to, and accepting others.

use candor_model::InstructionPin;

use crate::{
    case::{StoreCase, done, name, refused_as},
    samples::{all_changes, change},
};

fn pin(accepted: &str, found: Option<&str>, at_micros: i64) -> InstructionPin {
    InstructionPin {
        source: name("shop"),
        accepted: accepted.into(),
        found: found.map(Into::into),
        at_micros,
    }
}

/// Instructions are pinned once, and replaced only by the text that was seen.
pub(crate) async fn instruction_pins(case: StoreCase) {
    let store = &case.store;
    assert_eq!(done!(store.instruction_pins()), []);
    done!(store.pin_instructions(&pin("Be kind.", None, 1)));
    done!(store.pin_instructions(&pin("Be rude.", None, 2)));
    assert_eq!(done!(store.instruction_pins()), [pin("Be kind.", None, 1)]);

    let held = pin("Be kind.", Some("Be rude."), 3);
    let record = change("drift.quarantine-instructions", "source shop");
    done!(store.record_instructions(&held, std::slice::from_ref(&record)));
    let before = all_changes(store).await.len();
    done!(store.record_instructions(&held, &[change("x", "source shop")]));
    assert_eq!(all_changes(store).await.len(), before, "known already");
    assert_eq!(done!(store.instruction_pins()), [held]);

    let accepted = pin("Be rude.", None, 4);
    let accept = change("drift.accept-instructions", "source shop");
    refused_as!(store.accept_instructions(&accepted, Some("Be gone."), &accept) => Stale { .. });
    done!(store.accept_instructions(&accepted, Some("Be rude."), &accept));
    assert_eq!(
        done!(store.instruction_pins()),
        std::slice::from_ref(&accepted)
    );
    refused_as!(store.accept_instructions(&accepted, Some("Be rude."), &accept) => Missing { .. });

    // What was compared with a text that is no longer accepted says nothing.
    let late = pin("Be kind.", Some("Be late."), 5);
    done!(store.record_instructions(&late, &[]));
    assert_eq!(done!(store.instruction_pins()), [accepted]);
}
