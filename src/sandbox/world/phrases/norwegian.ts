import type { Phrasebook } from './phrasebook.ts';

export const norwegian: Phrasebook = {
  items: ['skrivebordslampe', 'eikehylle', 'ullteppe', 'kaffekvern', 'sykkelhjelm', 'regnjakke', 'kontorstol'],
  greetings: ['Hei', 'Heisann', 'God dag', 'hei hei', ''],
  details: [
    'Jeg skrev e-post for {days} dager siden uten svar.',
    'det er en bursdagsgave, så det haster litt',
    'Samme på mobilen',
    'koster det noe?',
    'ok',
    'vent litt, jeg leter',
  ],
  nudges: ['hallo?', 'Er det noen der?', 'er du der ennå?'],
  thanks: ['Tusen takk!', 'supert, takk {agent}', 'Fint, ha en god dag', 'takk'],
  complaints: ['Dette er ikke bra nok.', 'Da vil jeg ha pengene tilbake.', 'Så må jeg vente igjen, altså.'],
  bot: ['Hei! Jeg er butikkassistenten. Hva gjelder det?', 'Velkommen til Brightwater! Har du ordrenummeret?'],
  welcomes: [
    'Hei {name}, dette er {agent}. Jeg sjekker med en gang.',
    'Hei, du snakker med {agent}. Takk for at du ventet.',
  ],
  knocks: ['Hei, {agent} her. Lurer du på noe om: {item}?'],
  holding: ['Et øyeblikk, jeg sjekker.', 'Jeg åpner bestillingen nå.', 'Jeg spør på lageret.'],
  followUps: [
    'Er det noe mer jeg kan hjelpe med?',
    'Er det greit for deg?',
    'Det forstår jeg, beklager.',
    'Ja, nettopp.',
  ],
  handovers: ['Jeg setter deg over til {colleague}.'],
  takeovers: ['Hei {name}, {agent} her. Jeg har lest alt.'],
  farewells: ['Bare hyggelig, ha en fin dag!', 'Ha det, {name}!'],
  regards: ['Med vennlig hilsen', 'Mvh'],
  topics: {
    delivery: {
      subjects: ['Hvor er {order}?', 'Pakken mangler'],
      openings: [
        'bestillingen {order} skulle vært her for {days} dager siden.',
        'Sporingen {tracking} sier levert, men jeg har ikke fått noe.',
        'Det mangler noe i pakken: {item}.',
      ],
      questions: ['Hva er ordrenummeret?', 'Fikk du hentelapp?'],
      answers: ['{order}', 'Nei, ingen lapp.'],
      solutions: [
        'Pakken ligger i {city} og kommer i morgen før {time}.',
        'Vi har sendt den på nytt, det tar {days} dager.',
      ],
    },
    refund: {
      subjects: ['Refusjon {order}', 'Retur'],
      openings: [
        'jeg returnerte varen for {days} dager siden og har ikke fått pengene ({item}).',
        'Jeg er trukket to ganger for {order}!',
      ],
      questions: ['Når sendte du returen?'],
      answers: ['For {days} dager siden, kvittering {tracking}.'],
      solutions: [
        'Returen er registrert, {amount} kommer om {days} virkedager.',
        'Det var vår feil, jeg har slettet det andre trekket.',
      ],
    },
    invoice: {
      subjects: ['Faktura {invoice}'],
      openings: ['jeg trenger faktura {invoice} med firmanavnet på.', 'Jeg kjenner ikke igjen et trekk på {amount}.'],
      questions: ['Gjelder det {invoice}?'],
      answers: ['Ja, {invoice}.', 'Bjørnøya Båtlag AS, {city}'],
      solutions: ['{invoice} er rettet, du får PDF på e-post.'],
    },
    login: {
      subjects: ['Får ikke logget inn'],
      openings: [
        'jeg får ikke logget inn, kontoen er visst sperret.',
        'E-posten for nytt passord kommer aldri.',
        'blir logget ut hele tiden i {browser}',
      ],
      questions: ['Hvilken nettleser bruker du?'],
      answers: ['{browser}', 'feil 4{days}3'],
      solutions: ['Kontoen er åpnet igjen, prøv nå.', 'Ny lenke er sendt.'],
    },
    bug: {
      subjects: ['Feil i kassen'],
      openings: [
        'kassen henger etter at jeg skriver inn kortet',
        'Rabattkoden virker ikke.',
        'Siden {time} er siden helt blank.',
      ],
      questions: ['Hva ser du på skjermen?'],
      answers: ['en grå boks, ikke noe mer', 'nå igjen, {time}'],
      solutions: ['Utviklerne retter det i dag.', 'Jeg la inn bestillingen for deg: {order}.'],
    },
    cancellation: {
      subjects: ['Avbestille {order}'],
      openings: [
        'kan dere avbestille {order}? Jeg bestilte feil.',
        'Jeg vil si opp abonnementet, knappen virker ikke.',
      ],
      questions: ['Skal jeg avbestille alt?'],
      answers: ['Ja, alt sammen.'],
      solutions: ['{order} er avbestilt, du får {amount} tilbake.'],
    },
  },
};
