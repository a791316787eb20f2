/** Words behind a word for secrets and a colon that are no secret. */
export const NO_SECRET = [
  'forgotten|forgot|lost|unknown|none|wrong|incorrect|invalid|expired|missing|reset|required|hidden|see|yes|no|not|sent|same|protected|null|undefined|empty',
  'vergessen|verloren|unbekannt|falsch|keins?|keine|ungültig|abgelaufen|zurücksetzen|ja|nein|siehe|nicht|erforderlich',
  'oubliée?|perdue?|inconnue?|erronée?|faux|invalide|expirée?|aucune?|oui|non|incorrecte?',
  'olvidad[ao]|perdid[ao]|desconocid[ao]|incorrect[ao]|inválid[ao]|ningun[ao]|sí|no',
  'dimenticat[ao]|pers[ao]|sconosciut[ao]|errat[ao]|non|nessun[ao]|scadut[ao]|sì',
  'esquecid[ao]|esqueci|errad[ao]|inválid[ao]|nenhum[ao]?|sim|não',
  'vergeten|kwijt|onbekend|onjuist|verkeerd|geen|ongeldig|verlopen|ja|nee',
  'zapomniane|nieznane|błędne|nieprawidłowe|brak|nie|tak|wygasło',
  'glemt|feil|ukjent|ugyldig|fel|forkert|väärä',
  'забыл|неверный|yanlış|zapomenut[éo]|špatn[éý]|错误|錯誤',
] as const;

/** Words of sentences about passwords, behind "is" above all. */
const TALK = [
  "a|an|the|it|its|it's|this|that|these|those|there|here|which|what|who|why|how|when|where|i|you|we|they|he|she|my|your|our|me|us|one|ones|mine|all|any|some|nothing|something|anything|everything|too|so|very|still|also|always|never|now|just|only|again|already|yet|back|being|been|be|was|were|are|is|isn't|not|for|from|in|on|of|to|at|by|with|as|same|like|because|but|and|or|if",
  'right|correct|valid|good|bad|fine|ok|okay|strong|weak|short|long|safe|secure|unsafe|insecure|different|old|new|blank|blocked|locked|accepted|rejected|refused|denied|changed|saved|stored|used|needed|case-sensitive|case|working|failing|broken|useless|compromised|stolen|leaked|set|mandatory|optional|default|temporary|available|impossible|identical|fixed|please|thanks|help|asap|today|tomorrow|confidential|private|personal|public|secret|random|updated|recognized|recognised|important|necessary|enough|outdated|masked|encrypted|shown|visible|invisible|printed|written|below|above|attached|field|button|link|page|box|form|option|settings?|manager|policy|rules?|protected|reuse|recovery|change|typed|entered|ready|gone|off',
  'password|passwort|zurück|cómo|como|write|troquei|seen|says?|said|asks?|asked|tells?|told|doesn|won|isn|nothing|does|do|did|has|have|had|will|would|can|could|should|must|came|comes?|gets?|got|went|because|though|between|without|within|every|everywhere|nowhere|email|mail|phone|login|account|sms',
  'es|ich|du|wir|das|dies|dieses|der|die|ein|eine|mein|nur|schon|noch|immer|auch|doch|nun|sehr|zu|so|wie|was|wo|warum|richtig|korrekt|gültig|sicher|unsicher|kurz|lang|alt|neu|weg|gesperrt|geändert|gespeichert|angeblich|leider|wieder|gut|schlecht|stark|schwach|inkorrekt|geheim|leer|nötig|hier|da|jetzt|steht|nirgends|ok',
  'ce|ça|cela|il|elle|je|vous|nous|on|qui|que|quoi|où|le|la|les|un|une|mon|ma|trop|très|bien|bon|bonne|correct|toujours|encore|pas|plus|jamais|refusé|bloqué|changé|obligatoire|court|vide|valide|valable|ici|différent|même|refusée|erroné|mauvais',
  'esto|eso|este|esta|ese|esa|yo|que|qué|cuál|dónde|el|la|los|las|un|una|mi|muy|bien|mal|correcta|correcto|válida|segura|seguro|nueva|nuevo|vieja|siempre|nunca|todavía|rechazada|bloqueada|aquí|corta|larga|fácil|equivocada|errónea|obligatoria|caducada|demasiado',
  'questo|questa|quella|quello|io|che|cosa|quale|dove|il|lo|mia|mio|molto|troppo|bene|male|corretta|corretto|giusta|valida|sicura|nuova|vecchia|sempre|mai|ancora|bloccata|qui|debole|sbagliata|rifiutata|obbligatoria|incorretta|errata',
  'isto|isso|essa|esse|esta|este|eu|que|qual|onde|a|o|minha|muito|bem|correta|correto|certa|válida|segura|nova|velha|sempre|nunca|ainda|bloqueada|aqui|fraca|curta|incorreta|recusada|expirou|expirada',
  'dit|dat|deze|die|ik|je|jij|wij|wat|waar|welk|het|de|een|mijn|te|goed|fout|juist|correct|geldig|nieuw|oud|altijd|nooit|nog|weer|al|niet|geblokkeerd|gewijzigd|hier|zwak|kort|leeg|hetzelfde',
  'tak|ten|ta|co|jak|gdzie|który|które|moje|mój|bardzo|dobre|złe|poprawne|ważne|nowe|stare|zawsze|nigdy|jeszcze|zablokowane|tutaj|tu|krótkie|słabe|puste|takie|samo|niepoprawne|bezpieczne|wygasłe|zmienione',
  'det|den|dette|jeg|jag|du|vi|hva|vad|hvad|hvor|var|min|mitt|for|for|meget|bra|god|godt|rett|riktig|rätt|rigtigt|forkert|forkerte|gyldig|giltigt|ny|nytt|gammel|gammalt|alltid|aldri|aldrig|enda|ennå|fortsatt|stadig|sperret|spärrat|her|här|ikke|inte|svak|kort|ugyldigt|udløbet|utløpt|oikea|oikein|vanha|uusi|liian|ei|vanhentunut|lukittu|tämä|mikä',
  'je|není|špatně|správné|staré|nové|zase|pořád|moje|mé|rossz|hibás|helytelen|helyes|jó|régi|új|nem|hol|mi|az|ez|lejárt|greșită|gresita|gresit|greșit|incorectă|corectă|corecta|bună|nu|este|e|veche|nouă|expirată|uitată|λάθος|λαθος|σωστός|δεν|το|ο|που|παλιός|doğru|hatalı|geçersiz|eski|yeni|değil|nedir|ne|bu|hala|çok|не|это|этот|мой|верный|правильный|старый|новый|опять|снова|всё|еще|ещё|сейчас|так|что|где|как|неправильный|неверно|подходит|працює|невірний|неправильно|не|мій|старий|новий|לא|זה|מה|איפה|שגויה|נכונה|خطأ|غير|صحيحة|لا|هذا|هذه|ما|गलत|सही|नहीं|क्या|है',
] as const;

const TALKED = new RegExp(String.raw`^(?:${[...NO_SECRET, ...TALK].join('|')})$`, 'iu');

/** Whether a word belongs to the talk about a secret. */
export function isTalk(word: string): boolean {
  return TALKED.test(word.replaceAll(/^[([{¿¡]+|[!?]+$/g, ''));
}
