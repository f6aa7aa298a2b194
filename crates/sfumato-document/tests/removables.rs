//! Parts that can be removed go, alone and together with the rest, and leave a file that can be read.

use proptest::prelude::*;
use sfumato_document::formats::{DocumentFormat, Mail, Rtf};
use sfumato_document::{Edits, RemovableKind};

/// Removes everything that can be, one by one and all at once, and reads the result again.
fn can_be_removed(format: &dyn DocumentFormat, bytes: &[u8]) {
    let Ok(document) = format.read(bytes.to_vec()) else { return };
    let mut all = Edits::none();
    for part in document.removable() {
        let one = Edits::none().removing(part).expect("alone");
        format.read(format.write(&document, &one).expect("writable")).expect("help: what was written must be readable");
        all = all.removing(part).expect("help: what can be removed must not overlap");
    }
    let written = format.write(&document, &all).expect("writable");
    let again = format.read(written).expect("help: what was written must be readable");
    let stays = |kind| kind != RemovableKind::Picture;
    let left = again.removable().iter().filter(|part| stays(part.kind) && part.span.is_some()).count();
    assert!(left == 0, "help: {}: what was removed must be gone", format.name());
}

proptest! {
    #[test]
    fn parts_of_mails(mail in "(Received: [a-z@ ]{0,9}\\r\\n|X-[A-Z]{1,2}: ([a-z]|\\r\\n ){0,5}\\r\\n|Subject: [a-z]{0,3}\\r\\n){0,4}Content-Type: multipart/mixed; boundary=b\\r\\n\\r\\n[a-z]{0,3}(\\r\\n--b\\r\\n(X-A: b\\r\\n)?(Content-Type: (image/gif|text/calendar|application/x-y)\\r\\n)?\\r\\n(GIF8|BEGIN:VCARD\\r\\nPHOTO;ENCODING=b:[a-z]{1,4}\\r\\nN:a\\r\\n|\\u{1}[a-z]{0,3}|[a-z]{0,3})){0,4}(\\r\\n--b--[\\r\\na-z]{0,5})?") {
        can_be_removed(&Mail::default(), mail.as_bytes());
    }

    #[test]
    fn groups_of_rich_text(file in "\\{\\\\rtf1 ([a-z0-9 (]|\\\\(b|insrsid|charrsid|revdttm|tab|par)[0-9]? ?|\\\\'e9|\\{\\\\(info|pict|b|footnote|stylesheet) ?([a-z]|\\{\\\\\\*\\\\(author|atnauthor|objdata|revtbl) ?[a-z;]{0,5}\\}){0,4}\\}|\\{\\\\\\*\\\\(revtbl|userprops|x|generator) ?(\\{?[a-z;]{1,4}\\}?|\\{\\\\v [a-z]{1,3}\\}|[0-9a-f]{32}){0,3}\\}){0,12}\\}") {
        can_be_removed(&Rtf, file.as_bytes());
    }
}
