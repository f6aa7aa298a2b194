"""Lists of names of our own, and words that are names only now and then."""

# The commonest surnames of Spain, in order.
SURNAMES_ES = """García Rodríguez González Fernández López Martínez Sánchez Pérez Gómez Martín Jiménez Hernández
    Ruiz Díaz Moreno Muñoz Álvarez Romero Gutiérrez Alonso Torres Navarro Domínguez Ramos Vázquez Ramírez Gil
    Serrano Molina Morales Blanco Suárez Ortega Castro Delgado Ortiz Marín Rubio Núñez Medina Sanz Castillo Iglesias
    Cortés Garrido Santos Guerrero Lozano Cano Cruz Méndez Flores Prieto Herrera Peña León Márquez Cabrera Gallego
    Calvo Vidal Campos Vega Fuentes Reyes Carrasco Aguilar Caballero Nieto Santana Vargas Pascual Giménez Herrero
    Hidalgo Montero Lorenzo Santiago Benítez Ibáñez Durán Arias Mora Ferrer Carmona Vicente Rojas Soto Crespo Román
    Pastor Velasco Parra Sáez Moya Bravo Rivera Gallardo Soler Esteban Rivas Pardo Silva Merino Franco Espinosa Lara
    Izquierdo Camacho Vera Arroyo Casado Redondo Luque Sierra Rey Montes Galán Carrillo Otero Segura Heredia Bernal
    Marcos Robles Soriano Palacios Valero Varela Contreras Vila Macías Pereira Expósito Guerra Benito Mendoza Andrés
    Roldán Mateo Bueno Miranda Villanueva Guillén Aguilera Escudero Aparicio Menéndez Casas Salazar Acosta Rivero
    Mesa Estévez Calderón Beltrán Gracia Serra Salas Jurado Conde Aranda Gálvez Quintana Rico Hurtado Manzano Roca
    Trujillo Ávila Ríos Abad Blázquez Plaza Pacheco Santamaría Miguel Rueda Zamora Bermúdez Paredes Correa Simón
    Ballesteros Valverde Maldonado Valle Mata Villar Padilla Salvador Pons Lázaro Cuesta Rosa Naranjo Millán Sancho
    Ponce Ojeda Cuenca Burgos Toledo Oliva Barroso Quesada Cordero Murillo Luna Barrios Collado Montoya Sola Domingo
    Polo Mejías Andreu Linares Puig Escobar Sosa Vallejo Cáceres Caro Asensio Cabello Carretero Ferreira Costa Sala
    Zapata Ayala Saiz Nicolás Villalba Bautista Escribano Castaño Lorente Galindo Cordón Palomo Ochoa Toro Cuevas
    Figueroa Velázquez Duarte Peralta Navas Pineda Recio Avilés Nogueira Barrera Gordillo Font Rosales Carballo
    Osuna""".split()

# How names that the statistics write without accents are written.
SPELT_ES = """José María Jesús Ángel Ramón Álvaro Raúl Adrián Joaquín Iván Andrés Óscar Rubén Víctor Julián Tomás
    Agustín Félix Nicolás Sebastián César Héctor Martín Cristóbal Valentín Germán Moisés Aarón Bartolomé Fermín
    Benjamín Darío Elías Jerónimo Matías Román Damián Ginés Serafín Máximo Saúl Simón Martí Adrià Lluís Iñaki Iñigo
    Cándido Josué Néstor Fabián Bernabé Plácido Lázaro Antón Fidel Hipólito Jonás Efraín Gastón Noé Abraham Isaías
    Zacarías Tobías Ezequías Lucía Concepción Encarnación Mónica Rocío Ángela Ángeles Verónica Inés Lidia Sofía
    Purificación Fátima Asunción Estefanía Belén Ascensión Noemí Bárbara Rosalía Adoración Águeda Cándida
    Consolación Visitación África Begoña Aránzazu Raquel Montserrat Estíbaliz Angélica Brígida Débora Úrsula Áurea
    Anunciación Resurrección Presentación Saray Zoé Chloé Penélope Rogelia Ágata Azahara Efrén Rubí Lucila Judit
    Ainhoa Abián Unax Aitor Gerónimo Eloísa Eloy Leoncio Melchor Nazaret Ariadna Yeray Ulises Amílcar Arístides
    Cástor Edén Eliécer Evelín Jazmín Martina Mélani Olivia Tomé Zoraida Íñigo Aída Elián Arián Práxedes Cleofé
    Leónides Luis Nuria Miriam García Fernández Sánchez""".split()
