-- What is kept for one caller's questions and tasks is limited in number and in bytes. Whenever
-- more is to be kept, what is there is counted with one look into an index.
ALTER TABLE approvals ADD COLUMN kept_bytes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN kept_bytes BIGINT NOT NULL DEFAULT 0;
UPDATE approvals SET kept_bytes = LENGTH(CAST(card AS BLOB)) WHERE state = 'pending';
UPDATE tasks SET kept_bytes = LENGTH(CAST(call AS BLOB)) + COALESCE(LENGTH(CAST(outcome AS BLOB)), 0);
CREATE INDEX approvals_of_caller ON approvals (principal, expires_micros, kept_bytes)
    WHERE state = 'pending';
CREATE INDEX tasks_of_caller ON tasks (principal, expires_micros, kept_bytes);
