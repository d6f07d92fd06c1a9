-- The audit is kept in blocks of up to 256 calls. `summary` says how many calls of a source ended how,
-- and what does not occur in the block; `body` has the calls, and stands apart so that blocks are found
-- without reading it. Calls that were recorded one a row are forgotten.
DROP TABLE calls;

CREATE TABLE call_blocks (
    id           TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    version      BIGINT NOT NULL,
    first_call   TEXT   COLLATE "C" NOT NULL,
    last_call    TEXT   COLLATE "C" NOT NULL,
    first_micros BIGINT NOT NULL,
    last_micros  BIGINT NOT NULL,
    calls        BIGINT NOT NULL,
    summary      BYTEA  NOT NULL
);

CREATE INDEX call_blocks_by_last_call ON call_blocks (last_call);

CREATE TABLE call_bodies (
    block TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES call_blocks (id) ON DELETE CASCADE,
    body  BYTEA NOT NULL
);