SPELT_EN = """O'Brien O'Connor O'Neal O'Neill O'Donnell O'Reilly O'Hara O'Keefe O'Leary O'Rourke O'Malley O'Dell
    O'Shea O'Grady O'Toole MacDonald MacKenzie MacLeod LeBlanc LaRue DeAngelo DiMaggio VanDyke""".split()

# Names that are words of every day, or words of clinical notes and letters.
EVERYDAY_ES = set(
    """Blanco Rubio Delgado Calvo Campos Fuentes Flores Reyes Castillo Caballero Nieto Herrero Pastor Bravo Iglesias
    Guerrero Cruz León Santos Moreno Mora Cabello Crespo Cano Izquierdo Franco Redondo Sierra Rey Montes Galán
    Robles Palacios Guerra Bueno Casas Mesa Conde Gracia Salas Jurado Rico Manzano Roca Ríos Plaza Paredes Correa
    Salvador Valle Villar Mata Cuesta Rosa Naranjo Cuenca Burgos Toledo Ávila Oliva Cordero Luna Barrios Collado
    Sola Domingo Polo Escobar Costa Caro Sala Castaño Toro Cuevas Cordón Palomo Recio Barrera Font Rosales Zamora
    Villanueva Valverde Linares Galindo Cortés Serrano Gallardo Hidalgo Silva Merino Casado Segura Medina Vera
    Cáceres Peña Parra Cabrera Durán Rueda Rivera Padilla Gallego Lozano Pardo Expósito Navas Hurtado Pineda Vega
    Santana Santamaría Dolores Concepción Rosario Encarnación Pilar Mercedes Ángeles Remedios Soledad Consuelo
    Nieves Mar Luz Paz Sol Alba Esperanza Milagros Purificación Asunción Trinidad Natividad Ascensión Blanca
    Victoria Amparo Inmaculada Lourdes Aurora Gloria Adoración Estrella Piedad Caridad Felicidad Consolación
    Visitación Virtudes Patrocinio Candela Candelaria Socorro Angustias Presentación Coral Desamparados África
    América Sagrario Guadalupe Fuensanta Violeta Iris Azucena Esmeralda Paloma Olivia Cándida Justa Modesta
    Inocencia Bienvenida Gema Perla Flora Magdalena Carmen Rocío Ángel Jesús Justo Cándido Máximo Modesto Segundo
    Clemente Bienvenido Plácido Blas Severo Amable Ventura Ramos Sansón Benigno Casto Prudencio Inocencio Mártir
    Israel Jordi Pau Pol Pío Nil Mohamed Mohammed Ahmed Joan Marian Ion Victoriano Rubí Petra Purísima Torre Campo
    Prado Río Corral Pozo Estrada Madrid Villa Barba Cid Fuente Pinto Puente Cámara España Flor Granados Huertas
    Manzanares Olmo Real Roda Álamo Alegre Amo Aragón Barranco Bastida Bermejo Camino Castellanos Castilla Chico
    Grande Haro Huerta Lago Leal Llano Malo Manso Mas Milla Muro Prada Reina Rincón Salamanca Salinas Sevilla Soria
    Vizcaíno Abril Águila Alcalde Arco Arenas Bilbao Cabañas Canales Casanova Cerro Cervera Córdoba Coronado Cortina
    Cuervo Duque Espada Fuertes Guardia Heras Hierro Higueras Hoz Infante Laguna Llanos Marco Matas Maza Olivares
    Palomar Parejo Peral Pozuelo Rosado Sacristán Seco Tejedor Trillo Vaquero Vara Viña Alemán Amigó Amor Arcos
    Baños Barco Barrena Barriga Barrio Barros Borrego Bellido Alcázar Catalán Alcalá Almagro Lastra Serna Vall
    Blanch Ocaña Tudela Viana Espejo Daza Mateos Cañete Perea Valencia""".split()
)
EVERYDAY_EN = set(
    """King White Young Hill Green Long Price Cook Bell Cox Ward Gray Brooks Wood Woods Stone Rice Black Day Fields
    Banks Love Bishop Marsh Brown Baker Hall Rose Grant May Will Mark Grace Joy Faith June April Dawn Crystal Amber
    Iris Summer Rich Frank Bill Jack Art Gene Miles Guy Chase Chance Dean Earl Duke Drew Bob Pat Rob Don Ray Lane
    Glen Dale Cliff Rusty Sandy Ruby Pearl Hope Ivy Holly Ginger Olive Violet Heather Daisy Jade Lily Page Sky Star
    Sunny Penny Carol Melody Autumn Angel Christian Jesus Carter Turner Parker Cooper Butler Foster Fisher Hunter
    Gardner Mason Porter Carpenter Knight Weaver Shaw Fox Wolfe Wolf Lamb Swan Bird Robin Drake Frost Snow Rains
    Summers Winters Waters Rivers Lake Pond Brook Forest Park Parks Field Meadows Heath Moss Reed Berry Cherry Holt
    Glass Steele Steel Gold Silver Pope Abbott Deacon Prince Noble Goodman Wise Strong Sharp Blunt Savage Wild
    Gentry Little Small Short Bright Best Hardy Sweet Strange Hand Hands Head Foot Legg Back Cross Church Temple
    Castle Bridges Bridge Street Rhodes Way Case Cash Barber Brewer Potter Hood House Horn Nail Golden Rush Dodge
    Hicks Bush Combs Bond Booth Booker Chambers Cain Cannon Carr Cotton Cole Dickey Early English France French
    Finger Flowers Gay Gross Graves Hooper Howe Kidd Koch Levy Lowe Lucky Lynch Major Mann Marks Massey Mays Mercer
    Mills Moody Moon Moses Nash Night Noon Ochs Oakes Paine Payne Peck Poole Powers Pratt Pugh Reddish Root Rowe
    Sampson Sellers Shepherd Singleton Sparks Stanton Starr Stokes Stout Tate Teller Thorn Valentine Vance Wade
    Walls Ware Watts Webb Weeks Wells West North East South Lee Ellis Wall Roach Hurst Hobbs Hardin Hyde Huff Dyer
    Downs Gill Mack Maid Mayer Battle Bass Baldwin Bean Barrow Crane Cruz Franco Santos Reyes Hogan Houston Lincoln
    Washington Jefferson Madison Charlotte Virginia Georgia Florence Dakota Austin Dallas Paris London Chelsea
    Carolina Asia India China Israel Victoria Sierra Alexandria Sydney Savannah Lance Rod Ross Bud Buddy Sonny
    Junior Hung Man Ok In An The See So Son Song Sun Tan Too Van Said Sang Sung Toy Dong Dick Randy Willy Rocky
    Homer Norm Royal Mercedes Lexus Porsche Tiffany Chastity Charity Constance Prudence Patience Dolly Kitty Kit
    Fern Hazel Laurel Myrtle Opal Gem Merry Misty Stormy Windy Candy Cookie Honey Sugar Precious Princess Queen Lady
    Missy Marina Ace Doc Bailey Ferrell Jordan Morgan Cameron Ford Hunt Hart Burns Harper Pierce Riley Boyer Skinner
    Hull""".split()
)

