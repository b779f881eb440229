/**
 * Economic activities: the names of the 419 classes of the CIIU, in the order of their codes. They stand under its 21 sections
 * A to U, whose titles are shortened. One more is for people who do not work outside the home.
 *
 * Source: Naciones Unidas, Clasificación Industrial Internacional Uniforme de todas las actividades económicas,
 * Revisión 4 (Informes estadísticos, serie M, núm. 4/Rev. 4), Spanish edition, whose wording is kept ('n.c.p.': no
 * clasificado en otra parte). The other names are what people call their work. A class is stored by its name;
 * docs/decisions/lists.md gives the code of each new or reworded entry.
 */
import { names } from './names.ts';

/** Today's wording of classes whose official wording is dated, by stored name. The stored name and its code stay. */
export const saidToday: Readonly<Record<string, string>> = {
  'Fabricación de bicicletas y de sillones de ruedas para inválidos': 'Fabricación de bicicletas y de sillas de ruedas',
  'Actividades de atención en instituciones para personas con retraso mental, enfermos mentales y toxicómanos':
    'Actividades de atención en instituciones para personas con discapacidad intelectual, trastornos mentales o adicciones',
};

/** For people who work at home, study or live on a pension: code 0081 of Colombia's tax register (DIAN, RUT). */
export const withoutActivity = {
  value: 'Sin actividad económica',
  label: 'Sin actividad económica',
  description: 'Hogar, estudios, jubilación, rentas o búsqueda de empleo',
  also: names(
    `no trabajo | ama de casa | amo de casa | labores del hogar | quehaceres domésticos | estudiante | jubilado
    jubilada | pensionado | pensionada | rentista | desempleado | desempleada | cesante`,
  ),
} as const;

