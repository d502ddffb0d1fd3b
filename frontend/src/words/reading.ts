/** Reads a source of the page for its texts: those asked of the catalogue, and those that go past it. */
import { parse } from 'svelte/compiler';

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

export interface Texts {
  /** English texts that the catalogue must hold. */
  keys: string[];
  /** Texts that a person can see and the catalogue cannot change: line and text. */
  bare: string[];
}

/** What is known of a place in the source. */
interface Place {
  /** Whether what stands here is shown or spoken, so that every word counts. */
  shown: boolean;
  /** Whether it is a text of the catalogue. */
  asked: boolean;
  /** Whether this runs only when it is called: by then the catalogue is there. */
  later: boolean;
}

/** Attributes, and properties of our own components, that a person sees or hears. */
const SPOKEN = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'label',
  'placeholder',
  'title',
  'under',
  'word',
]);
/** What keeps its own language: keys, code, and what is marked with a language. */
const OF_ITS_OWN = new Set(['kbd', 'code', 'style', 'script']);
const NAMES = new Set(['wartable', 'CASINO WAR', 'Esc', '“wartable verify-shoe”']);
/** What is written into the log keeps the log's language; a page that shows it interprets it. */
const RECORDED = new Set(['reason']);
const ASKS = new Set(['t', 'many']);
/** Calls that take selectors. */
const SELECTS = new Set(['matches', 'closest', 'querySelector', 'querySelectorAll']);
const COMPARES = new Set(['===', '!==', '==', '!=', 'in']);
const KEPT_TYPES = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);
const RUNS_LATER = /Function|^MethodDefinition$|^PropertyDefinition$/;

