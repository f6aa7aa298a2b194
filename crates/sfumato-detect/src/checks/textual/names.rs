//! Names of persons: telling them from other words with capitals.

use super::words::{Listed, is_capital, same, words};

/// The most words with a capital that a name has.
const MOST_WORDS: usize = 6;

/// Words with capitals that may be a person's name: none of them is a title, the label of a form, an institution
/// or an ordinary word that starts a sentence.
pub(super) fn person_name(value: &str) -> bool {
    let mut count = 0;
    let mut capitals = 0;
    let mut short = false;
    let mut last = "";
    for word in words(value) {
        if NEVER.holds(word) || (count == 0 && NOT_FIRST.holds(word)) || (count >= 3 && NOT_LATER.holds(word)) {
            return false;
        }
        capitals += usize::from(word.starts_with(is_capital));
        short |= SHORT.holds(word);
        count += 1;
        last = word;
    }
    match count {
        0 => false,
        _ if capitals > MOST_WORDS => false,
        // "Mr A" is a name of one letter, and An, He and To are surnames.
        1 => last.chars().count() == 1 || short || !NOT_LAST.holds(last),
        _ => !short && !NOT_LAST.holds(last),
    }
}

/// A name after a greeting: as [`person_name`], and not somebody greeted without being named, as in "Dear Friend".
pub(super) fn greeted_name(value: &str) -> bool {
    !words(value).any(|word| GREETED.holds(word)) && person_name(value)
}

/// A person's name after a Spanish title or label: as [`person_name`], and not starting with a further title
/// such as `D.` or `Dª`.
pub(super) fn person_name_es(value: &str) -> bool {
    let first = words(value).next().unwrap_or_default();
    !["don", "d", "dª", "d.ª", "dº", "d.º"].iter().any(|title| same(first, title)) && person_name(value)
}

/// The parties of a court case: at least one side of the `v.`, `contra` or `c.` is a person's name.
pub(super) fn case_name(value: &str) -> bool {
    let is_divider = |word: &str| ["v", "vs", "contra", "c", "against"].iter().any(|known| same(word, known));
    let mut sides = [false; 2];
    let mut spoilt = [false; 2];
    let mut side = 0;
    for (at, word) in words(value).enumerate() {
        if at == 0 && BEFORE_CASES.holds(word) {
            return false;
        }
        if side == 0 && is_divider(word) {
            side = 1;
        } else if NEVER.holds(word) && !BESIDES.holds(word) {
            spoilt[side] = true;
        } else if !BESIDES.holds(word) {
            sides[side] = true;
        }
    }
    side == 1 && sides.iter().zip(spoilt).any(|(found, spoilt)| *found && !spoilt)
}

