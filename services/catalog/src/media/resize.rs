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
/// Memory that decoding may take.
const MOST_MEMORY: u64 = 256 * 1024 * 1024;
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
    let picture = on_white(&decode(content)?);
    SizeName::iter().map(|name| shrink(&picture, name).map_err(MediaError::Work)).collect()
}

fn decode(content: &[u8]) -> Result<DynamicImage, MediaError> {
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
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(refused)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder).map_err(refused)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

/// JPEG has no transparency: cut-out goods stand on white, as the shop's cards do.
fn on_white(picture: &DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.to_rgb8();
    }
    let pixels = picture.to_rgba8();
    let mut flat = RgbImage::new(pixels.width(), pixels.height());
    for (from, to) in pixels.pixels().zip(flat.pixels_mut()) {
        let [red, green, blue, alpha] = from.0.map(u16::from);
        let over_white =
            |channel: u16| u8::try_from((channel * alpha + 255 * (255 - alpha)) / 255).unwrap_or(255);
        to.0 = [over_white(red), over_white(green), over_white(blue)];
    }
    flat
}

fn shrink(picture: &RgbImage, name: SizeName) -> anyhow::Result<Resized> {
    let (width, height) = name.fit(picture.width(), picture.height());
    let source = TypedImageRef::<U8x3>::from_buffer(picture.width(), picture.height(), picture.as_raw())?;
    let mut pixels = vec![0; width as usize * height as usize * U8x3::size()];
    let mut smaller = TypedImage::<U8x3>::from_buffer(width, height, &mut pixels)?;
    // The general `resize` would be compiled for every kind of pixel that there is.
    Resizer::new().resize_typed(&source, &mut smaller, None).context("resizing")?;
    let mut jpeg = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut jpeg, QUALITY);
    image::ImageEncoder::write_image(encoder, &pixels, width, height, ExtendedColorType::Rgb8)
        .context("encoding")?;
    Ok(Resized { name, width, height, jpeg })
}

#[cfg(test)]
mod tests {
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
}
