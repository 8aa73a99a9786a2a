//! Decodes a picture whoever sent it, within limits of size and memory, and makes the shop's own files of it.
//! Only pixels go on: names, places and whatever else cameras write into files stay behind.

use std::io::Cursor;

use anyhow::Context as _;
use fast_image_resize::Resizer;
use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::{InnerPixel as _, U8x3};
use image::codecs::jpeg::JpegEncoder;
use image::metadata::Orientation;
use image::{DynamicImage, ExtendedColorType, ImageDecoder as _, ImageFormat, ImageReader, Limits, RgbImage};
use strum::IntoEnumIterator as _;

use super::model::{MediaError, SizeName};

/// Longest side that is decoded, in pixels.
const LONGEST_SIDE: u32 = 8_000;
/// Most pixels of a picture, whatever its format: cameras of phones make 12 to 16 million. The worst one to decode, a progressive
/// JPEG of four components, takes eleven bytes of each beside what is stored of it: 220 MB.
const MOST_PIXELS: u64 = 20_000_000;
/// Memory that the pixels of a picture may take: eight bytes of each where a PNG has them.
const MOST_MEMORY: u64 = 192 * 1024 * 1024;
/// Where JPEG stops looking different at these sizes.
const QUALITY: u8 = 82;

/// One file, ready to store.
pub struct Resized {
    pub name: SizeName,
    pub width: u32,
    pub height: u32,
    pub jpeg: Vec<u8>,
}

/// All sizes of a picture. Takes tens of milliseconds of a processor: call it off the runtime's threads.
pub fn resize(content: &[u8]) -> Result<Vec<Resized>, MediaError> {
    let (picture, orientation) = decode(content)?;
    let picture = on_white(picture);
    let shrink = |name| shrink(&picture, orientation, name).map_err(MediaError::Work);
    SizeName::iter().map(shrink).collect()
}

/// The pixels as they are stored and how the camera was held.
fn decode(content: &[u8]) -> Result<(DynamicImage, Orientation), MediaError> {
    let refused = |_| MediaError::NotAPicture;
    let mut reader =
        ImageReader::new(Cursor::new(content)).with_guessed_format().map_err(|_| MediaError::NotAPicture)?;
    if !matches!(reader.format(), Some(ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP)) {
        return Err(MediaError::NotAPicture);
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(LONGEST_SIDE);
    limits.max_image_height = Some(LONGEST_SIDE);
    limits.max_alloc = Some(MOST_MEMORY);
    reader.limits(limits.clone());
    let mut decoder = reader.into_decoder().map_err(refused)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(MediaError::TooManyPixels);
    }
    // The reader's limits hold for what its decoder allocates inside; the pixels are allocated by us.
    limits.reserve(decoder.total_bytes()).map_err(refused)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    Ok((DynamicImage::from_decoder(decoder).map_err(refused)?, orientation))
}

/// JPEG has no transparency: cut-out goods stand on white, as the shop's cards do.
/// Pixels of four bytes are written over by those of three, so that no second picture of this size is needed.
fn on_white(picture: DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8();
    }
    let picture = picture.into_rgba8();
    let (width, height) = picture.dimensions();
    let mut pixels = picture.into_raw();
    let flat = width as usize * height as usize;
    for at in 0..flat {
        let alpha = u16::from(pixels[at * 4 + 3]);
        for channel in 0..3 {
            let colour = u16::from(pixels[at * 4 + channel]);
            let over_white = (colour * alpha + 255 * (255 - alpha)) / 255;
            pixels[at * 3 + channel] = u8::try_from(over_white).unwrap_or(255);
        }
    }
    pixels.truncate(flat * 3);
    RgbImage::from_raw(width, height, pixels).unwrap_or_default()
}

