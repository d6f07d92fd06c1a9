-- What a source listed when it was last connected: the names of its tools in its order, and its
-- capabilities. It is shown at the next start until the source itself has answered.
ALTER TABLE sources ADD COLUMN listed TEXT;