export const activitiesBySection: Readonly<Record<string, readonly string[]>> = {
  'Agricultura, ganadería, silvicultura y pesca': names(`
    Cultivo de cereales (excepto arroz), legumbres y semillas oleaginosas
    Cultivo de arroz
    Cultivo de hortalizas y melones, raíces y tubérculos = papas; verduras; yuca; tomate; maíz
    Cultivo de caña de azúcar = ingenio azucarero; cañaveral
    Cultivo de tabaco
    Cultivo de plantas de fibra
    Cultivo de otras plantas no perennes = flores; rosas; floricultura
    Cultivo de uva
    Cultivo de frutas tropicales y subtropicales = banano; plátano; piña; mango; aguacate; papaya; finca
    Cultivo de cítricos
    Cultivo de frutas de pepita y de hueso
    Cultivo de otros frutos y nueces de árboles y arbustos
    Cultivo de frutos oleaginosos
    Cultivo de plantas con las que se preparan bebidas = café; cacao; cafetal
    Cultivo de especias y de plantas aromáticas, medicinales y farmacéuticas
    Cultivo de otras plantas perennes
    Propagación de plantas
    Cría de ganado bovino y búfalos = vacas; ganadería; lechería
    Cría de caballos y otros equinos
    Cría de camellos y otros camélidos
    Cría de ovejas y cabras
    Cría de cerdos
    Cría de aves de corral = pollos; avicultura; granja
    Cría de otros animales
    Cultivo de productos agrícolas en combinación con la cría de animales (explotación mixta) = finquero; finquera
    Actividades de apoyo a la agricultura
    Actividades de apoyo a la ganadería
    Actividades poscosecha
    Tratamiento de semillas para propagación
    Caza ordinaria y mediante trampas y actividades de servicios conexas
    Silvicultura y otras actividades forestales
    Extracción de madera
    Recolección de productos forestales distintos de la madera
    Servicios de apoyo a la silvicultura
    Pesca marítima = pescador
    Pesca de agua dulce
    Acuicultura marina = camaronera; camarones
    Acuicultura de agua dulce
  `),
  'Explotación de minas y canteras': names(`
    Extracción de carbón de piedra
    Extracción de lignito
    Extracción de petróleo crudo = petrolera
    Extracción de gas natural
    Extracción de minerales de hierro
    Extracción de minerales de uranio y torio
    Extracción de otros minerales metalíferos no ferrosos
    Extracción de piedra, arena y arcilla
    Extracción de minerales para la fabricación de abonos y productos químicos
    Extracción de turba
    Extracción de sal
    Explotación de otras minas y canteras n.c.p.
    Actividades de apoyo para la extracción de petróleo y gas natural
    Actividades de apoyo para otras actividades de explotación de minas y canteras
  `),
  'Industrias manufactureras': names(`
    Elaboración y conservación de carne
    Elaboración y conservación de pescado, crustáceos y moluscos
    Elaboración y conservación de frutas, legumbres y hortalizas
    Elaboración de aceites y grasas de origen vegetal y animal
    Elaboración de productos lácteos
    Elaboración de productos de molinería
    Elaboración de almidones y productos derivados del almidón
    Elaboración de productos de panadería = panadería; pan
    Elaboración de azúcar
    Elaboración de cacao y chocolate y de productos de confitería
    Elaboración de macarrones, fideos, alcuzcuz y productos farináceos similares
    Elaboración de comidas y platos preparados
    Elaboración de otros productos alimenticios n.c.p.
    Elaboración de piensos preparados para animales
    Destilación, rectificación y mezcla de bebidas alcohólicas
    Elaboración de vinos
    Elaboración de bebidas malteadas y de malta
    Elaboración de bebidas no alcohólicas; producción de aguas minerales y otras aguas embotelladas
    Elaboración de productos de tabaco
    Preparación e hilatura de fibras textiles
    Tejedura de productos textiles
    Acabado de productos textiles
    Fabricación de tejidos de punto y ganchillo
    Fabricación de artículos confeccionados de materiales textiles, excepto prendas de vestir
    Fabricación de tapices y alfombras
    Fabricación de cuerdas, cordeles, bramantes y redes
    Fabricación de otros productos textiles n.c.p.
    Fabricación de prendas de vestir, excepto prendas de piel = costura; ropa; confección; maquila; modista
    Fabricación de artículos de piel
    Fabricación de artículos de punto y ganchillo
    Curtido y adobo de cueros; adobo y teñido de pieles
    Fabricación de maletas, bolsos de mano y artículos similares, y de artículos de talabartería y guarnicionería
    Fabricación de calzado
    Aserrado y acepilladura de madera
    Fabricación de hojas de madera para enchapado y tableros a base de madera
    Fabricación de partes y piezas de carpintería para edificios y construcciones
    Fabricación de recipientes de madera
    Fabricación de otros productos de madera; fabricación de artículos de corcho, paja y materiales trenzables
    Fabricación de pasta de madera, papel y cartón
    Fabricación de papel y cartón ondulado y de envases de papel y cartón
    Fabricación de otros artículos de papel y cartón
    Impresión
    Actividades de servicios relacionadas con la impresión
    Reproducción de grabaciones
    Fabricación de productos de hornos de coque
    Fabricación de productos de la refinación del petróleo
    Fabricación de sustancias químicas básicas
    Fabricación de abonos y compuestos de nitrógeno
    Fabricación de plásticos y caucho sintético en formas primarias
    Fabricación de plaguicidas y otros productos químicos de uso agropecuario
    Fabricación de pinturas, barnices y productos de revestimiento similares, tintas de imprenta y masillas
    Fabricación de jabones y detergentes, preparados para limpiar y pulir, perfumes y preparados de tocador
    Fabricación de otros productos químicos n.c.p.
    Fabricación de fibras artificiales
    Fabricación de productos farmacéuticos, sustancias químicas medicinales y productos botánicos de uso \
      farmacéutico
    Fabricación de cubiertas y cámaras de caucho; recauchutado y renovación de cubiertas de caucho
    Fabricación de otros productos de caucho
    Fabricación de productos de plástico
    Fabricación de vidrio y productos de vidrio
    Fabricación de productos refractarios
    Fabricación de materiales de construcción de arcilla
    Fabricación de otros productos de porcelana y de cerámica
    Fabricación de cemento, cal y yeso
    Fabricación de artículos de hormigón, cemento y yeso
    Corte, talla y acabado de la piedra
    Fabricación de otros productos minerales no metálicos n.c.p.
    Industrias básicas de hierro y acero
    Fabricación de productos primarios de metales preciosos y otros metales no ferrosos
    Fundición de hierro y acero
    Fundición de metales no ferrosos
    Fabricación de productos metálicos para uso estructural
    Fabricación de tanques, depósitos y recipientes de metal
    Fabricación de generadores de vapor, excepto calderas de agua caliente para calefacción central
    Fabricación de armas y municiones
    Forja, prensado, estampado y laminado de metales; pulvimetalurgia
    Tratamiento y revestimiento de metales; maquinado
    Fabricación de artículos de cuchillería, herramientas de mano y artículos de ferretería
    Fabricación de otros productos elaborados de metal n.c.p.
    Fabricación de componentes y tableros electrónicos
    Fabricación de ordenadores y equipo periférico
    Fabricación de equipo de comunicaciones
    Fabricación de aparatos electrónicos de consumo
    Fabricación de equipo de medición, prueba, navegación y control
    Fabricación de relojes
    Fabricación de equipo de irradiación y equipo electrónico de uso médico y terapéutico
    Fabricación de instrumentos ópticos y equipo fotográfico
    Fabricación de soportes magnéticos y ópticos
    Fabricación de motores, generadores y transformadores eléctricos y aparatos de distribución y control de la \
      energía eléctrica
    Fabricación de pilas, baterías y acumuladores
    Fabricación de cables de fibra óptica
    Fabricación de otros hilos y cables eléctricos
    Fabricación de dispositivos de cableado
    Fabricación de equipo eléctrico de iluminación
    Fabricación de aparatos de uso doméstico
    Fabricación de otros tipos de equipo eléctrico
    Fabricación de motores y turbinas, excepto motores para aeronaves, vehículos automotores y motocicletas
    Fabricación de equipo de propulsión de fluidos
    Fabricación de otras bombas, compresores, grifos y válvulas
    Fabricación de cojinetes, engranajes, trenes de engranajes y piezas de transmisión
    Fabricación de hornos, hogares y quemadores
    Fabricación de equipo de elevación y manipulación
    Fabricación de maquinaria y equipo de oficina (excepto ordenadores y equipo periférico)
    Fabricación de herramientas de mano motorizadas
    Fabricación de otros tipos de maquinaria de uso general
    Fabricación de maquinaria agropecuaria y forestal
    Fabricación de maquinaria para la conformación de metales y de máquinas herramienta
    Fabricación de maquinaria metalúrgica
    Fabricación de maquinaria para la explotación de minas y canteras y para obras de construcción
    Fabricación de maquinaria para la elaboración de alimentos, bebidas y tabaco
    Fabricación de maquinaria para la elaboración de productos textiles, prendas de vestir y cueros
    Fabricación de otros tipos de maquinaria de uso especial
    Fabricación de vehículos automotores
    Fabricación de carrocerías para vehículos automotores; fabricación de remolques y semirremolques
    Fabricación de partes, piezas y accesorios para vehículos automotores
    Construcción de buques y estructuras flotantes
    Construcción de embarcaciones de recreo y de deporte
    Fabricación de locomotoras y material rodante
    Fabricación de aeronaves, naves espaciales y maquinaria conexa
    Fabricación de vehículos militares de combate
    Fabricación de motocicletas
    Fabricación de bicicletas y de sillones de ruedas para inválidos
    Fabricación de otros tipos de equipo de transporte n.c.p.
    Fabricación de muebles = carpintería; ebanistería
    Fabricación de joyas y artículos conexos
    Fabricación de bisutería y artículos conexos
    Fabricación de instrumentos de música
    Fabricación de artículos de deporte
    Fabricación de juegos y juguetes
    Fabricación de instrumentos y materiales médicos y odontológicos
    Otras industrias manufactureras n.c.p.
    Reparación de productos elaborados de metal
    Reparación de maquinaria
    Reparación de equipo electrónico y óptico
    Reparación de equipo eléctrico
    Reparación de equipo de transporte, excepto vehículos automotores
    Reparación de otros tipos de equipo
    Instalación de maquinaria y equipo industriales
  `),
  'Electricidad, gas, vapor y aire acondicionado': names(`
    Generación, transmisión y distribución de energía eléctrica
    Fabricación de gas; distribución de combustibles gaseosos por tuberías
    Suministro de vapor y de aire acondicionado
  `),
  'Agua, alcantarillado, desechos y descontaminación': names(`
    Captación, tratamiento y distribución de agua
    Evacuación de aguas residuales
    Recogida de desechos no peligrosos
    Recogida de desechos peligrosos
    Tratamiento y eliminación de desechos no peligrosos
    Tratamiento y eliminación de desechos peligrosos
    Recuperación de materiales
    Actividades de descontaminación y otros servicios de gestión de desechos
  `),
  Construcción: names(`
    Construcción de edificios = constructora; albañilería; casas
    Construcción de carreteras y vías de ferrocarril
    Construcción de proyectos de servicio público
    Construcción de otras obras de ingeniería civil
    Demolición
    Preparación del terreno
    Instalaciones eléctricas = electricista
    Instalaciones de fontanería, calefacción y aire acondicionado = plomería; plomero; gasfitería; refrigeración
    Otras instalaciones para obras de construcción
    Terminación y acabado de edificios
    Otras actividades especializadas de construcción
  `),
  'Comercio y reparación de vehículos': names(`
    Venta de vehículos automotores = concesionario; carros; autos
    Mantenimiento y reparación de vehículos automotores = taller mecánico; mecánica; latonería; vulcanizadora
    Venta de partes, piezas y accesorios para vehículos automotores
    Venta, mantenimiento y reparación de motocicletas y sus partes, piezas y accesorios
    Venta al por mayor a cambio de una retribución o por contrata
    Venta al por mayor de materias primas agropecuarias y animales vivos
    Venta al por mayor de alimentos, bebidas y tabaco
    Venta al por mayor de productos textiles, prendas de vestir y calzado
    Venta al por mayor de otros enseres domésticos
    Venta al por mayor de ordenadores, equipo periférico y programas de informática
    Venta al por mayor de equipo, partes y piezas electrónicos y de telecomunicaciones
    Venta al por mayor de maquinaria, equipo y materiales agropecuarios
    Venta al por mayor de otros tipos de maquinaria y equipo
    Venta al por mayor de combustibles sólidos, líquidos y gaseosos y productos conexos
    Venta al por mayor de metales y minerales metalíferos
    Venta al por mayor de materiales de construcción, artículos de ferretería y equipo y materiales de fontanería y \
      calefacción
    Venta al por mayor de desperdicios, desechos y chatarra y otros productos n.c.p.
    Venta al por mayor no especializada
    Venta al por menor en comercios no especializados con predominio de la venta de alimentos, bebidas o tabaco = \
      supermercado; tienda; tienda de barrio; abarrotes; pulpería; colmado; minimarket
    Otras actividades de venta al por menor en comercios no especializados
    Venta al por menor de alimentos en comercios especializados = carnicería; frutería; verdulería
    Venta al por menor de bebidas en comercios especializados
    Venta al por menor de productos de tabaco en comercios especializados
    Venta al por menor de combustibles para vehículos automotores en comercios especializados = gasolinera; estación \
      de servicio
    Venta al por menor de ordenadores, equipo periférico, programas de informática y equipo de telecomunicaciones en \
      comercios especializados = computadoras; celulares
    Venta al por menor de equipo de sonido y de vídeo en comercios especializados
    Venta al por menor de productos textiles en comercios especializados
    Venta al por menor de artículos de ferretería, pinturas y productos de vidrio en comercios especializados = \
      ferretería
    Venta al por menor de tapices, alfombras y cubrimientos para paredes y pisos en comercios especializados
    Venta al por menor de aparatos eléctricos de uso doméstico, muebles, equipo de iluminación y otros enseres \
      domésticos en comercios especializados
    Venta al por menor de libros, periódicos y artículos de papelería en comercios especializados = librería; \
      papelería
    Venta al por menor de grabaciones de música y de vídeo en comercios especializados
    Venta al por menor de equipo de deporte en comercios especializados
    Venta al por menor de juegos y juguetes en comercios especializados
    Venta al por menor de prendas de vestir, calzado y artículos de cuero en comercios especializados = boutique; \
      zapatería; almacén de ropa; tienda de ropa
    Venta al por menor de productos farmacéuticos y médicos, cosméticos y artículos de tocador en comercios \
      especializados = farmacia; botica; perfumería
    Venta al por menor de otros productos nuevos en comercios especializados
    Venta al por menor de artículos de segunda mano
    Venta al por menor de alimentos, bebidas y tabaco en puestos de venta y mercados = venta ambulante; mercado
    Venta al por menor de productos textiles, prendas de vestir y calzado en puestos de venta y mercados
    Venta al por menor de otros productos en puestos de venta y mercados
    Venta al por menor por correo y por Internet = tienda en línea; comercio electrónico; catálogo; multinivel
    Otras actividades de venta al por menor no realizadas en comercios, puestos de venta o mercados
  `),
  'Transporte y almacenamiento': names(`
    Transporte interurbano de pasajeros por ferrocarril
    Transporte de carga por ferrocarril
    Transporte urbano y suburbano de pasajeros por vía terrestre = autobús; bus; buseta
    Otras actividades de transporte por vía terrestre = taxi; taxista; mototaxista; transporte escolar; Uber
    Transporte de carga por carretera = camión; camionero; mudanzas; fletes
    Transporte por tuberías
    Transporte de pasajeros marítimo y de cabotaje
    Transporte de carga marítimo y de cabotaje
    Transporte de pasajeros por vías de navegación interiores
    Transporte de carga por vías de navegación interiores
    Transporte de pasajeros por vía aérea = aerolínea; aviación
    Transporte de carga por vía aérea
    Almacenamiento y depósito
    Actividades de servicios vinculadas al transporte terrestre
    Actividades de servicios vinculadas al transporte acuático
    Actividades de servicios vinculadas al transporte aéreo
    Manipulación de la carga
    Otras actividades de apoyo al transporte
    Actividades postales
    Actividades de mensajería = repartidor; domiciliario; domiciliaria; courier; paquetería; encomiendas; delivery
  `),
  'Alojamiento y comidas': names(`
    Actividades de alojamiento para estancias cortas = hotel; hostal; Airbnb
    Actividades de campamentos, parques de vehículos recreativos y parques de caravanas
    Otras actividades de alojamiento
    Actividades de restaurantes y de servicio móvil de comidas = cafetería; soda; comedor; comida rápida; cocina
    Suministro de comidas por encargo = catering; banquetes
    Otras actividades de servicio de comidas
    Actividades de servicio de bebidas = bar; discoteca
  `),
  'Información y comunicaciones': names(`
    Edición de libros
    Edición de directorios y listas de correo
    Edición de periódicos, revistas y otras publicaciones periódicas
    Otras actividades de edición
    Edición de programas informáticos
    Actividades de producción de películas cinematográficas, vídeos y programas de televisión
    Actividades de postproducción de películas cinematográficas, vídeos y programas de televisión
    Actividades de distribución de películas cinematográficas, vídeos y programas de televisión
    Actividades de exhibición de películas cinematográficas y cintas de vídeo
    Actividades de grabación de sonido y edición de música
    Transmisiones de radio
    Programación y transmisiones de televisión = canal de televisión; periodista
    Actividades de telecomunicaciones alámbricas
    Actividades de telecomunicaciones inalámbricas
    Actividades de telecomunicaciones por satélite
    Otras actividades de telecomunicaciones
    Programación informática = software; desarrollo web; aplicaciones; programador
    Consultoría de informática y gestión de instalaciones informáticas = soporte técnico; sistemas; tecnología
    Otras actividades de tecnología de la información y de servicios informáticos
    Procesamiento de datos, hospedaje y actividades conexas
    Portales web
    Actividades de agencias de noticias
    Otras actividades de servicios de información n.c.p.
  `),
  'Finanzas y seguros': names(`
    Banca central
    Otros tipos de intermediación monetaria = banco; cooperativa; banca; cajero
    Actividades de sociedades de cartera
    Fondos y sociedades de inversión y entidades financieras similares
    Arrendamiento financiero
    Otras actividades de concesión de crédito
    Otras actividades de servicios financieros, excepto las de seguros y fondos de pensiones, n.c.p.
    Seguros de vida
    Seguros generales
    Reaseguros
    Fondos de pensiones
    Administración de mercados financieros
    Corretaje de valores y de contratos de productos básicos
    Otras actividades auxiliares de las actividades de servicios financieros
    Evaluación de riesgos y daños
    Actividades de agentes y corredores de seguros = bróker; agente de seguros
    Otras actividades auxiliares de las actividades de seguros y fondos de pensiones
    Actividades de gestión de fondos
  `),
  'Actividades inmobiliarias': names(`
    Actividades inmobiliarias realizadas con bienes propios o arrendados = arriendos; alquileres; rentas; arrendador
    Actividades inmobiliarias realizadas a cambio de una retribución o por contrata = bienes raíces; corredor de \
      propiedades
  `),
  'Actividades profesionales, científicas y técnicas': names(`
    Actividades jurídicas = abogado; abogada; notaría; derecho; bufete
    Actividades de contabilidad, teneduría de libros y auditoría; consultoría fiscal = contador; contadora; auditor; \
      impuestos
    Actividades de oficinas principales
    Actividades de consultoría de gestión = asesor; asesoría; consultor; coach
    Actividades de arquitectura e ingeniería y actividades conexas de consultoría técnica = arquitecto; arquitecta; \
      ingeniero; ingeniera; topografía
    Ensayos y análisis técnicos
    Investigaciones y desarrollo experimental en el campo de las ciencias naturales y la ingeniería
    Investigaciones y desarrollo experimental en el campo de las ciencias sociales y las humanidades
    Publicidad = marketing; mercadeo; redes sociales; community manager; influencer; creador de contenido
    Estudios de mercado y encuestas de opinión pública
    Actividades especializadas de diseño = diseño gráfico; diseñador; moda; interiores
    Actividades de fotografía = fotógrafo; fotógrafa
    Otras actividades profesionales, científicas y técnicas n.c.p.
    Actividades veterinarias = veterinario; veterinaria; mascotas
  `),
  'Servicios administrativos y de apoyo': names(`
    Alquiler y arrendamiento de vehículos automotores
    Alquiler y arrendamiento de equipo recreativo y deportivo
    Alquiler de cintas de vídeo y discos
    Alquiler y arrendamiento de otros efectos personales y enseres domésticos
    Alquiler y arrendamiento de otros tipos de maquinaria, equipo y bienes tangibles
    Arrendamiento de propiedad intelectual y productos similares, excepto obras protegidas por derechos de autor
    Actividades de agencias de empleo
    Actividades de agencias de empleo temporal
    Otras actividades de dotación de recursos humanos
    Actividades de agencias de viajes = turismo
    Actividades de operadores turísticos = guía turístico; tours
    Otros servicios de reservas y actividades conexas
    Actividades de seguridad privada = guardia; vigilancia; vigilante; guachimán
    Actividades de servicios de sistemas de seguridad
    Actividades de investigación
    Actividades combinadas de apoyo a instalaciones
    Limpieza general de edificios = aseo; conserje
    Otras actividades de limpieza de edificios y de instalaciones industriales
    Actividades de paisajismo y servicios de mantenimiento conexos
    Actividades combinadas de servicios administrativos de oficina
    Fotocopiado, preparación de documentos y otras actividades especializadas de apoyo de oficina
    Actividades de centros de llamadas = call center; contact center
    Organización de convenciones y exposiciones comerciales = eventos
    Actividades de agencias de cobro y agencias de calificación crediticia
    Actividades de envasado y empaquetado
    Otras actividades de servicios de apoyo a las empresas n.c.p.
  `),
  'Administración pública y defensa': names(`
    Actividades de la administración pública en general = gobierno; municipio; ministerio; funcionario; servidor \
      público; alcalde; alcaldesa; diputado; diputada
    Regulación de las actividades de organismos que prestan servicios sanitarios, educativos, culturales y otros \
      servicios sociales, excepto servicios de seguridad social
    Regulación y facilitación de la actividad económica
    Relaciones exteriores
    Actividades de defensa = militar; ejército; marina; fuerzas armadas
    Actividades de mantenimiento del orden público y de seguridad = policía; bomberos
    Actividades de planes de seguridad social de afiliación obligatoria
  `),
  Enseñanza: names(`
    Enseñanza preescolar y primaria = escuela; maestro; maestra; guardería; docente; jardín infantil
    Enseñanza secundaria de formación general = colegio; profesor; profesora; liceo; docente
    Enseñanza secundaria de formación técnica y profesional
    Enseñanza superior = universidad; catedrático; docente universitario
    Enseñanza deportiva y recreativa = entrenador; yoga
    Enseñanza cultural = música; danza; arte
    Otros tipos de enseñanza n.c.p. = academia; idiomas; clases particulares; escuela de manejo
    Actividades de apoyo a la enseñanza
  `),
  'Salud y asistencia social': names(`
    Actividades de hospitales = clínica
    Actividades de médicos y odontólogos = médicos; médico; médica; doctor; doctora; dentista; consultorio
    Otras actividades de atención de la salud humana = laboratorio clínico; fisioterapia; psicólogo; psicóloga; \
      enfermera; terapias; óptica
    Actividades de atención de enfermería en instituciones
    Actividades de atención en instituciones para personas con retraso mental, enfermos mentales y toxicómanos
    Actividades de atención en instituciones para personas de edad y personas con discapacidad
    Otras actividades de atención en instituciones
    Actividades de asistencia social sin alojamiento para personas de edad y personas con discapacidad
    Otras actividades de asistencia social sin alojamiento
  `),
  'Arte, entretenimiento y recreación': names(`
    Actividades creativas, artísticas y de entretenimiento = músico; actor; actriz; pintor; escritor; artista
    Actividades de bibliotecas y archivos
    Actividades de museos y conservación de lugares y edificios históricos
    Actividades de jardines botánicos y zoológicos y de reservas naturales
    Actividades de juegos de azar y apuestas
    Gestión de instalaciones deportivas = gimnasio; canchas; gym
    Actividades de clubes deportivos
    Otras actividades deportivas
    Actividades de parques de atracciones y parques temáticos
    Otras actividades de esparcimiento y recreativas n.c.p.
  `),
  'Otros servicios': names(`
    Actividades de asociaciones empresariales y de empleadores
    Actividades de asociaciones profesionales
    Actividades de sindicatos
    Actividades de organizaciones religiosas = iglesia; pastor; pastora; sacerdote; parroquia; monja; religiosa
    Actividades de organizaciones políticas
    Actividades de otras asociaciones n.c.p. = ONG; fundación
    Reparación de ordenadores y equipo periférico = computadoras; laptops
    Reparación de equipo de comunicaciones = celulares
    Reparación de aparatos electrónicos de consumo
    Reparación de aparatos de uso doméstico y equipo doméstico y de jardinería
    Reparación de calzado y de artículos de cuero
    Reparación de muebles y accesorios domésticos
    Reparación de otros efectos personales y enseres domésticos
    Lavado y limpieza, incluida la limpieza en seco, de productos textiles y de piel = lavandería; tintorería
    Peluquería y otros tratamientos de belleza = barbería; salón de belleza; estética; manicura; spa
    Pompas fúnebres y actividades conexas = funeraria
    Otras actividades de servicios personales n.c.p. = tatuador; tatuadora; lustrabotas; limpiabotas
  `),
  'Hogares que emplean personal': names(`
    Actividades de los hogares como empleadores de personal doméstico = empleada doméstica; trabajadora del hogar; \
      niñera; servicio doméstico; chofer particular
    Actividades no diferenciadas de los hogares como productores de bienes para uso propio
    Actividades no diferenciadas de los hogares como productores de servicios para uso propio
  `),
  'Organismos internacionales': names(`
    Actividades de organizaciones y órganos extraterritoriales = embajada; ONU; BID
  `),
};
