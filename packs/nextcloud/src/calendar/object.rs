//! Events and tasks as the server keeps them: a calendar text, its address and its version.

use calcard::icalendar::{
    ICalendar, ICalendarComponent, ICalendarComponentType, ICalendarEntry, ICalendarProperty,
};
use candor_functions::Failure;
use http::HeaderName;
use http::header::{CONTENT_TYPE, IF_MATCH, IF_NONE_MATCH};
use jiff::Timestamp;

use crate::client::{PackRequest, RequestMethod};
use crate::dav::{self, DavResource, PropertyName};
use crate::etag;
use crate::pack_call::PackCall;
use crate::path;
use crate::xml::XmlElement;
use crate::xml::XmlNamespace::{Caldav, Dav};

const DATA: PropertyName = (Caldav, "calendar-data");
const VERSION: PropertyName = (Dav, "getetag");
const CALENDAR: &str = "text/calendar; charset=utf-8";

/// An object of a calendar.
pub(super) struct CalendarObject {
    pub(super) calendar_name: String,
    pub(super) name: String,
    pub(super) etag: String,
    pub(super) content: ICalendar,
}

/// What is asked for.
pub(super) struct ObjectQuery<'a> {
    /// `VEVENT` or `VTODO`.
    pub(super) kind: &'static str,
    /// Only objects that touch this time: from and to, in seconds.
    pub(super) range: Option<(i64, i64)>,
    /// Only the object of this identifier.
    pub(super) uid: Option<&'a str>,
}

/// A request to a calendar of the account.
pub(super) async fn calendar(
    call: &PackCall,
    method: RequestMethod,
    name: &str,
) -> Result<PackRequest, Failure> {
    let name = path::segment("a calendar", name)?;
    // Without this header a subscription is a bare link, whose events cannot be asked for.
    let subscriptions = HeaderName::from_static("x-nc-caldav-webcal-caching");
    let request = call.dav(method, "calendars").await?;
    Ok(request.at(name).header(subscriptions, "On"))
}

/// A new object with one event or task in it.
pub(super) fn new(kind: ICalendarComponentType, uid: &str) -> ICalendar {
    let property = |name, value: &str| ICalendarEntry::new(name).with_value(value.to_owned());
    let mut root = ICalendarComponent::new(ICalendarComponentType::VCalendar);
    root.entries
        .push(property(ICalendarProperty::Version, "2.0"));
    root.entries.push(property(
        ICalendarProperty::Prodid,
        "-//Candor//Nextcloud//EN",
    ));
    root.component_ids.push(1);
    let mut component = ICalendarComponent::new(kind);
    component.add_uid(uid);
    ICalendar {
        components: vec![root, component],
    }
}

/// Creates an object, and never overwrites one.
pub(super) async fn create(
    call: &PackCall,
    calendar_name: &str,
    file: &str,
    content: &ICalendar,
) -> Result<(), Failure> {
    let request = calendar(call, RequestMethod::Put, calendar_name)
        .await?
        .at(file)
        .header(CONTENT_TYPE, CALENDAR)
        .header(IF_NONE_MATCH, "*")
        .bytes(text(content));
    call.send(request).await?.success()?;
    Ok(())
}

fn text(content: &ICalendar) -> String {
    let mut content = content.clone();
    content.add_missing_timezones();
    let mut text = String::new();
    // Writing to a text cannot fail.
    let _ = content.write_to(&mut text);
    text
}

// === impl ObjectQuery ===

