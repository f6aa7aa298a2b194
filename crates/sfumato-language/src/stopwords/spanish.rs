//! The words of Spanish. The `l` is what is left of the article in "del" and "al".

use super::{Roles, Words};

pub(super) const WORDS: &[Words] = &[
    (PRONOUNS, Roles::STOP),
    (DETERMINERS, Roles::STOP),
    (PREPOSITIONS, Roles::STOP),
    (CONJUNCTIONS, Roles::STOP),
    (AUXILIARIES, Roles::STOP),
    (ADVERBS, Roles::STOP),
    ("el la los las l lo", Roles::ARTICLE),
    ("de del", Roles::OF),
    ("para", Roles::FOR),
    ("y e i &", Roles::AND),
    (PARTICLES, Roles::PARTICLE),
    (INSTITUTIONS, Roles::INSTITUTION),
    (BODIES, Roles::BODY),
    (WAYS, Roles::WAY),
    (GIVEN, Roles::GIVEN),
    (HONORIFICS, Roles::HONORIFIC),
    (MONTHS, Roles::MONTH),
    (QUANTIFIERS, Roles::QUANTIFIER),
    (SPEECH, Roles::SPEECH),
    ("uno una unos unas otro otra otros otras", Roles::PROFORM),
    ("que quien quienes cual cuales cuyo cuya donde", Roles::RELATIVE),
    (PERSONS, Roles::PERSON),
    ("lunes martes miércoles jueves viernes sábado domingo", Roles::WEEKDAY),
    ("desde en durante por hasta tras", Roles::ADJUNCT),
    ("en por", Roles::COMPLEMENT),
    ("con", Roles::WITH),
    (STATES, Roles::STATE),
    (ANATOMY, Roles::ANATOMY),
    ("evidencia evidencias signo signos indicio indicios dato datos", Roles::EVIDENCE),
    ("o u ni", Roles::OR),
];

const PERSONS: &str = "esposa esposo mujer marido madre padre hijo hija hermano hermana tío tía primo prima sobrino \
    sobrina abuelo abuela nieto nieta amigo amiga pareja novio novia vecino vecina paciente compañero compañera viuda \
    viudo cuñado cuñada suegra suegro";

const STATES: &str = "sí presente presentes positivo positiva positivos positivas negativo negativa negativos negativas \
    ausente ausentes normal normales conservado conservada conservados conservadas intacto intacta anodino anodina";

const ANATOMY: &str = "abdomen pulmón pulmones corazón tórax cabeza cuello piel hígado bazo riñón riñones pelvis cerebro \
    columna extremidad extremidades miembro miembros pierna piernas brazo brazos pie pies mano manos pulso pulsos pupila \
    pupilas ojo ojos oído oídos garganta faringe lengua tiroides próstata vejiga útero mama mamas articulación \
    articulaciones rodilla rodillas auscultación exploración murmullo ac ap mmii eeii";

const PRONOUNS: &str = "yo me mí conmigo tú te ti contigo usted ustedes vosotros vosotras os él ella ello ellos ellas \
    le les lo la los las se sí consigo nos nosotros nosotras uno una unos unas que qué quien quién quienes quiénes \
    cual cuál cuales cuáles cuyo cuya cuyos cuyas algo alguien nada nadie esto eso aquello éste ésta éstos éstas ése \
    ésa ésos ésas aquél aquélla aquéllos aquéllas mío mía míos mías tuyo tuya tuyos tuyas suyo suya suyos suyas";

const DETERMINERS: &str = "el la los las l un una unos unas este esta estos estas ese esa esos esas aquel aquella \
    aquellos aquellas mi mis tu tus su sus nuestro nuestra nuestros nuestras vuestro vuestra vuestros vuestras todo \
    toda todos todas otro otra otros otras algún alguno alguna algunos algunas ningún ninguno ninguna ningunos ningunas \
    mucho mucha muchos muchas poco poca pocos pocas bastante bastantes demasiado demasiada demasiados demasiadas varios \
    varias cierto cierta ciertos ciertas cada cualquier cualquiera cualesquiera tal tales tanto tanta tantos tantas \
    mismo misma mismos mismas propio propia propios propias ambos ambas demás diversos diversas sendos sendas medio \
    media dicho dicha dichos dichas más menos cuanto cuanta cuantos cuantas cuántos cuántas";

const PREPOSITIONS: &str = "a al ante bajo cabe con contra de del desde durante en entre excepto hacia hasta mediante \
    para por pro salvo según sin so sobre tras versus vía";

const CONJUNCTIONS: &str = "y e i o u ni pero mas sino aunque porque pues si como cuando donde mientras conque & cómo \
    cuándo dónde";

