-- What was observed when tools were verified. It counts for the very definition that a tool had
-- then; `observed` is JSON, hint by hint.
CREATE TABLE verifications (
    source         TEXT NOT NULL,
    tool           TEXT NOT NULL,
    definition     TEXT   NOT NULL,
    server_version TEXT   NOT NULL,
    scenario       TEXT,
    observed       TEXT   NOT NULL,
    verified_by    TEXT   NOT NULL,
    at_micros      BIGINT NOT NULL,
    PRIMARY KEY (source, tool)
);