const hasWord = (text: string): boolean => /\p{L}{2,}/u.test(text) && !NAMES.has(text.trim());
/** A text of a script that reads like a sentence or a title, and not like a code, a selector, a path or a key. */
function readsLikeText(text: string): boolean {
  if (NAMES.has(text) || /[<>;_=/#]|\dpx|var\(|^wartable\b|^M-?\d/.test(text)) return false;
  if (/^(Arrow|Page|Home|End|Enter|Escape|Content-)/.test(text)) return false;
  return /^\p{Lu}\p{Ll}+([ .,!?…’]|$)/u.test(text) || /\p{L}{2,}[,.]? \p{L}/u.test(text);
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const child = (node: Node, field: string): Node | null => (isNode(node[field]) ? node[field] : null);
const nameOf = (node: Node | null): string => {
  if (node?.type === 'MemberExpression') return nameOf(child(node, 'property'));
  return typeof node?.name === 'string' ? node.name : '';
};

export function textsOf(source: string, file: string): Texts {
  const before = file.endsWith('.ts') ? '<script lang="ts" module>' : '';
  const text = before ? `${before}${source}</script>` : source;
  const reader = new Reader(text);
  const { module, instance, fragment } = parse(text, { modern: true }) as unknown as Record<string, Node | null>;
  if (module) reader.read(module, { shown: false, asked: false, later: false });
  if (instance) reader.read(instance, { shown: false, asked: false, later: true });
  if (fragment) reader.read(fragment, { shown: false, asked: false, later: true });
  return { keys: reader.keys, bare: reader.bare };
}

class Reader {
  readonly keys: string[] = [];
  readonly bare: string[] = [];
  constructor(readonly text: string) {}

  read(node: Node, place: Place): void {
    switch (node.type) {
      case 'Text':
        if (place.shown && hasWord(String(node.data))) this.#note(node, String(node.data));
        return;
      case 'Literal':
        if (typeof node.value === 'string') this.#literal(node, node.value, place);
        return;
      case 'TemplateLiteral':
        this.#template(node, place);
        return;
      case 'Fragment':
        this.#all(node.nodes, { ...place, shown: true });
        return;
      case 'Attribute':
        this.#attribute(node, place);
        return;
      case 'CallExpression':
        this.#call(node, place);
        return;
      case 'VariableDeclarator':
        this.#inside(node, { ...place, asked: this.#isTyped(child(node, 'id')) });
        return;
      case 'ConditionalExpression':
        this.#apart(node, 'test', place);
        return;
      case 'BinaryExpression':
        this.#inside(node, COMPARES.has(String(node.operator)) ? null : place);
        return;
      case 'Property':
        if (!RECORDED.has(nameOf(child(node, 'key')))) this.#one(child(node, 'value'), place);
        return;
      case 'MemberExpression':
        this.#one(child(node, 'object'), { ...place, shown: false, asked: false });
        return;
      case 'SwitchCase':
        this.#all(node.consequent, place);
        return;
      case 'StyleDirective':
        this.#all(node.value, { ...place, shown: false });
        return;
      case 'HtmlTag':
      case 'EachBlock':
      case 'IfBlock':
      case 'AwaitBlock':
      case 'KeyBlock':
        this.#block(node, place);
        return;
    }
    if (/^(TS|Import|ExportAll)/.test(node.type) && !KEPT_TYPES.has(node.type)) return;
    if (node.type === 'RegularElement' && this.#hasItsOwnLanguage(node)) return;
    const later = place.later || RUNS_LATER.test(node.type);
    this.#inside(node, RUNS_LATER.test(node.type) ? { shown: false, asked: false, later } : { ...place, later });
  }

  #note(node: Node, text: string): void {
    const line = this.text.slice(0, node.start).split('\n').length;
    this.bare.push(`${line} ${text.trim().replace(/\s+/g, ' ')}`);
  }

  #one(node: Node | null, place: Place): void {
    if (node) this.read(node, place);
  }
  #all(nodes: unknown, place: Place): void {
    if (Array.isArray(nodes)) for (const node of nodes) if (isNode(node)) this.read(node, place);
  }
  /** Everything inside a node; null where its texts are codes that are compared. */
  #inside(node: Node, place: Place | null): void {
    for (const value of Object.values(node)) {
      for (const one of Array.isArray(value) ? value : [value])
        if (isNode(one) && (place || one.type !== 'Literal'))
          this.read(one, place ?? { shown: false, asked: false, later: true });
    }
  }
  /** A node of which one field only decides. */
  #apart(node: Node, field: string, place: Place): void {
    this.#one(child(node, field), { ...place, shown: false, asked: false });
    this.#inside({ ...node, [field]: null }, place);
  }

  /** A block of the markup: what it decides by is not shown, and what stands in it is. */
  #block(node: Node, place: Place): void {
    for (const value of Object.values(node)) {
      if (!isNode(value)) continue;
      this.read(value, { ...place, shown: false });
    }
  }

  #literal(node: Node, value: string, { asked, shown }: Place): void {
    if (asked) this.keys.push(value);
    else if (shown ? hasWord(value) : readsLikeText(value)) this.#note(node, value);
  }

  #template(node: Node, place: Place): void {
    const fixed = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
    if (place.shown ? fixed.some(hasWord) : readsLikeText(fixed.join(' … '))) this.#note(node, fixed.join(' '));
    this.#all(node.expressions, place);
  }

  #attribute(node: Node, place: Place): void {
    const spoken = SPOKEN.has(String(node.name));
    for (const value of Array.isArray(node.value) ? node.value : [node.value])
      if (isNode(value) && (spoken || value.type !== 'Text')) this.read(value, { ...place, shown: spoken });
  }

  #call(node: Node, place: Place): void {
    const name = nameOf(child(node, 'callee'));
    const given = (node.arguments as Node[] | undefined) ?? [];
    if (!ASKS.has(name)) {
      this.#one(child(node, 'callee'), { ...place, shown: false });
      if (!SELECTS.has(name)) this.#all(given, { ...place, shown: false, asked: false });
      return;
    }
    const texts = name === 't' ? given.slice(0, 1) : given.slice(1, 3);
    const first = this.keys.length;
    this.#all(texts, { ...place, shown: false, asked: true });
    if (!place.later) for (const key of this.keys.slice(first)) this.#note(node, `before the catalogue: ${key}`);
    this.#all(
      given.filter((one) => !texts.includes(one)),
      { ...place, shown: true, asked: false },
    );
  }

  /** Whether a name is declared to hold texts of the catalogue. */
  #isTyped(id: Node | null): boolean {
    const type = id && child(id, 'typeAnnotation');
    return type !== null && /\b(Word|Text)\b/.test(this.text.slice(type.start, type.end));
  }

  #hasItsOwnLanguage({ name, attributes }: Node): boolean {
    return OF_ITS_OWN.has(String(name)) || (attributes as Node[]).some((one) => one.name === 'lang');
  }
}
