"""Expands series with recurring-ical-events.

Reads a JSON list of {"ics", "from", "to"} and writes a list of lists of [start, end], sorted. A time with a zone is
given in UTC, a day as a day, a time without a zone as it is.
"""

import datetime
import json
import sys

import icalendar
import recurring_ical_events


def shown(moment):
    if isinstance(moment, datetime.datetime):
        if moment.tzinfo is None:
            return moment.strftime("%Y-%m-%dT%H:%M:%S")
        return moment.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return moment.isoformat()


def expanded(series):
    calendar = icalendar.Calendar.from_ical(series["ics"])
    first = datetime.datetime.fromisoformat(series["from"])
    last = datetime.datetime.fromisoformat(series["to"])
    found = recurring_ical_events.of(calendar).between(first, last)
    return sorted([shown(one.start), shown(one.end)] for one in found)


json.dump([expanded(series) for series in json.load(sys.stdin)], sys.stdout)
