//! Times as calendars write them: what the wall clock shows, and where.

use calcard::common::timezone::Tz;
use calcard::icalendar::timezone::TzResolver;
use calcard::icalendar::{
    ICalendarComponent, ICalendarEntry, ICalendarParameterName, ICalendarParameterValue,
    ICalendarProperty, ICalendarValue,
};
use chrono::{DateTime, LocalResult, NaiveDateTime, Offset, TimeDelta, TimeZone};

/// The longest time by which clocks are put forward, with room to spare.
const LONGEST_GAP: TimeDelta = TimeDelta::hours(25);

/// A time of a property.
#[derive(Clone, Copy, Debug)]
pub(super) struct WallTime {
    pub(super) local: NaiveDateTime,
    pub(super) zone: Tz,
    /// Whether it is a day and not a time.
    pub(super) is_day: bool,
}

/// How long an event lasts.
#[derive(Clone, Copy, Debug)]
pub(super) enum EventLength {
    /// From what the clock shows at its start to what it shows at its end.
    OnTheClock(TimeDelta),
    /// So long, whatever the clocks do meanwhile.
    Exact(TimeDelta),
}

/// The zones that a calendar defines or names.
pub(super) type CalendarZones<'a> = TzResolver<&'a str>;

/// A time of the wall clock in a zone. A time that comes twice is the first one; a time that the
/// clocks skip is counted from the time before, as the standard has it.
pub(super) fn zoned(local: NaiveDateTime, zone: Tz) -> Option<DateTime<Tz>> {
    match zone.from_local_datetime(&local) {
        LocalResult::Single(time) => Some(time),
        LocalResult::Ambiguous(one, other) => Some(one.min(other)),
        LocalResult::None => {
            let before = local.checked_sub_signed(LONGEST_GAP)?;
            let before = zone.from_local_datetime(&before).earliest()?;
            Some(zone.from_utc_datetime(&(local - before.offset().fix())))
        }
    }
}

// === impl WallTime ===

impl WallTime {
    /// The first time of a property of an event.
    pub(super) fn of(
        component: &ICalendarComponent,
        name: &ICalendarProperty,
        zones: &CalendarZones<'_>,
    ) -> Option<Self> {
        let entry = component.property(name)?;
        Self::read(entry, entry.values.first()?, zones)
    }

    /// All times of a property that may come several times, with several times each.
    pub(super) fn all<'a>(
        component: &'a ICalendarComponent,
        name: &'a ICalendarProperty,
        zones: &'a CalendarZones<'_>,
    ) -> impl Iterator<Item = Self> {
        let entries = component.entries.iter();
        let entries = entries.filter(move |entry| entry.name == *name);
        entries.flat_map(move |entry| {
            let values = entry.values.iter();
            values.filter_map(move |value| Self::read(entry, value, zones))
        })
    }

    fn read(
        entry: &ICalendarEntry,
        value: &ICalendarValue,
        zones: &CalendarZones<'_>,
    ) -> Option<Self> {
        let partial = value.as_partial_date_time()?;
        let found = partial.to_date_time()?;
        let is_day = partial.hour.is_none();
        let zone = entry.parameter(&ICalendarParameterName::Tzid);
        let zone = zone.and_then(ICalendarParameterValue::as_text);
        let zone = match found.tz() {
            Some(zone) => zone,
            None if is_day => Tz::Floating,
            None => zones.resolve_or_default(zone),
        };
        Some(Self {
            local: found.date_time,
            zone,
            is_day,
        })
    }

    pub(super) fn instant(&self) -> Option<DateTime<Tz>> {
        zoned(self.local, self.zone)
    }
}

// === impl EventLength ===

impl EventLength {
    /// The length that an event states; none is a day for a day, and nothing for a time.
    pub(super) fn of(
        event: &ICalendarComponent,
        start: &WallTime,
        zones: &CalendarZones<'_>,
    ) -> Option<Self> {
        if let Some(end) = WallTime::of(event, &ICalendarProperty::Dtend, zones) {
            let same = end.zone == start.zone;
            return Some(if same {
                Self::OnTheClock(end.local - start.local)
            } else {
                Self::Exact(end.instant()? - start.instant()?)
            });
        }
        let duration = event.property(&ICalendarProperty::Duration);
        let duration = duration.and_then(|entry| entry.values.first());
        if let Some(ICalendarValue::Duration(duration)) = duration {
            let length = duration.to_time_delta()?;
            return Some(if start.is_day {
                Self::OnTheClock(length)
            } else {
                Self::Exact(length)
            });
        }
        let nothing = if start.is_day {
            TimeDelta::days(1)
        } else {
            TimeDelta::zero()
        };
        Some(Self::OnTheClock(nothing))
    }

    /// When something ends that begins at this time.
    pub(super) fn end(self, start: &DateTime<Tz>) -> Option<DateTime<Tz>> {
        match self {
            Self::Exact(length) => start.checked_add_signed(length),
            Self::OnTheClock(length) => {
                let local = start.naive_local().checked_add_signed(length)?;
                zoned(local, start.timezone())
            }
        }
    }

    pub(super) fn minutes(self) -> i64 {
        let (Self::OnTheClock(length) | Self::Exact(length)) = self;
        length.num_minutes()
    }
}
