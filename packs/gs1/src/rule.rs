//! Resolver rules: the targets of a trade item's links.
//!
//! A rule has a level: the item, its brand, the company prefix, or all items. The requested link
//! type takes precedence, then the most specific level, then the language. If no rule has that link
//! type, the default link of the most specific level is used. The result is deterministic and
//! independent of the order of rules.

#[cfg(test)]
mod tests;

use std::{cmp::Reverse, fmt};

use crate::{
    gtin::Gtin,
    language::LinkLanguage,
    link_type::LinkType,
    target::{TargetTemplate, TemplateValues},
};

/// The level of a rule, most specific first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RuleLevel {
    /// One trade item.
    Item,
    /// Every item of a brand.
    Brand,
    /// Every item whose number begins with a company's prefix.
    Prefix,
    /// A rule for every item.
    Default,
}

/// A resolver rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ResolverRule {
    /// The level.
    pub level: RuleLevel,
    /// The subject: a number of 14 digits, a brand as [`brand_key`] writes it, a prefix, or empty.
    pub subject: String,
    /// The link type.
    pub link_type: LinkType,
    /// The language of the target; none for all.
    pub language: Option<LinkLanguage>,
    /// The target.
    pub target: TargetTemplate,
}

/// A resolution request.
#[derive(Clone, Copy, Debug)]
pub struct ResolveRequest<'r> {
    /// The trade item.
    pub gtin: Gtin,
    /// Its brand, as [`brand_key`] writes it, if the catalogue knows it.
    pub brand: Option<&'r str>,
    /// The lot, if given.
    pub lot: Option<&'r str>,
    /// The serial number, if given.
    pub serial: Option<&'r str>,
    /// The requested link type; the default link if unset.
    pub link_type: Option<&'r LinkType>,
    /// Languages, best first.
    pub languages: &'r [LinkLanguage],
}

/// The resolved link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkResolution<'r> {
    /// The address that the link leads to.
    pub target: String,
    /// The rule that determined it.
    pub rule: &'r ResolverRule,
    /// Why that rule, as a sentence.
    pub why: String,
}

/// How well a rule matches; lower is better.
type RuleRank<'r> = (
    bool,
    RuleLevel,
    Reverse<usize>,
    bool,
    (usize, usize),
    &'r ResolverRule,
);

/// Resolves a link. A rule with a placeholder for a lot or serial number only matches if one is
/// given.
pub fn resolve<'r>(
    rules: &'r [ResolverRule],
    request: &ResolveRequest<'_>,
) -> Option<LinkResolution<'r>> {
    let number = request.gtin.to_string();
    let values = TemplateValues {
        gtin: &number,
        lot: request.lot,
        serial: request.serial,
    };
    let answers = rules.iter().filter_map(|rule| {
        let rank = rule.rank(request, &number)?;
        let target = rule.target.fill(&values).ok()?;
        Some((rank, target))
    });
    let best = answers.min_by(|(one, _), (other, _)| one.cmp(other));
    let ((.., rule), target) = best?;
    Some(LinkResolution {
        target,
        rule,
        why: rule.reason(request),
    })
}

/// A brand as rules name it: in small letters, with single spaces.
pub fn brand_key(brand: &str) -> String {
    let words: Vec<&str> = brand.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

// === impl ResolverRule ===

impl ResolverRule {
    /// The rank of a rule; `None` if it does not match.
    fn rank(&self, request: &ResolveRequest<'_>, number: &str) -> Option<RuleRank<'_>> {
        if !self.is_about(request, number) {
            return None;
        }
        let is_asked = request
            .link_type
            .is_none_or(|asked| *asked == self.link_type);
        let is_default = self.link_type == LinkType::default_link();
        let is_page = self.link_type == LinkType::pip();
        let answers = match request.link_type {
            Some(_) => is_asked || is_default || is_page,
            None => is_default || is_page,
        };
        let language = self.language_rank(request.languages);
        let length = Reverse(self.subject.len());
        answers.then_some((!is_asked, self.level, length, !is_default, language, self))
    }

    fn is_about(&self, request: &ResolveRequest<'_>, number: &str) -> bool {
        match self.level {
            RuleLevel::Item => self.subject == number,
            RuleLevel::Brand => request.brand == Some(self.subject.as_str()),
            RuleLevel::Prefix => {
                let digits = request.gtin.company_digits();
                let begins = |digits: String| digits.starts_with(&self.subject);
                self.subject.len() >= 4 && digits.is_some_and(begins)
            }
            RuleLevel::Default => true,
        }
    }

    /// The index of the matching language, and how much more general it is; then rules for all
    /// languages, and finally those in another language.
    fn language_rank(&self, wanted: &[LinkLanguage]) -> (usize, usize) {
        let Some(own) = &self.language else {
            return (usize::MAX - 1, 0);
        };
        let wanted = wanted.iter().enumerate();
        let mut ranks = wanted.filter_map(|(number, language)| {
            let step = language.ever_wider().position(|tag| tag == own.as_str())?;
            Some((number, step))
        });
        ranks.next().unwrap_or((usize::MAX, 0))
    }

    /// Why it was chosen.
    fn reason(&self, request: &ResolveRequest<'_>) -> String {
        let about = match self.level {
            RuleLevel::Item => "this item".to_owned(),
            RuleLevel::Brand => format!("the brand `{}`", self.subject),
            RuleLevel::Prefix => format!("the company prefix `{}`", self.subject),
            RuleLevel::Default => "all items".to_owned(),
        };
        let purpose = match request.link_type {
            Some(asked) if *asked != self.link_type => {
                format!("; none with the link type `{asked}` applies, so this is the default link")
            }
            Some(asked) => format!(" with the link type `{asked}`"),
            None => String::new(),
        };
        let language = match (&self.language, request.languages.is_empty()) {
            (Some(own), false) if self.language_rank(request.languages).0 == usize::MAX => {
                format!("; there is none in the language asked for, but in `{own}`")
            }
            (Some(own), _) => format!(", in `{own}`"),
            (None, false) => ", for every language".to_owned(),
            (None, true) => String::new(),
        };
        format!("It is the rule for {about}{purpose}{language}.")
    }
}

// === impl RuleLevel ===

impl RuleLevel {
    /// Every level, most specific first.
    pub const ALL: [Self; 4] = [Self::Item, Self::Brand, Self::Prefix, Self::Default];

    /// The name of the level.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Item => "item",
            Self::Brand => "brand",
            Self::Prefix => "prefix",
            Self::Default => "default",
        }
    }

    /// The level with this name.
    pub fn parse(text: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|level| level.as_str() == text)
    }
}

impl fmt::Display for RuleLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
