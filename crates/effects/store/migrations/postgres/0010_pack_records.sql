-- What packs keep. A record says something about a subject, in the pack's own words; an event is
-- counted and forgotten after a while. This takes the place of the tables of one pack.

CREATE TABLE pack_records (
    pack           TEXT COLLATE "C" NOT NULL,
    kind           TEXT COLLATE "C" NOT NULL,
    subject        TEXT COLLATE "C" NOT NULL,
    name           TEXT COLLATE "C" NOT NULL,
    body           TEXT   NOT NULL,
    updated_micros BIGINT NOT NULL,
    PRIMARY KEY (pack, kind, subject, name)
);

-- The same event by the same caller counts up and adds nothing.
CREATE TABLE pack_events (
    id           TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    pack         TEXT COLLATE "C" NOT NULL,
    kind         TEXT COLLATE "C" NOT NULL,
    subject      TEXT COLLATE "C" NOT NULL,
    who          TEXT COLLATE "C" NOT NULL,
    times        BIGINT NOT NULL,
    first_micros BIGINT NOT NULL,
    last_micros  BIGINT NOT NULL
);
CREATE UNIQUE INDEX pack_events_once ON pack_events (pack, kind, subject, who);
CREATE INDEX pack_events_by_last ON pack_events (last_micros);

INSERT INTO pack_records (pack, kind, subject, name, body, updated_micros)
SELECT 'gs1', 'product', gtin, '',
    '{"name":' || to_json(name)::text
        || ',"brand":' || to_json(brand)::text
        || ',"company_prefix":' || to_json(company_prefix)::text
        || ',"description":' || to_json(description)::text
        || ',"category":' || to_json(category)::text
        || ',"net_content":' || to_json(net_content)::text
        || ',"country":' || to_json(country)::text
        || ',"image":' || to_json(image)::text
        || ',"url":' || to_json(url)::text
        || ',"extra":' || to_json(extra)::text || '}',
    updated_micros
FROM gs1_products;

INSERT INTO pack_records (pack, kind, subject, name, body, updated_micros)
SELECT 'gs1', 'rule', level || ':' || subject, link_type || ' ' || language, target, updated_micros
FROM gs1_rules;

INSERT INTO pack_events (id, pack, kind, subject, who, times, first_micros, last_micros)
SELECT id, 'gs1', 'link', gtin || ' ' || replace(uri, '\', '\\'), who, times, first_micros, last_micros
FROM gs1_links;

DROP TABLE gs1_products;
DROP TABLE gs1_rules;
DROP TABLE gs1_links;
