//! Words that name fields of forms and columns of tables, whatever stands around them.

/// No name of a field among those known is longer than this, accents and blanks included.
const LONGEST_FIELD: usize = 48;
/// Names of fields that people bear as well.
const BORNE: [&str; 5] = ["born", "nass", "nino", "nurse", "ward"];

/// Names of fields in English and Spanish, in small letters without accents and in order.
#[rustfmt::skip]
const FIELDS: &[&str] = &[
    "account number", "address", "admission date", "admitted", "age", "alta", "apellido", "apellidos",
    "apellidos y nombre", "attending physician", "birth date", "birthdate", "born", "c.p", "cedula", "cell phone",
    "celular", "cip", "city", "ciudad", "client", "cliente", "codigo postal", "consultant", "contact", "contacto",
    "correo", "correo electronico", "country", "county", "cp", "customer", "d.o.b", "date", "date of admission",
    "date of birth", "date of discharge", "department", "diagnosis", "diagnostico", "direccion", "discharge date",
    "discharged", "dni", "dni/nie", "dni/nif", "dob", "doctor", "doctora", "documento", "domicilio", "e-mail",
    "e-mail address", "edad", "email", "email address", "emergency contact", "empleado", "employee", "employee id",
    "employee number", "enfermera", "enfermero", "especialidad", "estado civil", "f. nac", "f. nacimiento",
    "facultativo", "familiar", "family name", "fax", "fecha", "fecha alta", "fecha de alta", "fecha de ingreso",
    "fecha de nacimiento", "fecha ingreso", "fecha nac", "fecha nacimiento", "firma", "first name", "forename",
    "full name", "gender", "general practitioner", "genero", "given name", "gp", "historia", "historia clinica",
    "home address", "home phone", "hospital no", "hospital number", "iban", "id", "id no", "id number", "ingreso",
    "insurance number", "last name", "localidad", "login", "lugar de nacimiento", "maiden name", "mail",
    "marital status", "medical record number", "medico", "medico de cabecera", "medico responsable", "middle name",
    "mobile", "mobile number", "mobile phone", "movil", "mrn", "municipio", "n.h.c", "nacimiento", "nacionalidad",
    "name", "nass", "national insurance number", "nationality", "next of kin", "nhc", "nhs", "nhs no", "nhs number",
    "ni number", "nie", "nif", "nino", "no de cuenta", "no de historia", "no historia", "no historia clinica",
    "no seguridad social", "nombre", "nombre completo", "nombre del paciente", "nombre y apellidos", "nombres",
    "numero de cuenta", "numero de historia", "numero de historia clinica", "numero de la seguridad social", "nurse",
    "nuss", "occupation", "order no", "paciente", "pais", "parentesco", "pasaporte", "passport", "passport number",
    "patient", "patient id", "patient name", "patient number", "persona de contacto", "phone", "phone no",
    "phone number", "physician", "place of birth", "poblacion", "policy number", "post code", "postal address",
    "postcode", "primer apellido", "profesion", "provincia", "relationship", "role", "roll no", "seen by",
    "segundo apellido", "seguridad social", "servicio", "sex", "sexo", "signature", "signed by",
    "social security number", "specialty", "ssn", "staff id", "street address", "student id", "surname",
    "tarjeta sanitaria", "tel", "tel no", "telefono", "telefono fijo", "telefono movil", "telefonos", "telephone",
    "telephone number", "tfno", "tlf", "tlfno", "town", "uid", "user", "user id", "user name", "username", "usuario",
    "ward", "work phone", "year of birth", "zip", "zip code",
];

/// Words for whatever one may write.
#[rustfmt::skip]
const VAGUE: &[&str] = &[
    "comment", "comments", "note", "notes", "remark", "remarks", "text", "description", "details", "value", "other",
    "comentario", "comentarios", "observación", "observaciones", "observacion", "nota", "notas", "texto", "descripción",
    "descripcion", "detalle", "detalles", "valor", "otro", "otros",
];

/// True if a text is a word that names a field of a form or a column, and hardly ever a value.
pub(crate) fn is_field(text: &str) -> bool {
    if text.len() > LONGEST_FIELD {
        return false;
    }
    let text = text.trim().trim_end_matches([':', '.', '*', '?']).trim_end();
    let mut plain = String::with_capacity(text.len());
    let mut last = ' ';
    // What programs write as one word is spelt out: `first_name`, `firstName`.
    for letter in text.chars() {
        let is_blank = letter.is_whitespace() || letter == '_';
        let is_apart = is_blank || (last.is_lowercase() && letter.is_uppercase());
        if is_apart && !plain.is_empty() && !plain.ends_with(' ') {
            plain.push(' ');
        }
        if !is_blank {
            plain.extend(letter.to_lowercase().map(without_accent));
        }
        last = letter;
    }
    FIELDS.binary_search(&plain.as_str()).is_ok()
}

/// True if a text names a field and can be nothing else.
pub(crate) fn is_no_value(text: &str) -> bool {
    is_field(text) && !is_borne(text)
}

fn is_borne(field: &str) -> bool {
    BORNE.iter().any(|name| field.trim().eq_ignore_ascii_case(name))
}

fn without_accent(letter: char) -> char {
    match letter {
        'á' | 'à' => 'a',
        'é' | 'è' => 'e',
        'í' | 'ì' => 'i',
        'ó' | 'ò' => 'o',
        'ú' | 'ù' | 'ü' => 'u',
        'º' | '°' => 'o',
        _ => letter,
    }
}

/// True if a text is a word for whatever one may write, which tells little of what a cell holds.
pub(crate) fn is_vague(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    VAGUE.contains(&text.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_fields_are_in_order() {
        assert!(FIELDS.is_sorted(), "help: sort them, or they are not found");
        assert!(FIELDS.iter().all(|field| is_field(field) && field.len() + 8 <= LONGEST_FIELD));
        assert!(is_field(" Teléfono: ") && is_field("Date  of Birth") && is_field("Nº historia") && !is_field("Ann"));
        assert!(is_field("first_name") && is_field("firstName") && is_field("FECHA_NACIMIENTO") && !is_field("first_"));
        assert!(is_no_value("Teléfono") && is_field("Ward") && !is_no_value("Ward"));
    }
}