const AUXILIARIES: &str = "ser soy eres es somos sois son era eras éramos eran fui fue fuimos fueron será serán sería \
    serían sea sean fuera fueran fuese siendo sido estar estoy está estamos están estaba estaban estuvo estuvieron \
    estará estaría esté estén estuviera estando estado haber he has ha hemos han había habían hubo habrá habrán habría \
    habrían haya hayan hubiera hubieran hubiese habiendo habido hay tener tengo tiene tienen tenemos tenía tenían tuvo \
    tuvieron tendrá tendría tenga tengan teniendo tenido puede pueden podía podían podrá podría podrían pudo debe deben \
    debía deberá debería no";

const ADVERBS: &str = "ahora ahí allí allá aquí acá además antes apenas aproximadamente así aun aún ayer bien casi \
    después entonces etc etc. hoy incluso jamás luego mal mañana mejor muy nunca peor prácticamente quizá quizás siempre \
    sólo solo solamente también tampoco tan tanto todavía únicamente ya";

const PARTICLES: &str = "van von der den ter ten della di da do dos das du bin ibn ben bint abu ap af zu zum zur mac \
    mc o' d' l' al-";

const INSTITUTIONS: &str = "hospital hospitales clínica clinica universidad colegio escuela academia instituto banco \
    iglesia catedral tribunal juzgado audiencia museo biblioteca ministerio consejería departamento facultad centro \
    fundación asociación sociedad agencia federación compañía corporación parlamento congreso senado consejo comité \
    comisión ayuntamiento diputación ambulatorio residencia farmacia servicio unidad sanatorio policlínica policlínico \
    consultorio seminario teatro orquesta";

const BODIES: &str = "ministerio ministro ministra consejería consejero consejera departamento facultad escuela instituto \
    fundación asociación sociedad agencia consejo comité comisión dirección secretaría secretario secretaria concejalía \
    subdirección oficina centro servicio unidad colegio federación";

const WAYS: &str = "calle c/ plaza pza. plza. avenida avda avda. av. paseo pº camino carretera ctra. barrio ronda \
    travesía glorieta parque puente estación callejón cuesta urbanización polígono";

const GIVEN: &str = "antonio josé jose manuel francisco juan david javier jesús jesus carlos daniel miguel rafael pedro \
    alejandro ángel angel fernando luis pablo sergio jorge alberto ramón ramon enrique diego vicente álvaro alvaro raúl \
    raul adrián adrian joaquín joaquin iván ivan andrés andres óscar oscar rubén ruben santiago eduardo víctor victor \
    roberto jaime ignacio alfonso salvador ricardo mario jordi emilio marcos julián julian julio tomás tomas agustín \
    agustin guillermo gabriel félix felix mohamed gonzalo joan marc mariano ismael domingo josep cristian alfredo \
    nicolás nicolas sebastián sebastian felipe samuel hugo martín martin césar cesar aitor gregorio benito lorenzo \
    esteban arturo rodrigo germán xavier mateo lucas bartolomé federico ernesto gerardo rosalía maría maria carmen \
    josefa isabel ana laura francisca antonia dolores cristina marta pilar lucía lucia concepción elena mercedes manuela \
    rosa raquel sara paula juana teresa rosario encarnación beatriz nuria silvia montserrat julia patricia irene mónica \
    monica andrea rocío rocio ángela angela margarita sonia sandra susana alicia yolanda alba marina natalia inmaculada \
    ángeles esther eva verónica veronica amparo noelia carolina claudia catalina consuelo victoria lorena miriam emilia \
    nerea luisa inés ines gloria lidia emma sofía sofia clara olga lourdes josé-maría maría-josé leopoldo benjamín";

const HONORIFICS: &str = "don doña d. dª dª. dña. dn. sr sr. sra sra. srta. señor señora señorita dr dr. dra dra. doctor \
    doctora prof. profesor profesora fray sor san santa santo excmo. ilmo.";

const MONTHS: &str = "enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre \
    ene. feb. mar. abr. jun. jul. ago. sep. sept. oct. nov. dic.";

const QUANTIFIERS: &str = "montón par mayoría minoría parte serie tipo tipos clase resto infinidad sinfín número \
    cantidad variedad docena docenas cientos miles decenas multitud conjunto";

const SPEECH: &str = "dijo dice dicen decía decir dijeron preguntó pregunta respondió responde contestó contesta afirmó \
    afirma asegura aseguró refiere refirió comenta comentó explica explicó añade añadió señala señaló manifiesta \
    manifestó declara declaró exclama exclamó cuenta contó escribió escribe gritó";
