import type { Language } from '../phrases/languages.ts';

/** A name as it is written, and as its bearer spells it in an email address. */
type Spelling = readonly [written: string, plain: string];

interface Names {
  first: readonly Spelling[];
  last: readonly Spelling[];
  /** Japanese puts the family name first. */
  familyFirst?: true;
}

export const names: Readonly<Record<Language, Names>> = {
  en: {
    first: spelled(
      'Olivia Jack Amelia Harry Grace Oliver Chloe Daniel Priya Marcus Hannah Tyrone Eleanor Kwame Ruth Callum Yasmin Peter Beth Noah',
    ),
    last: spelled(
      'Walker Ahmed Thompson Okafor Hughes Bennett Singh Fraser Doyle Price Nakamura Whitfield Marsh Osborne Clarke Sutton Reid Lindqvist Barlow Kaur',
    ),
  },
  de: {
    first: spelled(
      'Anna Jürgen Lena Matthias Käthe Felix Greta Stefan Özlem Björn Sabine Tobias Annika Dieter Mareike Jonas Hülya Wolfgang',
    ),
    last: spelled(
      'Müller Schäfer Weiß Brandt Krüger Vogel Yılmaz Lehmann Böhm Hartmann Kowalski Jansen Groß Winter Steinbach Fuchs',
    ),
  },
  es: {
    first: spelled('Lucía Álvaro Carmen Javier Inés Raúl Ximena Mateo Noelia Andrés Begoña Íñigo Paula Diego'),
    last: spelled('García Muñoz Fernández Ibáñez Ortega Rojas Vázquez Peña Herrera Castaño Domínguez Lozano'),
  },
  fr: {
    first: spelled('Élodie Mathieu Chloé François Aïcha Léo Manon Jérôme Zoé Benoît Solène Karim Agnès Rémi'),
    last: spelled('Lefèvre Moreau Benali Dubois Girard Côté Lemaître Fontaine Roussel Garnier Hébert Chevalier'),
  },
  pt: {
    first: spelled('João Beatriz Tiago Conceição Rafael Inês Caio Luísa Vinícius Marta Otávio Débora'),
    last: spelled('Silva Araújo Pereira Gonçalves Teixeira Magalhães Lopes Fontes Brandão Simões Moraes'),
  },
  nb: {
    first: spelled('Ingrid Håkon Sølvi Øyvind Kari Magnus Åse Torbjørn'),
    last: spelled('Hansen Sørlie Bjørnstad Haugen Lund Åsheim Nygård'),
  },
  ja: {
    first: spelled('花子/hanako 健太/kenta 美咲/misaki 大輔/daisuke 由美/yumi 翔/sho'),
    last: spelled('佐藤/sato 鈴木/suzuki 高橋/takahashi 渡辺/watanabe 小林/kobayashi 山本/yamamoto'),
    familyFirst: true,
  },
  ar: {
    first: spelled('ليلى/layla أحمد/ahmed فاطمة/fatima يوسف/yousef نور/nour خالد/khaled'),
    last: spelled('حسن/hassan المصري/elmasry خليل/khalil الشامي/alshami سعيد/saeed ناصر/nasser'),
  },
};

/** Names, with the plain spelling that an email address needs: what stands behind a slash, or the same letters without marks. */
function spelled(list: string): Spelling[] {
  return list.split(' ').map((name) => {
    const [written = '', latin = written] = name.split('/');
    return [written, plain(latin)];
  });
}

/** Lower case letters a to z: `Jürgen` -> `jurgen`, `Sølvi` -> `solvi`. */
export function plain(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll('ß', 'ss')
    .replaceAll(/[øØ]/g, 'o')
    .replaceAll('ı', 'i')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
}
