/** One thing that a customer has ordered. */
export interface Order {
  readonly number: string;
  readonly product: string;
  readonly state: 'being packed' | 'on its way' | 'delivered';
  /** The day it should be there, in words. */
  readonly expected?: string;
}

export interface Customer {
  readonly email: string;
  /** Shown on the login page: good for nothing but this shop. */
  readonly password: string;
  readonly name: string;
  readonly plan: 'Gold' | 'Silver' | 'Basic';
  readonly customerNumber: string;
  /** Newest first; everybody has one, so that the chat has something to look up. */
  readonly orders: readonly Order[];
}

/** The part of a customer's data that the shop tells a chatbot: by no means all that it knows. */
export interface HandedCustomer {
  readonly name: string;
  readonly plan: string;
  readonly customer_number: string;
}

/** The customers who can log in to the shop. */
export const CUSTOMERS: readonly Customer[] = [
  {
    email: 'maya.lindqvist@example.com',
    password: 'oolong-and-rain',
    name: 'Maya Lindqvist',
    plan: 'Gold',
    customerNumber: 'C-1042',
    orders: [
      { number: '70418', product: 'Teapot Harbour', state: 'on its way', expected: 'Friday' },
      { number: '69930', product: 'First Flush Darjeeling', state: 'delivered' },
    ],
  },
  {
    email: 'tomas.ferreira@example.com',
    password: 'second-kettle',
    name: 'Tomás Ferreira',
    plan: 'Silver',
    customerNumber: 'C-1187',
    orders: [{ number: '70431', product: 'Kettle Nightingale', state: 'being packed', expected: 'Tuesday' }],
  },
  {
    email: 'noor.haddad@example.com',
    password: 'mint-by-the-window',
    name: 'Noor Haddad',
    plan: 'Basic',
    customerNumber: 'C-1203',
    orders: [{ number: '70388', product: 'Boston fern', state: 'on its way', expected: 'Monday' }],
  },
];

export function handedOf({ name, plan, customerNumber }: Customer): HandedCustomer {
  return { name, plan, customer_number: customerNumber };
}
