import { expect, test } from 'vitest';
import { fitted } from './lettering';

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
