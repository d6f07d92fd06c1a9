-- Policy rules that people saved. `body` is JSON with the keys of the configuration file.
CREATE TABLE policy_rules (
    name    TEXT   NOT NULL PRIMARY KEY,
    body    TEXT   NOT NULL,
    version BIGINT NOT NULL
);
