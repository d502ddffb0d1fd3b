import { expect, test } from 'vitest';
import { fitted, shortened } from './lettering';

test('a short name is printed as usual', () => {
  expect(fitted('LARKSPUR')).toEqual({ text: 'LARKSPUR', size: 15, spacing: 6 });
});

test('a longer name is set smaller, and stays whole', () => {
  const { text, size } = fitted('LARKSPUR RIVERBOAT');
  expect(text).toBe('LARKSPUR RIVERBOAT');
  expect(size).toBeLessThan(15);
});

test('a name that no size fits is cut', () => {
  const { text } = fitted('THE GRAND LARKSPUR RESORT AND RIVERBOAT CASINO OF THE POTOMAC');
  expect(text.endsWith('…')).toBe(true);
  expect(text.length).toBeLessThan(30);
});

test('where a guest’s name would be cut, the number is left of it', () => {
  expect(shortened('Guest 527', 150, 140)).toBe('527');
  expect(shortened('Guest 527', 130, 140)).toBe('Guest 527');
  expect(shortened('Guesthouse', 150, 140)).toBe('Guesthouse');
});
