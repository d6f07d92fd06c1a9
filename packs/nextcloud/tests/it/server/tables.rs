//! The Tables app: two interfaces, as the real one has them.

use serde_json::{Value, json};

use super::{Asked, Reply};
use crate::store::ServerStore;

/// The later interface, over OCS.
pub(super) fn ocs(store: &mut ServerStore, asked: &Asked, rest: &[&str]) -> Reply {
    match (asked.method.as_str(), rest) {
        ("GET", ["api", "2", "tables"]) => {
            let all = store.below("table/").into_iter().map(|(_, table)| table);
            Reply::ocs(&all.collect())
        }
        ("POST", ["api", "2", "tables", table, "rows"]) => {
            if store.get(&format!("table/{table}")).is_none() {
                return Reply::ocs_error(404, 404, "Table not found");
            }
            let id = store.next_id("row/");
            let data = cells(&asked.json()["data"], &json!([]));
            let row = json!({"id": id, "createdBy": "ada-uid", "data": data});
            store.put(format!("row/{id}"), row.clone());
            Reply::ocs(&row)
        }
        _ => Reply::ocs_error(404, 998, "Invalid query"),
    }
}

/// The earlier interface.
pub(super) fn answer(store: &mut ServerStore, asked: &Asked, rest: &[&str]) -> Reply {
    let missing = || Reply::json(404, &json!({"message": "Not found"}));
    match (asked.method.as_str(), rest) {
        ("GET", ["api", "1", "tables", table, "scheme"]) => {
            match store.get(&format!("table/{table}")) {
                Some(table) => Reply::json(200, table),
                None => missing(),
            }
        }
        ("GET", ["api", "1", "tables", table, "rows"]) => {
            if store.get(&format!("table/{table}")).is_none() {
                return missing();
            }
            let number = |name: &str| asked.query[name].parse::<usize>().unwrap();
            let rows = store.below("row/").into_iter().map(|(_, row)| row);
            let rows = rows.skip(number("offset")).take(number("limit"));
            // The cells of a row are an object where the app left some out.
            let rows = rows.map(|mut row| {
                let cells = row["data"].as_array().unwrap().iter().cloned();
                let numbered = (1..).map(|number: u32| number.to_string()).zip(cells);
                row["data"] = numbered.collect();
                row
            });
            Reply::json(200, &rows.collect())
        }
        (method @ ("PUT" | "DELETE"), ["api", "1", "rows", row]) => {
            let key = format!("row/{row}");
            let Some(mut found) = store.get(&key).cloned() else {
                return missing();
            };
            if method == "PUT" {
                found["data"] = cells(&asked.json()["data"], &found["data"]);
                store.put(key, found.clone());
            } else {
                store.remove(&key);
            }
            Reply::json(200, &found)
        }
        _ => Reply::json(404, &json!({"message": "no such version of the interface"})),
    }
}

/// The cells with new values.
fn cells(data: &Value, now: &Value) -> Value {
    let mut cells = now.as_array().unwrap().clone();
    for (column, value) in data.as_object().unwrap() {
        let column: u64 = column.parse().unwrap();
        cells.retain(|cell| cell["columnId"] != column);
        cells.push(json!({"columnId": column, "value": value}));
    }
    cells.into()
}
