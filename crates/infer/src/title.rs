//! A title for a tool that has none: `nc_notes_create_note` becomes "Create Note".
//!
//! The rules: what all names of the source share is dropped. A group before the verb is dropped
//! where the thing repeats it (`notes_create_note`), and else stands after the verb
//! (`notes_create_folder` is "Create Note Folder"). A verb at the end comes first where it can be
//! nothing but a verb, or the house has its verbs there, or a plural stands before it
//! (`issues_list` is "List Issues", `shopping_list` stays as it is), or other names share all but
//! the verb. Acronyms are kept. Where two tools would get the same title, they get it undropped.

use std::collections::HashMap;

use crate::ToolFacts;
use crate::head::{Head, Place};
use crate::house::{House, Order, is_modifier, repeats_group};
use crate::verb::{self, Kind};
use crate::words::{Name, Word, clip, same_thing, singular};

/// The longest title, in characters.
const LONGEST: usize = 80;

/// How much of a name without words is shown.
const NAME_SHOWN: usize = 320;

/// Words that stay small inside a title.
const SMALL: [&str; 19] = [
    "a", "an", "the", "of", "to", "in", "on", "for", "from", "by", "with", "and", "or", "at", "as",
    "per", "via", "into", "but",
];

/// Words that are written in capitals.
#[rustfmt::skip]
const ACRONYMS: [&str; 129] = [
    "acl", "ai", "api", "arn", "aws", "b2b", "bic", "btc", "cd", "cdn", "ci", "cidr", "cli", "cors",
    "cpu", "crm", "css", "csv", "cve", "dag", "db", "dns", "dom", "ean", "ec2", "ecr", "ecs", "eks",
    "eps", "erp", "eta", "eth", "etl", "eur", "faq", "ftp", "fx", "gcp", "gif", "gln", "gps", "gpu",
    "gs1", "gtin", "hr", "html", "http", "https", "iam", "iban", "id", "imap", "io", "iot", "ip",
    "isbn", "jpg", "json", "jwt", "kms", "kpi", "kql", "kv", "kyc", "lfs", "llm", "mcp", "mfa",
    "ml", "nat", "nfc", "nft", "nlp", "ocr", "oidc", "okr", "os", "otp", "pdf", "pgp", "pii", "pin",
    "png", "pr", "qr", "rag", "ram", "rbac", "rds", "rest", "rfc", "roi", "rpc", "rss", "s3",
    "saml", "sdk", "seo", "sftp", "sku", "sla", "sms", "smtp", "sns", "sql", "sqs", "ssh", "ssl",
    "sso", "svg", "tcp", "tls", "totp", "tts", "tv", "ui", "uid", "uri", "url", "usb", "usd", "utc",
    "uuid", "vat", "vm", "vpc", "vpn", "xml", "yaml",
];

/// Terms with capitals inside.
#[rustfmt::skip]
const SPELLINGS: [&str; 14] = [
    "OAuth", "GraphQL", "JavaScript", "TypeScript", "MySQL", "PostgreSQL", "SQLite", "NoSQL",
    "DevOps", "WebSocket", "IPv4", "IPv6", "iOS", "macOS",
];

