import type { Language } from './phrases/languages.ts';

/** A city that visitors write from. */
export interface Place {
  language: Language;
  country: string;
  region: string;
  city: string;
  latitude: string;
  longitude: string;
  isps: readonly string[];
  /** A number range set aside for fiction, `#` for a free digit. */
  phone: string;
  /** The share of visitors who come from here, roughly in percent. */
  share: number;
}

const british = {
  language: 'en',
  country: 'United Kingdom',
  isps: ['Northline', 'Albion Broadband'],
  phone: '+44 20 7946 0###',
} as const;
const american = { language: 'en', country: 'United States', isps: ['Prairie Cable', 'Coastal Fiber'] } as const;
const teutonic = {
  language: 'de',
  country: 'Germany',
  isps: ['Nordlicht Netz', 'Rheinfunk'],
  phone: '+49 30 23125 ###',
} as const;
const spanish = { language: 'es', isps: ['Red Sol', 'Fibra Ibérica'], phone: '+1 202-555-01##' } as const;
const french = { language: 'fr', isps: ['Lumière Télécom', 'Réseau Sud'], phone: '+33 1 99 00 ## ##' } as const;
const lusophone = { language: 'pt', isps: ['Atlântico Net', 'Conexão Sul'], phone: '+1 202-555-01##' } as const;

export const places: readonly Place[] = [
  { ...british, region: 'England', city: 'London', latitude: '51.5074', longitude: '-0.1278', share: 11 },
  { ...british, region: 'England', city: 'Leeds', latitude: '53.8008', longitude: '-1.5491', share: 5 },
  { ...british, region: 'Scotland', city: 'Glasgow', latitude: '55.8642', longitude: '-4.2518', share: 4 },
  {
    ...american,
    region: 'Massachusetts',
    city: 'Boston',
    latitude: '42.3601',
    longitude: '-71.0589',
    phone: '+1 617-555-01##',
    share: 6,
  },
  {
    ...american,
    region: 'Oregon',
    city: 'Portland',
    latitude: '45.5152',
    longitude: '-122.6784',
    phone: '+1 503-555-01##',
    share: 4,
  },
  { ...teutonic, region: 'Berlin', city: 'Berlin', latitude: '52.5200', longitude: '13.4050', share: 9 },
  { ...teutonic, region: 'Nordrhein-Westfalen', city: 'Köln', latitude: '50.9375', longitude: '6.9603', share: 6 },
  { ...teutonic, region: 'Bayern', city: 'München', latitude: '48.1351', longitude: '11.5820', share: 5 },
  {
    ...teutonic,
    country: 'Austria',
    region: 'Wien',
    city: 'Wien',
    latitude: '48.2082',
    longitude: '16.3738',
    share: 3,
  },
  {
    ...spanish,
    country: 'Spain',
    region: 'Madrid',
    city: 'Madrid',
    latitude: '40.4168',
    longitude: '-3.7038',
    share: 6,
  },
  {
    ...spanish,
    country: 'Spain',
    region: 'Andalucía',
    city: 'Sevilla',
    latitude: '37.3891',
    longitude: '-5.9845',
    share: 3,
  },
  {
    ...spanish,
    country: 'Mexico',
    region: 'Jalisco',
    city: 'Guadalajara',
    latitude: '20.6597',
    longitude: '-103.3496',
    share: 3,
  },
  {
    ...french,
    country: 'France',
    region: 'Île-de-France',
    city: 'Paris',
    latitude: '48.8566',
    longitude: '2.3522',
    share: 7,
  },
  {
    ...french,
    country: 'France',
    region: 'Occitanie',
    city: 'Toulouse',
    latitude: '43.6047',
    longitude: '1.4442',
    share: 3,
  },
  {
    ...french,
    country: 'Belgium',
    region: 'Wallonie',
    city: 'Liège',
    latitude: '50.6326',
    longitude: '5.5797',
    share: 2,
  },
  {
    ...lusophone,
    country: 'Portugal',
    region: 'Lisboa',
    city: 'Lisboa',
    latitude: '38.7223',
    longitude: '-9.1393',
    share: 4,
  },
  {
    ...lusophone,
    country: 'Brazil',
    region: 'São Paulo',
    city: 'São Paulo',
    latitude: '-23.5505',
    longitude: '-46.6333',
    share: 4,
  },
  {
    language: 'nb',
    country: 'Norway',
    region: 'Vestland',
    city: 'Bergen',
    latitude: '60.3913',
    longitude: '5.3221',
    isps: ['Fjordnett'],
    phone: '+1 202-555-01##',
    share: 4,
  },
  {
    language: 'ja',
    country: 'Japan',
    region: '大阪府',
    city: '大阪市',
    latitude: '34.6937',
    longitude: '135.5023',
    isps: ['さくらネット', 'Minato Online'],
    phone: '+1 202-555-01##',
    share: 4,
  },
  {
    language: 'ar',
    country: 'Egypt',
    region: 'القاهرة',
    city: 'القاهرة',
    latitude: '30.0444',
    longitude: '31.2357',
    isps: ['Nile Net'],
    phone: '+1 202-555-01##',
    share: 3,
  },
  {
    language: 'ar',
    country: 'United Arab Emirates',
    region: 'Dubai',
    city: 'Dubai',
    latitude: '25.2048',
    longitude: '55.2708',
    isps: ['Gulf Link'],
    phone: '+1 202-555-01##',
    share: 2,
  },
];
