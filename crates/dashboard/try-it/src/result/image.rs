//! Images that are safe to show: four formats, detected by their bytes, and not too large.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The maximum number of pixels: a small file can decode to a huge image.
const POINTS: u64 = 40_000_000;

/// An image that may be shown.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CheckedImage {
    pub(super) mime: &'static str,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) bytes: usize,
}

/// Why an image is not shown.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ImageError {
    /// It is none of the four formats, or not the declared one.
    Kind,
    /// The data is not base64.
    Base64,
    /// It has too many pixels, or an unknown number.
    Points,
}

// === impl CheckedImage ===

impl CheckedImage {
    /// Decodes base64 data and checks it against the declared type.
    pub(super) fn of(said: &str, data: &str) -> Result<Self, ImageError> {
        let said = said.split(';').next().unwrap_or_default().trim();
        if !matches!(
            said,
            "image/png" | "image/jpeg" | "image/gif" | "image/webp"
        ) {
            return Err(ImageError::Kind);
        }
        let bytes = STANDARD.decode(data).map_err(|_| ImageError::Base64)?;
        let (mime, extent) = kind(&bytes).ok_or(ImageError::Kind)?;
        if mime != said {
            return Err(ImageError::Kind);
        }
        let (width, height) = extent.ok_or(ImageError::Points)?;
        if u64::from(width) * u64::from(height) > POINTS {
            return Err(ImageError::Points);
        }
        Ok(Self {
            mime,
            width,
            height,
            bytes: bytes.len(),
        })
    }
}

// === impl ImageError ===

impl ImageError {
    /// The reason, in a sentence.
    pub(super) fn sentence(&self) -> &'static str {
        match self {
            Self::Kind => {
                "Not shown: only PNG, JPEG, GIF and WebP images that match their declared type are."
            }
            Self::Base64 => "Not shown: the data is not base64.",
            Self::Points => "Not shown: it has too many pixels, or an unknown number.",
        }
    }
}

/// The text in base64 data.
pub(super) fn text(data: &str) -> Option<String> {
    String::from_utf8(STANDARD.decode(data).ok()?).ok()
}

type ImageSize = Option<(u32, u32)>;

/// The format and the size.
fn kind(bytes: &[u8]) -> Option<(&'static str, ImageSize)> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        let extent = pair(bytes, 16, u32::from_be_bytes);
        return Some(("image/png", extent));
    }
    if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
        let [a, b, c, d] = *bytes.get(6..10)?.first_chunk::<4>()?;
        let extent = (
            u16::from_le_bytes([a, b]).into(),
            u16::from_le_bytes([c, d]).into(),
        );
        return Some(("image/gif", Some(extent)));
    }
    if bytes.starts_with(&[0xFF, 0xD8, 0xFF]) {
        return Some(("image/jpeg", jpeg(bytes)));
    }
    if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        return Some(("image/webp", webp(bytes)));
    }
    None
}

fn pair(bytes: &[u8], at: usize, read: impl Fn([u8; 4]) -> u32) -> ImageSize {
    let width = bytes.get(at..)?.first_chunk::<4>()?;
    let height = bytes.get(at + 4..)?.first_chunk::<4>()?;
    Some((read(*width), read(*height)))
}

/// The size is in the first frame header.
fn jpeg(bytes: &[u8]) -> ImageSize {
    let mut at = 2;
    loop {
        let [mark, kind, high, low] = *bytes.get(at..)?.first_chunk::<4>()?;
        if mark != 0xFF {
            return None;
        }
        let is_frame = matches!(kind, 0xC0..=0xCF) && !matches!(kind, 0xC4 | 0xC8 | 0xCC);
        if is_frame {
            let [a, b, c, d] = *bytes.get(at + 5..)?.first_chunk::<4>()?;
            let (height, width) = (u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d]));
            return Some((width.into(), height.into()));
        }
        at += 2 + usize::from(u16::from_be_bytes([high, low]));
    }
}

fn webp(bytes: &[u8]) -> ImageSize {
    let three = |at: usize| {
        let [a, b, c] = *bytes.get(at..)?.first_chunk::<3>()?;
        Some(u32::from_le_bytes([a, b, c, 0]) + 1)
    };
    let two = |at: usize| {
        let pair = bytes.get(at..)?.first_chunk::<2>()?;
        Some(u32::from(u16::from_le_bytes(*pair)) & 0x3FFF)
    };
    match bytes.get(12..16)? {
        b"VP8X" => Some((three(24)?, three(27)?)),
        b"VP8 " => Some((two(26)?, two(28)?)),
        b"VP8L" => {
            let four = bytes.get(21..)?.first_chunk::<4>()?;
            let bits = u32::from_le_bytes(*four);
            Some(((bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(said: &str, bytes: &[u8], expect: &Result<(u32, u32), ImageError>) {
        let found = CheckedImage::of(said, &STANDARD.encode(bytes));
        assert_eq!(
            &found.map(|found| (found.width, found.height)),
            expect,
            "{said} {bytes:?}"
        );
    }

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        bytes.extend(width.to_be_bytes());
        bytes.extend(height.to_be_bytes());
        bytes
    }

    #[test]
    fn pictures_are_what_their_bytes_are() {
        check("image/png", &png(3, 2), &Ok((3, 2)));
        check("image/png; x=1", &png(3, 2), &Ok((3, 2)));
        check("image/gif", b"GIF89a\x05\0\x04\0", &Ok((5, 4)));
        let jpeg = b"\xFF\xD8\xFF\xE0\0\x04ab\xFF\xC0\0\x0B\x08\0\x07\0\x09";
        check("image/jpeg", jpeg, &Ok((9, 7)));
        check(
            "image/webp",
            b"RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0\x01\0\0\x02\0\0",
            &Ok((2, 3)),
        );
        check(
            "image/webp",
            b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x01\x40\0\0",
            &Ok((2, 2)),
        );
        check(
            "image/webp",
            b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x06\0\x08\0",
            &Ok((6, 8)),
        );
    }

    #[test]
    fn what_is_none_is_not_drawn() {
        check("image/svg+xml", b"<svg/>", &Err(ImageError::Kind));
        check("text/html", &png(1, 1), &Err(ImageError::Kind));
        check("image/png", b"<script>", &Err(ImageError::Kind));
        check("image/gif", &png(1, 1), &Err(ImageError::Kind));
        check("", &png(1, 1), &Err(ImageError::Kind));
        check(
            "image/png",
            &png(100_000, 100_000),
            &Err(ImageError::Points),
        );
        check("image/png", b"\x89PNG\r\n\x1a\n", &Err(ImageError::Points));
        check(
            "image/jpeg",
            b"\xFF\xD8\xFF\xE0\0\0",
            &Err(ImageError::Points),
        );
        check(
            "image/jpeg",
            &[0xFF, 0xD8, 0xFF, 0xFF, 0xFF, 0xFF],
            &Err(ImageError::Points),
        );
        check(
            "image/webp",
            b"RIFF\0\0\0\0WEBPVP9 ",
            &Err(ImageError::Points),
        );
        for data in ["a b", "\" onerror=\"alert(1)", "====", "\u{202E}"] {
            assert_eq!(
                CheckedImage::of("image/png", data),
                Err(ImageError::Base64),
                "{data}"
            );
        }
    }
}
