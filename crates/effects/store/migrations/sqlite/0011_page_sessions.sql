-- Browsers that are signed in. `id` is the digest of what the browser keeps, `browser` that of what
-- it says it is; `holder` says by which credential: `token:ID` or `owner:DIGEST`.
CREATE TABLE page_sessions (
    id             TEXT NOT NULL PRIMARY KEY,
    holder         TEXT   NOT NULL,
    browser        TEXT   NOT NULL,
    created_micros BIGINT NOT NULL,
    expires_micros BIGINT NOT NULL
);
CREATE INDEX page_sessions_by_expiry ON page_sessions (expires_micros);
CREATE INDEX page_sessions_by_age ON page_sessions (created_micros);

-- Links that sign a browser in, once. `code` is a digest.
CREATE TABLE sign_in_links (
    code           TEXT NOT NULL PRIMARY KEY,
    holder         TEXT   NOT NULL,
    expires_micros BIGINT NOT NULL,
    used_micros    BIGINT
);
CREATE INDEX sign_in_links_by_expiry ON sign_in_links (expires_micros);
