# What jq has and the library under us lacks or does otherwise, as far as people use it to shape a
# reply. Names with an underscore are not for filters.

def IN(s): any(s == .; .);
def IN(src; s): any(src == s; .);
def INDEX(stream; f): reduce stream as $row ({}; .[$row | f | tostring] |= $row);
def INDEX(f): INDEX(.[]; f);
def toarray: if isarray then . else [.] end;
def leaf_paths: paths(scalars);
def trimstr($s): ltrimstr($s) | rtrimstr($s);
def ascii: [.] | implode;

# Nothing is joined as nothing.
def join($s): reduce (.[] | if . == null then "" else tostring end) as $part
  (null; if . == null then $part else . + $s + $part end) // "";

# Entries as several programs write them.
def from_entries: reduce .[] as $entry ({}; . + {
  ($entry | if .key != null then .key else .k // .name // .Name // .K // .Key end
    | if isstring then . else tojson end):
  ($entry | if has("value") then .value elif has("v") then .v else .Value end)
});
def with_entries(f): to_entries | map(f) | from_entries;

def _replace($from; $to): split($from) | join($to);
def _row(text): if isarray then map(
    if isstring then text
  elif . == null then ""
  elif isboolean or isnumber then tostring
  else error("a row of a table holds no arrays and no objects") end)
  else error("only an array can be a row of a table") end;
def @csv: _row("\"" + _replace("\""; "\"\"") + "\"") | join(",");
def @tsv: _row(_replace("\\"; "\\\\") | _replace("\t"; "\\t")
  | _replace("\n"; "\\n") | _replace("\r"; "\\r")) | join("\t");
