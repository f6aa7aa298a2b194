//! Names of glyphs, as the Adobe glyph list has them: the characters they stand for.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Code points in hexadecimal, each with its names.
const NAMES: &str = "\
    20 space;21 exclam;22 quotedbl;23 numbersign;24 dollar;25 percent;26 ampersand;27 quotesingle;28 parenleft;\
    29 parenright;2A asterisk;2B plus;2C comma;2D hyphen hyphenminus;2E period;2F slash;30 zero;31 one;32 two;\
    33 three;34 four;35 five;36 six;37 seven;38 eight;39 nine;3A colon;3B semicolon;3C less;3D equal;3E greater;\
    3F question;40 at;5B bracketleft;5C backslash;5D bracketright;5E asciicircum;5F underscore;60 grave;\
    7B braceleft;7C bar;7D braceright;7E asciitilde;A0 nbspace nonbreakingspace;A1 exclamdown;A2 cent;A3 sterling;\
    A4 currency;A5 yen;A6 brokenbar;A7 section;A8 dieresis;A9 copyright;AA ordfeminine;AB guillemotleft;\
    AC logicalnot;AD sfthyphen softhyphen;AE registered;AF macron overscore;B0 degree;B1 plusminus;B2 twosuperior;\
    B3 threesuperior;B4 acute;B5 mu mu1;B6 paragraph;B7 middot periodcentered;B8 cedilla;B9 onesuperior;\
    BA ordmasculine;BB guillemotright;BC onequarter;BD onehalf;BE threequarters;BF questiondown;C0 Agrave;\
    C1 Aacute;C2 Acircumflex;C3 Atilde;C4 Adieresis;C5 Aring;C6 AE;C7 Ccedilla;C8 Egrave;C9 Eacute;CA Ecircumflex;\
    CB Edieresis;CC Igrave;CD Iacute;CE Icircumflex;CF Idieresis;D0 Eth;D1 Ntilde;D2 Ograve;D3 Oacute;\
    D4 Ocircumflex;D5 Otilde;D6 Odieresis;D7 multiply;D8 Oslash;D9 Ugrave;DA Uacute;DB Ucircumflex;DC Udieresis;\
    DD Yacute;DE Thorn;DF germandbls;E0 agrave;E1 aacute;E2 acircumflex;E3 atilde;E4 adieresis;E5 aring;E6 ae;\
    E7 ccedilla;E8 egrave;E9 eacute;EA ecircumflex;EB edieresis;EC igrave;ED iacute;EE icircumflex;EF idieresis;\
    F0 eth;F1 ntilde;F2 ograve;F3 oacute;F4 ocircumflex;F5 otilde;F6 odieresis;F7 divide;F8 oslash;F9 ugrave;\
    FA uacute;FB ucircumflex;FC udieresis;FD yacute;FE thorn;FF ydieresis;100 Amacron;101 amacron;102 Abreve;\
    103 abreve;104 Aogonek;105 aogonek;106 Cacute;107 cacute;108 Ccircumflex;109 ccircumflex;10A Cdot Cdotaccent;\
    10B cdot cdotaccent;10C Ccaron;10D ccaron;10E Dcaron;10F dcaron;110 Dcroat Dslash;111 dcroat dmacron;\
    112 Emacron;113 emacron;114 Ebreve;115 ebreve;116 Edot Edotaccent;117 edot edotaccent;118 Eogonek;119 eogonek;\
    11A Ecaron;11B ecaron;11C Gcircumflex;11D gcircumflex;11E Gbreve;11F gbreve;120 Gdot Gdotaccent;\
    121 gdot gdotaccent;122 Gcedilla Gcommaaccent;123 gcedilla gcommaaccent;124 Hcircumflex;125 hcircumflex;\
    126 Hbar;127 hbar;128 Itilde;129 itilde;12A Imacron;12B imacron;12C Ibreve;12D ibreve;12E Iogonek;12F iogonek;\
    130 Idot Idotaccent;131 dotlessi;132 IJ;133 ij;134 Jcircumflex;135 jcircumflex;136 Kcedilla Kcommaaccent;\
    137 kcedilla kcommaaccent;138 kgreenlandic;139 Lacute;13A lacute;13B Lcedilla Lcommaaccent;\
    13C lcedilla lcommaaccent;13D Lcaron;13E lcaron;13F Ldot Ldotaccent;140 ldot ldotaccent;141 Lslash;142 lslash;\
    143 Nacute;144 nacute;145 Ncedilla Ncommaaccent;146 ncedilla ncommaaccent;147 Ncaron;148 ncaron;\
    149 napostrophe quoterightn;14A Eng;14B eng;14C Omacron;14D omacron;14E Obreve;14F obreve;\
    150 Odblacute Ohungarumlaut;151 odblacute ohungarumlaut;152 OE;153 oe;154 Racute;155 racute;\
    156 Rcedilla Rcommaaccent;157 rcedilla rcommaaccent;158 Rcaron;159 rcaron;15A Sacute;15B sacute;\
    15C Scircumflex;15D scircumflex;15E Scedilla;15F scedilla;160 Scaron;161 scaron;162 Tcedilla Tcommaaccent;\
    163 tcedilla tcommaaccent;164 Tcaron;165 tcaron;166 Tbar;167 tbar;168 Utilde;169 utilde;16A Umacron;\
    16B umacron;16C Ubreve;16D ubreve;16E Uring;16F uring;170 Udblacute Uhungarumlaut;171 udblacute uhungarumlaut;\
    172 Uogonek;173 uogonek;174 Wcircumflex;175 wcircumflex;176 Ycircumflex;177 ycircumflex;178 Ydieresis;\
    179 Zacute;17A zacute;17B Zdot Zdotaccent;17C zdot zdotaccent;17D Zcaron;17E zcaron;17F longs slong;\
    180 bstroke;181 Bhook;182 Btopbar;183 btopbar;184 Tonesix;185 tonesix;186 Oopen;187 Chook;188 chook;\
    189 Dafrican;18A Dhook;18B Dtopbar;18C dtopbar;18D deltaturned;18E Ereversed;18F Schwa;190 Eopen;191 Fhook;\
    192 florin;193 Ghook;194 Gammaafrican;195 hv;196 Iotaafrican;197 Istroke;198 Khook;199 khook;19A lbar;\
    19B lambdastroke;19C Mturned;19D Nhookleft;19E nlegrightlong;19F Ocenteredtilde;1A0 Ohorn;1A1 ohorn;1A2 Oi;\
    1A3 oi;1A4 Phook;1A5 phook;1A6 yr;1A7 Tonetwo;1A8 tonetwo;1A9 Esh;1AA eshreversedloop;1AB tpalatalhook;\
    1AC Thook;1AD thook;1AE Tretroflexhook;1AF Uhorn;1B0 uhorn;1B1 Upsilonafrican;1B2 Vhook;1B3 Yhook;1B4 yhook;\
    1B5 Zstroke;1B6 zstroke;1B7 Ezh;1B8 Ezhreversed;1B9 ezhreversed;1BA ezhtail;1BB twostroke;1BC Tonefive;\
    1BD tonefive;1BE glottalinvertedstroke;1BF wynn;1C0 clickdental;1C1 clicklateral;1C2 clickalveolar;\
    1C3 clickretroflex;1C4 DZcaron;1C5 Dzcaron;1C6 dzcaron;1C7 LJ;1C8 Lj;1C9 lj;1CA NJ;1CB Nj;1CC nj;1CD Acaron;\
    1CE acaron;1CF Icaron;1D0 icaron;1D1 Ocaron;1D2 ocaron;1D3 Ucaron;1D4 ucaron;1D5 Udieresismacron;\
    1D6 udieresismacron;1D7 Udieresisacute;1D8 udieresisacute;1D9 Udieresiscaron;1DA udieresiscaron;\
    1DB Udieresisgrave;1DC udieresisgrave;1DD eturned;1DE Adieresismacron;1DF adieresismacron;1E0 Adotmacron;\
    1E1 adotmacron;1E2 AEmacron;1E3 aemacron;1E4 Gstroke;1E5 gstroke;1E6 Gcaron;1E7 gcaron;1E8 Kcaron;1E9 kcaron;\
    1EA Oogonek;1EB oogonek;1EC Oogonekmacron;1ED oogonekmacron;1EE Ezhcaron;1EF ezhcaron;1F0 jcaron;1F1 DZ;\
    1F2 Dz;1F3 dz;1F4 Gacute;1F5 gacute;1FA Aringacute;1FB aringacute;1FC AEacute;1FD aeacute;\
    1FE Oslashacute Ostrokeacute;1FF oslashacute ostrokeacute;200 Adblgrave;201 adblgrave;202 Ainvertedbreve;\
    203 ainvertedbreve;204 Edblgrave;205 edblgrave;206 Einvertedbreve;207 einvertedbreve;208 Idblgrave;\
    209 idblgrave;20A Iinvertedbreve;20B iinvertedbreve;20C Odblgrave;20D odblgrave;20E Oinvertedbreve;\
    20F oinvertedbreve;210 Rdblgrave;211 rdblgrave;212 Rinvertedbreve;213 rinvertedbreve;214 Udblgrave;\
    215 udblgrave;216 Uinvertedbreve;217 uinvertedbreve;218 Scommaaccent;219 scommaaccent;237 dotlessj;\
    2C6 circumflex;2C7 caron;2D8 breve;2D9 dotaccent;2DA ring;2DB ogonek;2DC tilde;2DD hungarumlaut;300 gravecomb;\
    301 acutecomb;303 tildecomb;309 hookabovecomb;323 dotbelowcomb;384 tonos;385 dieresistonos;386 Alphatonos;\
    387 anoteleia;388 Epsilontonos;389 Etatonos;38A Iotatonos;38C Omicrontonos;38E Upsilontonos;38F Omegatonos;\
    390 iotadieresistonos;391 Alpha;392 Beta;393 Gamma;394 Delta;395 Epsilon;396 Zeta;397 Eta;398 Theta;399 Iota;\
    39A Kappa;39B Lambda;39C Mu;39D Nu;39E Xi;39F Omicron;3A0 Pi;3A1 Rho;3A3 Sigma;3A4 Tau;3A5 Upsilon;3A6 Phi;\
    3A7 Chi;3A8 Psi;3A9 Omega;3AA Iotadieresis;3AB Upsilondieresis;3AC alphatonos;3AD epsilontonos;3AE etatonos;\
    3AF iotatonos;3B0 upsilondieresistonos;3B1 alpha;3B2 beta;3B3 gamma;3B4 delta;3B5 epsilon;3B6 zeta;3B7 eta;\
    3B8 theta;3B9 iota;3BA kappa;3BB lambda;3BD nu;3BE xi;3BF omicron;3C0 pi;3C1 rho;3C2 sigma1;3C3 sigma;3C4 tau;\
    3C5 upsilon;3C6 phi;3C7 chi;3C8 psi;3C9 omega;3CA iotadieresis;3CB upsilondieresis;3CC omicrontonos;\
    3CD upsilontonos;3CE omegatonos;3D1 theta1;3D2 Upsilon1;3D5 phi1;3D6 omega1;401 afii10023;402 afii10051;\
    403 afii10052;404 afii10053;405 afii10054;406 afii10055;407 afii10056;408 afii10057;409 afii10058;\
    40A afii10059;40B afii10060;40C afii10061;40E afii10062;40F afii10145;410 afii10017;411 afii10018;\
    412 afii10019;413 afii10020;414 afii10021;415 afii10022;416 afii10024;417 afii10025;418 afii10026;\
    419 afii10027;41A afii10028;41B afii10029;41C afii10030;41D afii10031;41E afii10032;41F afii10033;\
    420 afii10034;421 afii10035;422 afii10036;423 afii10037;424 afii10038;425 afii10039;426 afii10040;\
    427 afii10041;428 afii10042;429 afii10043;42A afii10044;42B afii10045;42C afii10046;42D afii10047;\
    42E afii10048;42F afii10049;430 afii10065;431 afii10066;432 afii10067;433 afii10068;434 afii10069;\
    435 afii10070;436 afii10072;437 afii10073;438 afii10074;439 afii10075;43A afii10076;43B afii10077;\
    43C afii10078;43D afii10079;43E afii10080;43F afii10081;440 afii10082;441 afii10083;442 afii10084;\
    443 afii10085;444 afii10086;445 afii10087;446 afii10088;447 afii10089;448 afii10090;449 afii10091;\
    44A afii10092;44B afii10093;44C afii10094;44D afii10095;44E afii10096;44F afii10097;451 afii10071;\
    452 afii10099;453 afii10100;454 afii10101;455 afii10102;456 afii10103;457 afii10104;458 afii10105;\
    459 afii10106;45A afii10107;45B afii10108;45C afii10109;45E afii10110;45F afii10193;462 afii10146;\
    463 afii10194;472 afii10147;473 afii10195;474 afii10148;475 afii10196;490 afii10050;491 afii10098;\
    4D9 afii10846;5D0 afii57664;5D1 afii57665;5D2 afii57666;5D3 afii57667;5D4 afii57668;5D5 afii57669;\
    5D6 afii57670;5D7 afii57671;5D8 afii57672;5D9 afii57673;5DA afii57674;5DB afii57675;5DC afii57676;\
    5DD afii57677;5DE afii57678;5DF afii57679;5E0 afii57680;5E1 afii57681;5E2 afii57682;5E3 afii57683;\
    5E4 afii57684;5E5 afii57685;5E6 afii57686;5E7 afii57687;5E8 afii57688;5E9 afii57689;5EA afii57690;\
    5F0 afii57716;5F1 afii57717;5F2 afii57718;60C afii57388;61B afii57403;61F afii57407;621 afii57409;\
    622 afii57410;623 afii57411;624 afii57412;625 afii57413;626 afii57414;627 afii57415;628 afii57416;\
    629 afii57417;62A afii57418;62B afii57419;62C afii57420;62D afii57421;62E afii57422;62F afii57423;\
    630 afii57424;631 afii57425;632 afii57426;633 afii57427;634 afii57428;635 afii57429;636 afii57430;\
    637 afii57431;638 afii57432;639 afii57433;63A afii57434;640 afii57440;641 afii57441;642 afii57442;\
    643 afii57443;644 afii57444;645 afii57445;646 afii57446;647 afii57470;648 afii57448;649 afii57449;\
    64A afii57450;64B afii57451;64C afii57452;64D afii57453;64E afii57454;64F afii57455;650 afii57456;\
    651 afii57457;652 afii57458;660 afii57392;661 afii57393;662 afii57394;663 afii57395;664 afii57396;\
    665 afii57397;666 afii57398;667 afii57399;668 afii57400;669 afii57401;66A afii57381;66D afii63167;\
    679 afii57511;67E afii57506;686 afii57507;688 afii57512;691 afii57513;698 afii57508;6A4 afii57505;\
    6AF afii57509;6BA afii57514;6D2 afii57519;6D5 afii57534;1E80 Wgrave;1E81 wgrave;1E82 Wacute;1E83 wacute;\
    1E84 Wdieresis;1E85 wdieresis;1EF2 Ygrave;1EF3 ygrave;200B cwm;2012 figuredash;2013 endash;2014 emdash;\
    2015 afii00208;2017 underscoredbl;2018 quoteleft;2019 quoteright;201A quotesinglbase;201B quotereversed;\
    201C quotedblleft;201D quotedblright;201E quotedblbase;2020 dagger;2021 daggerdbl;2022 bullet;\
    2024 onedotenleader;2025 twodotenleader;2026 ellipsis;2030 perthousand;2032 minute;2033 second;\
    2039 guilsinglleft;203A guilsinglright;203C exclamdbl;2044 fraction;2070 zerosuperior;2074 foursuperior;\
    2075 fivesuperior;2076 sixsuperior;2077 sevensuperior;2078 eightsuperior;2079 ninesuperior;207F nsuperior;\
    20A1 colonmonetary;20A3 franc;20A4 lira;20A7 peseta;20A8 rupee;20AB dong;20AC Euro euro;2111 Ifraktur;\
    2116 afii61352;2118 weierstrass;211C Rfraktur;211E prescription;2122 trademark;212E estimated;2135 aleph;\
    2153 onethird;2154 twothirds;215B oneeighth;215C threeeighths;215D fiveeighths;215E seveneighths;\
    2190 arrowleft;2191 arrowup;2192 arrowright;2193 arrowdown;2194 arrowboth;2195 arrowupdn;21A8 arrowupdnbse;\
    21B5 carriagereturn;21D0 arrowdblleft;21D1 arrowdblup;21D2 arrowdblright;21D3 arrowdbldown;21D4 arrowdblboth;\
    2200 universal;2202 partialdiff;2203 existential;2205 emptyset;2206 increment;2207 gradient;2208 element;\
    2209 notelement;220B suchthat;220F product;2211 summation;2212 minus;2217 asteriskmath;221A radical;\
    221D proportional;221E infinity;221F orthogonal;2220 angle;2227 logicaland;2228 logicalor;2229 intersection;\
    222A union;222B integral;2234 therefore;223C similar;2245 congruent;2248 approxequal;2260 notequal;\
    2261 equivalence;2264 lessequal;2265 greaterequal;2282 propersubset;2283 propersuperset;2284 notsubset;\
    2286 reflexsubset;2287 reflexsuperset;2295 circleplus;2297 circlemultiply;22A5 perpendicular;22C5 dotmath;\
    22C6 star;2423 visiblespace;25A0 filledbox;25A1 H22073;25AA H18543;25AB H18551;25AC filledrect;25B2 triagup;\
    25BA triagrt;25BC triagdn;25C4 triaglf;25CA lozenge;25CB circle;25CF H18533;25D8 invbullet;25E6 openbullet;\
    263A smileface;263B invsmileface;263C sun;2640 female;2642 male;2660 spade;2663 club;2665 heart;2666 diamond;\
    266A musicalnote;266B musicalnotedbl;27E8 angbracketleft;27E9 angbracketright;FB00 ff;FB01 fi;FB02 fl;\
    FB03 ffi;FB04 ffl;FB05 longst;FB06 st;";

