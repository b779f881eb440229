import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { Pictures, searchHere } from './pictures.ts';
import { readInvoiceFile } from './read-file.ts';

/**
 * `npm run --silent invoice -- FILE…`: what the app reads in invoices, a line of JSON a file, as each is read. Nothing is sent
 * anywhere. Exit 0 whatever the files are.
 */
if (isMainThread) await main();
else searchHere();

async function main(): Promise<void> {
  const files = process.argv.slice(2);
  if (files.length === 0) return console.error('npm run --silent invoice -- file.txt file.xml file.jpg file.png …');
  // Whoever reads the lines may have read enough.
  process.stdout.on('error', () => process.exit(0));
  // npm runs this in the project's folder; names are those of the folder where it was called.
  const folder = (process.env.npm_lifecycle_event === 'invoice' && process.env.INIT_CWD) || process.cwd();
  const pictures = new Pictures(fileURLToPath(import.meta.url));
  for (const file of files) {
    const { found, facts, why } = await readInvoiceFile(resolve(folder, file), { pictures, now: new Date() });
    await new Promise((done) => process.stdout.write(`${JSON.stringify({ file, found, facts, why })}\n`, done));
  }
  pictures.end();
}
