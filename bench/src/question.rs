//! What a call asks for and what a right answer says: unlike any other call's, so that a swapped
//! answer is found.

use serde_json::{Value, json};

use crate::args::LoadOperation;
use crate::fixture;

/// How many orders there are to add up; they weigh about 10 KB.
const ORDERS: u64 = 100;

/// The arguments of one call, as JSON; none of a list.
pub(crate) fn arguments(operation: LoadOperation, id: u64) -> String {
    match operation {
        LoadOperation::List => "{}".to_owned(),
        // The message holds nothing that JSON would escape.
        LoadOperation::Call => format!(r#"{{"message":"{}"}}"#, fixture::message(id)),
        LoadOperation::Call100Kb | LoadOperation::Call5Mb => {
            let (message, padding) = (fixture::message(id), operation.padding().unwrap_or(0));
            format!(r#"{{"message":"{message}","padding":{padding}}}"#)
        }
        LoadOperation::Area | LoadOperation::Bill => {
            let (width, height) = sides(id);
            format!(r#"{{"width":{width},"height":{height},"label":"call {id}"}}"#)
        }
        LoadOperation::Gtin => format!(r#"{{"gtin":"{}"}}"#, gtin(id)),
    }
}

/// Whether the text of a result answers this call.
pub(crate) fn is_right(operation: LoadOperation, id: u64, text: &str) -> bool {
    if operation.tool() == Some(fixture::ECHO) {
        let padding = fixture::padding(operation.padding().unwrap_or(0));
        return text.strip_prefix(&*fixture::message(id)) == Some(padding);
    }
    let said: Value = serde_json::from_str(text).unwrap_or_default();
    let expected = answer(operation, id);
    let mut fields = expected.as_object().into_iter().flatten();
    // A number may be written with or without a fraction.
    fields.all(|(key, value)| match value.as_f64() {
        Some(number) => said[key].as_f64() == Some(number),
        None => said[key] == *value,
    })
}

/// The orders that one function reads in every call, as JSON.
pub(crate) fn orders() -> String {
    let orders = (0..ORDERS).map(|at| {
        json!({
            "id": at, "sku": format!("item-{at:04}"), "customer": format!("customer {at}"),
            "quantity": quantity(at), "price": price(at), "tags": ["new", "gift"]
        })
    });
    orders.collect::<Value>().to_string()
}

/// The fields that the answer to one call must have.
fn answer(operation: LoadOperation, id: u64) -> Value {
    let (width, height) = sides(id);
    let (label, area) = (format!("call {id}"), width * height);
    match operation {
        LoadOperation::Area => json!({"label": label, "area": area, "edge": 2 * (width + height)}),
        LoadOperation::Bill => {
            let total: u64 = (0..ORDERS).map(|at| quantity(at) * price(at)).sum();
            json!({"label": label, "area": area, "orders": ORDERS, "total": total})
        }
        LoadOperation::Gtin => json!({"valid": true, "gtin": format!("0{}", gtin(id))}),
        LoadOperation::Call
        | LoadOperation::Call100Kb
        | LoadOperation::Call5Mb
        | LoadOperation::List => Value::Null,
    }
}

fn sides(id: u64) -> (u64, u64) {
    (id % 10_000, 1 + id % 97)
}

fn quantity(at: u64) -> u64 {
    1 + at % 5
}

fn price(at: u64) -> u64 {
    100 + at
}

/// A number of thirteen digits for trade items, with its check digit.
fn gtin(id: u64) -> String {
    let body = format!("9{:011}", id % 100_000_000_000);
    let sum: u32 = body
        .bytes()
        .zip([1, 3].into_iter().cycle())
        .map(|(digit, weight)| u32::from(digit - b'0') * weight)
        .sum();
    format!("{body}{}", (10 - sum % 10) % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_weigh_ten_kilobytes() {
        let bytes = orders().len();
        assert!((9_800..10_300).contains(&bytes), "{bytes}");
    }

    #[test]
    fn arguments_are_json_and_differ_from_call_to_call() {
        use LoadOperation::{Area, Bill, Call, Gtin};
        for operation in [Call, Area, Bill, Gtin] {
            let read = |id| serde_json::from_str::<Value>(&arguments(operation, id)).unwrap();
            assert!(read(1).is_object());
            assert_ne!(read(1), read(2), "{operation:?}");
        }
    }

    #[test]
    fn numbers_have_their_check_digit() {
        // The example that GS1's own texts use.
        assert_eq!(gtin(50_600_013_435), "9506000134352");
        assert_eq!(gtin(0), "9000000000001");
    }

    fn check(operation: LoadOperation, text: &str, expected: bool) {
        assert_eq!(is_right(operation, 3, text), expected, "{text}");
    }

    #[test]
    fn answers_are_told_apart() {
        use LoadOperation::{Area, Bill, Call, Gtin};
        check(Call, &fixture::message(3), true);
        check(Call, &fixture::message(4), false);
        check(Area, r#"{"label":"call 3","area":12,"edge":14}"#, true);
        check(Area, r#"{"edge":14.0,"label":"call 3","area":12.0}"#, true);
        check(Area, r#"{"label":"call 4","area":12,"edge":14}"#, false);
        check(Area, r#"{"label":"call 3","area":13,"edge":14}"#, false);
        check(Area, "call 3", false);
        let good = r#"{"label":"call 3","area":12,"orders":100,"total":45050}"#;
        check(Bill, good, true);
        check(Bill, &good.replace("100", "99"), false);
        let number = gtin(3);
        let good = format!(r#"{{"valid":true,"gtin":"0{number}","format":"GTIN-13"}}"#);
        check(Gtin, &good, true);
        check(Gtin, &good.replace("true", "false"), false);
    }
}
