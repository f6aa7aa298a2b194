//! Other programs that may be asked to help with reading.

use clap::Args;

/// Other programs that read what this one does not.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct HelperPrograms {
    /// Let Tesseract read pictures and scanned pages; findings are blackened in the pixels.
    #[arg(long)]
    pub ocr: bool,
    /// Let LibreOffice convert old office documents (DOC, XLS, PPT) to DOCX, XLSX and PPTX first.
    #[arg(long)]
    pub convert_old: bool,
}
