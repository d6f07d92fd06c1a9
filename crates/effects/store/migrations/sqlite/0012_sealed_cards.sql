-- The card of a question with nothing masked, sealed for this one question. It is there only where
-- the card that everybody sees masks something, and only until the question is decided or expires.
ALTER TABLE approvals ADD COLUMN sealed TEXT;
