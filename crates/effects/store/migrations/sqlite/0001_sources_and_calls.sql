-- The era that was found out by asking a source; forgotten when its configuration changes.
CREATE TABLE sources (
    name        TEXT   NOT NULL PRIMARY KEY,
    fingerprint TEXT   NOT NULL,
    era         TEXT   NOT NULL,
    revision    TEXT   NOT NULL,
    server      TEXT   NOT NULL,
    seen_micros BIGINT NOT NULL
) WITHOUT ROWID;

-- The audit. Ids are time-ordered, so the primary key is also the order of reading.
CREATE TABLE calls (
    id              TEXT   NOT NULL PRIMARY KEY,
    at_micros       BIGINT NOT NULL,
    principal       TEXT   NOT NULL,
    client          TEXT,
    revision        TEXT   NOT NULL,
    kind            TEXT   NOT NULL,
    source          TEXT,
    target          TEXT   NOT NULL,
    arguments       TEXT   NOT NULL,
    request_bytes   BIGINT NOT NULL,
    outcome         TEXT   NOT NULL,
    duration_micros BIGINT NOT NULL,
    reply_bytes     BIGINT NOT NULL,
    detail          TEXT
) WITHOUT ROWID;

CREATE INDEX calls_by_time ON calls (at_micros);
CREATE INDEX calls_by_source ON calls (source, id);
