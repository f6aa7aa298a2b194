#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sfumato_fuzz::read_write_as(
    sfumato_document::formats::FileKind::Cards,
    data
));
