// Unpacks the browser for the tests into the folder named on the command line.
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar-fs';

const home = process.argv[2];
const packed = new URL('./node_modules/@sparticuz/chromium/bin/', import.meta.url);
const open = (name) => [createReadStream(new URL(name, packed)), createBrotliDecompress({ chunkSize: 1 << 21 })];

await mkdir(home, { recursive: true });
await pipeline(...open('chromium.br'), createWriteStream(`${home}/chromium`));
await chmod(`${home}/chromium`, 0o755);
for (const part of ['al2023', 'fonts', 'swiftshader']) await pipeline(...open(`${part}.tar.br`), extract(home));
