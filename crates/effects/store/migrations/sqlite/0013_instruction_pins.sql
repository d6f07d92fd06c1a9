-- The instructions that sources are held to. An empty text stands for none; `found` is what a source
-- sends instead, where nobody has accepted it.
CREATE TABLE instruction_pins (
    source    TEXT NOT NULL PRIMARY KEY,
    accepted  TEXT   NOT NULL,
    found     TEXT,
    at_micros BIGINT NOT NULL
);
