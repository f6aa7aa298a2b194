//! Facts about tags: the type of those that say what somebody is called, and the names people use for them.

/// The type of an element that does not say it.
pub(super) fn vr(tag: u32) -> Option<[u8; 2]> {
    find(tag).map(|(_, vr, _)| **vr)
}

/// The name that its value goes by.
pub(super) fn label(tag: u32) -> Option<&'static str> {
    find(tag).map(|(.., label)| *label).filter(|label| !label.is_empty())
}

type Entry = (u32, &'static [u8; 2], &'static str);

fn find(tag: u32) -> Option<&'static Entry> {
    TAGS.binary_search_by_key(&tag, |(known, ..)| *known).ok().and_then(|at| TAGS.get(at))
}

/// Tags in order; those without a name are here for their type, since their values could be taken for text.
static TAGS: [Entry; 116] = [
    (0x0008_0005, b"CS", ""),
    (0x0008_0008, b"CS", ""),
    (0x0008_0012, b"DA", "date"),
    (0x0008_0013, b"TM", "time"),
    (0x0008_0014, b"UI", ""),
    (0x0008_0016, b"UI", ""),
    (0x0008_0018, b"UI", ""),
    (0x0008_0020, b"DA", "date"),
    (0x0008_0021, b"DA", "date"),
    (0x0008_0022, b"DA", "date"),
    (0x0008_0023, b"DA", "date"),
    (0x0008_002a, b"DT", "date"),
    (0x0008_0030, b"TM", "time"),
    (0x0008_0031, b"TM", "time"),
    (0x0008_0032, b"TM", "time"),
    (0x0008_0033, b"TM", "time"),
    (0x0008_0050, b"SH", "accession number"),
    (0x0008_0060, b"CS", ""),
    (0x0008_0070, b"LO", ""),
    (0x0008_0080, b"LO", "hospital"),
    (0x0008_0081, b"ST", "address"),
    (0x0008_0082, b"SQ", ""),
    (0x0008_0090, b"PN", "referring physician"),
    (0x0008_0092, b"ST", "address"),
    (0x0008_0094, b"SH", "phone"),
    (0x0008_009c, b"PN", "consultant"),
    (0x0008_1010, b"SH", ""),
    (0x0008_1030, b"LO", "study"),
    (0x0008_103e, b"LO", "series"),
    (0x0008_1040, b"LO", "department"),
    (0x0008_1048, b"PN", "physician"),
    (0x0008_1050, b"PN", "physician"),
    (0x0008_1060, b"PN", "physician"),
    (0x0008_1070, b"PN", "technician"),
    (0x0008_1080, b"LO", "diagnosis"),
    (0x0008_1090, b"LO", ""),
    (0x0008_1110, b"SQ", ""),
    (0x0008_1111, b"SQ", ""),
    (0x0008_1115, b"SQ", ""),
    (0x0008_1120, b"SQ", ""),
    (0x0008_1140, b"SQ", ""),
    (0x0008_1150, b"UI", ""),
    (0x0008_1155, b"UI", ""),
    (0x0008_2112, b"SQ", ""),
    (0x0010_0010, b"PN", "patient name"),
    (0x0010_0020, b"LO", "patient id"),
    (0x0010_0021, b"LO", ""),
    (0x0010_0030, b"DA", "date of birth"),
    (0x0010_0032, b"TM", "time"),
    (0x0010_0040, b"CS", "sex"),
    (0x0010_0050, b"SQ", ""),
    (0x0010_1000, b"LO", "patient id"),
    (0x0010_1001, b"PN", "patient name"),
    (0x0010_1005, b"PN", "maiden name"),
    (0x0010_1010, b"AS", "age"),
    (0x0010_1020, b"DS", ""),
    (0x0010_1030, b"DS", ""),
    (0x0010_1040, b"LO", "address"),
    (0x0010_1060, b"PN", "mother"),
    (0x0010_1080, b"LO", ""),
    (0x0010_1081, b"LO", ""),
    (0x0010_1090, b"LO", "medical record number"),
    (0x0010_2000, b"LO", "alerts"),
    (0x0010_2110, b"LO", "allergies"),
    (0x0010_2150, b"LO", "country"),
    (0x0010_2152, b"LO", "region"),
    (0x0010_2154, b"SH", "phone"),
    (0x0010_2155, b"LT", "phone"),
    (0x0010_2160, b"SH", "ethnic group"),
    (0x0010_2180, b"SH", "occupation"),
    (0x0010_21b0, b"LT", "history"),
    (0x0010_21f0, b"LO", "religion"),
    (0x0010_2297, b"PN", "guardian"),
    (0x0010_4000, b"LT", "comments"),
    (0x0012_0010, b"LO", "sponsor"),
    (0x0012_0020, b"LO", ""),
    (0x0012_0040, b"LO", "subject id"),
    (0x0012_0042, b"LO", "subject id"),
    (0x0018_1000, b"LO", "serial number"),
    (0x0018_1002, b"UI", ""),
    (0x0018_1012, b"DA", "date"),
    (0x0018_1014, b"TM", "time"),
    (0x0018_1030, b"LO", "protocol"),
    (0x0018_1200, b"DA", "date"),
    (0x0018_1201, b"TM", "time"),
    (0x0018_a002, b"DT", "date"),
    (0x0020_000d, b"UI", ""),
    (0x0020_000e, b"UI", ""),
    (0x0020_0010, b"SH", "study id"),
    (0x0020_0052, b"UI", ""),
    (0x0020_4000, b"LT", "comments"),
    (0x0028_0002, b"US", ""),
    (0x0028_0004, b"CS", ""),
    (0x0028_0008, b"IS", ""),
    (0x0028_0010, b"US", ""),
    (0x0028_0011, b"US", ""),
    (0x0028_0100, b"US", ""),
    (0x0028_0101, b"US", ""),
    (0x0028_0102, b"US", ""),
    (0x0028_0103, b"US", ""),
    (0x0032_1032, b"PN", "physician"),
    (0x0032_1033, b"LO", "department"),
    (0x0032_1060, b"LO", "procedure"),
    (0x0038_0010, b"LO", "admission number"),
    (0x0038_0020, b"DA", "date"),
    (0x0038_0300, b"LO", "ward"),
    (0x0038_0500, b"LO", ""),
    (0x0040_0006, b"PN", "physician"),
    (0x0040_0244, b"DA", "date"),
    (0x0040_0275, b"SQ", ""),
    (0x0040_a075, b"PN", "signed by"),
    (0x0040_a123, b"PN", "name"),
    (0x0040_a160, b"UT", ""),
    (0x0040_a730, b"SQ", ""),
    (0x0042_0010, b"ST", "title"),
    (0x0042_0011, b"OB", ""),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_in_order() {
        assert!(TAGS.is_sorted_by(|(a, ..), (b, ..)| a < b));
        assert_eq!((vr(0x0010_0010), label(0x0010_0010)), (Some(*b"PN"), Some("patient name")));
        assert_eq!((vr(0x0010_0011), label(0x0008_0005)), (None, None));
    }
}
