/** Every text that a person can see goes through the catalogue, and the catalogue holds nothing else. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import players from './es';
import lab from './es/lab';
import lobby from './es/lobby';
import over from './es/over';
import staff from './es/staff';
import { textsOf } from './reading';

const PARTS: Record<string, Record<string, string>> = { players, lobby, over, lab, staff };
/** What is loaded together with a part other than the players', as far as it has texts. */
const LOADED: [string, RegExp][] = [
  ['staff', /^(audit|dealer|drill|floor)\/|^parts\/people\.ts$/],
  ['lab', /^lab\//],
  ['lobby', /^lobby\//],
  ['over', /^(friends|session|shoe)\/|^table\/(Papers|Lesson\w+|HowToPlay|keylist|\w+Sheet|WhySlip)\.(svelte|ts)$/],
];
const es: Record<string, string> = { ...players, ...lobby, ...over, ...lab, ...staff };
const UNREADABLE = 'This page cannot read the server’s answer ({wrong}). Load the page again.';
const SRC = join(import.meta.dirname, '..');
/** Catalogues, names of languages, and what a value of the wire should be. */
const NO_TEXTS = ['words/', 'wire/generated.ts', 'wire/documents.ts', 'wire/shape.ts'];
const isSource = (file: string): boolean =>
  /\.(svelte|ts)$/.test(file) && !/\.test\.ts$/.test(file) && !NO_TEXTS.some((place) => file.startsWith(place));

const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(SRC, join(entry.parentPath, entry.name)))
  .filter(isSource);
const read = files.map((file) => ({ file, ...textsOf(readFileSync(join(SRC, file), 'utf8'), file) }));
const used = new Set(read.flatMap(({ keys }) => keys)).add(UNREADABLE);
const places = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort();

test('every visible text goes through the catalogue', () => {
  expect(read.flatMap(({ file, bare }) => bare.map((text) => `${file}:${text}`))).toEqual([]);
});
test('every text is in Spanish', () => {
  expect([...used].filter((text) => !Object.hasOwn(es, text))).toEqual([]);
});
test('every text is in a part that its view has loaded, and in one part', () => {
  const missing = read.flatMap(({ file, keys }) => {
    const part = LOADED.find(([, rooms]) => rooms.test(file))?.[0] ?? 'players';
    return keys.filter((key) => !(key in players) && !(key in (PARTS[part] ?? {}))).map((key) => `${file}: ${key}`);
  });
  expect(missing).toEqual([]);
  const all = Object.values(PARTS).flatMap(Object.keys);
  expect(all.filter((key, i) => all.indexOf(key) !== i)).toEqual([]);
});
test('every Spanish text has a user', () => {
  expect(Object.keys(es).filter((text) => !used.has(text))).toEqual([]);
});
test('a text and its Spanish have the same places to fill in', () => {
  const differ = Object.entries(es).filter(([text, spanish]) => `${places(text)}` !== `${places(spanish)}`);
  expect(differ).toEqual([]);
});

describe('the reader', () => {
  const script = (body: string): string => `<script lang="ts">${body}</script>`;
  test.each([
    ['<p>Hello there</p>', ['1 Hello there']],
    ['<p>{open ? "yes" : no}</p>', ['1 yes']],
    [`<p>{\`\${n} of \${m}\`}</p>`, ['1 of']],
    ['<p aria-label="Close"></p>', ['1 Close']],
    [`<p title={\`Seat \${n}\`}></p>`, ['1 Seat']],
    ['<input placeholder="Up to {most}">', ['1 Up to']],
    ['<Card label={mine ? "Yours" : ""} />', ['1 Yours']],
    [`${script("const says = 'You stay.';")}`, ['1 You stay.']],
    [`${script("const words: Record<string, Word> = { tie: 'Tie' };")}`, []],
    ["<p class='who you'>{t('Hello')} {kind === 'open' ? '' : '–'}</p>", []],
    ["<p>wartable</p><kbd>S</kbd><p lang='en'>As it was written.</p>", []],
    [`${script("control.do({ command: 'sit' }); matches('input, textarea');")}`, []],
  ])('finds in %s: %j', (source, bare) => {
    expect(textsOf(source, 'One.svelte').bare).toEqual(bare);
  });
  test('knows what is asked of the catalogue', () => {
    const asks = script("const a = t('One'); const b = many(n, '{n} hand', '{n} hands');");
    const source = `${asks}{t(x ? 'Two' : 'Three')}`;
    expect(textsOf(source, 'One.svelte').keys).toEqual(['One', '{n} hand', '{n} hands', 'Two', 'Three']);
  });
  test('finds a text that is asked for before the catalogue is there', () => {
    expect(textsOf("const SAYS = t('One');", 'one.ts').bare).toEqual(['1 before the catalogue: One']);
    expect(textsOf("const says = () => t('One');", 'one.ts').bare).toEqual([]);
  });
});
