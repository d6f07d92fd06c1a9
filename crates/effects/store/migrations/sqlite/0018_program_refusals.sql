-- What confined programs were refused, the newest of each source. `calls` is JSON: the calls during
-- which it was, with the names that the source has for what was called.
CREATE TABLE program_refusals (
    id        TEXT NOT NULL PRIMARY KEY,
    source    TEXT NOT NULL,
    instance  TEXT   NOT NULL,
    action    TEXT   NOT NULL,
    target    TEXT   NOT NULL,
    program   TEXT   NOT NULL,
    timing    TEXT   NOT NULL,
    calls     TEXT   NOT NULL,
    left_out  BIGINT NOT NULL,
    at_micros BIGINT NOT NULL
);

CREATE INDEX program_refusals_by_source ON program_refusals (source, id);

-- Whether what is written through one instance of a source's server is seen by another.
CREATE TABLE instance_checks (
    source         TEXT NOT NULL PRIMARY KEY,
    server_version TEXT   NOT NULL,
    shared         BOOLEAN NOT NULL,
    evidence       TEXT   NOT NULL,
    verified_by    TEXT   NOT NULL,
    at_micros      BIGINT NOT NULL
);
