-- The definitions of a tool that a person has agreed to. A source that goes back to one of them
-- has changed nothing that nobody knows.
CREATE TABLE accepted_definitions (
    source TEXT NOT NULL,
    tool   TEXT NOT NULL,
    hash   TEXT NOT NULL,
    PRIMARY KEY (source, tool, hash)
);
