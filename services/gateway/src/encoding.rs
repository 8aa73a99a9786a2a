//! Content encodings: which one a client takes, and making it.

use std::io::Write as _;

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use http::HeaderValue;

/// Brotli's quality for answers made on demand: near gzip's time, a fifth smaller.
const BROTLI_QUALITY: u32 = 5;
/// Brotli's window, as a power of two; larger than any answer.
const BROTLI_WINDOW: u32 = 20;

/// How a body is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Identity,
    Gzip,
    Brotli,
}

impl Encoding {
    /// The best one that `Accept-Encoding` names and does not refuse.
    pub fn accepted(header: Option<&HeaderValue>) -> Self {
        let header = header.and_then(|value| value.to_str().ok()).unwrap_or_default();
        let takes = |name: &str| header.split(',').any(|part| accepts(part, name));
        if takes("br") {
            Self::Brotli
        } else if takes("gzip") {
            Self::Gzip
        } else {
            Self::Identity
        }
    }

    pub fn header(self) -> Option<HeaderValue> {
        match self {
            Self::Identity => None,
            Self::Gzip => Some(HeaderValue::from_static("gzip")),
            Self::Brotli => Some(HeaderValue::from_static("br")),
        }
    }
}

/// Whether one entry of the header names the encoding with a weight above zero.
fn accepts(part: &str, name: &str) -> bool {
    let (coding, weight) = part.split_once(';').unwrap_or((part, ""));
    let refused = weight.trim().strip_prefix("q=").is_some_and(|q| q.trim_matches(['0', '.']).is_empty());
    coding.trim().eq_ignore_ascii_case(name) && !refused
}

pub fn gzip(plain: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::with_capacity(plain.len() / 4), Compression::default());
    // Writing to memory does not fail.
    let _ = encoder.write_all(plain);
    encoder.finish().unwrap_or_default().into()
}

pub fn brotli(plain: &[u8]) -> Bytes {
    let mut encoded = Vec::with_capacity(plain.len() / 4);
    {
        let mut writer = brotli::CompressorWriter::new(&mut encoded, 4096, BROTLI_QUALITY, BROTLI_WINDOW);
        let _ = writer.write_all(plain);
    }
    encoded.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_accepted_encoding_is_taken() {
        for (header, encoding) in [
            ("gzip, deflate, br, zstd", Encoding::Brotli),
            ("br;q=0, gzip;q=0.5", Encoding::Gzip),
            ("GZIP", Encoding::Gzip),
            ("identity", Encoding::Identity),
            ("", Encoding::Identity),
        ] {
            let header = HeaderValue::from_static(header);
            assert_eq!(Encoding::accepted(Some(&header)), encoding, "{header:?}");
        }
    }
}
