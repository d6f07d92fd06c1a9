//! How words are written in a title: acronyms, terms with capitals inside, small words.

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

/// The words with those terms in one piece that their capitals had torn: `getOAuthToken`.
pub(super) fn rejoined(words: Vec<String>) -> Vec<String> {
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

/// A word as it stands in a title.
pub(super) fn cased(word: &str, first: bool) -> String {
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
