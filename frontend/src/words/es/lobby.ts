/** The lobby and the sign-in page. */
export default {
  '{taken} of {seats} places taken': '{taken} de {seats} lugares ocupados',
  'Sign out? Only a link brings your chips back.': '¿Salir? Solo un enlace te devuelve tus fichas.',
  '{name}, sign out': '{name}, salir',
  'Take a seat.': 'Toma asiento.',
  'One game, written down by regulators. Each table keeps its own book, to the letter.':
    'Un solo juego, escrito por los reguladores. Cada mesa sigue su propio reglamento al pie de la letra.',
  any: 'cualquiera',
  'You sit at': 'Tu lugar',
  Open: 'Libres',
  '{open} of {seats}': '{open} de {seats}',
  full: 'llena',
  'How to play at {name}': 'Cómo se juega en {name}',
  'Deal at {name}': 'Repartir en {name}',
  'Back to your seat at {name}': 'Volver a tu asiento en {name}',
  'Back to your seat': 'Volver a tu asiento',
  'Sit at {name}': 'Sentarte en {name}',
  'Watch {name}': 'Mirar {name}',
  Watch: 'Mirar',
  'Sign in · wartable': 'Entrar · wartable',
  'For people who work here. To play, just take a seat in the lobby: play money needs no account.':
    'Para quienes trabajan aquí. Para jugar, solo toma asiento en el vestíbulo: el dinero de práctica no ' +
    'necesita cuenta.',
  Name: 'Nombre',
  Password: 'Contraseña',
} as const;
