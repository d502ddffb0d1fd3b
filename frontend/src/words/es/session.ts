/** A player's session, and a round that is shared. */
export default {
  'The first shoe is still in play and sealed. Check again when it is over.':
    'El primer zapato sigue en juego y sellado. Compruébalo cuando termine.',
  'This browser checks shoes only on pages over https.': 'Este navegador solo comprueba zapatos en páginas con https.',
  'Shoe {shoe} was fair.': 'El zapato {shoe} fue limpio.',
  'Shoe {shoe} does not hold.': 'El zapato {shoe} no cuadra.',
  'The house sealed the order of the cards before the first bet, and revealed it when the shoe was over.':
    'La casa selló el orden de las cartas antes de la primera apuesta y lo reveló al terminar el zapato.',
  'Your browser worked it out again, and every card was where the seal said.':
    'Tu navegador lo calculó otra vez, y cada carta estaba donde decía el sello.',
  'Your browser worked it out again, and it is not what was dealt: ask the floor.':
    'Tu navegador lo calculó otra vez, y no es lo que se repartió: pregunta al supervisor.',
  'Checking …': 'Comprobando …',
  'Was the last shoe fair?': '¿Fue limpio el juego en el último zapato?',
  'One tap checks every card of it, here in your browser.':
    'Con un toque compruebas cada una de sus cartas, aquí en tu navegador.',
  'There is no such round.': 'Esa ronda no existe.',
  'Round {round} at {name}': 'Ronda {round} en {name}',
  'A round': 'Una ronda',
  'The round was void.': 'La ronda fue anulada.',
  'The link is copied': 'Enlace copiado',
  'Share this round': 'Compartir esta ronda',
  'Copy this link:': 'Copia este enlace:',
  'Link to this round': 'Enlace a esta ronda',
  'Step by step': 'Paso a paso',
  'Looking for the round …': 'Buscando la ronda …',
  'My session': 'Mi sesión',
  'Your hands at this table are listed here as soon as one is over.':
    'Aquí verás tus manos en esta mesa en cuanto termine la primera.',
  Net: 'Neto',
  'Biggest war': 'Mayor guerra',
  '{amount}, round {round}': '{amount}, ronda {round}',
  'none yet': 'ninguna todavía',
  'Longest streak': 'Mejor racha',
  '{won} won, {lost} lost': '{won} ganadas, {lost} perdidas',
  '{cards} against {dealer}, {result}': '{cards} contra {dealer}, {result}',
  'Share round {round}': 'Compartir la ronda {round}',
  Share: 'Compartir',
  'Net over {n} hand, from {least} to {most}, now {now}': 'Neto en {n} mano, de {least} a {most}, ahora {now}',
  'Net over {n} hands, from {least} to {most}, now {now}': 'Neto en {n} manos, de {least} a {most}, ahora {now}',
  '{n} hand at this table.': '{n} mano en esta mesa.',
  '{n} hands at this table.': '{n} manos en esta mesa.',
  'won the main bet': 'apuesta inicial ganada',
  'won the war': 'guerra ganada',
  'lost the war': 'guerra perdida',
  'Words were added before the seal, or out of order.': 'Se añadieron palabras antes del sello, o fuera de orden.',
  'Words, a cut or the first wager came after the close of the bets.':
    'Hubo palabras, un corte o la primera apuesta después del cierre de las apuestas.',
  'A face is shown although the bets were never closed.': 'Se muestra una carta aunque las apuestas nunca se cerraron.',
  'A face is shown although no player had added words.':
    'Se muestra una carta aunque ningún jugador había añadido palabras.',
  'A face is shown although no player had added words since the cut.':
    'Se muestra una carta aunque ningún jugador había añadido palabras desde el corte.',
  'It was sealed after the cut.': 'Se selló después del corte.',
  'It was sealed after the first wager.': 'Se selló después de la primera apuesta.',
  'There was a cut, or words, and no record of it.': 'Hubo un corte, o palabras, y no hay registro de ello.',
  'A face is shown although no player had wagered.': 'Se muestra una carta aunque nadie había apostado.',
  'This is neither protocol 1 nor protocol 2.': 'Esto no es ni el protocolo 1 ni el protocolo 2.',
  'The seed was not revealed.': 'La semilla no se reveló.',
  'The seed, the decks or the wheel is not the one that was sealed.':
    'La semilla, las barajas o la rueda no son las que se sellaron.',
  'Card {card} is another card than the seal gives.': 'La carta {card} no es la que da el sello.',
  'The wheel of round {round} stopped elsewhere.': 'La rueda de la ronda {round} se detuvo en otro lugar.',
  'The cover card had not been met.': 'La carta separadora no había salido.',
} as const;
