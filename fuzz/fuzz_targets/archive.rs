#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sfumato_fuzz::archive(data));
