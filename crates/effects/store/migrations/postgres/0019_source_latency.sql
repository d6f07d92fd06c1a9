-- How the newest calls of a source went is shown on every look at the overview. All of that is in the
-- index by source, so that no row is looked up for it.
DROP INDEX calls_by_source;
CREATE INDEX calls_by_source ON calls (source, id)
    INCLUDE (at_micros, outcome, approval, duration_micros);
