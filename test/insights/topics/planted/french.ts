import type { Planted } from './planted.ts';

export const french: Planted = {
  greetings: [
    'Bonjour',
    'Bonsoir',
    'Bonjour madame',
    'salut',
    "Bonjour, j'ai une question",
    "Bonjour, quelqu'un peut m'aider ?",
    '',
  ],
  small: [
    "j'écris depuis mon téléphone, désolé pour les fautes",
    'un instant, je vérifie',
    "c'est pareil sur mon autre ordinateur",
    "je vous ai écrit la semaine dernière et je n'ai pas eu de réponse",
    "il y a quelqu'un ?",
    "d'accord je comprends",
    "oui c'est ça",
    'non, pas encore',
    'ce serait vraiment gentil',
    "ma collègue m'a dit de demander ici",
  ],
  thanks: ['Merci beaucoup !', 'ok merci', 'Super, bonne journée', 'parfait, au revoir', 'merci pour votre aide'],
  welcomes: [
    "Bonjour, merci de nous avoir écrit. Comment puis-je vous aider aujourd'hui ?",
    "Bonjour ! Un instant s'il vous plaît, je regarde.",
  ],
  closings: ['Puis-je faire autre chose pour vous ?', 'Avec plaisir. Bonne journée !'],
  subjects: [
    {
      is: /congé|parental|naissance|bébé/i,
      said: [
        'Combien de semaines de congé parental puis-je prendre à la naissance de notre bébé ?',
        'Où dois-je envoyer le formulaire du congé parental ?',
        'Ma femme est enceinte et je voudrais préparer mon congé parental',
        'peut-on partager le congé parental entre nous deux ?',
      ],
      answered: 'Le congé parental peut être pris par les deux parents, huit semaines avant.',
    },
    {
      is: /factur|tva/i,
      said: [
        "J'ai besoin d'une facture avec notre numéro de TVA",
        "La facture d'octobre porte le mauvais nom de société",
        'Pourriez-vous m’envoyer une copie de mes deux dernières factures ?',
        "pourquoi n'y a-t-il pas de TVA sur cette facture ?",
      ],
      answered: 'Je vous ai envoyé la facture corrigée.',
    },
    {
      is: /mot de passe|mots? de|passe|réinitial|bloqu|connexion/i,
      said: [
        "J'ai oublié mon mot de passe et le lien de réinitialisation ne marche pas",
        "le mail pour changer de mot de passe n'arrive jamais",
        'Ma connexion est bloquée après trois mauvais mots de passe',
        'comment choisir un nouveau mot de passe ?',
      ],
      answered: 'Vous pouvez changer le mot de passe avec le lien que je vous envoie.',
    },
    {
      is: /colis|livr|suivi/i,
      said: [
        'Mon colis devait être livré mardi',
        'le suivi dit que le colis est encore au dépôt',
        'Le livreur a laissé mon colis chez un voisin que je ne connais pas',
        'quand mes colis seront-ils livrés ?',
      ],
      answered: 'Le colis est chez le livreur et sera livré demain.',
    },
    {
      is: /abonnement|résili|renouvel/i,
      said: [
        "Je veux résilier mon abonnement avant qu'il soit renouvelé",
        "Comment résilier l'abonnement annuel ?",
        "Vous avez renouvelé mon abonnement alors que je l'avais résilié en juin",
        "merci d'arrêter l'abonnement à la fin du mois",
      ],
      answered: 'Votre abonnement est résilié et ne sera pas renouvelé.',
    },
    {
      is: /adresse|déménag|appartement/i,
      said: [
        'Nous déménageons, comment changer mon adresse ?',
        "J'ai déménagé le mois dernier, merci de corriger l'adresse",
        "le formulaire de changement d'adresse ne connaît pas ma rue",
        'Notre nouvel appartement a une autre adresse',
      ],
      answered: "J'ai changé l'adresse de votre compte.",
    },
    {
      is: /écran|répar|fissur/i,
      said: [
        "L'écran de ma tablette est fissuré, est-ce que vous le réparez ?",
        "combien coûte la réparation d'un écran ?",
        "Depuis la réparation l'écran clignote",
        "je l'ai fait tomber et maintenant l'écran est fissuré",
      ],
      answered: "La réparation de l'écran prend cinq jours dans notre atelier.",
    },
    {
      is: /carte|cadeau|solde/i,
      said: [
        "La carte cadeau que j'ai achetée est soi-disant déjà utilisée",
        "Où saisir le code d'une carte cadeau ?",
        'puis-je voir le solde de ma carte cadeau ?',
        'Ma sœur a reçu une carte cadeau expirée',
      ],
      answered: 'La carte cadeau est de nouveau active avec tout son solde.',
    },
    {
      is: /horaire|ouvert/i,
      said: ["Quels sont vos horaires d'ouverture le samedi ?"],
      answered: "Jusqu'à dix-huit heures.",
    },
    { is: /parking|garer/i, said: ['Y a-t-il un parking près du magasin ?'], answered: 'Oui, juste à côté.' },
    { is: /sombre/i, said: ["l'application a-t-elle un mode sombre ?"], answered: 'Dans les réglages.' },
    {
      is: /candidature|poste/i,
      said: ['Je vous ai envoyé ma candidature pour le poste à Lille'],
      answered: 'On vous répondra.',
    },
    {
      is: /noix|allerg/i,
      said: ['y a-t-il des noix dans les barres ? Je suis allergique'],
      answered: 'Des traces sont possibles.',
    },
    { is: /étudiant|réduction/i, said: ['Les étudiants ont-ils une réduction ?'], answered: 'Dix pour cent.' },
  ],
};
