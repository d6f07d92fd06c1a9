-- What people say about tools, what tools are held to, and who changed what.

-- Counts every change. A version is the count at which its row was written, so a row that is
-- removed and made again never repeats one.
CREATE TABLE workspace (
    id       BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    revision BIGINT NOT NULL
);
INSERT INTO workspace (id, revision) VALUES (1, 0);

-- Whoever follows the changes hears of each when it is committed. It is done here, and not in a
-- statement, so that both engines are given the same statements.
CREATE FUNCTION announce_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('candor', NEW.revision::text);
    RETURN NULL;
END
$$;
CREATE TRIGGER workspace_announces AFTER UPDATE ON workspace
    FOR EACH ROW EXECUTE FUNCTION announce_revision();

-- What people say: about which tools, and where it counts. The body is JSON, field by field.
CREATE TABLE opinions (
    scope_kind TEXT COLLATE "C" NOT NULL,
    scope_name TEXT COLLATE "C" NOT NULL,
    about      TEXT COLLATE "C" NOT NULL,
    body       TEXT   NOT NULL,
    version    BIGINT NOT NULL,
    PRIMARY KEY (scope_kind, scope_name, about)
);

CREATE TABLE environments (
    name        TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    description TEXT    NOT NULL,
    profile     TEXT,
    provenance  BOOLEAN,
    version     BIGINT  NOT NULL
);

-- A secret's value is ciphertext; `key_id` says which key opens it.
CREATE TABLE variables (
    environment TEXT COLLATE "C" NOT NULL REFERENCES environments (name) ON DELETE CASCADE,
    name        TEXT COLLATE "C" NOT NULL,
    is_secret   BOOLEAN NOT NULL,
    value       TEXT    NOT NULL,
    key_id      TEXT,
    PRIMARY KEY (environment, name)
);

-- The definitions that tools are held to.
CREATE TABLE pins (
    source     TEXT COLLATE "C" NOT NULL,
    tool       TEXT COLLATE "C" NOT NULL,
    hash       TEXT   NOT NULL,
    ref_id     TEXT   NOT NULL,
    definition TEXT   NOT NULL,
    at_micros  BIGINT NOT NULL,
    version    BIGINT NOT NULL,
    PRIMARY KEY (source, tool)
);

-- Definitions that were found in place of the pinned ones; one a tool.
CREATE TABLE drifts (
    source           TEXT COLLATE "C" NOT NULL,
    tool             TEXT COLLATE "C" NOT NULL,
    renamed_from     TEXT,
    pinned           TEXT    NOT NULL,
    found_hash       TEXT    NOT NULL,
    found_ref_id     TEXT    NOT NULL,
    found_definition TEXT    NOT NULL,
    differences      TEXT    NOT NULL,
    loosens          BOOLEAN NOT NULL,
    quarantined      BOOLEAN NOT NULL,
    at_micros        BIGINT  NOT NULL,
    PRIMARY KEY (source, tool)
);

-- Who changed what, when and why. Ids are time-ordered, so the primary key is also the order of
-- reading.
CREATE TABLE changes (
    id        TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    at_micros BIGINT NOT NULL,
    who       TEXT   NOT NULL,
    door      TEXT   NOT NULL,
    why       TEXT,
    action    TEXT   NOT NULL,
    subject   TEXT   NOT NULL,
    old_value TEXT,
    new_value TEXT
);

CREATE INDEX changes_by_subject ON changes (subject, id);

-- What the configuration file declared when it was last read.
CREATE TABLE declared (
    id   BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    body TEXT   NOT NULL
);
