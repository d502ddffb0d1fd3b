import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

const OUT = resolve(import.meta.dirname, '../src/wartable/web/static');

/** Lays the licences of the faces beside them, as the licences ask. */
function licences(): Plugin {
  const faces = join(import.meta.dirname, 'node_modules/@fontsource-variable');
  return {
    name: 'licences',
    apply: 'build',
    generateBundle() {
      for (const face of readdirSync(faces)) {
        const source = readFileSync(join(faces, face, 'LICENSE'));
        this.emitFile({ type: 'asset', fileName: `licences/${face}.txt`, source });
      }
    },
  };
}

/** Writes the worker that keeps this build for a page without a connection: its files, and one name for them all. */
function worker(): Plugin {
  const here = (file: string): string => join(import.meta.dirname, file);
  const lettering = /latin-ext/; // fetched only where a name needs it
  return {
    name: 'worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const built = Object.keys(bundle).filter((name) => name.startsWith('assets/') && !lettering.test(name));
      const drawn = readdirSync(here('public'));
      const files = [...built, ...drawn].map((name) => `/${name}`).sort();
      const does = readFileSync(here('src/shell/worker.js'), 'utf8');
      // The names of built files change with what is in them; these do not.
      const others = [here('index.html'), ...drawn.map((name) => here(`public/${name}`))].map((file) =>
        readFileSync(file),
      );
      const texts = [does, ...files, ...others];
      const build = texts
        .reduce((hash, text) => hash.update(text), createHash('sha256'))
        .digest('hex')
        .slice(0, 16);
      const told = `const BUILD = '${build}';\nconst FILES = ${JSON.stringify(files)};\n`;
      this.emitFile({ type: 'asset', fileName: 'worker.js', source: told + does });
    },
  };
}

/** Sends a catalogue's sentences language by language: texts that are alike lie side by side, and pack smaller. */
function catalogues(): Plugin {
  return {
    name: 'catalogues',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!/words\/es\/\w+\.json$/.test(id)) return null;
      const pairs: [string, string][] = JSON.parse(readFileSync(id, 'utf8'));
      const column = (i: number): string => JSON.stringify(pairs.map((pair) => pair[i]).join('\n'));
      const code = [
        `const spanish = ${column(1)}.split('\\n');`,
        `export default ${column(0)}.split('\\n').map((english, i) => [english, spanish[i]]);`,
      ];
      return { code: code.join('\n'), moduleType: 'js' };
    },
  };
}

export default defineConfig({
  plugins: [catalogues(), svelte(), licences(), worker()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // A page that the worker keeps would ask for files twice that the document names besides the script.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) => (hostType === 'js' ? files : []),
    },
    target: 'es2022',
    // What every view loads is one file: in several, which a new import() would cut anew, it packs worse.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] } } },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
});
