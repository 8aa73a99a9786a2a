//! Decodes a picture whoever sent it, within limits of size and memory, and makes the shop's own files of it.
//! Only pixels go on: names, places and whatever else cameras write into files stay behind.

mod sizes;

use std::io::Cursor;

use anyhow::{Context as _, anyhow};
use fast_image_resize::Resizer;
use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::{InnerPixel as _, U8x3};
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::metadata::Orientation;
use image::{DynamicImage, ExtendedColorType, ImageDecoder as _, ImageFormat, ImageReader, Limits, RgbImage};
use strum::IntoEnumIterator as _;

use sizes::fit;
pub use sizes::{Shown, SizeName};

/// Longest side that is decoded, in pixels.
const LONGEST_SIDE: u32 = 8_000;
/// Most pixels of a picture, whatever its format: cameras of phones make 12 to 16 million. The worst one to decode, a progressive
/// JPEG of four components, takes eleven bytes of each beside what is stored of it: 220 MB.
const MOST_PIXELS: u64 = 20_000_000;
/// Memory that the pixels of a picture may take: eight bytes of each where a PNG has them.
const MOST_MEMORY: u64 = 192 * 1024 * 1024;
/// Where JPEG stops looking different at these sizes.
const JPEG_QUALITY: u8 = 82;
/// Where WebP looks as the JPEG does (docs/adr/0035 has the measures).
const WEBP_QUALITY: f32 = 80.0;

/// Sides of the icons, in pixels, that browsers ask for before they offer to install a shop.
const ICON_SIDES: [u32; 2] = [192, 512];

