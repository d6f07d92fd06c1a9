//! The names that clients may know from an earlier server are there, or it is said why not.

use std::collections::BTreeSet;

use candor_nextcloud::{PackModule, module_tools, not_offered, unconnected_toolbox};

/// The 105 tools of version 0.50 of the existing server, by name.
const NAMES: &str = include_str!("names_0_50.txt");

#[test]
fn every_name_of_the_earlier_server_is_there_or_explained() {
    let ours: BTreeSet<String> = PackModule::ALL.into_iter().flat_map(module_tools).collect();
    let known: BTreeSet<&str> = NAMES.lines().collect();
    assert_eq!(known.len(), 105);
    let missing: Vec<&str> = known
        .iter()
        .copied()
        .filter(|name| !ours.contains(*name))
        .collect();
    let explained: Vec<&str> = not_offered().iter().map(|(name, _)| *name).collect();
    assert_eq!(missing, explained);
    for (name, reason) in not_offered() {
        assert!(!ours.contains(*name), "{name} is offered");
        assert!(
            reason.ends_with('.') && reason.len() > 20,
            "{name}: {reason}"
        );
    }
}

#[test]
fn clients_are_told_what_is_not_offered() {
    let toolbox = unconnected_toolbox().unwrap();
    let told = toolbox.instructions().unwrap();
    for (name, _) in not_offered() {
        assert!(told.contains(name), "{name}: {told}");
    }
}
