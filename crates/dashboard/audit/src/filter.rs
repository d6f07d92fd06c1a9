//! The filter of the call list.

use candor_dashboard_kit::wording::brief;
use candor_dashboard_kit::{FormOption, form_options, query};
use candor_gateway::Catalogue;
use candor_gateway::records::CallFilter;
use candor_model::{ApprovalId, CallOutcome, QualifiedName, SourceName};
use http::Uri;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use crate::outcome_badge;

/// The filter as it was submitted.
#[derive(Clone, Debug, Default)]
pub(crate) struct CallFilterForm {
    pub(crate) source: String,
    pub(crate) target: String,
    pub(crate) outcome: String,
    pub(crate) caller: String,
    pub(crate) approval: String,
    pub(crate) since: String,
    pub(crate) until: String,
}

/// An invalid field of the filter.
#[derive(Debug)]
pub(crate) struct FilterFieldError {
    pub(crate) field: &'static str,
    pub(crate) sentence: String,
}

// === impl CallFilterForm ===

impl CallFilterForm {
    pub(crate) fn of(uri: &Uri) -> Self {
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

    /// The query parameters of the same filter.
    pub(crate) fn pairs(&self) -> [(&'static str, &str); 7] {
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

    /// Whether the filter is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.pairs().iter().all(|(_, value)| value.is_empty())
    }

    /// The outcomes as options.
    pub(crate) fn outcomes(&self) -> Vec<FormOption> {
        let all = CallOutcome::ALL.into_iter();
        let all = all.map(|one| (one.as_str(), outcome_badge::words(one)));
        form_options(all, &self.outcome)
    }

    /// Parses the filter, or returns all errors.
    pub(crate) fn read(&self, catalogue: &Catalogue) -> Result<CallFilter, Vec<FilterFieldError>> {
        let mut wrong = Vec::new();
        let mut filter = CallFilter {
            source: read("source", &self.source, &mut wrong, |text| {
                SourceName::parse(text).map_err(|error| error.to_string())
            }),
            target: some(&self.target),
            outcome: read("outcome", &self.outcome, &mut wrong, |text| {
                let known = CallOutcome::parse(text);
                known.ok_or_else(|| "unknown outcome; choose one from the list".to_owned())
            }),
            approval: read("approval", &self.approval, &mut wrong, |text| {
                let id = ApprovalId::parse(text);
                id.ok_or_else(|| "enter the ID of an approval".to_owned())
            }),
            principal: some(&self.caller),
            since_micros: read("since", &self.since, &mut wrong, moment),
            until_micros: read("until", &self.until, &mut wrong, moment),
        };
        if !wrong.is_empty() {
            return Err(wrong);
        }
        // The log stores source and tool name separately; users type the qualified name.
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
    wrong: &mut Vec<FilterFieldError>,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Option<T> {
    if text.is_empty() {
        return None;
    }
    match parse(text) {
        Ok(value) => Some(value),
        Err(why) => {
            let short = brief(text);
            wrong.push(FilterFieldError {
                field,
                sentence: format!("`{field}` is `{}`: {why}.", short.escape_debug()),
            });
            None
        }
    }
}

/// A time in UTC, with or without seconds, or a date.
fn moment(text: &str) -> Result<i64, String> {
    let whole: Result<Timestamp, _> = text.parse();
    let whole = whole.or_else(|_| {
        let plain: DateTime = text.parse()?;
        Ok::<_, jiff::Error>(plain.to_zoned(TimeZone::UTC)?.timestamp())
    });
    whole
        .map(Timestamp::as_microsecond)
        .map_err(|_| "enter a time such as `2026-07-28T12:00` in UTC".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(query: &str) -> CallFilterForm {
        CallFilterForm::of(&format!("/audit?{query}").parse().expect("an address"))
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
        assert!(wrong[4].sentence.starts_with("`until` is `<b>`: enter"));
        let fine = typed("outcome=refused&caller=ann&target=+&since=2026-07-28");
        let filter = fine.read(&catalogue).expect("a filter");
        assert_eq!(filter.outcome, Some(CallOutcome::Refused));
        assert_eq!(filter.principal.as_deref(), Some("ann"));
        assert_eq!((filter.target, filter.source), (None, None));
        assert!(typed("").is_empty() && !fine.is_empty());
    }
}
