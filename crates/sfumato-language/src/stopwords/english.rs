//! The words of English.

use super::{Roles, Words};

pub(super) const WORDS: &[Words] = &[
    (PRONOUNS, Roles::STOP),
    (DETERMINERS, Roles::STOP),
    (PREPOSITIONS, Roles::STOP),
    (CONJUNCTIONS, Roles::STOP),
    (AUXILIARIES, Roles::STOP),
    (ADVERBS, Roles::STOP),
    ("a an the", Roles::ARTICLE),
    ("of", Roles::OF),
    ("for", Roles::FOR),
    ("and &", Roles::AND),
    (PARTICLES, Roles::PARTICLE),
    (INSTITUTIONS, Roles::INSTITUTION),
    (BODIES, Roles::BODY),
    (NAMED_WITH_OF, Roles::OF_NAME),
    ("street road avenue square lane bridge station", Roles::WAY),
    (HONORIFICS, Roles::HONORIFIC),
    (MONTHS, Roles::MONTH),
    (QUANTIFIERS, Roles::QUANTIFIER),
    (EPONYMS, Roles::EPONYM),
    (SPEECH, Roles::SPEECH),
    (TITLE_LINKS, Roles::TITLE_LINK),
    ("one ones other others", Roles::PROFORM),
    ("which who whom whose that", Roles::RELATIVE),
    (PERSONS, Roles::PERSON),
    ("monday tuesday wednesday thursday friday saturday sunday", Roles::WEEKDAY),
    ("since in at on during by from until after before", Roles::ADJUNCT),
    ("in on by from", Roles::COMPLEMENT),
    ("with", Roles::WITH),
    (STATES, Roles::STATE),
    (ANATOMY, Roles::ANATOMY),
    ("evidence sign signs indication indications suggestion", Roles::EVIDENCE),
    ("or nor", Roles::OR),
];

const PERSONS: &str = "wife husband mother father son daughter brother sister uncle aunt cousin nephew niece \
    grandmother grandfather grandson granddaughter friend partner fiancé fiancée girlfriend boyfriend neighbour \
    neighbor patient colleague widow widower";

const STATES: &str = "present positive negative absent normal unremarkable intact palpable";

const ANATOMY: &str = "abdomen lung lungs heart chest head neck skin liver spleen kidney kidneys bowel pelvis brain \
    spine extremities extremity limb limbs leg legs arm arms foot feet hand hands pulse pulses pupil pupils eyes eye \
    ears throat tongue thyroid prostate bladder uterus breast breasts joint joints";

const PRONOUNS: &str = "i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his \
    himself she her hers herself it its itself they them their theirs themselves one ones oneself this that these \
    those who whom whose which what someone somebody something anyone anybody anything everyone everybody everything \
    noone nobody nothing none";

const DETERMINERS: &str = "a an the all another any both certain each either enough every few fewer fewest half \
    latter least less lots many more most much neither no other others own same several some such various \
    whatever whichever";

const PREPOSITIONS: &str = "aboard about above across after against along amid among around as at before behind below \
    beneath beside besides between beyond by concerning despite during except for from in into \
    of off on onto over per regarding since than through throughout till to toward towards under \
    underneath unlike until up upon versus via vs vs. with within without";

const CONJUNCTIONS: &str = "although and because but if lest nor once or plus so though unless when whenever where \
    whereas wherever whether while yet & how why";

const AUXILIARIES: &str = "am are aren be been being can could did do does doing done had has have having is may \
    might must ought shall should was were will would 's 're 've 'll 'd 'm n't not ca wo sha ai get gets got";

const ADVERBS: &str = "actually again ago almost already also always anyway apparently approximately away back \
    currently ever even exactly further generally hence here however indeed instead just later maybe merely \
    mostly nearly never nevertheless now often only otherwise perhaps possibly probably quite rather really roughly \
    simply sometimes soon still then there thereby therefore thus today too together usually very well yes etc etc. \
    e.g. i.e.";

const PARTICLES: &str = "van von der den ter ten vander de del della dela di da do dos das du la le los las el al bin \
    ibn ben bint abu ap af av zu zum zur san mac mc o' d' l' al-";

const INSTITUTIONS: &str = "hospital hospitals clinic university college school academy institute institution bank \
    church cathedral abbey court museum library ministry department faculty center centre foundation association \
    society agency federation company corporation parliament congress senate council committee commission infirmary \
    polyclinic dispensary orphanage prison seminary theatre theater orchestra";

const BODIES: &str = "ministry department institute institutes school faculty college office board bureau center \
    centre centers centres foundation association society agency council committee commission division federation \
    union campaign fund secretary minister undersecretary directorate ministries departments";

const NAMED_WITH_OF: &str = "king queen prince princess duke duchess lord lords lady earl count countess baron bishop \
    archbishop pope emperor empress president chancellor governor mayor secretary minister director chief dean head \
    house city town village county state states district province republic kingdom empire commonwealth principality \
    isle isles island islands bay gulf cape lake mount sea strait straits valley gates gate game games tale tales book \
    battle siege treaty declaration bill act day feast order knights sons daughters children people friends statue \
    tower temple palace gardens port university hospital college bank church court museum institute ministry \
    department faculty school academy society association office board bureau center centre council committee \
    commission division federation union league bishopric archdiocese diocese garden chamber secretariat bureau \
    institutes institution foundation agency company corporation library";

const HONORIFICS: &str = "mr mr. mrs mrs. ms ms. miss dr dr. prof prof. sir dame lord lady rev rev. st st. fr fr. sr \
    sr. capt. col. gen. sgt. lt. hon.";

const MONTHS: &str = "january february march april may june july august september october november december jan jan. \
    feb feb. mar mar. apr apr. jun jun. jul jul. aug aug. sep sep. sept sept. oct oct. nov nov. dec dec.";

const QUANTIFIERS: &str = "lot lots number couple bunch plenty majority minority kind kinds sort sorts handful dozens \
    hundreds thousands deal variety rest amount most bit";

const EPONYMS: &str = "addison alzheimer asperger barrett behçet behcet bell bright burkitt charcot chagas colles \
    cooley crohn cushing down dupuytren ebstein ewing fournier gaucher gilbert graves guillain hansen hashimoto \
    hirschsprung hodgkin horner huntington kaposi kawasaki koplik ménière meniere morton osgood paget parkinson peyronie \
    pott raynaud reiter reye sjögren sjogren tourette turner wegener whipple wilms wilson";

const SPEECH: &str = "said says say saying asked asks replied replies answered answers told tells stated states adds \
    added reports reported complains complained explained explains wrote writes shouted whispered claims claimed";

const TITLE_LINKS: &str = "a an and at but by for from in into of on or over the to under with without &";
