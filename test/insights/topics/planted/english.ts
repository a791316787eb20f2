import type { Planted } from './planted.ts';

export const english: Planted = {
  greetings: ['Hello', 'Hi there', 'Good morning', 'hey', 'Hi, I have a question', 'Hello, can somebody help me?', ''],
  small: [
    'I am on my phone so sorry for typos',
    'just a second, I have to look it up',
    'it is the same on my other computer',
    'I wrote to you last week and got no answer',
    'is anybody there?',
    'ok I understand',
    'yes that is right',
    'no, not yet',
    'that would be really helpful',
    'my colleague told me to ask here',
  ],
  thanks: ['Thank you very much!', 'ok thanks', 'Great, have a nice day', 'perfect, bye', 'thanks for your help'],
  subjects: [
    {
      is: /parental|leave|maternity|baby/i,
      said: [
        'How many weeks of parental leave do I get when our baby is born in May?',
        'Where do I hand in the form for parental leave?',
        'My wife is pregnant and I would like to plan my parental leave',
        'can parental leave be split between both of us?',
      ],
    },
    {
      is: /invoice|vat|billing/i,
      said: [
        'I need an invoice with our VAT number on it',
        'The invoice for October shows the wrong company',
        'Could you send me a copy of my last two invoices?',
        'why is there no VAT on this invoice?',
      ],
    },
    {
      is: /password|reset|log|locked/i,
      said: [
        'I forgot my password and the reset link does not work',
        'the password reset mail never arrives',
        'My login is locked after three wrong passwords',
        'how do I choose a new password?',
      ],
    },
    {
      is: /parcel|deliver|tracking|courier/i,
      said: [
        'My parcel should have been delivered on Tuesday',
        'tracking says the parcel is still at the depot',
        'The courier left the parcel with a neighbour I do not know',
        'when will my parcels be delivered?',
      ],
    },
    {
      is: /cancel|subscription|renew/i,
      said: [
        'I want to cancel my subscription before it renews',
        'How can I cancel the yearly subscription?',
        'You renewed my subscription although I cancelled it in June',
        'please stop the subscription at the end of the month',
      ],
    },
    {
      is: /address|moving|moved|flat/i,
      said: [
        'We are moving house, how do I change my address?',
        'I moved last month, please update the address',
        'the change of address form says my street does not exist',
        'Our new flat has another postal address',
      ],
    },
    {
      is: /screen|crack|repair|display/i,
      said: [
        'The screen of my tablet is cracked, do you repair it?',
        'how much is a screen repair?',
        'After the repair the screen flickers',
        'I dropped it and now the screen has a crack',
      ],
    },
    {
      is: /gift|card|voucher|balance/i,
      said: [
        'The gift card I bought says it was already used',
        'Where do I enter the code of a gift card?',
        'can I check the balance of my gift card?',
        'My sister got a gift card that has expired',
      ],
    },
    {
      is: /opening|hours|open/i,
      said: ['What are your opening hours on Saturday?'],
    },
    { is: /park/i, said: ['Is there parking next to your shop?'] },
    { is: /dark/i, said: ['does the app have a dark mode?'] },
    {
      is: /job|appl/i,
      said: ['I sent you an application for the job in Leeds'],
    },
    {
      is: /nuts|allerg/i,
      said: ['are there nuts in the granola bars? I am allergic'],
    },
    { is: /student|discount/i, said: ['Do students get a discount?'] },
  ],
};
