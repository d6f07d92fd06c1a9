//! Which calls somebody wants to see: what they typed, and what it means.

use candor_frame::query;
use candor_gateway::Catalogue;
use candor_model::{ApprovalId, Outcome, QualifiedName, SourceName};
use candor_store::CallFilter;
use http::Uri;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use super::outcome;

/// The fields of the form, as they were typed.
#[derive(Clone, Debug, Default)]
pub(super) struct Typed {
    pub(super) source: String,
    pub(super) target: String,
    pub(super) outcome: String,
    pub(super) caller: String,
    pub(super) approval: String,
    pub(super) since: String,
    pub(super) until: String,
}

/// Something that was typed and means nothing.
#[derive(Debug)]
pub(super) struct Misread {
    /// In which field.
    pub(super) field: &'static str,
    /// What is wrong with it.
    pub(super) sentence: String,
}

/// One way for a call to end, to choose from.
pub(super) struct Choice {
    pub(super) word: &'static str,
    pub(super) words: &'static str,
    pub(super) chosen: bool,
}

// === impl Typed ===

impl Typed {
    pub(super) fn of(uri: &Uri) -> Self {
        let get = |name| query::get(uri, name).unwrap_or_default().trim().to_owned();
        Self {
            source: get("source"),
            target: get("target"),
            outcome: get("outcome"),
            caller: get("caller"),
            approval: get("approval"),
            since: get("since"),
            until: get("until"),
        }
    }

    /// The parameters of an address that asks for the same.
    pub(super) fn pairs(&self) -> [(&'static str, &str); 7] {
        [
            ("source", &self.source),
            ("target", &self.target),
            ("outcome", &self.outcome),
            ("caller", &self.caller),
            ("approval", &self.approval),
            ("since", &self.since),
            ("until", &self.until),
        ]
    }

    /// Whether nothing was typed.
    pub(super) fn is_empty(&self) -> bool {
        self.pairs().iter().all(|(_, value)| value.is_empty())
    }

    /// The ways for a call to end.
    pub(super) fn outcomes(&self) -> Vec<Choice> {
        let choice = |one: Outcome| Choice {
            word: one.as_str(),
            words: outcome::words(one),
            chosen: one.as_str() == self.outcome,
        };
        Outcome::ALL.into_iter().map(choice).collect()
    }

    /// What it means; or everything that means nothing.
    pub(super) fn read(&self, catalogue: &Catalogue) -> Result<CallFilter, Vec<Misread>> {
        let mut wrong = Vec::new();
        let mut filter = CallFilter {
            source: read("source", &self.source, &mut wrong, |text| {
                SourceName::parse(text).map_err(|error| error.to_string())
            }),
            target: some(&self.target),
            outcome: read("outcome", &self.outcome, &mut wrong, |text| {
                let known = Outcome::parse(text);
                known.ok_or_else(|| "no call ends so; choose one from the list".to_owned())
            }),
            approval: read("approval", &self.approval, &mut wrong, |text| {
                let id = ApprovalId::parse(text);
                id.ok_or_else(|| "it takes the id of an approval".to_owned())
            }),
            principal: some(&self.caller),
            since_micros: read("since", &self.since, &mut wrong, moment),
            until_micros: read("until", &self.until, &mut wrong, moment),
        };
        if !wrong.is_empty() {
            return Err(wrong);
        }
        // The audit has the two parts apart; people have them together.
        let whole = QualifiedName::parse(&self.target).filter(|_| filter.source.is_none());
        if let Some(whole) = whole.filter(|whole| catalogue.named(whole).is_some()) {
            filter.source = Some(whole.source().clone());
            filter.target = Some(whole.own().to_owned());
        }
        Ok(filter)
    }
}

fn some(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn read<T>(
    field: &'static str,
    text: &str,
    wrong: &mut Vec<Misread>,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Option<T> {
    if text.is_empty() {
        return None;
    }
    match parse(text) {
        Ok(value) => Some(value),
        Err(why) => {
            let short: String = text.chars().take(60).collect();
            wrong.push(Misread {
                field,
                sentence: format!("`{field}` is `{}`: {why}.", short.escape_debug()),
            });
            None
        }
    }
}

/// A moment in UTC: whole, without seconds, or only the day.
fn moment(text: &str) -> Result<i64, String> {
    let whole: Result<Timestamp, _> = text.parse();
    let whole = whole.or_else(|_| {
        let plain: DateTime = text.parse()?;
        Ok::<_, jiff::Error>(plain.to_zoned(TimeZone::UTC)?.timestamp())
    });
    whole
        .map(Timestamp::as_microsecond)
        .map_err(|_| "it takes a moment such as `2026-07-28T12:00` in UTC".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(query: &str) -> Typed {
        Typed::of(&format!("/audit?{query}").parse().expect("an address"))
    }

    #[test]
    fn moments_are_read_as_people_write_them() {
        let noon = 1_785_240_000_000_000;
        for (text, expect) in [
            ("2026-07-28T12:00", noon),
            ("2026-07-28 12:00:00", noon),
            ("2026-07-28T12:00:00Z", noon),
            ("2026-07-28T14:00:00+02:00", noon),
            ("2026-07-28", noon - 43_200_000_000),
        ] {
            assert_eq!(moment(text), Ok(expect), "{text}");
        }
        for text in ["yesterday", "2026-13-01", "12:00", "\0", "99999-01-01"] {
            moment(text).expect_err(text);
        }
    }

    #[test]
    fn everything_that_means_nothing_is_told_at_once() {
        let catalogue = Catalogue::default();
        let all = typed("source=a+b&outcome=fine&approval=7&since=now&until=%3Cb%3E&target=x");
        let wrong = all.read(&catalogue).expect_err("nothing of it is right");
        let fields: Vec<_> = wrong.iter().map(|one| one.field).collect();
        assert_eq!(fields, ["source", "outcome", "approval", "since", "until"]);
        assert!(wrong[4].sentence.starts_with("`until` is `<b>`: it takes"));
        let fine = typed("outcome=refused&caller=ann&target=+&since=2026-07-28");
        let filter = fine.read(&catalogue).expect("a filter");
        assert_eq!(filter.outcome, Some(Outcome::Refused));
        assert_eq!(filter.principal.as_deref(), Some("ann"));
        assert_eq!((filter.target, filter.source), (None, None));
        assert!(typed("").is_empty() && !fine.is_empty());
    }
}
