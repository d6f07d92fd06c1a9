//! Naming is unique, stable and within limits, for any set of names.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::SourceName;

fn names(list: &[&str]) -> Vec<QualifiedName> {
    list.iter()
        .map(|name| QualifiedName::parse(name).expect("a qualified name"))
        .collect()
}

fn check(list: &[&str], expect: &[&str]) {
    let exposed = expose_names(&names(list));
    assert_eq!(
        exposed.iter().map(ExposedName::as_str).collect::<Vec<_>>(),
        expect
    );
}

#[test]
fn plain_names_are_joined() {
    check(
        &["github.list_repos", "fs.read-file"],
        &["github_list_repos", "fs_read-file"],
    );
}

#[test]
fn other_characters_become_underscores() {
    check(&["a.x/y.z", "a.größe"], &["a_x_y_z", "a_gr__e"]);
}

#[test]
fn every_name_of_a_clash_gets_its_hash() {
    check(
        &["a_b.c", "a.b_c", "a.d"],
        &["a_b_c_a3715283", "a_b_c_5b8f934a", "a_d"],
    );
}

#[test]
fn a_long_name_ends_in_its_hash() {
    let long = format!("source.{}", "x".repeat(80));
    let exposed = expose_names(&names(&[&long]));
    assert_eq!(exposed[0].as_str().len(), EXPOSED_MAX);
    assert!(exposed[0].as_str().starts_with("source_xxx"));
}

#[test]
fn a_name_that_looks_like_somebodys_hash_keeps_its_own() {
    let clash = expose_names(&names(&["a_b.c", "a.b_c"]));
    let impostor = format!(
        "a.{}",
        clash[0].as_str().strip_prefix("a_").expect("the source")
    );
    let exposed = expose_names(&names(&["a_b.c", "a.b_c", &impostor]));
    assert_eq!(exposed[2].as_str(), clash[0].as_str());
    assert_ne!(exposed[0], exposed[2]);
}

fn any_names() -> impl Strategy<Value = Vec<QualifiedName>> {
    // Few letters and many separators, so that clashes are common.
    let source = "[ab_-]{1,4}|[a-z]{60,64}";
    let own = "[ab_./ é-]{1,5}|[a-z_]{50,90}";
    prop::collection::btree_set((source, own), 1..40).prop_map(|set: BTreeSet<_>| {
        set.into_iter()
            .map(|(source, own)| {
                QualifiedName::new(SourceName::parse(&source).expect("a source name"), own)
            })
            .collect()
    })
}

proptest! {
    #[test]
    fn unique_and_within_limits(names in any_names()) {
        let exposed = expose_names(&names);
        prop_assert_eq!(exposed.len(), names.len());
        prop_assert_eq!(exposed.iter().collect::<BTreeSet<_>>().len(), names.len());
        for name in &exposed {
            prop_assert!((1..=EXPOSED_MAX).contains(&name.as_str().len()));
            prop_assert!(name.as_str().chars().all(is_plain));
        }
    }

    #[test]
    fn the_order_of_sources_does_not_matter(names in any_names(), turn in 0usize..40) {
        let exposed = expose_names(&names);
        let mut turned = names.clone();
        turned.rotate_left(turn % names.len());
        for (name, shown) in turned.iter().zip(expose_names(&turned)) {
            let at = names.iter().position(|other| other == name).expect("the same name");
            prop_assert_eq!(&shown, &exposed[at]);
        }
    }
}
