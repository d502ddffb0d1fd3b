import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

const OUT = resolve(import.meta.dirname, '../src/wartable/web/static');
const WORTH_PACKING = 1024;

/** Lays a packed copy beside each file, so that the server has nothing to pack while it deals. */
function packed(): Plugin {
  return {
    name: 'packed',
    apply: 'build',
    closeBundle() {
      for (const entry of readdirSync(OUT, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(js|css|html|svg)$/.test(entry.name)) continue;
        const file = join(entry.parentPath, entry.name);
        const bytes = readFileSync(file);
        if (bytes.length >= WORTH_PACKING) writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

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

export default defineConfig({
  plugins: [svelte(), licences(), packed()],
  build: { outDir: OUT, emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false }, target: 'es2022' },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
});
