import type { Language } from './phrases/languages.ts';

/** A city that visitors write from. */
export interface Place {
  readonly language: Language;
  readonly country: string;
  readonly region: string;
  readonly city: string;
  readonly latitude: string;
  readonly longitude: string;
  readonly isps: readonly string[];
  /** A number range set aside for fiction, `#` for a free digit. */
  readonly phone: string;
  /** The share of visitors who come from here, roughly in percent. */
  readonly share: number;
}

/** Makes the cities of a country. */
function inCountry(language: Language, country: string, phone: string, isps: readonly string[]) {
  return (region: string, city: string, latitude: string, longitude: string, share: number): Place => ({
    language,
    country,
    region,
    city,
    latitude,
    longitude,
    isps,
    phone,
    share,
  });
}

const ANYWHERE = '+1 202-555-01##';
const AMERICAN = ['Prairie Cable', 'Coastal Fiber'];
const GERMAN = ['Nordlicht Netz', 'Rheinfunk'];
const SPANISH = ['Red Sol', 'Fibra Ibérica'];
const FRENCH = ['Lumière Télécom', 'Réseau Sud'];
const PORTUGUESE = ['Atlântico Net', 'Conexão Sul'];

const britain = inCountry('en', 'United Kingdom', '+44 20 7946 0###', ['Northline', 'Albion Broadband']);
const massachusetts = inCountry('en', 'United States', '+1 617-555-01##', AMERICAN);
const oregon = inCountry('en', 'United States', '+1 503-555-01##', AMERICAN);
const germany = inCountry('de', 'Germany', '+49 30 23125 ###', GERMAN);
const austria = inCountry('de', 'Austria', '+49 30 23125 ###', GERMAN);
const spain = inCountry('es', 'Spain', ANYWHERE, SPANISH);
const mexico = inCountry('es', 'Mexico', ANYWHERE, SPANISH);
const france = inCountry('fr', 'France', '+33 1 99 00 ## ##', FRENCH);
const belgium = inCountry('fr', 'Belgium', '+33 1 99 00 ## ##', FRENCH);
const portugal = inCountry('pt', 'Portugal', ANYWHERE, PORTUGUESE);
const brazil = inCountry('pt', 'Brazil', ANYWHERE, PORTUGUESE);
const norway = inCountry('nb', 'Norway', ANYWHERE, ['Fjordnett']);
const japan = inCountry('ja', 'Japan', ANYWHERE, ['さくらネット', 'Minato Online']);
const egypt = inCountry('ar', 'Egypt', ANYWHERE, ['Nile Net']);
const emirates = inCountry('ar', 'United Arab Emirates', ANYWHERE, ['Gulf Link']);

export const places: readonly Place[] = [
  britain('England', 'London', '51.5074', '-0.1278', 11),
  britain('England', 'Leeds', '53.8008', '-1.5491', 5),
  britain('Scotland', 'Glasgow', '55.8642', '-4.2518', 4),
  massachusetts('Massachusetts', 'Boston', '42.3601', '-71.0589', 6),
  oregon('Oregon', 'Portland', '45.5152', '-122.6784', 4),
  germany('Berlin', 'Berlin', '52.5200', '13.4050', 9),
  germany('Nordrhein-Westfalen', 'Köln', '50.9375', '6.9603', 6),
  germany('Bayern', 'München', '48.1351', '11.5820', 5),
  austria('Wien', 'Wien', '48.2082', '16.3738', 3),
  spain('Madrid', 'Madrid', '40.4168', '-3.7038', 6),
  spain('Andalucía', 'Sevilla', '37.3891', '-5.9845', 3),
  mexico('Jalisco', 'Guadalajara', '20.6597', '-103.3496', 3),
  france('Île-de-France', 'Paris', '48.8566', '2.3522', 7),
  france('Occitanie', 'Toulouse', '43.6047', '1.4442', 3),
  belgium('Wallonie', 'Liège', '50.6326', '5.5797', 2),
  portugal('Lisboa', 'Lisboa', '38.7223', '-9.1393', 4),
  brazil('São Paulo', 'São Paulo', '-23.5505', '-46.6333', 4),
  norway('Vestland', 'Bergen', '60.3913', '5.3221', 4),
  japan('大阪府', '大阪市', '34.6937', '135.5023', 4),
  egypt('القاهرة', 'القاهرة', '30.0444', '31.2357', 3),
  emirates('Dubai', 'Dubai', '25.2048', '55.2708', 2),
];
