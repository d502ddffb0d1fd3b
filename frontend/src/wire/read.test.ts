import { afterEach, expect, test } from 'vitest';
import { learn } from '../words/learn';
import { speakEnglish } from '../words/t';
import { read } from './read';

afterEach(speakEnglish);

test('a guest who chose no name is called so in the language of the page, whoever named them', async () => {
  const sent = '{"name":"Invitado 172","patron":"Guest 172","seat":{"name":"Guesthouse 9"}}';
  expect(read(sent)).toEqual({ name: 'Guest 172', patron: 'Guest 172', seat: { name: 'Guesthouse 9' } });
  await learn('es');
  expect(read(sent)).toMatchObject({ name: 'Invitado 172', patron: 'Guest 172' });
  expect(read('{"name":"Guest 172","says":"Guest 172 sits."}')).toMatchObject({ name: 'Invitado 172' });
});
