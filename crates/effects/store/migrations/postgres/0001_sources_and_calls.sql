-- The era that was found out by asking a source; forgotten when its configuration changes.
CREATE TABLE sources (
    name        TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    fingerprint TEXT   NOT NULL,
    era         TEXT   NOT NULL,
    revision    TEXT   NOT NULL,
    server      TEXT   NOT NULL,
    seen_micros BIGINT NOT NULL
);

-- The audit. Ids are time-ordered, so the primary key is also the order of reading; the "C"
-- collation compares bytes, as SQLite does, whatever the locale of the server.
CREATE TABLE calls (
    id              TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
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
);

CREATE INDEX calls_by_time ON calls (at_micros);
CREATE INDEX calls_by_source ON calls (source, id);
