-- What the GS1 tools know: a catalogue of products, rules about where a product's links lead, and
-- the links that were made. Numbers and keys are the tools' business; here they are text.

-- `extra` is JSON. Text that was not given is empty.
CREATE TABLE gs1_products (
    gtin           TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    name           TEXT   NOT NULL,
    brand          TEXT   NOT NULL,
    company_prefix TEXT   NOT NULL,
    description    TEXT   NOT NULL,
    category       TEXT   NOT NULL,
    net_content    TEXT   NOT NULL,
    country        TEXT   NOT NULL,
    image          TEXT   NOT NULL,
    url            TEXT   NOT NULL,
    extra          TEXT   NOT NULL,
    updated_micros BIGINT NOT NULL
);

-- A rule is about one subject of its level. One that is for every language has an empty one.
CREATE TABLE gs1_rules (
    level          TEXT COLLATE "C" NOT NULL,
    subject        TEXT COLLATE "C" NOT NULL,
    link_type      TEXT COLLATE "C" NOT NULL,
    language       TEXT COLLATE "C" NOT NULL,
    target         TEXT   NOT NULL,
    updated_micros BIGINT NOT NULL,
    PRIMARY KEY (level, subject, link_type, language)
);

-- Making the same link again counts up and adds nothing.
CREATE TABLE gs1_links (
    id           TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    gtin         TEXT COLLATE "C" NOT NULL,
    uri          TEXT COLLATE "C" NOT NULL,
    who          TEXT COLLATE "C" NOT NULL,
    times        BIGINT NOT NULL,
    first_micros BIGINT NOT NULL,
    last_micros  BIGINT NOT NULL
);
CREATE UNIQUE INDEX gs1_links_once ON gs1_links (gtin, uri, who);
CREATE INDEX gs1_links_by_last ON gs1_links (last_micros);
