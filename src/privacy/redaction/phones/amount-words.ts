// Words right before a number that say that it is an amount, a size, a draw or a share: English, German, French, Spanish,
// Italian, Portuguese, Dutch, Polish, Norwegian.

const AMOUNTS = [
  'totals?|subtotal|sums?|amounts?|balance|price|cost|sold|factors?|rates?|ratio|sizes?|lottery|lotto|draw|weight|lengths?|width|height|score|values?|quantity|qty|budget|revenue|population|coordinates?|lat|lon|lng|latitude|longitude',
  'summe|gesamt|gesamtsumme|betrag|preis|faktor|rate|kurs|verhältnis|größen?|groesse|gewicht|länge|breite|höhe|menge|anzahl|wert|umsatz|lottozahlen|gewinnzahlen|verkauft',
  'montant|somme|prix|facteur|taux|rapport|tailles?|pointures?|poids|longueur|largeur|hauteur|quantité|valeur|loterie|tirage|vendu',
  'importe|suma|precio|factor|tasa|tallas?|peso|longitud|latitud|anchura|altura|cantidad|valor|lotería|sorteo|vendido',
  'totale|importo|somma|prezzo|fattore|tasso|tagli[ae]|misur[ae]|lunghezza|larghezza|altezza|quantità|valore|estrazione|venduto',
  'montante|soma|preço|fator|taxa|tamanhos?|medidas?|comprimento|largura|quantidade|loteria|lotaria|sorteio|vendemos',
  'totaal|bedrag|som|prijs|tarief|maat|maten|gewicht|lengte|breedte|hoogte|aantal|waarde|loterij|trekking|verkocht',
  'razem|suma|kwota|kwoty|cena|współczynnik|stawka|kurs|rozmiary?|waga|długość|szerokość|wysokość|ilość|wartość|losowanie|sprzedano',
  'beløp|summen?|pris|totalt|størrelser?|vekt|lengde|bredde|høyde|antall|verdi|lotteri|trekning|solgt',
] as const;

const AMOUNT = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${AMOUNTS.join('|')})(?: (?:of|is|was|von|ist|war|de|est|es|di|è|é|van|to|er|på))? ?[:=~]? ?$`,
  'iu',
);

/** Whether the end of a text says that the number behind it is an amount or a list of sizes. */
export function introducesAmount(before: string): boolean {
  return /\p{L}/u.test(before) && AMOUNT.test(before);
}
