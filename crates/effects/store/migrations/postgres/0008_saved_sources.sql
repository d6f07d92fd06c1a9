-- Sources that people added while the gateway ran. The body is sealed: it may hold credentials.
CREATE TABLE saved_sources (
    name    TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    body    TEXT   NOT NULL,
    version BIGINT NOT NULL
);
