import type { Planted } from './planted.ts';

export const norwegian: Planted = {
  greetings: ['Hei', 'God morgen', 'hei hei', 'Hei, jeg har et spørsmål', 'Hallo, kan noen hjelpe meg?', ''],
  small: [
    'jeg skriver fra mobilen, så beklager skrivefeil',
    'et øyeblikk, jeg sjekker',
    'det er likt på den andre maskinen',
    'jeg skrev til dere forrige uke og fikk ikke svar',
    'er det noen der?',
    'ok, skjønner',
    'ja, det stemmer',
    'nei, ikke ennå',
    'det hadde vært veldig snilt',
    'kollegaen min sa at jeg skulle spørre her',
  ],
  thanks: ['Tusen takk!', 'ok takk', 'Flott, ha en fin dag', 'perfekt, hadet', 'takk for hjelpen'],
  welcomes: [
    'Hei, takk for at du skriver til oss. Hva kan jeg hjelpe deg med i dag?',
    'Hei! Et øyeblikk, jeg ser på det.',
  ],
  closings: ['Er det noe mer jeg kan gjøre for deg?', 'Bare hyggelig. Ha en fin dag!'],
  subjects: [
    {
      is: /permisjon|fødsel|baby/i,
      said: [
        'Hvor mange uker foreldrepermisjon får jeg når babyen kommer i mai?',
        'Hvor leverer jeg skjemaet for foreldrepermisjon?',
        'Kona er gravid og jeg planlegger foreldrepermisjonen',
        'kan vi dele foreldrepermisjonen?',
      ],
      answered: 'Foreldrepermisjon kan tas av begge; send skjemaet åtte uker før.',
    },
    {
      is: /faktura|mva/i,
      said: [
        'Jeg trenger en faktura med organisasjonsnummeret vårt',
        'Fakturaen for oktober har feil firma',
        'Kan dere sende kopi av de to siste fakturaene?',
        'hvorfor står det ikke mva på fakturaen?',
      ],
      answered: 'Jeg har sendt den rettede fakturaen.',
    },
    {
      is: /passord|innlogg|sperret/i,
      said: [
        'Jeg har glemt passordet og lenken virker ikke',
        'e-posten om nytt passord kommer aldri',
        'Innloggingen er sperret etter tre feil passord',
        'hvordan velger jeg nytt passord?',
      ],
      answered: 'Du kan lage nytt passord med lenken jeg sender.',
    },
    {
      is: /pakke|lever|sporing|bud/i,
      said: [
        'Pakken min skulle vært levert på tirsdag',
        'sporingen sier at pakken ligger på lageret',
        'Budet leverte pakken hos en nabo jeg ikke kjenner',
        'når blir pakkene mine levert?',
      ],
      answered: 'Pakken er hos budet og blir levert i morgen.',
    },
    {
      is: /abonnement|oppsig|fornye|si opp|sagt opp/i,
      said: [
        'Jeg vil si opp abonnementet før det fornyes',
        'Hvordan avslutter jeg årsabonnementet?',
        'Dere fornyet abonnementet enda jeg sa det opp i juni',
        'vennligst stopp abonnementet ved månedsslutt',
      ],
      answered: 'Abonnementet er sagt opp og blir ikke fornyet.',
    },
    {
      is: /adresse|flytt|leilighet/i,
      said: [
        'Vi flytter, hvordan endrer jeg adressen?',
        'Jeg flyttet forrige måned, oppdater adressen',
        'skjemaet for ny adresse finner ikke gata mi',
        'Den nye leiligheten har en annen adresse',
      ],
      answered: 'Jeg har endret adressen på kontoen din.',
    },
    {
      is: /skjerm|repar|sprukket|sprekk/i,
      said: [
        'Skjermen på nettbrettet er sprukket, reparerer dere den?',
        'hva koster det å reparere skjermen?',
        'Etter reparasjonen flimrer skjermen',
        'jeg mistet det og nå er skjermen sprukket',
      ],
      answered: 'Reparasjon av skjermen tar fem dager på verkstedet.',
    },
    {
      is: /gavekort|saldo/i,
      said: [
        'Gavekortet jeg kjøpte er visst allerede brukt',
        'Hvor skriver jeg inn koden på gavekortet?',
        'kan jeg se saldoen på gavekortet?',
        'Søsteren min fikk et gavekort som er utløpt',
      ],
      answered: 'Gavekortet er aktivt igjen med full saldo.',
    },
    { is: /åpning|åpent/i, said: ['Hva er åpningstidene på lørdag?'], answered: 'Vi har åpent til seks.' },
    { is: /parker/i, said: ['Er det parkering ved butikken?'], answered: 'Ja, rundt hjørnet.' },
    { is: /mørk/i, said: ['har appen mørk modus?'], answered: 'Under innstillinger.' },
    { is: /søknad|stilling/i, said: ['Jeg sendte en søknad på stillingen i Bergen'], answered: 'De svarer deg.' },
    { is: /nøtter|allerg/i, said: ['er det nøtter i müslibarene? Jeg er allergisk'], answered: 'Det kan være spor.' },
    { is: /student|rabatt/i, said: ['Får studenter rabatt?'], answered: 'Ti prosent.' },
  ],
};
