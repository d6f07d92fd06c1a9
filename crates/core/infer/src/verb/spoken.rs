//! Words that are verbs in sentences only, before their object: "Issue a refund", "Surface the
//! oldest entries". In a name they are nouns: `issue_list`, `surface_area`.

use super::KnownVerb;
use super::VerbEffect::{Acts, Adds, Changes, Reads};
use super::table::noun;

#[rustfmt::skip]
pub(super) const SPOKEN: &[(KnownVerb, &str)] = &[
    (noun(Reads, 12), "outline detail surface access output present"),
    (noun(Reads, 8), "map model graph chart profile source"),
    (noun(Adds, 11), "
        cache issue file page text alert host coin fax gift wire credit fund advance hand ship telex bill
        contract
    "),
    (noun(Changes, 11), "
        name title rate color colour style position price picture paint cool heat warm dry raise lower
        lift dress
    "),
    (noun(Acts, 11), "drive fly pilot cook drill pump"),
];
