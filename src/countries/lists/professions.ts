/**
 * Professions and trades, alphabetical, in the generic masculine of the official classifications, and the words of people
 * who do not work for pay.
 *
 * Compiled for this product after the occupation groups of the Clasificación Internacional Uniforme de Ocupaciones
 * (Organización Internacional del Trabajo, CIUO-08). The degrees common in the five countries are added. Feminine forms:
 * Diccionario de la lengua española (Real Academia Española and ASALE).
 */
import { names } from './names.ts';

/** For customers who find nothing that fits. Every search keeps it in sight. */
export const otherProfession = 'Otra';

export const professions: readonly string[] = names(`
  Abogado = Licenciado en derecho; Jurista | Actor | Actuario | Acuicultor | Administrador agropecuario
  Administrador de bases de datos | Administrador de condominios | Administrador de empresas = Administrador
  Administrador de fincas | Administrador de redes | Administrador de salud | Administrador financiero
  Administrador hotelero | Administrador portuario | Administrador público | Aduanero | Agente de aduanas
  Agente de bienes raíces = Agente inmobiliario | Agente de carga | Agente de seguridad | Agente de seguros = Bróker
  Agente de tránsito | Agente de viajes | Agricultor = Campesino | Agrimensor | Agrónomo
  Albañil = Obrero de construcción | Alcalde | Alfarero | Ama o amo de casa = Labores del hogar; Quehaceres domésticos
  Analista de crédito | Analista de datos | Analista de inversiones | Analista de riesgos
  Analista de sistemas = Informático | Analista financiero | Anestesiólogo | Animador digital | Antropólogo
  Apicultor | Arboricultor | Archivista | Armador de barcos | Arqueólogo | Arquitecto | Arquitecto de interiores
  Arquitecto de software | Arquitecto paisajista | Artesano | Artista plástico | Asesor de inversiones
  Asesor de seguros | Asesor educativo | Asesor empresarial | Asesor legal | Asesor tributario
  Asistente administrativo | Asistente contable | Asistente de enfermería = Auxiliar de enfermería | Asistente dental
  Asistente ejecutivo | Asistente legal | Astrónomo | Atleta profesional = Deportista | Audiólogo | Auditor
  Auditor de sistemas | Auxiliar de vuelo = Azafata; Sobrecargo; Aeromozo | Avicultor | Ayudante de cocina
  Ayudante de construcción | Bacteriólogo | Bailarín | Banquero | Barbero | Barista | Bibliotecólogo | Biofísico
  Biólogo | Biólogo marino | Bioquímico | Biotecnólogo | Bombero | Botánico | Buzo profesional | Cajero | Camarógrafo
  Camionero = Conductor de camión | Cantante | Cantinero = Bartender | Capitán de barco | Cardiólogo | Carnicero
  Carpintero | Cartero | Cartógrafo | Catador | Catedrático universitario | Cerrajero | Chef
  Chofer = Conductor; Chófer | Científico de datos | Científico político | Cineasta | Cirujano
  Cirujano dentista = Dentista | Cirujano plástico | Climatólogo | Cobrador | Cocinero | Comercializador
  Comerciante = Tendero; Negociante; Tienda de barrio | Compositor | Comprador | Comunicador social | Conductor de autobús = Busero
  Conductor de maquinaria pesada | Conductor de taxi = Taxista; Mototaxista; Uber | Confeccionista | Conserje = Personal de limpieza
  Conservador de museo | Constructor | Consultor ambiental | Consultor de empresas | Consultor de tecnología
  Contador = Contable | Contador público = Contador público autorizado; CPA | Contralor
  Controlador de tránsito aéreo | Coordinador de eventos | Coordinador de proyectos | Coreógrafo | Corrector de textos
  Corredor de bienes raíces = Corredor de propiedades | Corredor de bolsa | Corredor de seguros | Cosmetólogo
  Costurero | Creador de contenido = Influencer | Criador de ganado | Criminólogo | Crítico de arte | Cuidador de adultos mayores
  Cuidador infantil = Niñera; Babysitter | Curador de arte | Decorador de interiores | Defensor público
  Dependiente de comercio = Vendedor de tienda | Dermatólogo | Desarrollador de software = Ingeniero de software
  Desarrollador web | Desempleado = Cesante | Despachador de aduana | Dibujante técnico | Dietista | Diplomático | Diputado = Asambleísta; Congresista | Director comercial
  Director de cine | Director de empresa | Director de escuela | Director de orquesta
  Director de recursos humanos = Talento humano | Director de tecnología | Director ejecutivo | Director financiero
  Director general | Diseñador de interiores | Diseñador de modas = Diseñador de moda | Diseñador de producto
  Diseñador gráfico | Diseñador industrial | Diseñador web | Docente = Profesor; Maestro
  Docente de educación especial | Docente de idiomas | Docente de preescolar = Parvulario; Maestro de jardín
  Docente de primaria = Maestro; Profesor de escuela | Docente de secundaria = Profesor de colegio
  Docente universitario = Profesor universitario | Ebanista | Ecólogo | Economista | Editor | Educador físico
  Electricista | Electromecánico | Empleado bancario | Empleado de comercio | Empleado de oficina = Administrativo
  Empresario = Emprendedor; Dueño de negocio | Encuestador | Endocrinólogo | Enfermero | Enólogo
  Entrenador deportivo | Epidemiólogo | Escenógrafo | Escritor | Escultor | Especialista en comercio exterior
  Especialista en logística | Especialista en mercadeo = Marketing | Especialista en seguridad informática
  Estadístico | Estilista | Estudiante | Evaluador de proyectos | Farmacéutico | Filólogo | Filósofo
  Fiscal | Físico | Fisioterapeuta = Terapista físico | Florista | Fotógrafo | Fumigador
  Funcionario público = Servidor público; Empleado público | Futbolista profesional = Deportista | Ganadero
  Gastroenterólogo | Genetista | Geofísico | Geógrafo | Geólogo | Gerente administrativo | Gerente de agencia bancaria
  Gerente de marca | Gerente de operaciones | Gerente de producción | Gerente de proyectos | Gerente de ventas
  Gerente general | Geriatra | Gestor ambiental | Gestor cultural | Gestor de cobranzas
  Gestor de redes sociales = Community manager | Ginecólogo | Guardabosques
  Guardia de seguridad = Guachimán; Celador | Guía turístico | Guionista | Hematólogo | Herrero | Historiador
  Hotelero | Ilustrador | Impresor | Ingeniero aeronáutico | Ingeniero agrícola | Ingeniero agroindustrial
  Ingeniero agrónomo | Ingeniero ambiental | Ingeniero biomédico | Ingeniero civil | Ingeniero comercial
  Ingeniero de alimentos | Ingeniero de minas | Ingeniero de petróleos | Ingeniero de procesos
  Ingeniero de sistemas = Informático | Ingeniero de sonido | Ingeniero de telecomunicaciones | Ingeniero eléctrico
  Ingeniero electromecánico | Ingeniero electrónico | Ingeniero en computación | Ingeniero en mecatrónica
  Ingeniero estructural | Ingeniero financiero | Ingeniero forestal | Ingeniero geólogo | Ingeniero hidráulico
  Ingeniero industrial | Ingeniero mecánico | Ingeniero metalúrgico | Ingeniero naval | Ingeniero pesquero
  Ingeniero químico | Ingeniero textil | Ingeniero topógrafo | Ingeniero vial | Inmunólogo | Inspector de calidad
  Inspector de sanidad | Instructor de conducción | Instructor de gimnasio | Instrumentista quirúrgico | Intérprete
  Investigador científico | Jardinero | Jefe de almacén | Jefe de compras | Jefe de personal = Recursos humanos
  Joyero | Jubilado o jubilada = Retirado | Juez | Jugador profesional | Kinesiólogo | Laboratorista clínico
  Licenciado en letras | Lingüista | Litógrafo | Locutor | Lustrabotas = Limpiabotas | Maestro de obra | Maestro panadero | Magistrado
  Manicurista = Uñas | Maquillador | Maquinista | Marinero | Marino mercante | Masajista | Matemático
  Mecánico automotriz = Mecánico | Mecánico de aviación | Mecánico industrial | Mediador | Médico cirujano = Doctor
  Médico familiar | Médico forense | Médico general = Doctor | Médico intensivista | Médico internista
  Mensajero = Motorizado | Mercadólogo = Marketing | Mesero = Camarero; Salonero | Meteorólogo | Microbiólogo
  Microempresario | Militar = Soldado | Minero | Misionero | Modelo | Modista | Músico | Nefrólogo | Neumólogo
  Neurocirujano | Neurólogo | Notario | Nutricionista | Obstetra | Oceanógrafo | Odontólogo = Dentista
  Oficial de cumplimiento | Oficial de policía = Policía | Oficinista | Oftalmólogo | Oncólogo
  Operador de centro de llamadas = Call center | Operador de grúa | Operario de producción | Óptico | Optómetra
  Orfebre | Organizador de bodas | Orientador vocacional | Ortodoncista | Ortopedista | Otorrinolaringólogo | Panadero
  Paramédico | Parasitólogo | Pastelero | Pastor religioso | Patólogo | Pedagogo | Pediatra | Peluquero | Pensionado
  Periodista | Perito contable | Perito de seguros | Pescador | Piloto de aviación = Aviador | Pintor artístico
  Pintor de construcción | Planificador urbano | Plomero = Fontanero; Gasfitero | Podólogo | Politólogo = Político | Portero
  Presentador de televisión | Procurador | Productor agropecuario = Finquero | Productor audiovisual
  Productor musical | Programador | Proyectista | Psicólogo | Psicólogo clínico | Psicólogo industrial | Psicopedagogo
  Psiquiatra | Publicista | Químico | Químico farmacéutico | Quiropráctico | Radiólogo | Radiotécnico | Recepcionista
  Reclutador de personal | Redactor | Regente de farmacia | Relacionista público | Religioso = Monja | Relojero | Rentista = Arrendador
  Repartidor = Delivery; Domiciliario | Representante de ventas = Asesor comercial; Ejecutivo de ventas | Representante médico
  Restaurador de arte | Reumatólogo | Sacerdote = Cura | Sastre | Secretario | Secretario ejecutivo | Sociólogo
  Soldador | Sommelier = Sumiller | Supervisor de obra | Supervisor de producción | Supervisor de ventas | Tapicero | Tasador
  Tatuador | Técnico agrícola | Técnico de laboratorio | Técnico de mantenimiento | Técnico de sonido | Técnico dental
  Técnico electricista | Técnico electrónico | Técnico en computación | Técnico en emergencias médicas
  Técnico en enfermería | Técnico en radiología | Técnico en refrigeración | Técnico en telecomunicaciones
  Tecnólogo médico | Telefonista | Teólogo | Terapeuta del lenguaje = Fonoaudiólogo; Logopeda | Terapeuta familiar
  Terapeuta ocupacional | Terapeuta respiratorio | Tesorero | Topógrafo
  Trabajador del hogar = Empleado doméstico; Servicio doméstico | Trabajador social | Traductor | Transportista
  Traumatólogo | Urbanista | Urólogo | Vendedor = Agente de ventas | Vendedor ambulante = Vendedor informal
  Veterinario | Vigilante | Visitador médico | Vitivinicultor | Zapatero | Zootecnista
`);

