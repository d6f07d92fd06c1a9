//! What a tool is asked about: a number, or a link that holds one.

use crate::{
    attribute::{self, AttributeError},
    gtin::{Gtin, GtinError},
    link::{DigitalLink, DigitalLinkError, LinkQualifier, ParsedLink},
};

/// A trade item that a caller named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TradeItem {
    pub(crate) gtin: Gtin,
    /// The link it was read from, if it was one.
    pub(crate) link: Option<ParsedLink>,
}

/// Why nothing was named.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TradeItemError {
    /// It is no number.
    #[error(transparent)]
    Gtin(#[from] GtinError),
    /// It is no link.
    #[error(transparent)]
    Link(#[from] DigitalLinkError),
    /// A value is not what it must be.
    #[error(transparent)]
    Value(#[from] AttributeError),
    /// The link and the argument say two things.
    #[error(
        "the link says `{linked}` for `{ai}` and the argument `{given}`; leave one of them out"
    )]
    Contradiction {
        ai: &'static str,
        /// What the link says.
        linked: String,
        /// What the argument says.
        given: String,
    },
}

// === impl TradeItem ===

impl TradeItem {
    /// Reads a number or a link.
    pub(crate) fn read(text: &str) -> Result<Self, TradeItemError> {
        if !text.contains("://") {
            let gtin = Gtin::parse(text)?;
            return Ok(Self { gtin, link: None });
        }
        let parsed = DigitalLink::parse(text)?;
        Ok(Self {
            gtin: parsed.link.gtin(),
            link: Some(parsed),
        })
    }

    /// A qualifier: what an argument says, or what the link says.
    pub(crate) fn qualifier(
        &self,
        by: LinkQualifier,
        given: Option<&str>,
    ) -> Result<Option<String>, TradeItemError> {
        let given = given.map(str::trim).filter(|given| !given.is_empty());
        let linked = self.link.as_ref().and_then(|it| it.link.get(by));
        let ai = by.ai();
        match (given, linked) {
            (Some(given), Some(linked)) if given != linked => Err(TradeItemError::Contradiction {
                ai,
                linked: linked.to_owned(),
                given: given.chars().take(60).collect::<String>(),
            }),
            (Some(given), _) => {
                attribute::check_text(ai, given, by.limit())?;
                Ok(Some(given.to_owned()))
            }
            (None, linked) => Ok(linked.map(str::to_owned)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_and_an_argument_agree() {
        let subject = TradeItem::read("https://a/01/09506000134352/10/L1").unwrap();
        let check = |given: Option<&str>, expect: Result<Option<&str>, &str>| {
            let found = subject.qualifier(LinkQualifier::Lot, given);
            match (found, expect) {
                (Ok(found), Ok(expect)) => assert_eq!(found.as_deref(), expect),
                (Err(error), Err(expect)) => {
                    assert!(error.to_string().starts_with(expect), "{error}");
                }
                (found, expect) => panic!("{found:?}, {expect:?}"),
            }
        };
        check(None, Ok(Some("L1")));
        check(Some(" "), Ok(Some("L1")));
        check(Some("L1"), Ok(Some("L1")));
        check(
            Some("L2"),
            Err("the link says `L1` for `10` and the argument `L2`;"),
        );
        let number = TradeItem::read(" 9506000134352").unwrap();
        assert_eq!(number.gtin, subject.gtin);
        let long = number
            .qualifier(LinkQualifier::Serial, Some(&"x".repeat(21)))
            .unwrap_err();
        assert!(
            long.to_string().starts_with("the value of `21` is `xxx"),
            "{long}"
        );
        assert_eq!(number.qualifier(LinkQualifier::Serial, None), Ok(None));
    }
}
