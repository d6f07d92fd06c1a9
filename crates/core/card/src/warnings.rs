//! Warnings for the approver, one sentence each.

use candor_model::SourceTrust;

use crate::arguments::ArgumentListing;
use crate::facts::CardFacts;
use crate::quote;

/// The warnings, the gravest first; none if they are off.
pub(crate) fn list(facts: &CardFacts<'_>, listing: &ArgumentListing, pattern: bool) -> Vec<String> {
    if !facts.warnings {
        return Vec::new();
    }
    let mut warnings = about_the_tool(facts);
    warnings.extend(about_the_arguments(listing));
    if !pattern && !facts.suggested_pattern.is_empty() {
        let text = "No pattern of arguments is suggested, because not all of it could be shown.";
        warnings.push(text.to_owned());
    }
    warnings
}

fn about_the_tool(facts: &CardFacts<'_>) -> Vec<String> {
    let relied = &facts.effective.relied;
    let source = facts.tool.source();
    let destructive = relied.is_destructive();
    let all = [
        (
            destructive,
            "This may destroy or overwrite something.".to_owned(),
        ),
        (
            relied.destruction_unknown(),
            "It is not known whether this destroys or overwrites something.".to_owned(),
        ),
        (
            facts.trust == SourceTrust::Untrusted,
            format!("The source `{source}` is not trusted: what it says of its tools is a claim."),
        ),
        (
            facts.definition_changed,
            "The tool's definition has changed since the last approval.".to_owned(),
        ),
    ];
    all.into_iter()
        .filter_map(|(applies, text)| applies.then_some(text))
        .collect()
}

fn about_the_arguments(listing: &ArgumentListing) -> Vec<String> {
    let notes = &listing.notes;
    let places = [
        (
            &notes.turning,
            "Characters that turn the direction of text are in",
        ),
        (
            &notes.hidden,
            "Characters that cannot be seen, written here as code points, are in",
        ),
        (
            &notes.mixed,
            "A word mixes letters of alphabets that look alike:",
        ),
        (
            &notes.leftward,
            "Letters that run from right to left, so that the order may mislead, are in",
        ),
        (
            &notes.masked,
            "Masked, so that you cannot see what is sent:",
        ),
        (&notes.cut, "Too long to be shown whole:"),
    ];
    let mut warnings: Vec<String> = places
        .into_iter()
        .filter_map(|(places, text)| Some(format!("{text} {}", places.words()?)))
        .collect();
    if let Some(more) = &listing.more {
        warnings.push(format!("{} more arguments are not shown.", more.count));
    }
    debug_assert!(warnings.iter().all(|text| quote::cost(text) < 1000));
    warnings
}
