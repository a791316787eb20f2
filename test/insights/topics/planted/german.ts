import type { Planted } from './planted.ts';

export const german: Planted = {
  greetings: ['Hallo', 'Guten Tag', 'Guten Morgen', 'hi', 'Hallo, ich hätte eine Frage', 'Moin zusammen', ''],
  small: [
    'ich schreibe vom Handy, also entschuldigen Sie die Tippfehler',
    'einen Moment, ich schaue kurz nach',
    'auf dem anderen Rechner ist es genauso',
    'ich habe Ihnen letzte Woche schon geschrieben',
    'ist da jemand?',
    'ok verstehe',
    'ja genau',
    'nein, noch nicht',
    'das wäre sehr nett',
    'meine Kollegin hat gesagt, ich soll hier fragen',
  ],
  thanks: ['Vielen Dank!', 'ok danke', 'Super, schönen Tag noch', 'perfekt, tschüss', 'danke für die Hilfe'],
  subjects: [
    {
      is: /eltern|kind|geburt/i,
      said: [
        'Wie viele Wochen Elternzeit bekomme ich, wenn unser Kind im Mai kommt?',
        'Wo gebe ich den Antrag auf Elternzeit ab?',
        'Meine Frau ist schwanger und ich plane meine Elternzeit',
        'kann man die Elternzeit aufteilen?',
      ],
    },
    {
      is: /rechnung|steuer/i,
      said: [
        'Ich brauche eine Rechnung mit unserer Umsatzsteuernummer',
        'Auf der Rechnung vom Oktober steht die falsche Firma',
        'Können Sie mir die letzten beiden Rechnungen noch einmal schicken?',
        'warum ist auf der Rechnung keine Mehrwertsteuer?',
      ],
    },
    {
      is: /passwort|passwörter|anmeld|login|gesperrt|zurück/i,
      said: [
        'Ich habe mein Passwort vergessen und der Link zum Zurücksetzen geht nicht',
        'die Mail für das neue Passwort kommt nie an',
        'Mein Login ist gesperrt nach drei falschen Passwörtern',
        'wie ändere ich das Passwort?',
      ],
    },
    {
      is: /paket|liefer|sendung|zusteller/i,
      said: [
        'Mein Paket sollte am Dienstag geliefert werden',
        'laut Sendungsverfolgung liegt das Paket noch im Lager',
        'Der Zusteller hat das Paket bei einem Nachbarn gelassen, den ich nicht kenne',
        'wann werden meine Pakete geliefert?',
      ],
    },
    {
      is: /kündig|abo|verläng/i,
      said: [
        'Ich möchte mein Abo kündigen, bevor es sich verlängert',
        'Wie kündige ich das Jahresabo?',
        'Sie haben mein Abo verlängert, obwohl ich im Juni gekündigt hatte',
        'bitte beenden Sie das Abo zum Monatsende',
      ],
    },
    {
      is: /adresse|anschrift|umzug|umgezogen|ziehen|wohnung/i,
      said: [
        'Wir ziehen um, wie ändere ich meine Adresse?',
        'Ich bin letzten Monat umgezogen, bitte die Adresse anpassen',
        'das Formular für die neue Adresse kennt meine Straße nicht',
        'Unsere neue Wohnung hat eine andere Adresse',
      ],
    },
    {
      is: /display|bildschirm|reparatur|reparier|riss|gesprungen/i,
      said: [
        'Das Display von meinem Tablet ist gesprungen, reparieren Sie das?',
        'was kostet die Reparatur vom Display?',
        'Nach der Reparatur flackert das Display',
        'es ist mir runtergefallen und jetzt hat das Display einen Riss',
      ],
    },
    {
      is: /gutschein|guthaben|einlös/i,
      said: [
        'Der Gutschein, den ich gekauft habe, wurde angeblich schon eingelöst',
        'Wo gebe ich den Code vom Gutschein ein?',
        'kann ich das Guthaben auf meinem Gutschein sehen?',
        'Meine Schwester hat einen Gutschein, der abgelaufen ist',
      ],
    },
    {
      is: /öffnung|geöffnet/i,
      said: ['Welche Öffnungszeiten haben Sie samstags?'],
    },
    { is: /park/i, said: ['Gibt es bei Ihnen Parkplätze?'] },
    { is: /dunk/i, said: ['hat die App einen dunklen Modus?'] },
    {
      is: /bewerb|stelle/i,
      said: ['Ich habe Ihnen eine Bewerbung für die Stelle in Kassel geschickt'],
    },
    { is: /nüsse|allerg/i, said: ['sind in den Riegeln Nüsse? Ich bin allergisch'] },
    { is: /stud|rabatt/i, said: ['Bekommen Studenten Rabatt?'] },
  ],
};
