//! Other programs that may be asked to help with reading.

use clap::Args;

/// Other programs that read what this one does not.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct Programs {
    /// Let Tesseract read pictures and scanned pages; what is found is blackened in the pixels.
    #[arg(long)]
    pub ocr: bool,
    /// Let LibreOffice make DOCX, XLSX and PPTX of old office documents (DOC, XLS, PPT), which are then masked.
    #[arg(long)]
    pub convert_old: bool,
}
