-- How many calls can use the answer to a question: those whose clients wait, and those whose
-- clients come back for it. When none is left, the question ends. Of questions that are open now
-- it is not known, so that they end by their time as before.
ALTER TABLE approvals ADD COLUMN callers BIGINT NOT NULL DEFAULT 1;