/// Never part of a name: titles, labels of forms, institutions, joining words with a capital.
#[rustfmt::skip]
static NEVER: Listed = Listed::new(&[
    "abogada", "abogado", "accident", "according", "act", "actual", "acude", "acudio", "acusada", "acusado",
    "address", "administracion", "administrative", "admission", "admitted", "adolescente", "advocate", "after",
    "again", "age", "agency", "agent", "alive", "all", "also", "ambulance", "anciana", "anciano", "and", "ante",
    "antecedentes", "apartado", "apelante", "apellido", "apellidos", "appellant", "applicant", "applicants",
    "application", "applications", "are", "arq", "article", "articles", "articulo", "asintomatica", "asintomatico",
    "asistenciales", "assembly", "atentamente", "attorney", "audiencia", "authority", "av", "avd", "avda", "avenida",
    "avenue", "awaiting", "ayuntamiento", "bank", "been", "before", "board", "both", "boulevard", "boy", "budget",
    "but", "calles", "cama", "campus", "cancer", "candidate", "capitulo", "cardiologia", "care", "cargo", "carretera",
    "cases", "center", "centre", "centro", "chairman", "chairwoman", "charge", "cheers", "cipa", "cirugia", "city",
    "civil", "claimant", "client", "cliente", "clientes", "clients", "clinic", "clinica", "clinico", "codigo", "col",
    "colega", "colegas", "colegiada", "colegiado", "colleague", "colleagues", "college", "commission", "committee",
    "como", "companera", "companeras", "companero", "companeros", "companies", "company", "complejo",
    "complementarias", "con", "confirmed", "congress", "consciente", "consejeria", "consta", "consultant",
    "convention", "cordialmente", "corp", "corporation", "correo", "council", "counsel", "country", "county", "court",
    "courts", "csr", "ctra", "cuando", "customer", "customers", "data", "date", "datos", "dear", "decano", "deceased",
    "december", "decreto", "defendant", "demandada", "demandado", "demandante", "denies", "departament",
    "departamento", "department", "desconocida", "desconocido", "desde", "destino", "details", "deteriorating",
    "diabetes", "diabetica", "diabetico", "diagnosis", "diagnostico", "dicha", "dicho", "diciembre", "direccion",
    "director", "directora", "directorate", "discharge", "discharged", "dni", "dob", "doctor", "doctora", "domicilio",
    "domingo", "dona", "dr", "dra", "dres", "drs", "durante", "during", "edad", "edificio", "editor", "editors",
    "education", "electronically", "ella", "ellas", "ellos", "email", "en", "enero", "enferma", "enfermo", "entre",
    "episodio", "epoc", "equipo", "esa", "escolar", "ese", "especialidad", "esq", "esta", "estable", "estas", "este",
    "estimadas", "estimados", "estos", "everybody", "everyone", "evolucion", "excma", "excmo", "exploracion", "facp",
    "facultad", "faithfully", "fallecida", "fallecido", "familiares", "fax", "fdo", "febrero", "february", "fecha",
    "female", "femenino", "figura", "figure", "file", "firma", "firmado", "fiscal", "foia", "folks", "following",
    "for", "frcs", "friday", "from", "further", "furthermore", "fwd", "gave", "gender", "general", "gestante", "girl",
    "gmbh", "gobierno", "government", "guardia", "guys", "habitacion", "habitual", "had", "has", "hasta", "have",
    "health", "healthy", "hello", "her", "hipertensa", "hipertenso", "hiring", "his", "historia", "history",
    "holdings", "hombre", "hospital", "hospitalario", "however", "hta", "human", "id", "ilegible", "ilma", "ilmo",
    "improving", "inc", "information", "informe", "ing", "ingresa", "ingreso", "institute", "instituto", "insurance",
    "investor", "investors", "invoice", "its", "january", "joven", "judge", "judges", "jueves", "juez", "jueza",
    "jurisdiction", "justice", "juzgado", "kingdom", "lactante", "lawyer", "letrada", "letrado", "ley", "lic",
    "limited", "llc", "localidad", "ltd", "lunes", "madam", "madame", "magistrada", "magistrado", "magistrados",
    "mail", "major", "male", "man", "manager", "marriage", "martes", "masculino", "mbbs", "md", "medica", "medical",
    "medicina", "medicine", "medico", "medicos", "meeting", "mellitus", "member", "members", "messrs", "miercoles",
    "minister", "ministerio", "ministers", "ministra", "ministro", "ministry", "minor", "miss", "mobile", "monday",
    "moreover", "motivo", "movil", "mph", "mr", "mrn", "mrs", "ms", "muerto", "mujer", "mx", "nacimiento",
    "nacionalidad", "name", "names", "nass", "ncol", "neighbor", "neighbors", "neighbour", "neighbours", "neonato",
    "nhc", "nhs", "nie", "nif", "nina", "ninguna", "ninguno", "nino", "nombre", "nombres", "none", "not", "nota",
    "notario", "note", "notice", "november", "noviembre", "npi", "num", "number", "numbers", "numero", "nurse",
    "nurses", "observaciones", "october", "octubre", "office", "officer", "oftalmologia", "ok", "okay", "oncologia",
    "orange", "our", "overdue", "pabellon", "paciente", "pacientes", "pagina", "para", "parliament", "paseo",
    "patient", "patients", "pediatria", "penal", "pendiente", "pending", "pero", "personales", "petitioner", "phd",
    "phone", "physician", "plaintiff", "plazas", "plc", "please", "poligono", "por", "practitioner", "presenta",
    "president", "presidenta", "presidente", "primary", "procedencia", "proceedings", "procurador", "procuradora",
    "prof", "profa", "profesor", "profesora", "professor", "protocol", "provincia", "que", "quirofano", "rambla",
    "re", "reader", "readers", "recien", "recipient", "record", "records", "recurrente", "recursos", "refiere",
    "regards", "registrador", "reino", "reminder", "remitida", "remitido", "report", "republic", "republica",
    "request", "resident", "resources", "respondent", "resumen", "rn", "road", "rule", "rules", "s/n", "sabado",
    "safety", "saludo", "saludos", "sana", "sanidad", "sano", "saturday", "se", "seccion", "secretary", "section",
    "segun", "senate", "sender", "senor", "senora", "senoras", "senores", "senorita", "september", "septiembre",
    "service", "services", "servicio", "servicios", "sex", "sexo", "shareholder", "shareholders", "she", "signature",
    "signed", "sin", "since", "sincerely", "sir", "sirs", "site", "sobre", "sociales", "socio", "socios", "solicitor",
    "solicitors", "spain", "specialist", "sr", "sra", "sras", "sres", "srs", "srta", "ssn", "stable", "staff",
    "state", "states", "station", "student", "students", "su", "subscriber", "subscribers", "suite", "sunday",
    "surgeon", "surgery", "surname", "sus", "tabla", "table", "tambien", "team", "tel", "telefono", "telephone",
    "testigo", "tfno", "than", "thank", "thanks", "that", "the", "their", "then", "there", "these", "they", "this",
    "those", "thursday", "titular", "todas", "todos", "tras", "tratamiento", "travesia", "treatment", "tribunal",
    "tribunales", "truly", "tuesday", "uk", "unchanged", "unidad", "unit", "united", "universidad", "universitario",
    "university", "unknown", "unstable", "until", "update", "urb", "urbanizacion", "urgencias", "urologia", "usa",
    "user", "users", "usuaria", "usuario", "usuarios", "varon", "vecino", "vecinos", "viernes", "vive", "was",
    "wednesday", "were", "when", "where", "which", "while", "who", "whose", "with", "witness", "woman", "yes", "you",
    "your", "yours", "zip",
]);

