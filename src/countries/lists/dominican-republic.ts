/**
 * República Dominicana: 31 provincias and the Distrito Nacional.
 *
 * Source: Oficina Nacional de Estadística (ONE), División Territorial, whose spelling is followed where laws and usage
 * waver: 'Baoruco' (also Bahoruco), 'El Seibo' (also El Seybo), 'Monte Cristi' (also Montecristi).
 */
import { names } from './names.ts';

export const provincias: readonly string[] = names(`
  Azua | Baoruco | Barahona | Dajabón | Distrito Nacional | Duarte | El Seibo | Elías Piña | Espaillat | Hato Mayor
  Hermanas Mirabal | Independencia | La Altagracia | La Romana | La Vega | María Trinidad Sánchez | Monseñor Nouel
  Monte Cristi | Monte Plata | Pedernales | Peravia | Puerto Plata | Samaná | San Cristóbal | San José de Ocoa
  San Juan | San Pedro de Macorís | Sánchez Ramírez | Santiago | Santiago Rodríguez | Santo Domingo | Valverde
`);
