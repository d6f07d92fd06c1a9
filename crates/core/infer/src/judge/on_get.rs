//! What may speak against an HTTP method that is meant for reading.

use crate::description::{SentenceReading, SentenceVerb};
use crate::head_verb::{HeadVerb, VerbPosition};
use crate::verb::{VerbEffect, WordKind};
use crate::words::{self, NameWords};
use crate::{HttpMethod, ToolFacts};

/// Whether the HTTP method is meant for reading. Then what a tool is allowed to do, and what a
/// parameter might carry, is no reason to doubt it: a GET may need the scope of its whole API.
pub(super) fn is_safe(tool: &ToolFacts<'_>) -> bool {
    tool.method.is_some_and(HttpMethod::is_safe)
}

/// Whether a name only spells out its path: `get_albums_delete` behind `/albums/delete`. Then
/// its first word is the method and no verb of somebody's choice.
pub(super) fn is_path_spelled_out(name: &str, path: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let words = NameWords::split(text).words.into_iter();
        words.map(|word| words::singular(&word.low)).collect()
    };
    let name = words(name);
    let path = words(path);
    let last = |words: &[String]| words.last().cloned();
    name.len() > 1 && last(&name) == last(&path) && name[1..].iter().all(|word| path.contains(word))
}

/// Whether a verb of the name may speak against a method that is meant for reading. One that can
/// be a noun needs a description that says so too; `GET_UpdateAccount` names its method, so what
/// follows is what is done.
pub(super) fn stands_on_get(tool: &ToolFacts<'_>, head: &HeadVerb, said: &SentenceReading) -> bool {
    let lead = said.lead.as_ref().filter(|_| !said.late);
    let agrees = lead.is_some_and(|lead| lead.verb.effect.writes() && !is_vague(lead));
    let begins = head.verb.kind == WordKind::Verb && head.place == VerbPosition::First;
    let removes = head.verb.effect == VerbEffect::Removes;
    let unopposed = lead.is_none() && (begins || names_method(tool));
    !head.verb.effect.writes() || agrees || unopposed || begins && removes
}

/// Whether a name begins with its HTTP method in capitals.
fn names_method(tool: &ToolFacts<'_>) -> bool {
    let method = tool.method.map_or("", HttpMethod::as_str);
    let rest = tool
        .name
        .strip_prefix(method)
        .filter(|_| !method.is_empty());
    rest.is_some_and(|rest| rest.starts_with('_') || rest.starts_with(char::is_uppercase))
}

/// Whether a name that begins with a verb that reads outspeaks the description's verbs that write:
/// `READ_Company` behind "Create and manage companies", which describes all operations of a
/// path. Where the name holds the verb too, as in `getSendTransaction`, it does not.
pub(super) fn outspeaks(tool: &ToolFacts<'_>, head: &HeadVerb, said: &SentenceReading) -> bool {
    let reads = head.verb.effect == VerbEffect::Reads && head.place == VerbPosition::First;
    let spelled_out = tool
        .path
        .is_some_and(|path| is_path_spelled_out(tool.name, path));
    let mut verbs = said.lead.iter().chain(&said.beside).chain(&said.also);
    let named = verbs
        .any(|verb| verb.verb.effect.writes() && head.beside.iter().any(|word| word == verb.base));
    reads && !spelled_out && !named && !said.reads()
}

/// Whether a verb says too little to overrule a method that is meant for reading: "Invoke function
/// reports", "Manage users".
pub(super) fn is_vague(lead: &SentenceVerb) -> bool {
    lead.verb.effect == VerbEffect::Acts || lead.base == "manage"
}