/// Why there are no files of a picture.
#[derive(Debug, thiserror::Error)]
pub enum Unmade {
    #[error("the picture has more than 20 million pixels")]
    TooManyPixels,
    #[error("the file is no JPEG, PNG or WebP picture")]
    NotAPicture,
    #[error("the picture could not be made smaller")]
    Work(#[source] anyhow::Error),
}

/// A picture's files, ready to store.
pub struct Renditions {
    pub jpegs: Vec<(SizeName, File)>,
    /// Narrowest first.
    pub webps: Vec<File>,
    /// `#rrggbb` of what the picture stands on.
    pub tone: String,
}

/// One file.
pub struct File {
    /// What its longest side would be if the picture were large enough.
    pub side: u32,
    pub width: u32,
    pub height: u32,
    pub content: Vec<u8>,
}

/// All files of a picture. Takes a processor for a quarter of a second: call it off the runtime's threads.
pub fn render(content: &[u8], shown: Shown) -> Result<Renditions, Unmade> {
    let mut picture = largest(content, shown)?;
    let (width, height) = picture.dimensions();
    let webp_sides = needed(shown.webp_sides(), width.max(height));
    let mut sides: Vec<u32> = SizeName::iter().map(SizeName::side).chain(webp_sides.to_vec()).collect();
    sides.sort_unstable_by(|one, other| other.cmp(one));
    sides.dedup();
    let (mut jpegs, mut webps) = (Vec::new(), Vec::new());
    for side in sides {
        // Made of the next larger one, which is a quarter of the work that it were of the largest.
        picture = shrink(picture, fit(side, width, height))?;
        if webp_sides.contains(&side) {
            webps.push(webp(&picture, side)?);
        }
        if let Some(name) = SizeName::iter().find(|name| name.side() == side) {
            jpegs.push((name, jpeg(&picture, side)?));
        }
    }
    jpegs.reverse();
    webps.reverse();
    Ok(Renditions { jpegs, webps, tone: tone(&picture) })
}

/// The files of a square picture that a phone shows among its apps, smallest first, as PNG, since no other is taken everywhere: none
/// larger than the picture, and none of one that is not square.
pub fn icons(content: &[u8]) -> Result<Vec<File>, Unmade> {
    let (picture, _) = decode(content)?;
    let picture = on_white(picture);
    let (width, height) = picture.dimensions();
    let made = ICON_SIDES.into_iter().filter(|side| width == height && *side <= width);
    made.map(|side| png(&shrink(picture.clone(), (side, side))?, side)).collect()
}

/// Those of the sides that make a difference to a picture of this length: what is larger would be the same file again.
fn needed(sides: &[u32], longest: u32) -> &[u32] {
    let smaller = sides.iter().take_while(|side| **side < longest).count();
    &sides[..sides.len().min(smaller + 1)]
}

/// The pixels that all files are made of: no larger than the largest, so that the original's memory is free again, and upright.
fn largest(content: &[u8], shown: Shown) -> Result<RgbImage, Unmade> {
    let (picture, orientation) = decode(content)?;
    let picture = on_white(picture);
    let side = shown.webp_sides().iter().copied().chain(SizeName::iter().map(SizeName::side)).max();
    let (width, height) = picture.dimensions();
    let largest = shrink(picture, fit(side.unwrap_or_default(), width, height))?;
    // The small picture is turned, not the original: turning takes a second copy.
    let mut largest = DynamicImage::ImageRgb8(largest);
    largest.apply_orientation(orientation);
    Ok(largest.into_rgb8())
}

/// The pixels as they are stored and how the camera was held.
fn decode(content: &[u8]) -> Result<(DynamicImage, Orientation), Unmade> {
    let refused = |_| Unmade::NotAPicture;
    let mut reader =
        ImageReader::new(Cursor::new(content)).with_guessed_format().map_err(|_| Unmade::NotAPicture)?;
    if !matches!(reader.format(), Some(ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP)) {
        return Err(Unmade::NotAPicture);
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(LONGEST_SIDE);
    limits.max_image_height = Some(LONGEST_SIDE);
    limits.max_alloc = Some(MOST_MEMORY);
    reader.limits(limits.clone());
    let mut decoder = reader.into_decoder().map_err(refused)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(Unmade::TooManyPixels);
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

fn shrink(picture: RgbImage, (width, height): (u32, u32)) -> Result<RgbImage, Unmade> {
    if (width, height) == picture.dimensions() {
        return Ok(picture);
    }
    resized(&picture, width, height).map_err(Unmade::Work)
}

fn resized(picture: &RgbImage, width: u32, height: u32) -> anyhow::Result<RgbImage> {
    let source = TypedImageRef::<U8x3>::from_buffer(picture.width(), picture.height(), picture.as_raw())?;
    let mut pixels = vec![0; width as usize * height as usize * U8x3::size()];
    let mut smaller = TypedImage::<U8x3>::from_buffer(width, height, &mut pixels)?;
    // The general `resize` would be compiled for every kind of pixel that there is.
    Resizer::new().resize_typed(&source, &mut smaller, None).context("resizing")?;
    RgbImage::from_raw(width, height, pixels).context("a picture of its size")
}

fn jpeg(picture: &RgbImage, side: u32) -> Result<File, Unmade> {
    let (width, height) = picture.dimensions();
    let mut content = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut content, JPEG_QUALITY);
    image::ImageEncoder::write_image(encoder, picture.as_raw(), width, height, ExtendedColorType::Rgb8)
        .context("encoding JPEG")
        .map_err(Unmade::Work)?;
    Ok(File { side, width, height, content })
}

fn png(picture: &RgbImage, side: u32) -> Result<File, Unmade> {
    let (width, height) = picture.dimensions();
    let mut content = Vec::new();
    image::ImageEncoder::write_image(
        PngEncoder::new(&mut content),
        picture.as_raw(),
        width,
        height,
        ExtendedColorType::Rgb8,
    )
    .context("encoding PNG")
    .map_err(Unmade::Work)?;
    Ok(File { side, width, height, content })
}

fn webp(picture: &RgbImage, side: u32) -> Result<File, Unmade> {
    let (width, height) = picture.dimensions();
    let encoder = webp::Encoder::from_rgb(picture.as_raw(), width, height);
    let content = encoder.encode_simple(false, WEBP_QUALITY);
    let content = content.map_err(|error| Unmade::Work(anyhow!("encoding WebP: {error:?}")))?;
    Ok(File { side, width, height, content: content.to_vec() })
}

/// The mean colour of the picture's edge: what things are photographed on reaches it.
fn tone(picture: &RgbImage) -> String {
    let (right, bottom) = (picture.width() - 1, picture.height() - 1);
    let mut sums = [0_u64; 3];
    let mut count = 0;
    for (x, y, pixel) in picture.enumerate_pixels() {
        if x == 0 || y == 0 || x == right || y == bottom {
            count += 1;
            sums.iter_mut().zip(pixel.0).for_each(|(sum, channel)| *sum += u64::from(channel));
        }
    }
    let [red, green, blue] = sums.map(|sum| sum / count.max(1));
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use image::codecs::png::{CompressionType, FilterType};

    use super::*;

    /// Largest upload (spec 5).
    const MOST_BYTES: usize = 2 * 1024 * 1024;

    fn sent(width: u32, height: u32, pixel: [u8; 4]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let picture = image::RgbaImage::from_pixel(width, height, image::Rgba(pixel));
        picture.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).expect("encodes");
        bytes
    }

    #[test]
    fn a_picture_gets_all_three_sizes() {
        let made = render(&sent(1_600, 800, [10, 20, 30, 255]), Shown::Product).expect("renders");
        let measures: Vec<_> = made.jpegs.iter().map(|(_, file)| (file.width, file.height)).collect();
        assert_eq!(measures, [(160, 80), (480, 240), (1080, 540)]);
        let widths: Vec<_> = made.webps.iter().map(|file| (file.width, file.height)).collect();
        assert_eq!(widths, [(160, 80), (320, 160), (480, 240), (720, 360), (1080, 540)]);
        for (file, format) in [(&made.jpegs[1].1, ImageFormat::Jpeg), (&made.webps[2], ImageFormat::WebP)] {
            let shown =
                image::load_from_memory_with_format(&file.content, format).expect("decodes").to_rgb8();
            assert_eq!(shown.dimensions(), (480, 240));
            let [red, green, blue] = shown.get_pixel(100, 100).0;
            assert!(red.abs_diff(10) < 4 && green.abs_diff(20) < 4 && blue.abs_diff(30) < 4, "{format:?}");
        }
        assert_eq!(made.tone, "#0a141e");
    }

    #[test]
    fn a_picture_is_never_made_larger_nor_twice_in_one_size() {
        let made = render(&sent(500, 100, [10, 20, 30, 255]), Shown::Shop).expect("renders");
        let widths: Vec<_> = made.webps.iter().map(|file| file.width).collect();
        assert_eq!(widths, [160, 320, 480, 500]);
    }

    #[test]
    fn banners_get_a_wider_one_and_what_strangers_send_jpeg_alone() {
        let wide = sent(1_900, 828, [10, 20, 30, 255]);
        let widest = |shown| render(&wide, shown).expect("renders").webps.last().map(|file| file.width);
        assert_eq!(
            [Shown::Shop, Shown::Product, Shown::Review].map(widest),
            [Some(1_600), Some(1_080), None]
        );
    }

    #[test]
    fn the_tone_is_that_of_the_ground_and_not_of_the_thing_on_it() {
        let mut picture = image::RgbImage::from_pixel(400, 400, image::Rgb([240, 230, 220]));
        for (x, y) in (100..300).flat_map(|x| (100..300).map(move |y| (x, y))) {
            picture.put_pixel(x, y, image::Rgb([0, 0, 0]));
        }
        let mut bytes = Vec::new();
        picture.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).expect("encodes");
        assert_eq!(render(&bytes, Shown::Product).expect("renders").tone, "#f0e6dc");
    }

