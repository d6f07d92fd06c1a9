//! Resolver rules: where the links of a trade item lead.
//!
//! A rule stands at a level: the item, its brand, the company's prefix, or all items. The link
//! type that was asked for comes first, then the most specific level, then the language. Where no
//! rule has that link type, the default link of the most specific level is taken. The same rules
//! and the same question always give the same answer, in whatever order the rules come.

#[cfg(test)]
mod tests;

use std::{cmp::Reverse, fmt};

use crate::{
    gtin::Gtin,
    language::LinkLanguage,
    link_type::LinkType,
    target::{TargetTemplate, TemplateValues},
};

/// How many items a rule is about, fewest first.
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

/// Where links lead.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ResolverRule {
    /// How many items it is about.
    pub level: RuleLevel,
    /// Which: a number of 14 digits, a brand as [`brand_key`] writes it, a prefix, or nothing.
    pub subject: String,
    /// What the link is for.
    pub link_type: LinkType,
    /// The language of the target; none for all.
    pub language: Option<LinkLanguage>,
    /// Where the link leads.
    pub target: TargetTemplate,
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct ResolveRequest<'r> {
    /// The trade item.
    pub gtin: Gtin,
    /// Its brand, as [`brand_key`] writes it, if the catalogue knows it.
    pub brand: Option<&'r str>,
    /// The lot, if one is asked about.
    pub lot: Option<&'r str>,
    /// The serial number, if one is asked about.
    pub serial: Option<&'r str>,
    /// What the link is to be for; the default link if nothing is said.
    pub link_type: Option<&'r LinkType>,
    /// Languages, best first.
    pub languages: &'r [LinkLanguage],
}

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkResolution<'r> {
    /// The address that the link leads to.
    pub target: String,
    /// The rule that says so.
    pub rule: &'r ResolverRule,
    /// Why that rule, as a sentence.
    pub why: String,
}

/// How well a rule answers a question; less is better.
type RuleRank<'r> = (
    bool,
    RuleLevel,
    Reverse<usize>,
    bool,
    (usize, usize),
    &'r ResolverRule,
);

/// Finds where a link leads. A rule whose target has a place for a lot or a serial number counts
/// only if one is asked about.
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
    /// How well it answers a question; nothing if it does not.
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

    /// Which of the languages it is in, and how much wider; after them a rule for all languages,
    /// and last one in another language.
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
