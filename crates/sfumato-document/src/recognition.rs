//! Reading text that is drawn with pixels: who does it is somebody else, since this crate runs no other programs.

use crate::Sensitive;

/// A picture in memory: a byte a sample, rows from the top.
#[derive(Clone, PartialEq, Eq)]
pub struct PixelImage {
    /// The width in pixels.
    pub width: usize,
    /// The height in pixels.
    pub height: usize,
    /// The number of samples of a pixel: one for grey, three for colours.
    pub channels: usize,
    // Invariant: width * height * channels of them.
    pub(crate) samples: Vec<u8>,
}

impl std::fmt::Debug for PixelImage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Pixels({} by {})", self.width, self.height)
    }
}

/// More pixels are not read: a page at 600 dots an inch has half as many.
pub(crate) const MOST_PIXELS: usize = 1 << 26;

impl PixelImage {
    /// A picture of some samples; nothing if there are more or fewer than it takes, or too many.
    pub fn new(width: usize, height: usize, channels: usize, samples: Vec<u8>) -> Option<Self> {
        let count = width.checked_mul(height).filter(|count| *count > 0 && *count <= MOST_PIXELS)?;
        let is_whole = matches!(channels, 1 | 3) && count * channels == samples.len();
        is_whole.then_some(Self { width, height, channels, samples })
    }

    /// Its samples, row by row.
    pub fn samples(&self) -> &[u8] {
        &self.samples
    }

    /// The same picture without colours, if it has none.
    #[cfg(feature = "pictures")]
    pub(crate) fn without_needless_colours(self) -> Self {
        let is_grey = |pixel: &[u8; 3]| pixel[0] == pixel[1] && pixel[1] == pixel[2];
        match self.samples.as_chunks::<3>() {
            (pixels, []) if self.channels == 3 && pixels.iter().all(is_grey) => {
                Self { channels: 1, samples: pixels.iter().map(|pixel| pixel[0]).collect(), ..self }
            }
            _ => self,
        }
    }

    /// Blackens a rectangle, as far as it lies in the picture.
    #[cfg(feature = "pictures")]
    pub(crate) fn blacken(&mut self, place: PixelRectangle) {
        let right = place.left.saturating_add(place.width).min(self.width);
        let bottom = place.top.saturating_add(place.height).min(self.height);
        for row in place.top..bottom {
            let start = (row * self.width + place.left.min(right)) * self.channels;
            let end = (row * self.width + right) * self.channels;
            if let Some(samples) = self.samples.get_mut(start..end) {
                samples.fill(0);
            }
        }
    }
}

/// A place in a picture, counted in pixels from its upper left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PixelRectangle {
    /// The number of pixels to its left.
    pub left: usize,
    /// The number of rows above it.
    pub top: usize,
    /// The width in pixels.
    pub width: usize,
    /// The height in pixels.
    pub height: usize,
}

#[cfg(feature = "pictures")]
impl PixelRectangle {
    /// The same with some room around it: the edges of letters are blurred.
    pub(crate) fn widened(self) -> Self {
        let room = 1 + self.height / 8;
        Self {
            left: self.left.saturating_sub(room),
            top: self.top.saturating_sub(room),
            width: self.width.saturating_add(self.left.min(room) + room),
            height: self.height.saturating_add(self.top.min(room) + room),
        }
    }
}

/// A word that was seen in a picture.
#[derive(Debug, Clone)]
pub struct SeenWord {
    /// The text of the word.
    pub text: Sensitive<String>,
    /// The place of the word in the picture.
    pub place: PixelRectangle,
    /// The recogniser's confidence, from 0 to 1.
    pub confidence: f32,
    /// The number of its line; words of one line follow one another.
    pub line: usize,
    /// The number of its paragraph, of one line or more.
    pub paragraph: usize,
}

/// The reason for which a picture was not read. Says nothing of what is in it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct RecognitionError {
    /// The fault, and what to do.
    pub fault: &'static str,
}

/// Somebody who reads text in pictures.
pub trait TextRecogniser: Send + Sync {
    /// The words of a picture, in the order in which people read them.
    fn words(&self, picture: &PixelImage) -> Result<Vec<SeenWord>, RecognitionError>;
}

/// Somebody who draws the pages of a PDF.
pub trait PageRasteriser: Send + Sync {
    /// The pages of a file.
    fn open(&self, pdf: &[u8]) -> Result<Box<dyn DrawnPages>, RecognitionError>;
}

/// The pages of a PDF, drawn one by one.
pub trait DrawnPages: Send + Sync {
    /// The number of pages.
    fn count(&self) -> usize;

    /// The number of pixels of an inch.
    fn resolution(&self) -> usize;

    /// A page, counted from one.
    fn page(&self, number: usize) -> Result<PixelImage, RecognitionError>;
}

#[cfg(all(test, feature = "pictures"))]
mod tests {
    use super::*;

    #[test]
    fn a_rectangle_is_blackened_as_far_as_it_lies_in_the_picture() {
        let mut picture = PixelImage::new(4, 3, 1, vec![9; 12]).expect("whole");
        picture.blacken(PixelRectangle { left: 2, top: 1, width: 9, height: 9 });
        assert_eq!(picture.samples(), [9, 9, 9, 9, 9, 9, 0, 0, 9, 9, 0, 0]);
        picture.blacken(PixelRectangle { left: 7, top: usize::MAX, width: usize::MAX, height: 1 });
        assert_eq!(PixelImage::new(2, 2, 1, vec![0; 3]), None);
        let wide = PixelRectangle { left: 1, top: 20, width: 10, height: 16 }.widened();
        assert_eq!(wide, PixelRectangle { left: 0, top: 17, width: 14, height: 22 });
    }
}