    #[test]
    fn what_is_see_through_becomes_white() {
        let made = render(&sent(8, 8, [0, 0, 0, 0]), Shown::Product).expect("renders");
        for file in [&made.jpegs[0].1, &made.webps[0]] {
            let pixel = image::load_from_memory(&file.content).expect("decodes").to_rgb8().get_pixel(4, 4).0;
            assert!(pixel.iter().all(|channel| *channel > 250), "{pixel:?}");
        }
    }

    #[test]
    fn a_square_picture_makes_the_icons_that_it_is_large_enough_for() {
        let sides = |width, height| {
            let made = icons(&sent(width, height, [10, 20, 30, 255])).expect("renders");
            for file in &made {
                let shown = image::load_from_memory_with_format(&file.content, ImageFormat::Png);
                assert_eq!(shown.expect("is PNG").to_rgb8().get_pixel(5, 5).0, [10, 20, 30]);
            }
            made.into_iter().map(|file| (file.width, file.height)).collect::<Vec<_>>()
        };
        assert_eq!(sides(600, 600), [(192, 192), (512, 512)]);
        assert_eq!(sides(300, 300), [(192, 192)]);
        assert_eq!(sides(160, 160), []);
        assert_eq!(sides(600, 500), []);
    }

    #[test]
    fn anything_else_is_refused() {
        let mut half = sent(64, 64, [1, 2, 3, 255]);
        half.truncate(60);
        for content in [&b""[..], b"<svg onload=alert(1)>", b"GIF89a......", &half, &[0xFF, 0xD8, 0xFF, 0xE0]]
        {
            assert!(matches!(render(content, Shown::Product), Err(Unmade::NotAPicture)), "{content:?}");
        }
    }

    #[test]
    fn a_picture_that_unpacks_to_gigabytes_is_refused() {
        assert!(matches!(render(&sent(9_000, 4, [0; 4]), Shown::Product), Err(Unmade::NotAPicture)));
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
        assert!(matches!(render(&bomb, Shown::Product), Err(Unmade::TooManyPixels)));
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
        let made = render(&bytes, Shown::Product).expect("renders");
        let measures: Vec<_> = made.jpegs.iter().map(|(_, file)| (file.width, file.height)).collect();
        assert_eq!(measures, [(80, 160), (200, 400), (200, 400)]);
        let measures: Vec<_> = made.webps.iter().map(|file| (file.width, file.height)).collect();
        assert_eq!(measures, [(80, 160), (160, 320), (200, 400)]);
    }
}