/// Not the start of a name after a title, a label or a greeting.
#[rustfmt::skip]
static NOT_FIRST: Listed = Listed::new(&[
    "amiga", "amigas", "amigo", "amigos", "brother", "father", "hija", "hijo", "madre", "mother", "no", "padre",
    "si", "sister",
]);

/// Not the end of a name.
#[rustfmt::skip]
static NOT_LAST: Listed = Listed::new(&[
    "a", "al", "de", "del", "el", "i", "la", "las", "lo", "los", "no", "un", "una",
]);

/// Surnames as well as the start of an address; the latter once three words stand before them.
#[rustfmt::skip]
static NOT_LATER: Listed = Listed::new(&[
    "calle", "case", "caso", "page", "parque", "plaza", "sala", "street", "ward",
]);

/// Surnames when alone, else words that start a sentence.
#[rustfmt::skip]
static SHORT: Listed = Listed::new(&[
    "an", "as", "at", "be", "by", "he", "if", "in", "is", "it", "my", "of", "on", "or", "so", "to", "we",
]);

/// Greeted without being named.
#[rustfmt::skip]
static GREETED: Listed = Listed::new(&[
    "brother", "buddy", "dad", "darling", "daughter", "diary", "father", "friend", "friends", "god", "lord", "love",
    "madam", "mate", "mom", "mother", "mum", "parent", "parents", "santa", "sister", "son", "sweetheart", "world",
]);

/// Stands before the name of a case and is no part of it.
#[rustfmt::skip]
static BEFORE_CASES: Listed = Listed::new(&[
    "also", "and", "as", "cf", "compare", "from", "in", "like", "per", "see", "since", "the", "under", "unlike",
    "with",
]);

/// Stands next to the names of the parties of a case.
#[rustfmt::skip]
static BESIDES: Listed = Listed::new(&[
    "al", "and", "anor", "another", "e", "et", "ors", "others", "otras", "otros", "the", "y",
]);
