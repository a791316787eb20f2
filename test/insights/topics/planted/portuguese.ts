import type { Planted } from './planted.ts';

export const portuguese: Planted = {
  greetings: ['Olá', 'Bom dia', 'Boa tarde', 'oi', 'Olá, tenho uma dúvida', 'Bom dia, alguém pode me ajudar?', ''],
  small: [
    'estou escrevendo do celular, desculpe os erros',
    'um momento, vou ver',
    'no outro computador acontece o mesmo',
    'escrevi na semana passada e ninguém respondeu',
    'tem alguém aí?',
    'ok, entendi',
    'sim, é isso',
    'não, ainda não',
    'seria muito gentil',
    'minha colega disse para perguntar aqui',
  ],
  thanks: ['Muito obrigada!', 'ok obrigado', 'Ótimo, tenha um bom dia', 'perfeito, tchau', 'obrigado pela ajuda'],
  subjects: [
    {
      is: /licença|parental|bebê|nasc/i,
      said: [
        'Quantas semanas de licença parental eu tenho quando o nosso bebê nascer?',
        'Onde entrego o formulário da licença parental?',
        'Minha mulher está grávida e quero planejar a minha licença parental',
        'dá para dividir a licença parental entre nós dois?',
      ],
    },
    {
      is: /fatura|contribuinte|imposto/i,
      said: [
        'Preciso de uma fatura com o nosso número de contribuinte',
        'A fatura de outubro está com a empresa errada',
        'Podem mandar uma cópia das minhas duas últimas faturas?',
        'por que não tem imposto nesta fatura?',
      ],
    },
    {
      is: /senha|bloque|login|redefin/i,
      said: [
        'Esqueci a minha senha e o link para redefinir não funciona',
        'o e-mail para trocar a senha nunca chega',
        'Meu login está bloqueado depois de três senhas erradas',
        'como escolho uma senha nova?',
      ],
    },
    {
      is: /encomenda|entreg|rastre/i,
      said: [
        'A minha encomenda deveria chegar na terça',
        'o rastreamento diz que a encomenda ainda está no depósito',
        'O entregador deixou a encomenda com um vizinho que não conheço',
        'quando vão entregar as minhas encomendas?',
      ],
    },
    {
      is: /assinatura|cancel|renov/i,
      said: [
        'Quero cancelar a minha assinatura antes que renove',
        'Como cancelo a assinatura anual?',
        'Renovaram a minha assinatura embora eu tenha cancelado em junho',
        'por favor encerrem a assinatura no fim do mês',
      ],
    },
    {
      is: /endereço|mudan|mud|apartamento/i,
      said: [
        'Vamos mudar de casa, como troco o meu endereço?',
        'Mudei no mês passado, atualizem o endereço',
        'o formulário de mudança de endereço não encontra a minha rua',
        'O nosso apartamento novo tem outro endereço',
      ],
    },
    {
      is: /tela|conserto|consert|quebr|rach/i,
      said: [
        'A tela do meu tablet está rachada, vocês consertam?',
        'quanto custa o conserto da tela?',
        'Depois do conserto a tela pisca',
        'deixei cair e agora a tela está rachada',
      ],
    },
    {
      is: /cartão|presente|saldo/i,
      said: [
        'O cartão presente que comprei diz que já foi usado',
        'Onde coloco o código do cartão presente?',
        'posso ver o saldo do meu cartão presente?',
        'Minha irmã ganhou um cartão presente vencido',
      ],
    },
    { is: /horário|abre/i, said: ['Qual o horário de vocês no sábado?'] },
    { is: /estaciona/i, said: ['Tem estacionamento perto da loja?'] },
    { is: /escuro/i, said: ['o aplicativo tem modo escuro?'] },
    { is: /candidat|vaga/i, said: ['Mandei a minha candidatura para a vaga no Porto'] },
    { is: /nozes|alérg/i, said: ['tem nozes nas barrinhas? Sou alérgica'] },
    { is: /estudant|desconto/i, said: ['Estudantes têm desconto?'] },
  ],
};
