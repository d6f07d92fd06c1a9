//! docs/truth.json: the servers and the rows, one in a line, so that a difference can be read.

use serde::{Deserialize, Serialize};

use super::hint_row::{HintRow, ServerTruth};

#[derive(Deserialize)]
struct TruthDocument {
    servers: Vec<ServerTruth>,
    hints: Vec<DocumentRow>,
}

/// A row with the server that it is of.
#[derive(Serialize, Deserialize)]
struct DocumentRow {
    server: String,
    #[serde(flatten)]
    row: HintRow,
}

/// The text of the document.
pub(super) fn render(servers: &[ServerTruth]) -> Result<String, String> {
    let mut heads = Vec::new();
    let mut rows = Vec::new();
    for server in servers {
        let head = ServerTruth {
            rows: Vec::new(),
            ..server.clone()
        };
        heads.push(line(&head)?);
        for row in &server.rows {
            let row = DocumentRow {
                server: server.name.clone(),
                row: row.clone(),
            };
            rows.push(line(&row)?);
        }
    }
    Ok(format!(
        "{{\n\"servers\": [\n{}\n],\n\"hints\": [\n{}\n]\n}}\n",
        heads.join(",\n"),
        rows.join(",\n")
    ))
}

fn line(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}

/// Reads what was written.
pub(super) fn read(text: &str) -> Result<Vec<ServerTruth>, String> {
    let document: TruthDocument = serde_json::from_str(text)
        .map_err(|error| format!("the published rows cannot be read: {error}"))?;
    let mut servers = document.servers;
    for DocumentRow { server, row } in document.hints {
        let owner = servers.iter_mut().find(|one| one.name == server);
        owner
            .ok_or_else(|| {
                format!("the published rows name a server `{server}` that is not there")
            })?
            .rows
            .push(row);
    }
    Ok(servers)
}

#[cfg(test)]
mod tests {
    use candor_model::Hint;
    use candor_verify::HintVerdict::{Contradicted, Verified};

    use super::super::hint_row::samples::{row, server};
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let mut failed = server("gone", Vec::new());
        failed.problem = Some("it ended".to_owned());
        let rows = vec![
            row("get", Hint::ReadOnly, Verified),
            row("set", Hint::Idempotent, Contradicted),
        ];
        let servers = vec![server("a", rows), failed, server("silent", Vec::new())];
        let text = render(&servers).unwrap();
        assert_eq!(read(&text).unwrap(), servers);
        assert!(text.lines().count() > 8, "{text}");
        assert!(read(&text.replace("\"server\":\"a\"", "\"server\":\"z\"")).is_err());
        assert_eq!(read(&render(&[]).unwrap()).unwrap(), []);
    }
}
