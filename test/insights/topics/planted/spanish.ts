import type { Planted } from './planted.ts';

export const spanish: Planted = {
  greetings: [
    'Hola',
    'Buenos días',
    'Buenas tardes',
    'hola buenas',
    'Hola, tengo una pregunta',
    '¿Hola, alguien me puede ayudar?',
    '',
  ],
  small: [
    'escribo desde el móvil, perdón por las faltas',
    'un momento, lo miro',
    'en el otro ordenador pasa lo mismo',
    'les escribí la semana pasada y nadie contestó',
    '¿hay alguien?',
    'vale, entiendo',
    'sí, eso es',
    'no, todavía no',
    'sería muy amable',
    'mi compañera me dijo que preguntara aquí',
  ],
  thanks: [
    '¡Muchas gracias!',
    'vale gracias',
    'Genial, que tenga un buen día',
    'perfecto, adiós',
    'gracias por su ayuda',
  ],
  subjects: [
    {
      is: /permiso|parental|bebé|nac/i,
      said: [
        '¿Cuántas semanas de permiso parental me tocan cuando nazca nuestro bebé?',
        '¿Dónde entrego el formulario del permiso parental?',
        'Mi mujer está embarazada y quiero organizar mi permiso parental',
        '¿se puede repartir el permiso parental entre los dos?',
      ],
    },
    {
      is: /factura|iva/i,
      said: [
        'Necesito una factura con nuestro número de IVA',
        'La factura de octubre tiene la empresa equivocada',
        '¿Me pueden mandar una copia de mis dos últimas facturas?',
        '¿por qué no lleva IVA esta factura?',
      ],
    },
    {
      is: /contraseña|bloque|sesión|restablec/i,
      said: [
        'Olvidé mi contraseña y el enlace para restablecerla no funciona',
        'el correo para cambiar la contraseña no llega nunca',
        'Mi cuenta está bloqueada tras tres contraseñas incorrectas',
        '¿cómo elijo una contraseña nueva?',
      ],
    },
    {
      is: /paquete|entreg|envío|repart|seguim/i,
      said: [
        'Mi paquete tenía que llegar el martes',
        'el seguimiento dice que el paquete sigue en el almacén',
        'El repartidor dejó el paquete con un vecino que no conozco',
        '¿cuándo me entregan los paquetes?',
      ],
    },
    {
      is: /suscripci|cancel|renov/i,
      said: [
        'Quiero cancelar mi suscripción antes de que se renueve',
        '¿Cómo cancelo la suscripción anual?',
        'Me renovaron la suscripción aunque la cancelé en junio',
        'por favor terminen la suscripción a fin de mes',
      ],
    },
    {
      is: /direcci|mudar|mud|piso/i,
      said: [
        'Nos mudamos, ¿cómo cambio mi dirección?',
        'Me mudé el mes pasado, actualicen la dirección',
        'el formulario de cambio de dirección no encuentra mi calle',
        'Nuestro piso nuevo tiene otra dirección',
      ],
    },
    {
      is: /pantalla|repar|rot/i,
      said: [
        'La pantalla de mi tableta está rota, ¿la reparan?',
        '¿cuánto cuesta reparar la pantalla?',
        'Después de la reparación la pantalla parpadea',
        'se me cayó y ahora la pantalla está rota',
      ],
    },
    {
      is: /tarjeta|regalo|saldo/i,
      said: [
        'La tarjeta de regalo que compré dice que ya está usada',
        '¿Dónde pongo el código de la tarjeta de regalo?',
        '¿puedo ver el saldo de mi tarjeta de regalo?',
        'A mi hermana le dieron una tarjeta de regalo caducada',
      ],
    },
    { is: /horario|abre/i, said: ['¿Qué horario tienen los sábados?'] },
    { is: /aparca/i, said: ['¿Hay aparcamiento cerca de la tienda?'] },
    { is: /oscuro/i, said: ['¿la aplicación tiene modo oscuro?'] },
    { is: /candidat|puesto/i, said: ['Les mandé mi candidatura para el puesto de Bilbao'] },
    { is: /nuez|nueces|alérg/i, said: ['¿las barritas llevan nueces? Soy alérgica'] },
    { is: /estudiant|descuento/i, said: ['¿Los estudiantes tienen descuento?'] },
  ],
};
