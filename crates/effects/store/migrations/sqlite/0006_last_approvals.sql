-- Every question shows what has changed since the last yes to the same caller's calls of the tool.
-- However many questions were put since, that one is found with one look.
CREATE INDEX approvals_last ON approvals (source, tool, principal, id)
    WHERE state IN ('approved', 'consumed');
