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
  subjects: [
    {
      is: /congé|parental|naissance|bébé/i,
      said: [
        'Combien de semaines de congé parental puis-je prendre à la naissance de notre bébé ?',
        'Où dois-je envoyer le formulaire du congé parental ?',
        'Ma femme est enceinte et je voudrais préparer mon congé parental',
        'peut-on partager le congé parental entre nous deux ?',
      ],
    },
    {
      is: /factur|tva/i,
      said: [
        "J'ai besoin d'une facture avec notre numéro de TVA",
        "La facture d'octobre porte le mauvais nom de société",
        'Pourriez-vous m’envoyer une copie de mes deux dernières factures ?',
        "pourquoi n'y a-t-il pas de TVA sur cette facture ?",
      ],
    },
    {
      is: /mot de passe|mots? de|passe|réinitial|bloqu|connexion/i,
      said: [
        "J'ai oublié mon mot de passe et le lien de réinitialisation ne marche pas",
        "le mail pour changer de mot de passe n'arrive jamais",
        'Ma connexion est bloquée après trois mauvais mots de passe',
        'comment choisir un nouveau mot de passe ?',
      ],
    },
    {
      is: /colis|livr|suivi/i,
      said: [
        'Mon colis devait être livré mardi',
        'le suivi dit que le colis est encore au dépôt',
        'Le livreur a laissé mon colis chez un voisin que je ne connais pas',
        'quand mes colis seront-ils livrés ?',
      ],
    },
    {
      is: /abonnement|résili|renouvel/i,
      said: [
        "Je veux résilier mon abonnement avant qu'il soit renouvelé",
        "Comment résilier l'abonnement annuel ?",
        "Vous avez renouvelé mon abonnement alors que je l'avais résilié en juin",
        "merci d'arrêter l'abonnement à la fin du mois",
      ],
    },
    {
      is: /adresse|déménag|appartement/i,
      said: [
        'Nous déménageons, comment changer mon adresse ?',
        "J'ai déménagé le mois dernier, merci de corriger l'adresse",
        "le formulaire de changement d'adresse ne connaît pas ma rue",
        'Notre nouvel appartement a une autre adresse',
      ],
    },
    {
      is: /écran|répar|fissur/i,
      said: [
        "L'écran de ma tablette est fissuré, est-ce que vous le réparez ?",
        "combien coûte la réparation d'un écran ?",
        "Depuis la réparation l'écran clignote",
        "je l'ai fait tomber et maintenant l'écran est fissuré",
      ],
    },
    {
      is: /carte|cadeau|solde/i,
      said: [
        "La carte cadeau que j'ai achetée est soi-disant déjà utilisée",
        "Où saisir le code d'une carte cadeau ?",
        'puis-je voir le solde de ma carte cadeau ?',
        'Ma sœur a reçu une carte cadeau expirée',
      ],
    },
    {
      is: /horaire|ouvert/i,
      said: ["Quels sont vos horaires d'ouverture le samedi ?"],
    },
    { is: /parking|garer/i, said: ['Y a-t-il un parking près du magasin ?'] },
    { is: /sombre/i, said: ["l'application a-t-elle un mode sombre ?"] },
    {
      is: /candidature|poste/i,
      said: ['Je vous ai envoyé ma candidature pour le poste à Lille'],
    },
    {
      is: /noix|allerg/i,
      said: ['y a-t-il des noix dans les barres ? Je suis allergique'],
    },
    { is: /étudiant|réduction/i, said: ['Les étudiants ont-ils une réduction ?'] },
  ],
};
