//! Whatever a registry sends: nothing that is shown of it hides text, and every plan is single words.

#![no_main]

use candor_registry::{LaunchPlan, LaunchValues, read_entry, read_page};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(value) = serde_json::from_slice::<serde_json::Value>(bytes) else {
        return;
    };
    let _ = read_page(value.clone());
    let Ok(entry) = read_entry(value) else {
        return;
    };
    for option in &entry.options {
        let form = option.form();
        let Ok(plan) = option.launch(&LaunchValues::new()) else {
            continue;
        };
        assert!(candor_text::hidden_character(&plan.line()).is_none());
        if let LaunchPlan::Program { args, .. } = &plan {
            // No variable of the gateway is filled in that nobody has asked for.
            assert!(args.iter().all(|word| !word.has_reference()));
        }
        let mut keys: Vec<_> = form.fields.iter().map(|field| &field.key).collect();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), form.fields.len());
    }
});