# Names of both sexes.
BOTH_ES = """Alex Ariel Alexis Noa Andrea Francis Denis Noah René Yael Eli Gabi Dani Sasha Jean Michele Nicola
    Simone Gabriele Maren Amets Elián Arián Jael Dominique Leslie Robin Chris Buenaventura Práxedes Guadalupe
    Charlie Sam Ane Aran Kim Toni Edén Izar Adama Leónides Iraitz Marian Vianney""".split()
BOTH_EN = """Casey Jamie Taylor Kelly Tracy Leslie Shannon Stacy Jessie Dana Robin Chris Kim Alexis Jordan Morgan
    Cameron Riley Avery Quinn Kerry Kendall Devon Dominique Ariel Jackie Francis Terry Shelby Peyton Reese Rowan
    Skyler Sidney Sam Alex Noel Marion Blair Whitney Courtney Ashley Lindsay Tracey Kris Loren Carey Leigh Frankie
    Bobbie Jody Jaime Corey Micah Emery Finley Hayden Harley Rory Logan Drew Jo Lou Sandy Pat""".split()

# Names that are common in many countries, and surnames of many peoples.
NEUTRAL = {
    "given-male": """Adam Daniel David Alexander Michael Samuel Thomas Martin Peter Simon Joseph Gabriel Benjamin
        Lucas Leo Max Oscar Victor Robert Paul Anton Julian Oliver Felix Sebastian Nicolas Philip Elias Noah Jonas
        Marco Mario Roman Ivan Boris Igor Omar Karim Amir Samir Hassan Ali Malik Rami Ravi Arjun Rohan Kenji Wei Jin
        Ming Kofi Kwame Tariq Emil Hugo Erik Stefan Viktor Andrei Milan Dario""".split(),
    "given-female": """Maria Anna Sara Laura Eva Elena Julia Sofia Emma Lena Nina Marina Diana Victoria Alexandra
        Natalia Irina Olga Vera Tatiana Nadia Samira Leila Amina Fatima Yasmin Mariam Zara Aisha Salma Maya Anita
        Priya Sonia Rita Tara Lakshmi Yuki Mei Lin Hana Akiko Amara Zainab Ingrid Astrid Clara Alice Helena Monica
        Carla Silvia Teresa Isabella Olivia Lucia Camila Petra Ema Katarina""".split(),
    "given-both": """Alex Sam Kim Robin Noa Ariel Jean Sasha Dominique Nicola Andrea Yael Jordan Eden Jun Ming Amal
        Nour Kiran Jamie Michele Sidney Charlie Max Rene Francis Alexis Simone Toni Gabi""".split(),
    "surname": """Silva Nguyen Kim Kowalski Novak Ivanov Petrov Popescu Horvat Nagy Rossi Ferrari Müller Schmidt
        Weber Fischer Dubois Moreau Laurent Jansen Visser Hansen Larsen Johansson Nilsson Virtanen Korhonen
        Papadopoulos Yilmaz Demir Haddad Khan Ahmed Hussain Sharma Patel Gupta Singh Das Tanaka Suzuki Sato Wang
        Zhang Chen Liu Park Choi Tran Santoso Reyes Okafor Mensah Diallo Traore Abebe Mwangi Ndiaye Costa Pereira
        García López Smith Johnson Murphy Kelly Cohen Levi""".split(),
}

