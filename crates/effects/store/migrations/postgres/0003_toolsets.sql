-- Selections of tools with their notes, what they were before, and which one is in use.

-- The body is JSON: members, notes and the rest.
CREATE TABLE toolsets (
    name    TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    body    TEXT   NOT NULL,
    version BIGINT NOT NULL
);

-- What a toolset was at each of its versions; no body where it was deleted. `renamed_from` says
-- under which name the earlier ones are.
CREATE TABLE toolset_versions (
    name         TEXT COLLATE "C" NOT NULL,
    version      BIGINT NOT NULL,
    body         TEXT,
    renamed_from TEXT,
    who          TEXT   NOT NULL,
    door         TEXT   NOT NULL,
    why          TEXT,
    at_micros    BIGINT NOT NULL,
    PRIMARY KEY (name, version)
);

-- The toolset of the plain endpoint; none means every tool.
CREATE TABLE equipped (
    id      BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    toolset TEXT,
    version BIGINT NOT NULL
);
INSERT INTO equipped (id, toolset, version) VALUES (1, NULL, 0);

-- The notes that apply in every toolset, as JSON.
CREATE TABLE house_notes (
    id      BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    body    TEXT   NOT NULL,
    version BIGINT NOT NULL
);
