//! Links as pictures of QR codes.

use std::io;

use candor_qr::{QrModules, TooLong};

/// How many pixels a module is wide, by default.
pub const SCALE: u8 = 8;
/// How many pixels a module may be wide.
pub const SCALE_MAX: u8 = 20;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum QrError {
    /// The text does not fit.
    #[error(transparent)]
    Long(#[from] TooLong),
    /// The modules would be too small or too large.
    #[error("a module cannot be {scale} pixels wide; choose from 1 to {SCALE_MAX}")]
    Scale {
        /// What was asked for.
        scale: u8,
    },
    /// The picture cannot be written.
    #[error("the picture of the QR code could not be written")]
    Picture(#[source] io::Error),
}

/// A QR code as a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QrPicture {
    /// How many pixels it is wide and high.
    pub size: u32,
    /// The bytes of a PNG file.
    pub png: Vec<u8>,
}

/// Draws a text as a QR code that can lose about a seventh of itself, black on white.
pub fn draw(text: &str, scale: u8) -> Result<QrPicture, QrError> {
    if !(1..=SCALE_MAX).contains(&scale) {
        return Err(QrError::Scale { scale });
    }
    let code = QrModules::of(text)?;
    let scale = usize::from(scale);
    let size = code.size() * scale;
    let is_dark = |x: usize, y: usize| code.is_dark(x / scale, y / scale);
    // One bit a pixel, eight a byte, each line at a new byte; a set bit is white.
    let line = |y: usize| {
        (0..size.div_ceil(8)).map(move |byte| {
            (0..8).fold(0_u8, |bits, bit| {
                let x = byte * 8 + bit;
                bits << 1 | u8::from(x >= size || !is_dark(x, y))
            })
        })
    };
    let bits: Vec<u8> = (0..size).flat_map(line).collect();
    let size = u32::try_from(size).unwrap_or(u32::MAX);
    let png = write(size, &bits).map_err(|cause| QrError::Picture(io::Error::other(cause)))?;
    Ok(QrPicture { size, png })
}

fn write(size: u32, bits: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, size, size);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(bits)?;
    writer.finish()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    /// The modules of a picture, dark ones as `true`, and how many pixels wide each is.
    fn modules(picture: &QrPicture, scale: usize) -> Vec<Vec<bool>> {
        let mut reader = png::Decoder::new(Cursor::new(&picture.png))
            .read_info()
            .unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        assert_eq!((info.width, info.height), (picture.size, picture.size));
        let size = picture.size as usize;
        let dark = |x: usize, y: usize| bytes[y * info.line_size + x / 8] >> (7 - x % 8) & 1 == 0;
        for y in 0..size {
            for x in 0..size {
                let corner = dark(x / scale * scale, y / scale * scale);
                assert_eq!(dark(x, y), corner, "one module, one colour");
            }
        }
        let count = size / scale;
        let line = |y: usize| (0..count).map(|x| dark(x * scale, y * scale)).collect();
        (0..count).map(line).collect()
    }

    #[test]
    fn a_link_becomes_a_picture_that_readers_know() {
        let text = "https://id.gs1.org/01/09506000134352";
        for scale in [1, 3, 8, SCALE_MAX] {
            let picture = draw(text, scale).unwrap();
            let grid = modules(&picture, usize::from(scale));
            let code = QrModules::of(text).unwrap();
            assert_eq!(grid.len(), code.size());
            for (y, line) in grid.iter().enumerate() {
                for (x, dark) in line.iter().enumerate() {
                    assert_eq!(*dark, code.is_dark(x, y), "{x},{y}");
                }
            }
            let width = code.size() - 8;
            // The three corners by which a reader finds the code.
            for (x, y) in [(4, 4), (4, width - 3), (width - 3, 4)] {
                let ring: Vec<bool> = (0..7).map(|step| grid[y + 3][x + step]).collect();
                assert_eq!(ring, [true, false, true, true, true, false, true]);
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let error = draw(&"x".repeat(2332), 1).unwrap_err().to_string();
        assert_eq!(
            error,
            "2332 bytes do not fit into a QR code; make the link shorter"
        );
        assert_eq!(draw(&"x".repeat(2331), 1).unwrap().size, 185);
        for scale in [0, SCALE_MAX + 1] {
            let error = draw("x", scale).unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("a module cannot be {scale} pixels wide;")),
                "{error}"
            );
        }
    }
}
