//! a parameter asks for data that directories do not allow.

use crate::parameter::parameters;
use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "P006",
    name: "sensitive-input",
    summary: "a parameter asks for data that directories do not allow",
    why: "OpenAI's review refuses tools that ask for passwords, card numbers, government ids, \
        health data or one-time codes. What a model types in, it has seen and may repeat.",
    advice: "use OAuth for credentials, and leave the data out",
    severity: SeverityByProfile::strict_only().openai(Severity::Warning),
    fix: FixKind::Manual,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "pay", "inputSchema": {"type": "object", "properties": {"card_number": {"type": "string", "description": "The card"}}}}"#,
    good: r#"{"name": "pay", "inputSchema": {"type": "object", "properties": {"payment_method": {"type": "string", "description": "The id of a stored card"}}}}"#,
};

const SENSITIVE: [&str; 26] = [
    "password",
    "passwd",
    "passphrase",
    "secret",
    "client_secret",
    "api_key",
    "apikey",
    "access_token",
    "auth_token",
    "private_key",
    "card_number",
    "credit_card",
    "cvv",
    "cvc",
    "ssn",
    "social_security_number",
    "passport_number",
    "national_id",
    "tax_id",
    "mfa_code",
    "otp",
    "otp_code",
    "pin_code",
    "iban",
    "fingerprint_data",
    "medical_record",
];

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let parameters = parameters(subject);
    let sensitive = parameters
        .iter()
        .filter(|one| SENSITIVE.contains(&one.plain_name().as_str()));
    sensitive
        .map(|one| {
            let message = format!("the parameter `{}` asks for sensitive data", one.name);
            LintProblem::new(message).at(one.pointer.clone())
        })
        .collect()
}
