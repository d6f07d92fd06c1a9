-- Decisions about calls, who may make them, and what was done on them.

-- Counts every change to the questions, to the answers that go on counting and to what was written
-- through sources. Whoever changes one of them counts it up first, so that writers queue for it and
-- changes can be followed by number.
CREATE TABLE ledger (
    id       BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    revision BIGINT NOT NULL
);
INSERT INTO ledger (id, revision) VALUES (1, 0);

-- Questions to a person. `binding` is the digest of what the question is about, which the seven
-- columns after it say in full. `card` is JSON; the columns from `answer` on are empty until
-- somebody has answered. Each row has a version of its own. Ids are time-ordered, so the primary
-- key is also the order of reading.
CREATE TABLE approvals (
    id             TEXT    NOT NULL PRIMARY KEY,
    state          TEXT    NOT NULL,
    binding        TEXT    NOT NULL,
    principal      TEXT    NOT NULL,
    source         TEXT    NOT NULL,
    tool           TEXT    NOT NULL,
    environment    TEXT    NOT NULL,
    arguments      TEXT    NOT NULL,
    definition     TEXT    NOT NULL,
    policy         TEXT    NOT NULL,
    session        TEXT,
    client         TEXT,
    endpoint       TEXT    NOT NULL,
    because        TEXT    NOT NULL,
    first          BOOLEAN NOT NULL,
    out_of_band    BOOLEAN NOT NULL,
    card           TEXT    NOT NULL,
    created_micros BIGINT  NOT NULL,
    expires_micros BIGINT  NOT NULL,
    answer         TEXT,
    pattern        TEXT,
    author         TEXT,
    door           TEXT,
    reason         TEXT,
    at_micros      BIGINT,
    consumed_by    TEXT,
    version        BIGINT  NOT NULL
);
CREATE INDEX approvals_by_state ON approvals (state, id);
CREATE INDEX approvals_by_expiry ON approvals (state, expires_micros);
CREATE INDEX approvals_by_tool ON approvals (source, tool, id);
CREATE UNIQUE INDEX approvals_by_version ON approvals (version);
-- At most one about the same call that is open, or has a yes that was not used.
CREATE UNIQUE INDEX approvals_open ON approvals (binding) WHERE state IN ('pending', 'approved');

-- Answers that go on counting. `arguments` is a digest, a pattern or nothing, as `kind` says:
-- `exactly`, `fitting`, `any`.
CREATE TABLE grants (
    id             TEXT    NOT NULL PRIMARY KEY,
    principal      TEXT    NOT NULL,
    source         TEXT    NOT NULL,
    tool           TEXT    NOT NULL,
    environment    TEXT    NOT NULL,
    session        TEXT,
    kind           TEXT    NOT NULL,
    arguments      TEXT    NOT NULL,
    definition     TEXT    NOT NULL,
    policy         TEXT    NOT NULL,
    first          BOOLEAN NOT NULL,
    approval       TEXT    NOT NULL,
    author         TEXT    NOT NULL,
    door           TEXT    NOT NULL,
    reason         TEXT,
    at_micros      BIGINT  NOT NULL,
    expires_micros BIGINT  NOT NULL,
    version        BIGINT  NOT NULL
);
CREATE INDEX grants_by_expiry ON grants (expires_micros);

-- What works once and was used: request states, links.
CREATE TABLE spent (
    nonce          TEXT   NOT NULL PRIMARY KEY,
    expires_micros BIGINT NOT NULL
);
CREATE INDEX spent_by_expiry ON spent (expires_micros);

-- Calls that go on without their client. `call` and `outcome` are sealed.
CREATE TABLE tasks (
    id             TEXT    NOT NULL PRIMARY KEY,
    principal      TEXT    NOT NULL,
    approval       TEXT    NOT NULL,
    call           TEXT    NOT NULL,
    outcome        TEXT,
    cancelled      BOOLEAN NOT NULL,
    runner         TEXT,
    runner_until   BIGINT,
    created_micros BIGINT  NOT NULL,
    updated_micros BIGINT  NOT NULL,
    expires_micros BIGINT  NOT NULL
);
CREATE INDEX tasks_by_approval ON tasks (approval);
CREATE INDEX tasks_by_expiry ON tasks (expires_micros);

-- Sources through which something was written, so that whoever keeps results lets go of them.
CREATE TABLE source_writes (
    source  TEXT   NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL
);
CREATE INDEX source_writes_by_version ON source_writes (version);

-- What is presented to be recognised; only digests. A name can be taken again once its token has
-- expired, which no index can know; writers queue, so whoever adds one looks first.
CREATE TABLE tokens (
    id             TEXT   NOT NULL PRIMARY KEY,
    name           TEXT   NOT NULL,
    roles          TEXT   NOT NULL,
    digest         TEXT   NOT NULL,
    created_by     TEXT   NOT NULL,
    created_micros BIGINT NOT NULL,
    expires_micros BIGINT,
    revoked_micros BIGINT,
    used_micros    BIGINT,
    version        BIGINT NOT NULL
);

-- How the house, or a toolset, wants to be asked. The house has the empty name. `body` is JSON.
CREATE TABLE preferences (
    toolset TEXT   NOT NULL PRIMARY KEY,
    body    TEXT   NOT NULL,
    version BIGINT NOT NULL
);

ALTER TABLE calls ADD COLUMN hints TEXT;
ALTER TABLE calls ADD COLUMN decision TEXT;
ALTER TABLE calls ADD COLUMN approval TEXT;
ALTER TABLE calls ADD COLUMN attempts BIGINT;
ALTER TABLE calls ADD COLUMN reused TEXT;
CREATE INDEX calls_by_approval ON calls (approval, id) WHERE approval IS NOT NULL;
