-- The definitions of a tool that a person has agreed to. A source that goes back to one of them
-- has changed nothing that nobody knows.
CREATE TABLE accepted_definitions (
    source TEXT COLLATE "C" NOT NULL,
    tool   TEXT COLLATE "C" NOT NULL,
    hash   TEXT NOT NULL,
    PRIMARY KEY (source, tool, hash)
);
