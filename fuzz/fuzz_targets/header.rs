//! Whatever text comes in a header or a schema: what is written is read, headers stay plain
//! ASCII, and no schema breaks the reader.

#![no_main]

use candor_wire::RawJson;
use candor_wire::header::{PARAM_PREFIX, decode_value, encode_value, mcp_param_headers, param_values};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let header = encode_value(text);
    assert!(header.bytes().all(|byte| matches!(byte, b' '..=b'~')));
    assert_eq!(decode_value(&header).expect("what is written is read"), text);
    if let Ok(value) = decode_value(text) {
        let header = encode_value(&value);
        assert_eq!(decode_value(&header).expect("what is written is read"), value);
    }

    if let Ok(schema) = RawJson::parse(text.to_owned())
        && let Ok(headers) = mcp_param_headers(&schema)
    {
        for header in &headers {
            let name = header.name.strip_prefix(PARAM_PREFIX).expect("the prefix");
            assert!(!name.is_empty() && name.bytes().all(|byte| byte.is_ascii_graphic()));
            assert!(!header.path.is_empty());
        }
        if let Ok(arguments) = schema.decode() {
            assert!(param_values(&headers, &arguments).len() <= headers.len());
        }
    }
});
