// Words that stand between a password and the word for it, or before a password: English, German, French, Spanish, Italian,
// Portuguese, Dutch, Polish, Scandinavian languages, Turkish, Russian.

/** Words by which languages say that something is another thing, and as what it is used. */
export const BEING = [
  "is|was|that['’]s|it['’]s|isn['’]t|ist|war|wäre|est|était|c['’]est|es|era|fue|è|é|foi|to|to jest|jest|było|er|var|är|это|был",
] as const;
export const BEING_USED =
  'as|als|comme|como|come|jako|som|olarak|как|for|für|pour|para|per|på|im|in|na|no|en|nel|nella|dans|w|в|into|i';

/** Words of entering a password, in front of it. */
const ENTERING =
  'typ(?:e|ed|ing|es)|enter(?:ed|ing|s)?|us(?:e|ed|ing)|put|set|tried|try|tipp\\p{L}*|getippt|eingegeben|gebe|gab|nutz\\p{L}*|benutz\\p{L}*|nehme|tap(?:e|é|ais)|saisi\\p{L}*|mets|mis|utilis\\p{L}*|escrib\\p{L}*|pongo|puse|puesto|ingres\\p{L}*|us[oéa]|uso|usavo|usato|inser\\p{L}*|metto|messo|digit\\p{L}*|coloc\\p{L}*|coloquei|usava|uso|typ|typte|ingevuld|invul\\p{L}*|gebruik\\p{L}*|wpis\\p{L}*|używam|poda\\p{L}*|skriver|skrev|taster|tastede|bruker|brukte|anger|angav|använd\\p{L}*|yaz\\p{L}*|gir\\p{L}*|ввожу|ввёл|ввел|пишу|набираю';

/** Words of a change, in front of the password before it or after it. */
const CHANGING =
  'old|new|now|before|previous(?:ly)?|earlier|used to be|became|alt\\p{L}*|neu\\p{L}*|jetzt|nun|vorher|früher|ancien\\p{L}*|nouve\\p{L}*|maintenant|avant|viej[oa]|antigu[oa]|nuev[oa]|ahora|antes|vecchi[oa]|nuov[oa]|adesso|ora|prima|antig[oa]|velh[oa]|nov[oa]|agora|virou|oude?|nieuwe?|nu|vroeger|star[eya]|now[eya]|teraz|wcześniej|gamle?|nye?|nytt|nå|før|gamla|nya|innan|eski\\p{L}*|yeni\\p{L}*|стар\\p{L}*|нов\\p{L}*|теперь|раньше|était|war|era|byl[oa]?|było';

export const TO_ANOTHER = 'to|into|auf|zu|in|à|en|a|por|para|naar|op|na|til|till|yerine|into|إلى|->|→|=>';

/** Words right in front of a password, where a word for one is near. */
export const CUES = `${ENTERING}|${CHANGING}`;
/** Words between two passwords. */
export const SECOND_OF_TWO = `${TO_ANOTHER}|${CHANGING}`;
