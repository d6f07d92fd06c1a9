-- A version of a toolset is the whole of it, with what is said about tools in it; and when each
-- toolset was made.

-- JSON, an object from what is said about to what is said. Nothing where it was deleted, and where
-- it was written by a binary that did not keep it.
ALTER TABLE toolset_versions ADD COLUMN opinions TEXT;

ALTER TABLE toolsets ADD COLUMN created_micros BIGINT;

-- Toolsets that were made before this was written down: known where every version is there.
UPDATE toolsets SET created_micros = (
    SELECT min(at_micros) FROM toolset_versions AS one
    WHERE one.name = toolsets.name AND one.at_micros > 0 AND one.version > (
        SELECT coalesce(max(gone.version), 0) FROM toolset_versions AS gone
        WHERE gone.name = toolsets.name AND gone.body IS NULL
    )
)
WHERE NOT EXISTS (
    SELECT 1 FROM toolset_versions AS moved
    WHERE moved.name = toolsets.name AND moved.renamed_from IS NOT NULL
) AND (
    SELECT count(*) FROM toolset_versions AS kept WHERE kept.name = toolsets.name
) < 100;
