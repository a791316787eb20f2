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
  subjects: [
    {
      is: /permisjon|fødsel|baby/i,
      said: [
        'Hvor mange uker foreldrepermisjon får jeg når babyen kommer i mai?',
        'Hvor leverer jeg skjemaet for foreldrepermisjon?',
        'Kona er gravid og jeg planlegger foreldrepermisjonen',
        'kan vi dele foreldrepermisjonen?',
      ],
    },
    {
      is: /faktura|mva/i,
      said: [
        'Jeg trenger en faktura med organisasjonsnummeret vårt',
        'Fakturaen for oktober har feil firma',
        'Kan dere sende kopi av de to siste fakturaene?',
        'hvorfor står det ikke mva på fakturaen?',
      ],
    },
    {
      is: /passord|innlogg|sperret/i,
      said: [
        'Jeg har glemt passordet og lenken virker ikke',
        'e-posten om nytt passord kommer aldri',
        'Innloggingen er sperret etter tre feil passord',
        'hvordan velger jeg nytt passord?',
      ],
    },
    {
      is: /pakke|lever|sporing|bud/i,
      said: [
        'Pakken min skulle vært levert på tirsdag',
        'sporingen sier at pakken ligger på lageret',
        'Budet leverte pakken hos en nabo jeg ikke kjenner',
        'når blir pakkene mine levert?',
      ],
    },
    {
      is: /abonnement|oppsig|fornye|si opp|sagt opp/i,
      said: [
        'Jeg vil si opp abonnementet før det fornyes',
        'Hvordan avslutter jeg årsabonnementet?',
        'Dere fornyet abonnementet enda jeg sa det opp i juni',
        'vennligst stopp abonnementet ved månedsslutt',
      ],
    },
    {
      is: /adresse|flytt|leilighet/i,
      said: [
        'Vi flytter, hvordan endrer jeg adressen?',
        'Jeg flyttet forrige måned, oppdater adressen',
        'skjemaet for ny adresse finner ikke gata mi',
        'Den nye leiligheten har en annen adresse',
      ],
    },
    {
      is: /skjerm|repar|sprukket|sprekk/i,
      said: [
        'Skjermen på nettbrettet er sprukket, reparerer dere den?',
        'hva koster det å reparere skjermen?',
        'Etter reparasjonen flimrer skjermen',
        'jeg mistet det og nå er skjermen sprukket',
      ],
    },
    {
      is: /gavekort|saldo/i,
      said: [
        'Gavekortet jeg kjøpte er visst allerede brukt',
        'Hvor skriver jeg inn koden på gavekortet?',
        'kan jeg se saldoen på gavekortet?',
        'Søsteren min fikk et gavekort som er utløpt',
      ],
    },
    { is: /åpning|åpent/i, said: ['Hva er åpningstidene på lørdag?'] },
    { is: /parker/i, said: ['Er det parkering ved butikken?'] },
    { is: /mørk/i, said: ['har appen mørk modus?'] },
    { is: /søknad|stilling/i, said: ['Jeg sendte en søknad på stillingen i Bergen'] },
    { is: /nøtter|allerg/i, said: ['er det nøtter i müslibarene? Jeg er allergisk'] },
    { is: /student|rabatt/i, said: ['Får studenter rabatt?'] },
  ],
};
