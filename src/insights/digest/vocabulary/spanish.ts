import type { Vocabulary } from './vocabulary.ts';

export const spanish: Vocabulary = {
  promises: [
    String.raw`(?:ahora mismo|enseguida) (?:le|lo|la|les|se|te)(?: \p{L}+)+`,
    String.raw`\p{L}+(?:[aei]r|dr)(?:é|á|emos|án)`,
    'har(?:é|á|emos|án)',
    String.raw`(?:voy|vamos|va|van) a \p{L}+[aei]r(?:le|les|lo|la|los|las|se|me)*`,
    '(?:está|están|va|van) en camino',
    '(?:sale|salen|llega|llegan|termina|queda) (?:hoy|mañana|en|el)',
    '(?:hoy mismo|mañana) \\p{L}+',
    '(?:le|les|te) (?:devolvemos|reembolsamos|enviamos|mandamos|llamamos|avisamos|aviso|llega|llegan|envío|mando|paso)',
    String.raw`(?:en|dentro de)(?: unos| unas)? \d+ (?:minutos|horas|días|semanas|meses)`,
  ],
  questions: [
    '¿',
    String.raw`(?:cómo|cuándo|dónde|cuánto|cuánta|cuántos|cuál|cuáles|quién|por qué) \p{L}+`,
    String.raw`(?:puedo|puede|pueden|podría|podrían|tiene|tienen|hay|es posible) \p{L}+`,
  ],
  calls: ['hay alguien(?: ahí| aquí)?', 'alguien ahí', '(?:sigue|siguen|sigues|está|están|estás) (?:todavía )?ahí'],
  pleasantries: ['qué tal', 'cómo (?:está usted|estás|están ustedes)'],
  greetings: ['hola', 'buenas', 'buenos días', 'buenas (?:tardes|noches)', 'gracias', 'por favor'],
  identifiers: {
    order: ['pedido', 'orden'],
    invoice: ['factura', 'abono'],
    ticket: ['ticket', 'incidencia', 'caso'],
    tracking: ['seguimiento', 'rastreo', 'paquete', 'envío'],
    return: ['número de devolución'],
    customer: ['cliente', 'contrato'],
  },
};
