/**
 * República Dominicana: 31 provincias and the Distrito Nacional.
 *
 * Source: Oficina Nacional de Estadística (ONE), División Territorial, whose spelling is followed where laws and usage
 * waver: 'Baoruco' (also Bahoruco), 'El Seibo' (also El Seybo), 'Monte Cristi' (also Montecristi).
 */
import { names } from '../lists/names.ts';

export const places: readonly string[] = names(`
  Azua | Baoruco = Bahoruco; Neiba | Barahona | Dajabón | Distrito Nacional = Santo Domingo de Guzmán; la capital
  Duarte = San Francisco de Macorís | El Seibo = El Seybo | Elías Piña = Comendador; La Estrelleta | Espaillat = Moca
  Hato Mayor | Hermanas Mirabal = Salcedo | Independencia = Jimaní | La Altagracia = Higüey; Bávaro; Punta Cana
  La Romana | La Vega = Concepción de La Vega | María Trinidad Sánchez = Nagua | Monseñor Nouel = Bonao
  Monte Cristi = Montecristi | Monte Plata | Pedernales | Peravia = Baní | Puerto Plata | Samaná | San Cristóbal
  San José de Ocoa | San Juan = San Juan de la Maguana | San Pedro de Macorís | Sánchez Ramírez = Cotuí
  Santiago = Santiago de los Caballeros | Santiago Rodríguez = Sabaneta | Santo Domingo | Valverde = Mao
`);
