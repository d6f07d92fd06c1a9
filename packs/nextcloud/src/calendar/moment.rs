//! Times of events: a day, a time in UTC, or a time in a zone.

#[cfg(test)]
mod tests;

use std::str::FromStr;

use calcard::common::PartialDateTime;
use calcard::common::timezone::Tz;
use calcard::icalendar::{
    ICalendarEntry, ICalendarParameter, ICalendarProperty, ICalendarValueType,
};
use candor_functions::Failure;
use chrono::{DateTime, Datelike, NaiveDateTime, TimeZone, Timelike};
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};

use super::wall_time::zoned;

const MINUTES_OF_DAY: i64 = 24 * 60;

/// A time as a caller gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CalendarMoment {
    time: PartialDateTime,
    /// The name of the zone, where it is not UTC.
    zone: Option<String>,
}

// === impl CalendarMoment ===

impl CalendarMoment {
    /// Reads a day, a time with an offset, or a time of a zone that is given beside it.
    pub(super) fn parse(name: &str, text: &str, zone: Option<&str>) -> Result<Self, Failure> {
        let zone = zone.filter(|zone| !zone.is_empty());
        if text.len() == 10 {
            let day: Date = text.parse().map_err(|_| unreadable(name, text))?;
            return Self::day(day);
        }
        let known = zone.map(known).transpose()?;
        if let Ok(time) = text.parse::<Timestamp>() {
            let tz = known.unwrap_or(Tz::UTC);
            let time = tz.timestamp_opt(time.as_second(), 0).single();
            let time = time.ok_or_else(|| unreadable(name, text))?;
            return Ok(Self::at(&time.naive_local(), zone));
        }
        let local = NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S")
            .or_else(|_| NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M"))
            .map_err(|_| unreadable(name, text))?;
        match zone {
            Some(zone) => Ok(Self::at(&local, Some(zone))),
            None => Err(Failure::new(format!(
                "`{name}` has no zone: `{text}`; append an offset such as `+01:00` or `Z`, or \
                 give `timezone`"
            ))),
        }
    }

    fn day(day: Date) -> Result<Self, Failure> {
        let time = PartialDateTime {
            year: Some(u16::try_from(day.year())?),
            month: Some(u8::try_from(day.month())?),
            day: Some(u8::try_from(day.day())?),
            ..PartialDateTime::default()
        };
        Ok(Self { time, zone: None })
    }

    /// A local time of a zone, or of UTC.
    fn at(local: &NaiveDateTime, zone: Option<&str>) -> Self {
        let small = |number: u32| u8::try_from(number).ok();
        let offset = zone.is_none().then_some(0);
        let time = PartialDateTime {
            year: u16::try_from(local.year()).ok(),
            month: small(local.month()),
            day: small(local.day()),
            hour: small(local.hour()),
            minute: small(local.minute()),
            second: small(local.second()),
            tz_hour: offset,
            tz_minute: offset,
            tz_minus: false,
        };
        Self {
            time,
            zone: zone.map(str::to_owned),
        }
    }

    /// A moment of an event that was expanded, in the zone of the event.
    pub(super) fn of(time: &DateTime<Tz>, all_day: bool) -> Self {
        let local = time.naive_local();
        let tz = time.timezone();
        let zone = match tz {
            Tz::Tz(named) if !tz.is_utc() => Some(named.name()),
            _ => None,
        };
        let mut moment = match tz {
            Tz::Fixed(_) => Self::at(&time.naive_utc(), None),
            _ => Self::at(&local, zone),
        };
        if all_day {
            moment.time.hour = None;
            moment.time.minute = None;
            moment.time.second = None;
        }
        if all_day || tz.is_floating() {
            moment.time.tz_hour = None;
            moment.time.tz_minute = None;
            moment.zone = None;
        }
        moment
    }

    pub(super) fn is_day(&self) -> bool {
        self.time.hour.is_none()
    }

    /// The moment as a point in time; a day begins in UTC.
    pub(super) fn timestamp(&self) -> Option<i64> {
        let zone = self
            .zone
            .as_deref()
            .and_then(|zone| Tz::from_str(zone).ok());
        let mut time = self.time.clone();
        if time.hour.is_none() {
            time.hour = Some(0);
            time.minute = Some(0);
            time.second = Some(0);
        }
        let found = time.to_date_time()?;
        let zone = found.tz().or(zone).unwrap_or(Tz::UTC);
        Some(zoned(found.date_time, zone)?.timestamp())
    }

    /// The moment as a property.
    pub(super) fn entry(&self, name: ICalendarProperty) -> ICalendarEntry {
        let mut entry = ICalendarEntry::new(name).with_value(self.time.clone());
        if self.is_day() {
            entry.add_param(ICalendarParameter::value(ICalendarValueType::Date));
        }
        if let Some(zone) = &self.zone {
            entry.add_param(ICalendarParameter::tzid(zone.clone()));
        }
        entry
    }

    /// The same point in time in UTC.
    pub(super) fn to_utc(&self) -> Option<Self> {
        let time = Tz::UTC.timestamp_opt(self.timestamp()?, 0).single()?;
        Some(Self::at(&time.naive_local(), None))
    }

    /// The end of something that begins now and lasts so many minutes; for a day, the day after the
    /// last.
    pub(super) fn end_after(&self, minutes: i64) -> Option<Self> {
        if !self.is_day() {
            return self.later(minutes);
        }
        let (year, month, day) = (self.time.year?, self.time.month?, self.time.day?);
        let (year, month) = (i16::try_from(year).ok()?, i8::try_from(month).ok()?);
        let start = Date::new(year, month, i8::try_from(day).ok()?).ok()?;
        let days = (minutes / MINUTES_OF_DAY).max(1);
        Self::day(start.checked_add(days.days()).ok()?).ok()
    }

    /// The moment some minutes later.
    pub(super) fn later(&self, minutes: i64) -> Option<Self> {
        let zone = self
            .zone
            .as_deref()
            .and_then(|zone| Tz::from_str(zone).ok());
        let tz = zone.unwrap_or(Tz::UTC);
        let end = self.timestamp()?.checked_add(minutes.checked_mul(60)?)?;
        let end = tz.timestamp_opt(end, 0).single()?;
        Some(Self::at(&end.naive_local(), self.zone.as_deref()))
    }
}

/// How a moment of an event is told: a day, a time with its offset, or a time without a zone.
pub(super) fn shown(time: &DateTime<Tz>, all_day: bool) -> String {
    if all_day {
        return time.naive_local().date().to_string();
    }
    if time.timezone().is_floating() {
        return time.naive_local().format("%Y-%m-%dT%H:%M:%S").to_string();
    }
    time.to_rfc3339()
}

/// A zone of the IANA database.
pub(super) fn known(zone: &str) -> Result<Tz, Failure> {
    match Tz::from_str(zone) {
        Ok(tz) if !tz.is_floating() => Ok(tz),
        _ => Err(Failure::new(format!(
            "`{}` is not a time zone; write a name such as `Europe/Berlin`",
            zone.escape_debug()
        ))),
    }
}

fn unreadable(name: &str, text: &str) -> Failure {
    Failure::new(format!(
        "`{name}` is not a time: `{}`; write `2026-03-01T12:00:00+01:00`, or `2026-03-01` for a \
         day",
        text.escape_debug()
    ))
}
