/**
 * Words of any conversation with a support desk, whatever it is about: greetings, thanks, requests, times, persons, and what
 * everybody has, wants and does. Lists of stop words have articles and pronouns, but not these. By the stem, so that one form is enough.
 */
export const CONVERSATION_WORDS: Readonly<Record<string, string>> = {
  en: `hello hi hey dear good morning afternoon evening day today tomorrow yesterday now still yet already again just also
    please thank thanks thx sorry ok okay yes yeah no nope sure great perfect fine nice bye goodbye welcome
    need want like would get got give gave go going come make take see look find try tried tell told say said ask know think
    help question problem issue possible able use let put keep thing something anything anyone someone really much many
    one two way time lot bit back soon long since first last new right well maybe however us im ive dont cant didnt
    somebody someone nobody everybody minute hour week month year moment second ago later next same other nothing everything
    send sent write wrote understand understood wait mean happen anybody`,
  de: `hallo hi hey geehrte damen herren guten gute guter tag morgen abend nachmittag liebe lieber heute gestern moin servus
    bitte danke dank vielen vielmals gern gerne entschuldigung ok okay ja nein gut super prima toll perfekt tschüss grüße
    brauche möchte will wollen kann können geht gehen gibt geben komme machen tun sehen schauen finden versuchen versucht
    sagen fragen wissen weiß denken glaube helfen hilfe frage problem möglich leider schon immer mal eben bisher
    bekommen kriege lassen müssen sollen dürfen etwas alles neu neue eigentlich irgendwie wirklich sofort bald lange stimmt
    zusammen jemand niemand minute stunde woche monat jahr moment sekunde später letzter letzte nächste gleiche gleich andere
    nichts wäre schicken geschickt schreiben schreibe geschrieben verstehe verstanden warten bedeutet passiert steht zeigt nett gerade`,
  fr: `bonjour bonsoir salut allo madame monsieur aujourd'hui hier demain jour journée soir matin
    merci s'il plaît svp stp pardon désolé désolée excusez ok oui non bon bien super parfait revoir
    besoin veux voudrais voulais souhaite peux pouvez pourriez peut faut dois devoir faire fait aller va vais voir regarder trouver
    essayer essayé dire dit demander savoir sais pense aider aide question problème possible toujours déjà encore
    beaucoup très trop plus moins tout tous toute toutes rien quelque chose comment pourquoi quand combien donc alors comme
    avoir être mettre prendre donner puis-je est-ce voilà ici maintenant depuis ça cela si
    quelqu'un personne minute heure semaine mois an année instant moment seconde dernier dernière prochain même autre autres
    envoyer envoyé écrire écris écrit comprends compris attendre attends chez gentil accord vraiment`,
  es: `hola buenos buenas buen días día tardes noches hoy ayer mañana ahora
    gracias favor por disculpe disculpa perdón perdona ok vale sí claro bien bueno genial perfecto adiós saludos
    necesito quiero quisiera querría puedo puede podría pueden hay tengo tiene hacer hago hecho ir voy ver mirar encontrar
    intentar intenté decir dice preguntar saber sé pienso creo ayudar ayuda pregunta duda problema posible todavía aún ya
    mucho mucha muy más menos todo toda todos algo nada cómo qué cuándo cuánto dónde alguien gustaría dar poner siempre
    deber debo señor señora
    alguien nadie minuto hora semana mes año momento segundo último última próximo mismo misma otro otra nada
    mandar enviar escribir escribo escribí entiendo entendido esperar espero amable hace`,
  pt: `olá oi bom boa dia tarde noite hoje ontem amanhã agora
    obrigado obrigada favor desculpe desculpa ok sim não claro bem ótimo perfeito tchau abraço
    preciso quero queria gostaria posso pode poderia podem tem tenho fazer faço feito ir vou ver olhar encontrar
    tentar tentei dizer diz perguntar saber sei penso acho ajudar ajuda pergunta dúvida problema possível ainda já
    muito muita mais menos tudo todo toda todos algo nada como quando quanto onde alguém dar pôr sempre conseguir consigo
    senhor senhora gente aqui
    alguém ninguém minuto minutinho hora semana mês ano momento segundo último última passado passada próximo mesmo mesma outro outra nada
    mandar mandei enviar enviei escrever escrevi escrevendo entendi entendo esperar espero acontece aparece gentil aí`,
  ja: `こんにちは こんばんは はじめまして お願い 願い ありがとう すみません はい いいえ 了解 失礼
    質問 問題 件 今日 昨日 明日 今 時 方 方法 場合 必要 可能 確認 連絡 教え 助け 手伝い 思い 致し 頂き 下さい 出来 見 行 言 聞 分か
    わかり 知り 欲しい 困っ 大丈夫 自分 よろしく お世話 世話
    誰か 誰 少々 待ち お待ち 分 時間 週 週間 先週 月 年 前 後 日前 同じ 他 別 送 書 理解 対応`,
  no: `hei heisann god morgen dag kveld i dag går nå
    takk tusen vær så snill beklager unnskyld ok ja nei bra fint flott perfekt hadet hilsen
    trenger vil ønsker kan få får gi gå går komme gjøre gjør gjort se ser finne prøve prøvd si sier spørre vite vet tror tenker
    hjelpe hjelp spørsmål problem mulig fortsatt ennå allerede bare litt mye mer noe alt ingenting lurer må skal ha
    hallo noen ingen minutt time uke måned år øyeblikk sekund siden senere forrige siste neste samme annen andre ingenting
    sende sendte sendt skrive skriver skrev forstår forstått vente venter betyr skjer står snilt fin fikk fått`,
  ar: `مرحبا مرحبًا أهلا أهلاً السلام عليكم صباح مساء الخير اليوم أمس غدا غداً الآن
    شكرا شكراً من فضلك لو سمحت عفوا آسف نعم لا حسنا تمام جيد ممتاز
    أريد اريد أحتاج احتاج يمكن يمكنني يمكنكم أستطيع هل كيف متى أين ماذا لماذا أرجو ارجو
    مساعدة مساعدتي سؤال مشكلة ممكن أعرف معرفة حاولت شيء
    عندي أحد احد شخص دقيقة ساعة أسبوع اسبوع أسبوعا شهر سنة يوم أيام لحظة آخر الماضي القادم نفس رائع فهمت
    أرسل ارسل إرسال أرسلت أكتب كتبت انتظر أنتظر يساعدني سعيد`,
};
