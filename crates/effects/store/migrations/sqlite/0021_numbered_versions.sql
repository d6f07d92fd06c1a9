-- Versions of a toolset are numbered from 1, for people. `version` stays the revision at which a row
-- was written, by which changes are followed.
ALTER TABLE toolset_versions ADD COLUMN number BIGINT NOT NULL DEFAULT 0;
ALTER TABLE toolsets ADD COLUMN number BIGINT NOT NULL DEFAULT 0;

-- The number of a version is how many there are up to it, those under earlier names among them. A
-- walk goes from each version back to the renaming before it, and on under the name before that.
WITH RECURSIVE walk (name, version, at_name, below, counted) AS (
    SELECT name, version, name, version + 1, CAST(0 AS BIGINT) FROM toolset_versions
    UNION ALL
    SELECT walk.name, walk.version, step.renamed_from, step.version, walk.counted + (
        SELECT count(*) FROM toolset_versions AS passed
        WHERE passed.name = walk.at_name AND passed.version >= step.version
            AND passed.version < walk.below
    )
    FROM walk JOIN toolset_versions AS step ON step.name = walk.at_name
    WHERE step.version = (
        SELECT max(latest.version) FROM toolset_versions AS latest
        WHERE latest.name = walk.at_name AND latest.version < walk.below
            AND latest.renamed_from IS NOT NULL
    )
)
UPDATE toolset_versions SET number = (
    SELECT max(walk.counted + (
        SELECT count(*) FROM toolset_versions AS rest
        WHERE rest.name = walk.at_name AND rest.version < walk.below
            AND rest.version >= coalesce((
                SELECT max(latest.version) FROM toolset_versions AS latest
                WHERE latest.name = walk.at_name AND latest.version < walk.below
                    AND latest.renamed_from IS NOT NULL
            ), 0)
    ))
    FROM walk
    WHERE walk.name = toolset_versions.name AND walk.version = toolset_versions.version
);
UPDATE toolsets SET number = coalesce((
    SELECT latest.number FROM toolset_versions AS latest
    WHERE latest.name = toolsets.name AND latest.version = toolsets.version
), 1);