impl ObjectQuery<'_> {
    /// Asks one calendar. An object that cannot be read is an error: what follows from it would be
    /// a guess.
    pub(super) async fn run(
        &self,
        call: &PackCall,
        name: &str,
    ) -> Result<Vec<CalendarObject>, Failure> {
        let body = XmlElement::new(Caldav, "calendar-query")
            .with(dav::prop(&[VERSION, DATA]))
            .with(self.filter());
        let request = calendar(call, RequestMethod::Report, name).await?;
        let request = request.at_encoded("").xml("1", &body)?;
        let found = dav::resources(call.send(request).await?)?;
        let objects = found.iter().map(|one| CalendarObject::read(name, one));
        objects.collect()
    }

    /// The object of an identifier.
    pub(super) async fn find(
        kind: &'static str,
        call: &PackCall,
        name: &str,
        uid: &str,
    ) -> Result<CalendarObject, Failure> {
        let query = ObjectQuery {
            kind,
            range: None,
            uid: Some(uid),
        };
        let found = query.run(call, name).await?;
        let found = found.into_iter().find(|one| one.uid() == Some(uid));
        found.ok_or_else(|| {
            Failure::new(format!(
                "404: the calendar `{}` has nothing with the uid `{}`",
                name.escape_debug(),
                uid.escape_debug()
            ))
        })
    }

    fn filter(&self) -> XmlElement {
        let named = |element: &str, name: &str| {
            let mut element = XmlElement::new(Caldav, element);
            element.attributes = vec![("name".to_owned(), name.to_owned())];
            element
        };
        let mut component = named("comp-filter", self.kind);
        if let Some((from, to)) = self.range {
            let mut range = XmlElement::new(Caldav, "time-range");
            range.attributes = vec![
                ("start".to_owned(), stamp(from)),
                ("end".to_owned(), stamp(to)),
            ];
            component = component.with(range);
        }
        if let Some(uid) = self.uid {
            let mut text = XmlElement::new(Caldav, "text-match").with_text(uid);
            text.attributes = vec![("collation".to_owned(), "i;octet".to_owned())];
            component = component.with(named("prop-filter", "UID").with(text));
        }
        XmlElement::new(Caldav, "filter").with(named("comp-filter", "VCALENDAR").with(component))
    }
}

// === impl CalendarObject ===

impl CalendarObject {
    fn read(calendar_name: &str, resource: &DavResource) -> Result<Self, Failure> {
        let name = resource.name();
        let data = resource.text(DATA).unwrap_or_default();
        let content = ICalendar::parse(data).map_err(|_| {
            Failure::new(format!(
                "the object `{}` of the calendar `{}` cannot be read",
                name.escape_debug(),
                calendar_name.escape_debug()
            ))
        })?;
        Ok(Self {
            calendar_name: calendar_name.to_owned(),
            name,
            etag: etag::bare(resource.text(VERSION).unwrap_or_default()),
            content,
        })
    }

    pub(super) fn uid(&self) -> Option<&str> {
        self.content.uids().next()
    }

    /// The place of the event or task itself, which is not the override of an occurrence.
    pub(super) fn master(&self) -> Option<usize> {
        let all = self.content.components.iter();
        let mut all = all
            .enumerate()
            .filter(|(_, one)| one.component_type.is_event_or_todo());
        let found = all.clone().find(|(_, one)| !one.is_recurrence_override());
        found.or_else(|| all.next()).map(|(at, _)| at)
    }

    /// Replaces the object, if it still has the version.
    pub(super) async fn replace(
        &self,
        call: &PackCall,
        given: Option<&str>,
    ) -> Result<(), Failure> {
        let version = given
            .filter(|given| !given.is_empty())
            .unwrap_or(&self.etag);
        let request = calendar(call, RequestMethod::Put, &self.calendar_name)
            .await?
            .at(&self.name)
            .header(CONTENT_TYPE, CALENDAR)
            .header(IF_MATCH, etag::quoted(version))
            .bytes(text(&self.content));
        let answer = call.send(request).await?;
        if answer.status() == 412 {
            return Err(Failure::new(format!(
                "nothing was changed: the etag is `{}` now and not `{}`; read it again and decide \
                 again",
                self.etag,
                etag::bare(version)
            )));
        }
        answer.success()?;
        Ok(())
    }

    /// Deletes the object, if it still has the version.
    pub(super) async fn delete(&self, call: &PackCall) -> Result<(), Failure> {
        let request = calendar(call, RequestMethod::Delete, &self.calendar_name)
            .await?
            .at(&self.name)
            .header(IF_MATCH, etag::quoted(&self.etag));
        call.send(request).await?.success()?;
        Ok(())
    }
}

/// A time as `CalDAV` writes it.
fn stamp(seconds: i64) -> String {
    let time = Timestamp::from_second(seconds).unwrap_or_default();
    time.strftime("%Y%m%dT%H%M%SZ").to_string()
}
