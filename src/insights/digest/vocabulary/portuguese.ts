import type { Vocabulary } from './vocabulary.ts';

export const portuguese: Vocabulary = {
  promises: [
    String.raw`(?:vou|vamos|vai|vão) \p{L}+[aeio]r`,
    String.raw`\p{L}+(?:[aei]r|fa|di|tra)(?:ei|á|emos|ão)`,
    '(?:farei|fará|faremos|farão|trarei|direi)',
    '(?:está|estão) a caminho',
    '(?:sai|saem|chega|chegam|termina|fica pronto) (?:hoje|amanhã|em|até|na|no)',
    'amanhã',
    '(?:devolvemos|reembolsamos|ligamos|avisamos)',
    String.raw`(?:em|dentro de)(?: até| cerca de)? \d+ (?:minutos|horas|dias|semanas|meses)`,
  ],
  questions: [
    String.raw`(?:como|quando|onde|cadê|quanto|quanta|quantos|qual|quais|que|quem|por que|o que) (?:é|está|eu|posso|faço|fica|custa|vai|tem|você|vocês|acho|fazer|devo|tempo)`,
    String.raw`(?:posso|pode|podem|poderia|poderiam|dá para|tem como|é possível|vocês) \p{L}+`,
  ],
  calls: [
    '(?:tem|há) alguém(?: aí| aqui)?',
    'alguém aí',
    '(?:você|vocês) (?:ainda )?(?:está|estão|tá) aí',
    'ainda (?:está|estão|tá) aí',
  ],
  pleasantries: ['tudo b[eo]m', 'como vai você'],
  greetings: ['olá', 'oi', 'bom dia', 'boa (?:tarde|noite)', 'obrigad[oa]', 'por favor', 'alô'],
  identifiers: {
    order: ['pedido', 'encomenda'],
    invoice: ['fatura', 'nota fiscal', 'nota'],
    ticket: ['ticket', 'chamado', 'protocolo'],
    tracking: ['rastreio', 'rastreamento', 'pacote'],
    return: ['número da devolução'],
    customer: ['cliente', 'contrato'],
  },
};
