-- Calls whose arguments are kept (`audit.keep_arguments`), the newest of each source. `arguments` is
-- JSON with secrets masked; `result` is the beginning of the answer's text.
CREATE TABLE kept_calls (
    id        TEXT NOT NULL PRIMARY KEY,
    source    TEXT NOT NULL,
    tool      TEXT    NOT NULL,
    read_only BOOLEAN,
    arguments TEXT    NOT NULL,
    fidelity  TEXT    NOT NULL,
    is_error  BOOLEAN NOT NULL,
    result    TEXT    NOT NULL,
    at_micros BIGINT  NOT NULL
);

CREATE INDEX kept_calls_by_source ON kept_calls (source, id);
CREATE INDEX kept_calls_by_time ON kept_calls (at_micros);