/** Words with an irregular feminine. 'Modelo' and 'Piloto' have one form for both. */
const irregularFeminine: Readonly<Record<string, string>> = {
  Actor: 'Actriz',
  Alcalde: 'Alcaldesa',
  Buzo: 'Buzo',
  Dependiente: 'Dependienta',
  Jefe: 'Jefa',
  Juez: 'Jueza',
  Modelo: 'Modelo',
  Piloto: 'Piloto',
  Sastre: 'Sastra',
};

/**
 * The feminine of a title: 'Ingeniera química', 'Directora de orquesta'. The noun and the adjectives before the first
 * preposition agree. A title with one form for both stays as it is.
 */
export function feminineOf(title: string): string {
  if (title.includes(' o ')) return title;
  const parts = title.split(' ');
  const complement = parts.findIndex((word) => /^(de|del|en)$/.test(word));
  const agreeing = complement === -1 ? parts.length : complement;
  return parts.map((word, index) => (index < agreeing ? feminineWord(word) : word)).join(' ');
}

function feminineWord(word: string): string {
  const irregular = irregularFeminine[word];
  if (irregular) return irregular;
  if (word.endsWith('o')) return `${word.slice(0, -1)}a`;
  if (word.endsWith('or')) return `${word}a`;
  return word.replace(/án$/, 'ana').replace(/ín$/, 'ina');
}
