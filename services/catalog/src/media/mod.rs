//! Pictures: checked by their bytes, decoded within limits, cut to the three sizes of spec 3 as JPEG and to the widths that pages
//! show as WebP, and stored under names made of their content, or of nothing but chance, so that a file never changes and caches
//! may keep it for ever.

mod model;
mod store;
mod wanted;

pub use model::{IconFile, MediaError, Origin, SizeName, StoredSize, WebpFile, image_view};
pub use souk_media::MediaConfig;
pub use store::Media;
pub use wanted::{Picture, StoredPicture, UnknownPicture};