static BY_NAME: LazyLock<HashMap<&'static str, char>> = LazyLock::new(|| {
    let mut names = HashMap::new();
    for entry in NAMES.split(';') {
        let mut words = entry.split_whitespace();
        let letter = words.next().and_then(|code| u32::from_str_radix(code, 16).ok()).and_then(char::from_u32);
        for name in words {
            names.extend(letter.map(|letter| (name, letter)));
        }
    }
    names
});

/// The longest name looked at; longer ones mean nothing.
const LONGEST: usize = 64;

/// The text a glyph's name stands for, by the rules of the Adobe glyph list: a suffix after a dot is cut, parts are
/// joined by underscores, `uniXXXX` and `uXXXXX` give code points.
pub(crate) fn text_of(name: &[u8]) -> Option<String> {
    let name = std::str::from_utf8(name).ok().filter(|name| name.len() <= LONGEST)?;
    let stem = name.split('.').next().filter(|stem| !stem.is_empty())?;
    let mut text = String::new();
    for part in stem.split('_') {
        push_part(part, &mut text)?;
    }
    Some(text)
}

fn push_part(part: &str, text: &mut String) -> Option<()> {
    let mut letters = part.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        text.push(letter);
        return Some(());
    }
    if let Some(&letter) = BY_NAME.get(part) {
        text.push(letter);
        return Some(());
    }
    if let Some(digits) = part.strip_prefix("uni")
        && digits.len() >= 4
        && digits.len().is_multiple_of(4)
        && is_hex(digits)
    {
        for unit in digits.as_bytes().chunks(4) {
            text.push(code_point(std::str::from_utf8(unit).ok()?)?);
        }
        return Some(());
    }
    let digits = part.strip_prefix('u').filter(|digits| (4..=6).contains(&digits.len()) && is_hex(digits))?;
    text.push(code_point(digits)?);
    Some(())
}

fn is_hex(digits: &str) -> bool {
    digits.bytes().all(|b| b.is_ascii_digit() || (b'A'..=b'F').contains(&b))
}

fn code_point(digits: &str) -> Option<char> {
    u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_give_their_characters() {
        for (name, text) in [
            ("A", "A"),
            ("eacute", "é"),
            ("a.alt", "a"),
            ("f_f_i", "ffi"),
            ("uni0416", "Ж"),
            ("uni00410042", "AB"),
            ("u1F600", "😀"),
            ("afii10017", "А"),
            ("fi", "ﬁ"),
            ("Lslash", "Ł"),
        ] {
            assert_eq!(text_of(name.as_bytes()).as_deref(), Some(text), "{name}");
        }
    }

    #[test]
    fn names_without_meaning_give_nothing() {
        for name in [".notdef", "g23", "cid1200", "uniD800", "", "glyph7"] {
            assert_eq!(text_of(name.as_bytes()), None, "{name}");
        }
    }
}