/// The titles of a source's tools, in their order: never empty, at most 80 characters. Where two
/// tools would share one, nothing is dropped from their names.
pub(crate) fn titles(
    tools: &[ToolFacts<'_>],
    names: &[Name<'_>],
    heads: &[Option<Head>],
    house: &House,
) -> Vec<Box<str>> {
    let title = |index: usize, whole: bool| {
        let head = heads[index].as_ref();
        title(tools[index].name, &names[index], head, house, whole)
    };
    let mut titles: Vec<Box<str>> = (0..names.len()).map(|index| title(index, false)).collect();
    let mut times: HashMap<Box<str>, usize> = HashMap::new();
    for title in &titles {
        *times.entry(title.clone()).or_default() += 1;
    }
    for (index, short) in titles.iter_mut().enumerate() {
        if times.get(short).is_some_and(|times| *times > 1) {
            *short = title(index, true);
        }
    }
    titles
}

fn title(full: &str, name: &Name<'_>, head: Option<&Head>, house: &House, whole: bool) -> Box<str> {
    let namespace = name.words.len() - house.unprefixed(name).len();
    let spoken = arranged(name, if whole { 0 } else { namespace }, head, house);
    let spoken = rejoined(spoken);
    let mut title = String::new();
    for (at, word) in spoken.iter().enumerate() {
        let cased = cased(word, at == 0);
        let separator = usize::from(at > 0);
        let length = title.chars().count() + separator + cased.chars().count();
        if at > 0 && length > LONGEST {
            break;
        }
        if at > 0 {
            title.push(' ');
        }
        title.push_str(&cased);
    }
    if title.is_empty() {
        title = bare(full);
    }
    title.chars().take(LONGEST).collect::<String>().into()
}

/// The words from `from` on, in the order in which they are read out.
fn arranged(name: &Name<'_>, from: usize, head: Option<&Head>, house: &House) -> Vec<String> {
    let written = |words: &[Word<'_>]| words.iter().map(|word| word.raw.to_owned()).collect();
    let plain: Vec<String> = written(&name.words[from..]);
    let Some(head) = head.filter(|head| head.at > from) else {
        return plain;
    };
    let before = &name.words[from..head.at];
    let after = &name.words[head.at + 1..];
    let [others @ .., group] = before else {
        return plain;
    };
    if before.iter().all(is_modifier) {
        return plain;
    }
    let verb = &name.words[head.at];
    let mut spoken = vec![verb.raw.to_owned()];
    if after.is_empty() {
        if !ends_with_verb(name, before, head, house) {
            return plain;
        }
        spoken.extend::<Vec<String>>(written(before));
        return spoken;
    }
    let is_group = verb.opens || before.len() == 1 || house.grouped(name) == head.at;
    if !is_group {
        return plain;
    }
    let repeated = repeats_group(group, after);
    if !(repeated && others.is_empty()) {
        spoken.extend::<Vec<String>>(written(others));
        spoken.push(in_singular(group));
    }
    // `shopping_list_create_list` creates a shopping list.
    let named = repeated && !others.is_empty() && repeats_group(group, &after[..1]);
    spoken.extend::<Vec<String>>(written(&after[usize::from(named)..]));
    spoken
}

/// The words with those terms in one piece that their capitals had torn: `getOAuthToken`.
fn rejoined(words: Vec<String>) -> Vec<String> {
    let mut joined: Vec<String> = Vec::with_capacity(words.len());
    for word in words {
        let term = joined.last().map(|before| format!("{before}{word}"));
        let term = term.filter(|term| SPELLINGS.contains(&term.as_str()));
        match (joined.last_mut(), term) {
            (Some(before), Some(term)) => *before = term,
            _ => joined.push(word),
        }
    }
    joined
}

/// Whether the last word is a verb beyond doubt, so that it may be read out first.
fn ends_with_verb(name: &Name<'_>, before: &[Word<'_>], head: &Head, house: &House) -> bool {
    let is_verb =
        |word: &Word<'_>| verb::base(&word.low).is_some_and(|verb| verb.kind != Kind::Noun);
    let plural = before
        .last()
        .is_some_and(|word| singular(&word.low) != word.low);
    let certain = match head.verb.kind {
        Kind::Verb => true,
        Kind::Both => house.order == Order::Last || plural || house.grouped(name) == head.at,
        Kind::Noun => house.order == Order::Last,
    };
    head.place == Place::Last && !before.iter().any(is_verb) && certain
}

/// A word in the singular, in the case in which it was written.
fn in_singular(word: &Word<'_>) -> String {
    let single = singular(&word.low);
    if same_thing(&word.low, &single) && word.raw == word.low {
        single
    } else {
        word.raw.to_owned()
    }
}

/// A word as it stands in a title.
fn cased(word: &str, first: bool) -> String {
    let low = word.to_lowercase();
    let mut spellings = SPELLINGS.iter();
    if let Some(spelling) = spellings.find(|one| one.eq_ignore_ascii_case(word)) {
        return (*spelling).to_owned();
    }
    let capitals = word.chars().filter(|char| char.is_uppercase()).count();
    if ACRONYMS.contains(&low.as_str()) {
        return low.to_uppercase();
    }
    if let Some(one) = low.strip_suffix('s').filter(|one| ACRONYMS.contains(one)) {
        return format!("{}s", one.to_uppercase());
    }
    if capitals > 1 {
        return word.to_owned();
    }
    if !first && SMALL.contains(&low.as_str()) {
        return low;
    }
    let mut chars = low.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => low,
    }
}

/// A name without any word, as it is, without what cannot be shown.
fn bare(name: &str) -> String {
    let shown = clip(name, NAME_SHOWN).chars();
    let shown: String = shown.filter(|char| !char.is_control()).collect();
    match shown.trim() {
        "" => "Tool".to_owned(),
        shown => shown.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::head;

    fn check(siblings: &[&str], cases: &[(&str, &str)]) {
        let names: Vec<_> = siblings.iter().map(|name| Name::split(name)).collect();
        let house = House::of("source", &names);
        for (full, expect) in cases {
            let name = Name::split(full);
            let head = head::find(&name, &house, None);
            assert_eq!(
                &*title(full, &name, head.as_ref(), &house, false),
                *expect,
                "{full}"
            );
        }
    }

    #[test]
    fn prefixes_and_groups_are_dropped() {
        check(
            &["nc_notes_create_note", "nc_tables_list", "nc_deck_get_card"],
            &[
                ("nc_notes_create_note", "Create Note"),
                ("nc_notes_create_folder", "Create Note Folder"),
                ("nc_calendar_get_event", "Get Calendar Event"),
                ("nc", "Nc"),
            ],
        );
    }

    #[test]
    fn verbs_come_first_where_they_are_verbs() {
        check(
            &[],
            &[
                ("issues_list", "List Issues"),
                ("shopping_list", "Shopping List"),
                ("pages.delete", "Delete Pages"),
                ("connected-system_list-apps", "List Connected System Apps"),
                ("get_create_fields", "Get Create Fields"),
                ("getUserById", "Get User by ID"),
            ],
        );
    }

    #[test]
    fn groups_are_learnt_from_the_neighbours() {
        check(
            &[
                "shopping_list_create_list",
                "shopping_list_delete",
                "share_get",
                "share_add",
            ],
            &[
                ("shopping_list_create_list", "Create Shopping List"),
                ("shopping_list_delete_item", "Delete Shopping List Item"),
                ("share_get", "Get Share"),
            ],
        );
    }

    #[test]
    fn two_tools_do_not_share_a_title() {
        let full = [
            "nc_kilo_get",
            "nc_kilo_list",
            "nc_lima_get",
            "nc_lima_list",
            "nc_mike_get",
            "nc_mike_list",
            "kilo_get",
            "oscar_get",
        ];
        let names: Vec<_> = full.iter().map(|name| Name::split(name)).collect();
        let house = House::of("source", &names);
        let heads: Vec<_> = names
            .iter()
            .map(|name| head::find(name, &house, None))
            .collect();
        let tools = full.map(ToolFacts::named);
        let titles = titles(&tools, &names, &heads, &house);
        let titles: Vec<&str> = titles.iter().map(|title| &**title).collect();
        assert_eq!(titles[..3], ["Get Nc Kilo", "List Kilo", "Get Lima"]);
        assert_eq!(titles[6..], ["Get Kilo", "Get Oscar"]);
    }

    #[test]
    fn acronyms_numbers_and_small_words() {
        check(
            &[],
            &[
                ("add_book_to_list", "Add Book to List"),
                ("fetch_url", "Fetch URL"),
                ("list_api_ids", "List API IDs"),
                ("parseHTTPResponse2", "Parse HTTP Response2"),
                ("get_BIC_code", "Get BIC Code"),
                ("of_mice", "Of Mice"),
                ("getOAuthToken", "Get OAuth Token"),
                ("graphql_query", "Query GraphQL"),
                ("list_vm_uids", "List VM UIDs"),
                ("bulk_delete_rows", "Bulk Delete Rows"),
                ("größe_ändern", "Größe Ändern"),
            ],
        );
    }

    #[test]
    fn a_title_is_never_empty_and_never_long() {
        check(
            &[],
            &[("", "Tool"), ("\u{7}", "Tool"), ("__", "__"), ("🙂", "🙂")],
        );
        let house = House::of("", &[]);
        for full in ["word_".repeat(1000), "ä".repeat(1000), "-".repeat(1000)] {
            let name = Name::split(&full);
            let title = title(&full, &name, None, &house, false);
            let length = title.chars().count();
            assert!((1..=LONGEST).contains(&length), "{length}");
        }
    }
}