fn shrink(picture: &RgbImage, orientation: Orientation, name: SizeName) -> anyhow::Result<Resized> {
    let (width, height) = name.fit(picture.width(), picture.height());
    let source = TypedImageRef::<U8x3>::from_buffer(picture.width(), picture.height(), picture.as_raw())?;
    let mut pixels = vec![0; width as usize * height as usize * U8x3::size()];
    let mut smaller = TypedImage::<U8x3>::from_buffer(width, height, &mut pixels)?;
    // The general `resize` would be compiled for every kind of pixel that there is.
    Resizer::new().resize_typed(&source, &mut smaller, None).context("resizing")?;
    // The small picture is turned, not the large one: turning takes a second copy.
    let small = RgbImage::from_raw(width, height, pixels).context("a picture of its size")?;
    let mut small = DynamicImage::ImageRgb8(small);
    small.apply_orientation(orientation);
    let mut jpeg = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut jpeg, QUALITY);
    let (width, height) = (small.width(), small.height());
    image::ImageEncoder::write_image(encoder, small.as_bytes(), width, height, ExtendedColorType::Rgb8)
        .context("encoding")?;
    Ok(Resized { name, width, height, jpeg })
}

#[cfg(test)]
mod tests {
    use image::codecs::png::{CompressionType, FilterType, PngEncoder};

    use super::super::model::MOST_BYTES;
    use super::*;

    fn png(width: u32, height: u32, pixel: [u8; 4]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let picture = image::RgbaImage::from_pixel(width, height, image::Rgba(pixel));
        picture.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).expect("encodes");
        bytes
    }

    #[test]
    fn a_picture_gets_all_three_sizes() {
        let sizes = resize(&png(1_600, 800, [10, 20, 30, 255])).expect("resizes");
        let measures: Vec<_> = sizes.iter().map(|size| (size.width, size.height)).collect();
        assert_eq!(measures, [(160, 80), (480, 240), (1080, 540)]);
    }

    #[test]
    fn what_is_see_through_becomes_white() {
        let sizes = resize(&png(8, 8, [0, 0, 0, 0])).expect("resizes");
        let pixel = image::load_from_memory(&sizes[0].jpeg).expect("decodes").to_rgb8().get_pixel(4, 4).0;
        assert!(pixel.iter().all(|channel| *channel > 250), "{pixel:?}");
    }

    #[test]
    fn anything_else_is_refused() {
        let mut half = png(64, 64, [1, 2, 3, 255]);
        half.truncate(60);
        for content in [&b""[..], b"<svg onload=alert(1)>", b"GIF89a......", &half, &[0xFF, 0xD8, 0xFF, 0xE0]]
        {
            assert!(matches!(resize(content), Err(MediaError::NotAPicture)), "{content:?}");
        }
    }

    #[test]
    fn a_picture_that_unpacks_to_gigabytes_is_refused() {
        assert!(matches!(resize(&png(9_000, 4, [0; 4])), Err(MediaError::NotAPicture)));
    }

    /// Within the sides and the bytes of an upload, but 64 million pixels.
    #[test]
    fn a_small_file_of_many_pixels_is_refused_before_it_takes_their_memory() {
        let side = LONGEST_SIDE;
        let pixels = vec![0; side as usize * side as usize * 4];
        let mut bomb = Vec::new();
        let encoder = PngEncoder::new_with_quality(&mut bomb, CompressionType::Fast, FilterType::NoFilter);
        image::ImageEncoder::write_image(encoder, &pixels, side, side, ExtendedColorType::Rgba8)
            .expect("encodes");
        drop(pixels);
        assert!(bomb.len() <= MOST_BYTES, "{} bytes", bomb.len());
        assert!(matches!(resize(&bomb), Err(MediaError::TooManyPixels)));
    }

    #[test]
    fn a_picture_stands_as_the_camera_was_held() {
        // A TIFF header with the one entry of EXIF that says: turn by a quarter.
        let exif = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
        let mut bytes = Vec::new();
        let mut encoder = PngEncoder::new(&mut bytes);
        image::ImageEncoder::set_exif_metadata(&mut encoder, exif.to_vec()).expect("takes it");
        image::ImageEncoder::write_image(encoder, &vec![9; 400 * 200 * 3], 400, 200, ExtendedColorType::Rgb8)
            .expect("encodes");
        let sizes = resize(&bytes).expect("resizes");
        let measures: Vec<_> = sizes.iter().map(|size| (size.width, size.height)).collect();
        assert_eq!(measures, [(80, 160), (200, 400), (200, 400)]);
    }
}
