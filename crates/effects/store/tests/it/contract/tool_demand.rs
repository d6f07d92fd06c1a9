//! How much tools are wanted.

use candor_model::CallOutcome;
use candor_store::ToolDemand;

use crate::{
    approval_samples::{ask, question},
    case::{StoreCase, done, finished},
    samples::tool,
};

/// Questions and calls are counted by tool.
pub(crate) async fn tool_demand(case: StoreCase) {
    let store = &case.store;
    assert!(done!(store.tool_demand()).is_empty());
    let mut other = question("shop.delete_book");
    "bob".clone_into(&mut other.binding.principal);
    ask(store, &question("shop.delete_book")).await;
    ask(store, &other).await;
    ask(store, &question("shop.add_book")).await;
    let calls = [CallOutcome::Ok, CallOutcome::Refused].map(|outcome| finished("files", outcome));
    done!(store.record(&calls));
    let called = &calls[0].target;
    let demand = done!(store.tool_demand());
    let expect = |questions, calls| ToolDemand { questions, calls };
    assert_eq!(demand[&tool("shop.delete_book")], expect(2, 0));
    assert_eq!(demand[&tool("shop.add_book")], expect(1, 0));
    assert_eq!(demand[&tool(&format!("files.{called}"))], expect(0, 2));
    assert_eq!(demand.len(), 3, "{demand:?}");
}
