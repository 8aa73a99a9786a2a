//! Content encodings: which one a client takes, and making it.

use std::io::Write as _;

use brotli::concat::{BroCatli, BroCatliResult};
use brotli::enc::BrotliEncoderParams;
use bytes::Bytes;
use flate2::write::GzEncoder;
use flate2::{Compress, Compression, Crc, FlushCompress};
use http::HeaderValue;

/// Brotli's quality for answers made on demand: near gzip's time, a fifth smaller.
const BROTLI_QUALITY: i32 = 5;
/// Brotli's window, as a power of two; larger than any answer.
const BROTLI_WINDOW: i32 = 20;

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

/// A body that is sent as it is or compressed as a whole, or its two parts around what stands [`Within`] many.
pub type Parts = [Bytes; 2];

/// A text in the middle of many bodies, compressed once for all of them.
#[derive(Debug)]
pub struct Within {
    pub plain: Bytes,
    deflated: Vec<u8>,
    crc: Crc,
    brotli: Vec<u8>,
}

impl Within {
    pub fn new(plain: Bytes) -> Self {
        let mut crc = Crc::new();
        crc.update(&plain);
        let deflated = deflate(&plain, FlushCompress::Full);
        let brotli = brotli_part(&plain, Place::Later);
        Self { plain, deflated, crc, brotli }
    }
}

impl Encoding {
    /// A body in this encoding.
    pub fn parts(self, [front, back]: &Parts, within: Option<&Within>) -> Parts {
        match (self, within) {
            (Self::Identity, _) => [front.clone(), back.clone()],
            (Self::Gzip, Some(within)) => gzip_around(front, within, back),
            (Self::Brotli, Some(_)) => {
                [brotli_part(front, Place::First).into(), brotli_part(back, Place::Later).into()]
            }
            (Self::Gzip, None) => [gzip(front), Bytes::new()],
            (Self::Brotli, None) => [brotli_part(front, Place::Alone).into(), Bytes::new()],
        }
    }

    /// What is sent of a body in this encoding; None where its parts don't fit together.
    pub fn joined(self, [front, back]: &Parts, within: Option<&Within>) -> Option<Bytes> {
        match (self, within) {
            (_, None) => Some(front.clone()),
            (Self::Identity, Some(within)) => Some([&front[..], &within.plain, back].concat().into()),
            (Self::Gzip, Some(within)) => Some([&front[..], &within.deflated, back].concat().into()),
            (Self::Brotli, Some(within)) => concatenated([front, &within.brotli, back]),
        }
    }
}

fn gzip(plain: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::with_capacity(plain.len() / 4), Compression::default());
    // Writing to memory does not fail.
    let _ = encoder.write_all(plain);
    encoder.finish().unwrap_or_default().into()
}

/// One member (RFC 1952) whose deflated blocks around those of the middle look back no further than to their own beginning.
fn gzip_around(front: &[u8], within: &Within, back: &[u8]) -> Parts {
    const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    let mut crc = Crc::new();
    crc.update(front);
    crc.combine(&within.crc);
    let mut of_back = Crc::new();
    of_back.update(back);
    crc.combine(&of_back);
    let front = [&HEADER[..], &deflate(front, FlushCompress::Full)].concat();
    let mut back = deflate(back, FlushCompress::Finish);
    back.extend(crc.sum().to_le_bytes());
    back.extend(crc.amount().to_le_bytes());
    [front.into(), back.into()]
}

/// Deflated blocks; after the last of a stream comes `Finish`, after others a whole byte ends.
fn deflate(plain: &[u8], end: FlushCompress) -> Vec<u8> {
    let mut compress = Compress::new(Compression::default(), false);
    let mut deflated = Vec::with_capacity(plain.len() / 3 + 64);
    // Until the room that there was is more than was needed, all was not written.
    loop {
        let read = usize::try_from(compress.total_in()).unwrap_or(plain.len());
        let _ = compress.compress_vec(&plain[read..], &mut deflated, end);
        if deflated.len() < deflated.capacity() {
            return deflated;
        }
        deflated.reserve(plain.len() / 3 + 64);
    }
}

/// Where a brotli stream stands among those that become one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Alone,
    First,
    Later,
}

fn brotli_part(plain: &[u8], place: Place) -> Vec<u8> {
    let parameters = BrotliEncoderParams {
        quality: BROTLI_QUALITY,
        lgwin: BROTLI_WINDOW,
        appendable: place == Place::First,
        catable: place == Place::Later,
        use_dictionary: place != Place::Later,
        ..BrotliEncoderParams::default()
    };
    let mut encoded = Vec::with_capacity(plain.len() / 4);
    // Nor does reading from it.
    let _ = brotli::BrotliCompress(&mut &plain[..], &mut encoded, &parameters);
    encoded
}

/// Streams that were made to become one: a few bits change where they meet.
fn concatenated(streams: [&[u8]; 3]) -> Option<Bytes> {
    let mut joined = vec![0; streams.iter().map(|stream| stream.len()).sum::<usize>() + 64];
    let (mut joining, mut written) = (BroCatli::new(), 0);
    for stream in streams {
        joining.new_brotli_file();
        let taken = joining.stream(stream, &mut 0, &mut joined, &mut written);
        (taken == BroCatliResult::NeedsMoreInput).then_some(())?;
    }
    let ended = joining.finish(&mut joined, &mut written);
    joined.truncate(written);
    (ended == BroCatliResult::Success).then(|| joined.into())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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

    fn read(encoding: Encoding, body: &[u8]) -> Vec<u8> {
        let mut read = Vec::new();
        let done = match encoding {
            Encoding::Identity => std::io::Read::read_to_end(&mut &body[..], &mut read),
            Encoding::Gzip => std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(body), &mut read),
            Encoding::Brotli => {
                std::io::Read::read_to_end(&mut brotli::Decompressor::new(body, 4096), &mut read)
            }
        };
        done.expect("is whole");
        read
    }

    proptest! {
        #[test]
        fn what_stands_in_the_middle_of_a_body_is_read_there(
            front in "[a-c<> é]{0,300}", within in "[a-c<> é]{0,300}", back in "[a-c<> é]{0,300}",
            times in 0_usize..200,
        ) {
            let parts = [front.clone().into(), Bytes::from(back.repeat(times))];
            let middle = Within::new(within.repeat(times).into());
            for encoding in [Encoding::Identity, Encoding::Gzip, Encoding::Brotli] {
                let sent = encoding.joined(&encoding.parts(&parts, Some(&middle)), Some(&middle));
                let sent = sent.expect("fits together");
                let whole = format!("{front}{}{}", within.repeat(times), back.repeat(times));
                prop_assert_eq!(String::from_utf8(read(encoding, &sent)), Ok(whole));
                let alone = encoding.joined(&encoding.parts(&parts, None), None).expect("is one");
                prop_assert_eq!(String::from_utf8(read(encoding, &alone)), Ok(front.clone()));
            }
        }
    }
}
