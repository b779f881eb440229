/**
 * Professions and trades a customer may name, alphabetical, in the generic masculine that the official classifications
 * use.
 *
 * Compiled for this product after the occupation groups of the Clasificación Internacional Uniforme de Ocupaciones
 * (Organización Internacional del Trabajo, CIUO-08) and the degrees common in the five countries.
 */
import { names } from './names.ts';

export const professions: readonly string[] = names(`
  Abogado | Actor | Actuario | Acuicultor | Administrador agropecuario | Administrador de bases de datos
  Administrador de condominios | Administrador de empresas | Administrador de fincas | Administrador de redes
  Administrador de salud | Administrador financiero | Administrador hotelero | Administrador portuario
  Administrador público | Aduanero | Agente de aduanas | Agente de bienes raíces | Agente de carga
  Agente de seguridad | Agente de seguros | Agente de tránsito | Agente de viajes | Agricultor | Agrimensor
  Agrónomo | Albañil | Alfarero | Analista de crédito | Analista de datos | Analista de inversiones
  Analista de riesgos | Analista de sistemas | Analista financiero | Anestesiólogo | Animador digital | Antropólogo
  Apicultor | Arboricultor | Archivista | Armador de barcos | Arqueólogo | Arquitecto | Arquitecto de interiores
  Arquitecto de software | Arquitecto paisajista | Artesano | Artista plástico | Asesor de inversiones
  Asesor de seguros | Asesor educativo | Asesor empresarial | Asesor legal | Asesor tributario
  Asistente administrativo | Asistente contable | Asistente de enfermería | Asistente dental | Asistente ejecutivo
  Asistente legal | Astrónomo | Atleta profesional | Audiólogo | Auditor | Auditor de sistemas | Auxiliar de vuelo
  Avicultor | Ayudante de cocina | Ayudante de construcción | Bacteriólogo | Bailarín | Banquero | Barbero | Barista
  Bibliotecólogo | Biofísico | Biólogo | Biólogo marino | Bioquímico | Biotecnólogo | Bombero | Botánico
  Buzo profesional | Cajero | Camarógrafo | Camionero | Cantante | Cantinero | Capitán de barco | Cardiólogo
  Carnicero | Carpintero | Cartero | Cartógrafo | Catador | Catedrático universitario | Cerrajero | Chef | Chofer
  Científico de datos | Científico político | Cineasta | Cirujano | Cirujano dentista | Cirujano plástico
  Climatólogo | Cobrador | Cocinero | Comercializador | Comerciante | Compositor | Comprador | Comunicador social
  Conductor de autobús | Conductor de maquinaria pesada | Conductor de taxi | Confeccionista | Conserje
  Conservador de museo | Constructor | Consultor ambiental | Consultor de empresas | Consultor de tecnología
  Contador | Contador público | Contralor | Controlador de tránsito aéreo | Coordinador de eventos
  Coordinador de proyectos | Coreógrafo | Corrector de textos | Corredor de bienes raíces | Corredor de bolsa
  Corredor de seguros | Cosmetólogo | Costurero | Criador de ganado | Criminólogo | Crítico de arte
  Cuidador de adultos mayores | Cuidador infantil | Curador de arte | Decorador de interiores | Defensor público
  Dependiente de comercio | Dermatólogo | Desarrollador de software | Desarrollador web | Despachador de aduana
  Dibujante técnico | Dietista | Diplomático | Director comercial | Director de cine | Director de empresa
  Director de escuela | Director de orquesta | Director de recursos humanos | Director de tecnología
  Director ejecutivo | Director financiero | Director general | Diseñador de interiores | Diseñador de modas
  Diseñador de producto | Diseñador gráfico | Diseñador industrial | Diseñador web | Docente
  Docente de educación especial | Docente de idiomas | Docente de preescolar | Docente de primaria
  Docente de secundaria | Docente universitario | Ebanista | Ecólogo | Economista | Editor | Educador físico
  Electricista | Electromecánico | Empleado bancario | Empleado de comercio | Empleado de oficina | Empresario
  Encuestador | Endocrinólogo | Enfermero | Enólogo | Entrenador deportivo | Epidemiólogo | Escenógrafo | Escritor
  Escultor | Especialista en comercio exterior | Especialista en logística | Especialista en mercadeo
  Especialista en seguridad informática | Estadístico | Estilista | Estudiante | Evaluador de proyectos
  Farmacéutico | Filólogo | Filósofo | Fiscal | Físico | Fisioterapeuta | Florista | Fontanero | Fotógrafo
  Fumigador | Funcionario público | Futbolista profesional | Ganadero | Gastroenterólogo | Genetista | Geofísico
  Geógrafo | Geólogo | Gerente administrativo | Gerente de agencia bancaria | Gerente de marca
  Gerente de operaciones | Gerente de producción | Gerente de proyectos | Gerente de ventas | Gerente general
  Geriatra | Gestor ambiental | Gestor cultural | Gestor de cobranzas | Gestor de redes sociales | Ginecólogo
  Guardabosques | Guardia de seguridad | Guía turístico | Guionista | Hematólogo | Herrero | Historiador | Hotelero
  Ilustrador | Impresor | Ingeniero aeronáutico | Ingeniero agrícola | Ingeniero agroindustrial | Ingeniero agrónomo
  Ingeniero ambiental | Ingeniero biomédico | Ingeniero civil | Ingeniero comercial | Ingeniero de alimentos
  Ingeniero de minas | Ingeniero de petróleos | Ingeniero de procesos | Ingeniero de sistemas | Ingeniero de sonido
  Ingeniero de telecomunicaciones | Ingeniero eléctrico | Ingeniero electromecánico | Ingeniero electrónico
  Ingeniero en computación | Ingeniero en mecatrónica | Ingeniero estructural | Ingeniero financiero
  Ingeniero forestal | Ingeniero geólogo | Ingeniero hidráulico | Ingeniero industrial | Ingeniero mecánico
  Ingeniero metalúrgico | Ingeniero naval | Ingeniero pesquero | Ingeniero químico | Ingeniero textil
  Ingeniero topógrafo | Ingeniero vial | Inmunólogo | Inspector de calidad | Inspector de sanidad
  Instructor de conducción | Instructor de gimnasio | Instrumentista quirúrgico | Intérprete
  Investigador científico | Jardinero | Jefe de almacén | Jefe de compras | Jefe de personal | Joyero | Juez
  Jugador profesional | Kinesiólogo | Laboratorista clínico | Licenciado en letras | Lingüista | Litógrafo | Locutor
  Logopeda | Maestro de obra | Maestro panadero | Magistrado | Manicurista | Maquillador | Maquinista | Marinero
  Marino mercante | Masajista | Matemático | Mecánico automotriz | Mecánico de aviación | Mecánico industrial
  Mediador | Médico cirujano | Médico familiar | Médico forense | Médico general | Médico intensivista
  Médico internista | Mensajero | Mercadólogo | Mesero | Meteorólogo | Microbiólogo | Microempresario | Militar
  Minero | Misionero | Modelo | Modista | Músico | Nefrólogo | Neumólogo | Neurocirujano | Neurólogo | Notario
  Nutricionista | Obstetra | Oceanógrafo | Odontólogo | Oficial de cumplimiento | Oficial de policía | Oficinista
  Oftalmólogo | Oncólogo | Operador de centro de llamadas | Operador de grúa | Operario de producción | Óptico
  Optómetra | Orfebre | Organizador de bodas | Orientador vocacional | Ortodoncista | Ortopedista
  Otorrinolaringólogo | Panadero | Paramédico | Parasitólogo | Pastelero | Pastor religioso | Patólogo | Pedagogo
  Pediatra | Peluquero | Pensionado | Periodista | Perito contable | Perito de seguros | Pescador
  Piloto de aviación | Pintor artístico | Pintor de construcción | Planificador urbano | Plomero | Podólogo
  Politólogo | Portero | Presentador de televisión | Procurador | Productor agropecuario | Productor audiovisual
  Productor musical | Programador | Proyectista | Psicólogo | Psicólogo clínico | Psicólogo industrial
  Psicopedagogo | Psiquiatra | Publicista | Químico | Químico farmacéutico | Quiropráctico | Radiólogo
  Radiotécnico | Recepcionista | Reclutador de personal | Redactor | Regente de farmacia | Relacionista público
  Relojero | Rentista | Repartidor | Representante de ventas | Representante médico | Restaurador de arte
  Reumatólogo | Sacerdote | Sastre | Secretario | Secretario ejecutivo | Sociólogo | Soldador | Sumiller
  Supervisor de obra | Supervisor de producción | Supervisor de ventas | Tapicero | Tasador | Técnico agrícola
  Técnico de laboratorio | Técnico de mantenimiento | Técnico de sonido | Técnico dental | Técnico electricista
  Técnico electrónico | Técnico en computación | Técnico en emergencias médicas | Técnico en enfermería
  Técnico en radiología | Técnico en refrigeración | Técnico en telecomunicaciones | Tecnólogo médico | Telefonista
  Teólogo | Terapeuta del lenguaje | Terapeuta familiar | Terapeuta ocupacional | Terapeuta respiratorio | Tesorero
  Topógrafo | Trabajador del hogar | Trabajador social | Traductor | Transportista | Traumatólogo | Urbanista
  Urólogo | Vendedor | Vendedor ambulante | Veterinario | Vigilante | Visitador médico | Vitivinicultor | Zapatero
  Zootecnista
`);