# What women are called after `del`, `de la`, `de los`: names, not surnames.
DEVOTION = """Carmen Ángeles Dolores Pilar Rosario Mar Rocío Mercedes Remedios Nieves Dios Jesús Fátima Lourdes Pino
    Sol Socorro Soledad Consuelo Concepción Milagros Encarnación Henar Prado Sagrario Coro O Asunción Montserrat
    Camino Puerto Paz Luz Cinta Consolación Desamparados Amparo Esperanza Gracia Guadalupe Valme Macarena Belén
    Begoña Nazaret Rosa Cabeza Fuencisla Almudena Perpetuo Loreto Inmaculada Rosarito Carmelo Trinidad Candelaria
    Merced Salud Reyes Fuensanta Piedad Victoria Purificación Caridad Mercè Montaña Paloma Sagrado""".split()

# Given names that are commoner than the census of 1990 knew, and short forms.
RECENT = {
    "male": """Bob Bill Jim Mike Tom Dave Steve Joe Dan Matt Ben Sam Nick Rick Rob Ron Tony Chuck Hank Jake Pete
        Greg Logan Mason Carter Hunter Jackson Tyler Parker Cooper Bentley Easton Hudson Lincoln Grayson Jaxon Aiden
        Liam Noah Landon Cole Levi Wyatt Jayden Ethan Lucas Owen Caleb Connor Luca Mateo Santiago Mohammed Muhammad
        Ahmed Omar Ali Hassan Ibrahim Wei Hiroshi Sanjay Raj Arjun Ravi Ivan Dmitri Sergei Piotr Marek Giovanni
        Pierre Hans Klaus Lars Sven Olaf""".split(),
    "female": """Sue Peg Peggy Liz Beth Kate Meg Patty Barb Deb Debbie Jen Jenny Cathy Kathy Becky Trish Mandy Nell
        Harper Madison Addison Avery Mackenzie Piper Reagan Sloane Brooklyn Aubrey Zoey Chloe Ava Mia Nevaeh Peyton
        Isla Emilia Aria Layla Nora Luna Fatima Aisha Amina Zainab Mei Yuki Priya Anjali Svetlana Agnieszka
        Katarzyna Giulia Chiara Ingrid Astrid Anneke Siobhan Niamh Aoife""".split(),
}
