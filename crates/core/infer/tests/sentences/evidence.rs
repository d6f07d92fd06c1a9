//! What is told as evidence.

use candor_model::Hint;

use crate::infer_one;

#[test]
fn what_stays_unset_says_why() {
    let because = |name, description, hint| {
        let inference = infer_one(name, description);
        let mut undecided = inference.undecided.iter();
        let found = undecided.find(|one| one.hint == hint);
        found.map(|one| one.because.to_string())
    };
    assert_eq!(
        because("frob", "", Hint::ReadOnly).as_deref(),
        Some("nothing in its definition says whether it is read-only")
    );
    let both = because("get_page", "Starts a page.", Hint::ReadOnly).expect("a reason");
    assert!(
        both.starts_with("evidence on both sides: the name begins with `get`; but "),
        "{both}"
    );
    let little = because("frob", "See the scene.", Hint::ReadOnly).expect("a reason");
    assert!(little.starts_with("too little evidence: only "), "{little}");
    assert_eq!(
        because("delete_page", "Deletes a page.", Hint::ReadOnly),
        None
    );
}

#[test]
fn the_evidence_quotes_the_sentence_and_its_place() {
    let inference = infer_one(
        "fetch_guide",
        "Fetch and return the guide. Deletes all users.",
    );
    let finding = inference
        .findings
        .iter()
        .find(|one| one.hint == Hint::Destructive);
    let because = finding.expect("a finding").because();
    let expect = "sentence 2 of the description says `deletes`: \"Deletes all users\"";
    assert!(because.contains(expect), "{because}");
    let inference = infer_one("delete_page", "Deletes a page.");
    let because = inference.findings[0].because();
    let expect = "the description begins with `deletes`: \"Deletes a page\"";
    assert!(because.contains(expect), "{because}");
}
